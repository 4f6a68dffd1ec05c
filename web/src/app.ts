/** Starts the app, once the words are there. */
import { mount } from 'svelte';
import 'virtual:design.css';
import './app.css';
import App from './App.svelte';
import type { Catalogue } from './language';
import { player } from './player.svelte';
import { applyTheme } from './preferences.svelte';
import { router } from './router.svelte';
import { words } from './words.svelte';

export function start(catalogue: Catalogue): void {
  applyTheme();
  router.start();
  words.start(catalogue);
  void player.start().catch(() => undefined); // whoever needs a name asks again
  const target = document.getElementById('app')!;
  target.replaceChildren(); // the picture that stood in for the first page
  mount(App, { target });
  if ('serviceWorker' in navigator && import.meta.env.PROD) void navigator.serviceWorker.register('/sw.js');
}
