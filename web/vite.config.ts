import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { compressed } from './compress.plugin.ts';
import { designCss } from './design.plugin.ts';
import { firstPage } from './home.plugin.ts';
import { preloaded } from './preload.plugin.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const SERVER = process.env.INDIGO_SERVER ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [designCss(), svelte(), preloaded('app'), firstPage(), compressed()],
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
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What runs first, by itself, and what every page needs, in one file: few requests on a slow network.
            { name: 'language', priority: 2, test: /[/](?:language|storing)[.]ts$|preload-helper/ },
            { name: 'app', priority: 1, test: /node_modules|[/](?:board|parts)[/]|[/]pages[/](?:Home|Lost)|[.]svelte[.]ts$|[/](?:app[.]ts|App[.]svelte|http[.]ts)$/ },
          ],
        },
      },
    },
  },
});
