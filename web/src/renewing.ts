/** A page that is older than its server: files that it has not fetched yet are gone. Then it begins anew. */

const RENEWED = 'indigo.renewed';
const SOON = 60_000; // milliseconds in which a second time would be no better than the first

/** Loads the page again if a part of it cannot be had although the server is there; not again and again. */
export function renewWhenOld(): void {
  addEventListener('vite:preloadError', () => {
    const [address, at] = sessionStorage.getItem(RENEWED)?.split(' ') ?? [];
    if (address === location.href && Date.now() - Number(at) < SOON) return;
    void fetch('/', { cache: 'no-store' }).then(
      ({ ok }) => {
        if (!ok) return;
        sessionStorage.setItem(RENEWED, `${location.href} ${Date.now()}`);
        location.reload();
      },
      () => undefined, // without a network the page that is here is better than none
    );
  });
}
