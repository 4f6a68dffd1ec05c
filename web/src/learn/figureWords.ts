/** The words of the ten figures, fetched when somebody wants to learn. */
import { words } from '../words.svelte';

type Scenes = Record<string, string>;
const FILES = import.meta.glob<Scenes>('../../../src/indigo/locales/*/scenes.json', { import: 'default' });
const RULES = import.meta.glob<string>('../../../src/indigo/locales/*/rules.md', { import: 'default', query: '?raw' });

export const figureWords = (): Promise<Scenes> => FILES[`../../../src/indigo/locales/${words.language}/scenes.json`]!();
export const rulesText = (): Promise<string> =>
  RULES[`../../../src/indigo/locales/${words.language}/rules.md`]?.() ?? Promise.reject(new Error('no rules'));
