/** A page that is older than its server: files that it has not fetched yet are gone. Then it begins anew. */

const RENEWED = 'indigo.renewed';
const SOON = 60_000; // milliseconds in which a second time would be no better than the first

/** Loads the page again if a part of it cannot be had although the server is there; not again and again. */
export function renewWhenOld(): void {
  addEventListener('vite:preloadError', () => {
    void renew().catch(() => undefined); // without a network or a memory the page that is here is better than none
  });
}

async function renew(): Promise<void> {
  const [address, at] = sessionStorage.getItem(RENEWED)?.split(' ') ?? [];
  if (address === location.href && Date.now() - Number(at) < SOON) return;
  const { ok } = await fetch('/', { cache: 'no-store' });
  if (!ok) return;
  sessionStorage.setItem(RENEWED, `${location.href} ${Date.now()}`);
  location.reload();
}
