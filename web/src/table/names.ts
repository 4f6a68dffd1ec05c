/** What seats, bots and colours are called. */
import type { Seat } from '../api/types';
import { say, words } from '../words.svelte';

export function levelName(level: string): string {
  const key = `level_${level}`;
  return words.has(key) ? words.say(key) : level.charAt(0).toUpperCase() + level.slice(1).replaceAll('_', ' ');
}

export function seatName(seat: Seat | undefined): string {
  if (!seat) return '';
  if (seat.kind === 'open') return say('open_seat');
  if (seat.kind === 'bot' && (seat.name === null || seat.name === seat.level)) return say('bot_name', { level: levelName(seat.level ?? '') });
  return seat.name ?? '';
}

export const colourName = (seat: Seat): string => say(`game.${seat.colour}`);
