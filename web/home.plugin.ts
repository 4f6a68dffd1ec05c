/** Writes the first page a second time, with a picture of its board in it that is there before any script has run. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const EMPTY = '<div id="app"></div>';
const FIRST =
  '<div id="app"><div class="first-bar"></div>' +
  '<main class="home"><div class="picture"><img src="/first-board.svg" alt="" fetchpriority="high" /></div></main></div>';

export function firstPage(): Plugin {
  let folder = '';
  return {
    name: 'indigo-first-page',
    apply: 'build',
    configResolved: (config) => void (folder = config.build.outDir),
    closeBundle() {
      const page = readFileSync(join(folder, 'index.html'), 'utf8');
      if (!page.includes(EMPTY)) throw new Error(`the page has no ${EMPTY}`);
      writeFileSync(join(folder, 'home.html'), page.replace(EMPTY, FIRST));
    },
  };
}
