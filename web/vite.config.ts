import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { compressed } from './compress.plugin.ts';
import { designCss } from './design.plugin.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const SERVER = process.env.INDIGO_SERVER ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [designCss(), svelte(), compressed()],
  resolve: { alias: { $locales: at('../src/indigo/locales'), $indigo: at('../src/indigo') } },
  server: {
    fs: { allow: [at('..')] },
    proxy: { '/api': { target: SERVER, ws: true } },
  },
  build: {
    outDir: at('../src/indigo/server/static'),
    emptyOutDir: true,
    target: 'es2022',
    // A strict content security policy forbids data: scripts; small icons stay files too.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  test: { include: ['tests/**/*.test.ts'], environment: 'node' },
});
