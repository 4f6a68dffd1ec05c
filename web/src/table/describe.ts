/** A table's settings as a short line of words. */
import type { Clock, Settings } from '../api/types';
import { say } from '../words.svelte';

export function clockWords(clock: Clock): string {
  switch (clock.kind) {
    case 'none':
      return say('clock_none');
    case 'move':
      return say('clock_move_about', { n: clock.seconds });
    case 'game':
      return say('clock_game_about', { n: Math.round(clock.seconds / 60), increment: clock.increment });
    case 'days':
      return say('clock_days_about', { n: clock.days });
  }
}

/** What differs from the plain game, and how many play. */
export function settingsWords(settings: Settings): string[] {
  const lines = [say('game.players', { n: settings.players })];
  if (settings.own_gateways) lines.push(say('own_gateways'));
  if (settings.hand === 2) lines.push(say('game.hand_2'));
  if (settings.rounds > 1) lines.push(say('game.rounds', { n: settings.rounds }));
  if (settings.screens === 'down') lines.push(say('game.screens_down'));
  if (settings.clock.kind !== 'none') lines.push(clockWords(settings.clock));
  return lines;
}
