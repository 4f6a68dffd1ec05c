// Keeps the files whose names carry a hash, so that a second visit starts at once; everything else asks the server.
const KEPT = 'indigo-assets-1';
const MOST = 400; // files: a few versions of the app

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== 'GET' || origin !== location.origin || !pathname.startsWith('/assets/')) return;
  event.respondWith(answer(event));
});

/** The file that was kept, or the server's; if nothing can be kept, because there is no room, the server's all the same. */
async function answer(event) {
  const cache = await caches.open(KEPT).catch(() => null);
  const kept = await cache?.match(event.request);
  if (kept) return kept;
  const found = await fetch(event.request);
  if (found.ok && cache) event.waitUntil(keep(cache, event.request, found.clone()).catch(() => undefined));
  return found;
}

async function keep(cache, request, found) {
  await cache.put(request, found);
  const files = await cache.keys();
  await Promise.all(files.slice(0, -MOST).map((old) => cache.delete(old)));
}
