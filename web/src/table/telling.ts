/** What happened, told in sentences: for the list of news and for those who listen instead of looking. */
import type { TableEvent, View } from '../api/types';
import type { Gem } from '../board/design';
import { owners, type Layout } from '../board/gateways';
import { CENTRE, isTreasure } from '../board/geometry';
import { readJourneys, type Journey } from '../board/journeys';
import { readMove } from '../board/position';
import { say, words } from '../words.svelte';
import { seatName } from './names';
import { saidWords } from './saying';

export const gemName = (gem: Gem): string =>
  say(gem === 'A' ? 'game.amber' : gem === 'E' ? 'game.emerald' : 'game.sapphire');
export const sideName = (side: number): string => say(`game.side_${side as 0}`);

type Names = (seat: number) => string;

const capital = (sentence: string): string => sentence.charAt(0).toLocaleUpperCase(words.language) + sentence.slice(1);

/** One journey as a sentence. Of two that meet only the first is told. */
export function tellJourney(journeys: readonly Journey[], index: number, layout: Layout, names: Names): string | null {
  const { gem, end, steps, cell } = journeys[index]!;
  const last = steps.at(-1);
  if (!last) return null;
  if (end.type === 'meeting') {
    if (index > end.with) return null;
    return say('tell_meet', { gem: gemName(gem), other: gemName(journeys[end.with]!.gem) });
  }
  const from = cell === CENTRE ? say('game.centre') : cell;
  if (end.type === 'exit') {
    const winners = words.list(owners(layout, end.gateway).map(names));
    return say('tell_won', { gem: gemName(gem), from, gateway: end.gateway, names: winners });
  }
  return say(isTreasure(cell) ? 'tell_sets_out' : 'tell_moves', {
    gem: gemName(gem), from, cell: last.cell, side: sideName(last.to),
  });
}

export function tellJourneys(journeys: readonly Journey[], layout: Layout, names: Names): string[] {
  return journeys.flatMap((_, index) => {
    const sentence = tellJourney(journeys, index, layout, names);
    return sentence ? [capital(sentence)] : [];
  });
}

/** A move and what it did. */
export function tellPlaced(move: string, did: string, seat: number, layout: Layout, names: Names): string[] {
  const { cell, kind, turn } = readMove(move);
  const journeys = readJourneys(did);
  return [
    say('tell_placed', { name: names(seat), kind, cell, turn: turn + 1 }),
    ...(journeys.length ? tellJourneys(journeys, layout, names) : [say('tell_nothing_moves')]),
  ];
}

/** An event as sentences; nothing for what everybody sees anyway. */
export function tell(event: TableEvent, view: View): string[] {
  const names: Names = (seat) => seatName(view.seats[seat - 1]);
  const layout = layoutOf(view);
  switch (event.type) {
    case 'placed':
      return tellPlaced(event.move, event.journeys, event.seat, layout, names);
    case 'taken_back':
      return [say('tell_taken_back', { name: names(event.by) })];
    case 'left':
      return [say(`tell_left_${event.reason}`, { name: names(event.seat) })];
    case 'returned':
      return [say('tell_returned', { name: names(event.seat) })];
    case 'started':
      return [say('tell_started', { name: names(event.first), round: event.round })];
    case 'ask_ended':
      return event.reason === 'overtaken' ? [] : [say(event.reason === 'refused' ? 'tell_refused' : 'tell_withdrawn')];
    case 'round_over':
      return [say('tell_round_over', { round: event.round, names: words.list(event.winners.map(names)) })];
    case 'asked':
      return [say(event.what === 'end' ? 'asks_end' : 'asks_take_back', { name: names(event.by) })];
    case 'said':
      return [say('game.told_of', { what: event.seat ? names(event.seat) : event.name, told: saidWords(event) })];
    default:
      return [];
  }
}

export const layoutOf = (view: View): Layout =>
  view.settings.players === 3 && view.settings.own_gateways ? '3own' : (String(view.settings.players) as Layout);
