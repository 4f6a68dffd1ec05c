/** How this browser likes its table; kept here and nowhere else. */
import { recall, remember } from './storing';

export const SPEEDS = { slow: 0.5, normal: 1, fast: 2.5, none: 0 } as const;
export type Speed = keyof typeof SPEEDS;
export type Theme = 'auto' | 'light' | 'dark';

const STORED = 'indigo.preferences';
const DEFAULTS = {
  speed: 'normal' as Speed, // of gems on their way
  sound: false, // on request only
  coordinates: false, // names of the cells
  theme: 'auto' as Theme, // light, dark, or as the system
  confirm: false, // ask before placing by mouse too
  textBoard: false, // the board as a table of words
};
export type Preferences = typeof DEFAULTS;

function stored(): Partial<Preferences> {
  try {
    return JSON.parse(recall(STORED) ?? '{}') as Partial<Preferences>;
  } catch {
    return {};
  }
}

export const preferences: Preferences = $state({ ...DEFAULTS, ...stored() });

export function prefer(changes: Partial<Preferences>): void {
  Object.assign(preferences, changes);
  remember(STORED, JSON.stringify(preferences));
  applyTheme();
}

export function applyTheme(): void {
  if (preferences.theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = preferences.theme;
}

const reduced = typeof matchMedia === 'function' ? matchMedia('(prefers-reduced-motion: reduce)') : null;
export const prefersStillness = (): boolean => reduced?.matches ?? false;
