/**
 * The first thing that runs. It is small and knows only which language is spoken, so that the words are on their way
 * while the app itself still arrives; the page preloads both.
 */
import { fetchWords } from './language';

void Promise.all([fetchWords(), import('./app')]).then(([words, { start }]) => start(words));
