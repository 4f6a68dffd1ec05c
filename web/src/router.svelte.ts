/** Which page is shown: the address bar says it. */

export type Route =
  | { page: 'home' | 'new' | 'learn' | 'rules' | 'me' | 'lost' }
  | { page: 'table'; id: string }
  | { page: 'replay'; source: { table: string } | { record: string } };

function read(path: string): Route {
  const [first, second, third, fourth] = path.split('/').filter(Boolean);
  if (!first) return { page: 'home' };
  if (!second && (first === 'new' || first === 'learn' || first === 'rules' || first === 'me')) return { page: first };
  if (first === 't' && second && !third) return { page: 'table', id: second };
  if (first === 't' && second && third === 'replay' && !fourth) return { page: 'replay', source: { table: second } };
  if (first === 'r' && second && !third) return { page: 'replay', source: { record: second } };
  return { page: 'lost' };
}

const PAGE_WITHIN = 5_000; // milliseconds in which a page has come, or never will

/** On a new page, as soon as it has come, keys and screen readers begin at its content. */
function focusPage(old: HTMLElement | null, until = performance.now() + PAGE_WITHIN): void {
  const main = document.getElementById('main');
  if (!main || main === old) {
    if (performance.now() < until) requestAnimationFrame(() => focusPage(old, until));
  } else if (!main.contains(document.activeElement)) {
    main.tabIndex = -1;
    main.focus({ preventScroll: true });
  }
}

class Router {
  path = $state(location.pathname);
  query = $state.raw(new URLSearchParams(location.search));
  route = $derived(read(this.path));

  #sync = (): void => {
    this.path = location.pathname;
    this.query = new URLSearchParams(location.search);
  };

  start(): void {
    addEventListener('popstate', this.#sync);
    addEventListener('click', (event) => {
      const link = (event.target as Element | null)?.closest('a');
      const plain = !event.defaultPrevented && event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
      if (!link || !plain || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
      if (link.pathname.startsWith('/api/') || link.getAttribute('href')?.startsWith('#')) return;
      event.preventDefault();
      this.go(link.pathname + link.search + link.hash);
    });
  }

  go(address: string): void {
    const before = this.path;
    const main = document.getElementById('main');
    try {
      if (address !== location.pathname + location.search) history.pushState(null, '', address);
    } catch {
      location.assign(address); // too many in a short time for this browser
      return;
    }
    this.#sync();
    scrollTo(0, 0);
    if (this.path !== before) focusPage(main);
  }

  /** Changes the address without a new page: the same place, told more exactly. */
  note(query: Record<string, string | number | null>): void {
    const changed = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(query)) {
      if (value === null) changed.delete(name);
      else changed.set(name, String(value));
    }
    const text = changed.toString();
    this.query = changed;
    try {
      history.replaceState(null, '', location.pathname + (text ? `?${text}` : ''));
    } catch {
      // Some browsers allow a hundred in half a minute: then the address follows with a later one.
    }
  }
}

export const router = new Router();
