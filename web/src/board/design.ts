/** The design values that pictures, browser and terminal share. */
import values from '$indigo/design.json';

export type Kind = 'A' | 'B' | 'C' | 'D' | 'E';
export type Gem = 'A' | 'E' | 'S';
export type Side = 0 | 1 | 2 | 3 | 4 | 5;

export const PROPORTIONS = values.proportions;
export const MOTION = values.motion;
export const GEMS = values.gems;
export const PLAYERS = values.players;
