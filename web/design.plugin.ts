/** The design values that pictures, browser and terminal share, as CSS custom properties: `virtual:design.css`. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const FILE = fileURLToPath(new URL('../src/indigo/design.json', import.meta.url));
const NAME = 'virtual:design.css';

type Design = {
  themes: Record<'light' | 'dark', Record<string, string>>;
  motion: Record<string, number | string>;
};

function properties(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => `--${name.replaceAll('_', '-')}:${value};`)
    .join('');
}

function css(): string {
  const { themes, motion } = JSON.parse(readFileSync(FILE, 'utf-8')) as Design;
  return (
    `:root{color-scheme:light;--easing:${motion.easing};${properties(themes.light)}}` +
    `@media(prefers-color-scheme:dark){:root:not([data-theme=light]){color-scheme:dark;${properties(themes.dark)}}}` +
    `:root[data-theme=dark]{color-scheme:dark;${properties(themes.dark)}}`
  );
}

export function designCss(): Plugin {
  return {
    name: 'indigo-design-css',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load(id) {
      if (id !== `\0${NAME}`) return undefined;
      this.addWatchFile(FILE);
      return css();
    },
  };
}
