/** Lets the page fetch a chunk that the first script will ask for, before it asks. */
import type { Plugin } from 'vite';

export function preloaded(name: string): Plugin {
  return {
    name: 'indigo-preloaded',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter((each) => each.type === 'chunk' && each.name === name && !each.isEntry);
        if (!chunks.length) throw new Error(`there is no chunk ${name} to preload`);
        return chunks.map(({ fileName }) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
          injectTo: 'head' as const,
        }));
      },
    },
  };
}
