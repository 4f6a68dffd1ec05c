// Keeps the files whose names carry a hash, so that a second visit starts at once; everything else asks the server.
const KEPT = 'indigo-assets-1';

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== 'GET' || origin !== location.origin || !pathname.startsWith('/assets/')) return;
  event.respondWith(
    caches.open(KEPT).then(async (cache) => {
      const kept = await cache.match(event.request);
      if (kept) return kept;
      const answer = await fetch(event.request);
      if (answer.ok) await cache.put(event.request, answer.clone());
      return answer;
    }),
  );
});
