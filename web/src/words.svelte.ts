/** The words of the game: one catalogue with the terminal, one language at a time, changed without losing anything. */
import type gameWords from '$locales/en/game.json';
import type tableWords from '$locales/en/table.json';
import { STORED, fetchWords, isLanguage, type Area, type Catalogue, type Language } from './language';
import { remember } from './storing';

export { LANGUAGES, type Language } from './language';

type Value = string | number;

/** A message of the table's area by its bare name, one of the game's with `game.` before it. */
export type Key = (keyof typeof tableWords & string) | `game.${keyof typeof gameWords & string}`;

class Words {
  language = $state<Language>('en');
  #areas = $state.raw<{ game: Area; table: Area }>({ game: {}, table: {} });
  #plurals = $derived(new Intl.PluralRules(this.language));
  #list = $derived(new Intl.ListFormat(this.language, { type: 'conjunction' }));
  #number = $derived(new Intl.NumberFormat(this.language));

  #speak = ({ language, game, table }: Catalogue): void => {
    this.#areas = { game, table };
    this.language = language;
    document.documentElement.lang = language;
  };

  start(catalogue: Catalogue): void {
    this.#speak(catalogue);
    // Chosen in another tab: this one follows.
    addEventListener('storage', ({ key, newValue }) => {
      if (key === STORED && isLanguage(newValue)) void fetchWords(newValue).then(this.#speak);
    });
  }

  async choose(language: Language): Promise<void> {
    remember(STORED, language);
    this.#speak(await fetchWords(language));
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
