/** Which languages there are, which one is chosen, and where its words are. */
import { recall } from './storing';

export const LANGUAGES = {
  en: 'English', de: 'Deutsch', fr: 'Français', nl: 'Nederlands', it: 'Italiano', ru: 'Русский',
} as const;
export type Language = keyof typeof LANGUAGES;
export type Message = string | Partial<Record<Intl.LDMLPluralRule, string>>;
export type Area = Record<string, Message>;
export type Catalogue = { language: Language; game: Area; table: Area };

export const STORED = 'indigo.language';
const WORDS = import.meta.glob<{ game: Area; table: Area }>('./words/*.ts');

export const isLanguage = (code: string | null | undefined): code is Language => !!code && code in LANGUAGES;

/** The language chosen before, or the first of the browser's that is spoken here. */
function preferred(): Language {
  const stored = recall(STORED);
  return isLanguage(stored) ? stored : (navigator.languages.map((code) => code.split('-')[0]).find(isLanguage) ?? 'en');
}

export async function fetchWords(language: Language = preferred()): Promise<Catalogue> {
  const { game, table } = await WORDS[`./words/${language}.ts`]!();
  return { language, game, table };
}
