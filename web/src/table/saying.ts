/** What was said at the table, in the reader's own language where it was a set phrase. */
import type { Said } from '../api/types';
import { words } from '../words.svelte';

export function phraseWords(phrase: string): string {
  const key = `phrase_${phrase}`;
  return words.has(key) ? words.say(key) : phrase;
}

export const saidWords = ({ phrase, sign, text }: Pick<Said, 'phrase' | 'sign' | 'text'>): string => (phrase ? phraseWords(phrase) : (sign ?? text ?? ''));
