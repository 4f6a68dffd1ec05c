/**
 * The first thing that runs. It is small and knows only which language is spoken, so that the words are on their way
 * while the app itself still arrives; the page preloads both.
 */
import { fetchWords } from './language';
import { renewWhenOld } from './renewing';

renewWhenOld();
Promise.all([fetchWords(), import('./app')]).then(
  ([words, { start }]) => start(words),
  () => {
    // Not even words have come: a sign that is understood everywhere.
    const again = Object.assign(document.createElement('a'), { href: location.href, textContent: '\u21bb Indigo' });
    again.style.cssText = 'display: grid; place-items: center; min-height: 100vh; font-size: 2rem';
    document.getElementById('app')?.replaceChildren(again);
  },
);
