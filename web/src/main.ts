import { mount } from 'svelte';
import 'virtual:design.css';
import './app.css';
import App from './App.svelte';
import { player } from './player.svelte';
import { applyTheme } from './preferences.svelte';
import { router } from './router.svelte';
import { words } from './words.svelte';

applyTheme();
router.start();
void player.start();
await words.start();
mount(App, { target: document.getElementById('app')! });

if ('serviceWorker' in navigator && import.meta.env.PROD) void navigator.serviceWorker.register('/sw.js');
