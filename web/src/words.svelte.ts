/** The words of the game: one catalogue with the terminal, one language at a time, changed without losing anything. */
import type gameWords from '$locales/en/game.json';
import type tableWords from '$locales/en/table.json';

export const LANGUAGES = {
  en: 'English', de: 'Deutsch', fr: 'Français', nl: 'Nederlands', it: 'Italiano', ru: 'Русский',
} as const;
export type Language = keyof typeof LANGUAGES;
type Message = string | Partial<Record<Intl.LDMLPluralRule, string>>;
type Area = Record<string, Message>;
type Value = string | number;

/** A message of the table's area by its bare name, one of the game's with `game.` before it. */
export type Key = (keyof typeof tableWords & string) | `game.${keyof typeof gameWords & string}`;

const GAME = import.meta.glob<Area>('../../src/indigo/locales/*/game.json', { import: 'default' });
const TABLE = import.meta.glob<Area>('../../src/indigo/locales/*/table.json', { import: 'default' });
const STORED = 'indigo.language';

const isLanguage = (code: string | null | undefined): code is Language => !!code && code in LANGUAGES;

class Words {
  language = $state<Language>('en');
  #areas = $state.raw<{ game: Area; table: Area }>({ game: {}, table: {} });
  #plurals = $derived(new Intl.PluralRules(this.language));
  #list = $derived(new Intl.ListFormat(this.language, { type: 'conjunction' }));
  #number = $derived(new Intl.NumberFormat(this.language));

  async speak(language: Language): Promise<void> {
    const file = (area: string) => `../../src/indigo/locales/${language}/${area}.json`;
    const [game, table] = await Promise.all([GAME[file('game')]!(), TABLE[file('table')]!()]);
    this.#areas = { game, table };
    this.language = language;
    document.documentElement.lang = language;
  }

  /** The language chosen before, or the first of the browser's that is spoken here. */
  async start(): Promise<void> {
    const stored = localStorage.getItem(STORED);
    const preferred = navigator.languages.map((code) => code.split('-')[0]).find(isLanguage);
    await this.speak(isLanguage(stored) ? stored : (preferred ?? 'en'));
    // Chosen in another tab: this one follows.
    addEventListener('storage', ({ key, newValue }) => {
      if (key === STORED && isLanguage(newValue)) void this.speak(newValue);
    });
  }

  async choose(language: Language): Promise<void> {
    localStorage.setItem(STORED, language);
    await this.speak(language);
  }

  has(key: string): key is Key {
    const [area, name] = this.#split(key);
    return name in this.#areas[area];
  }

  say(key: Key, values: Record<string, Value> = {}): string {
    const [area, name] = this.#split(key);
    const message = this.#areas[area][name];
    if (message === undefined) return `⟦${key}⟧`;
    const sentence = typeof message === 'string' ? message : (message[this.#plurals.select(Number(values.n))] ?? message.other ?? '');
    return sentence.replace(/\{(\w+)\}/g, (_, slot: string) => {
      const value = values[slot];
      return typeof value === 'number' ? this.#number.format(value) : (value ?? `{${slot}}`);
    });
  }

  list(parts: readonly string[]): string {
    return this.#list.format(parts);
  }

  number(value: number, options?: Intl.NumberFormatOptions): string {
    return new Intl.NumberFormat(this.language, options).format(value);
  }

  date(at: number | Date): string {
    return new Intl.DateTimeFormat(this.language, { dateStyle: 'medium', timeStyle: 'short' }).format(at);
  }

  /** "3 minutes ago" in the language spoken. */
  ago(at: number, now = Date.now()): string {
    const seconds = Math.round((at - now) / 1000);
    const format = new Intl.RelativeTimeFormat(this.language, { numeric: 'auto' });
    if (seconds > -60) return format.format(Math.min(0, seconds), 'second');
    if (seconds > -3600) return format.format(Math.round(seconds / 60), 'minute');
    if (seconds > -86400) return format.format(Math.round(seconds / 3600), 'hour');
    return format.format(Math.round(seconds / 86400), 'day');
  }

  #split(key: string): ['game' | 'table', string] {
    return key.startsWith('game.') ? ['game', key.slice(5)] : ['table', key];
  }
}

export const words = new Words();
export const say = (key: Key, values?: Record<string, Value>): string => words.say(key, values);

/** The sentence for an error's code: what to do next. */
export function sayError(code: string, values: Record<string, Value> = {}): string {
  for (const key of [`error_${code}`, `game.error_${code}`]) {
    if (words.has(key)) return words.say(key, { cell: '', move: '', kind: '', ...values });
  }
  return words.say('error_unavailable');
}
