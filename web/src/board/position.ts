/** A position as the server writes it, read for drawing. */
import type { Gem, Kind } from './design';
import type { Layout } from './gateways';
import { CELLS, CENTRE, CORNER_ARROWS, SIDES, isTreasure, neighbour } from './geometry';

export type Tile = { readonly kind: Kind; readonly turn: number };
export type Resting = { readonly gem: Gem; readonly cell: string; readonly side: number };
/** Ambers, emeralds and sapphires won; null behind a screen. */
export type Won = readonly [number, number, number] | null;

/** The board at one moment. */
export type Scene = {
  readonly tiles: ReadonlyMap<string, Tile>; // route tiles by cell
  readonly gems: readonly Resting[]; // gems at rest on route tiles
  readonly layout: Layout; // who owns which gateway
};
export type Position = Scene & {
  readonly turn: number; // the player to move, from 1
  readonly hands: readonly string[]; // kinds; ? for what is hidden
  readonly won: readonly Won[]; // by player
};

export const POINTS: Record<Gem, number> = { A: 1, E: 2, S: 3 };

export function readPosition(text: string): Position {
  const [board, gems, layout, turn, hands, won] = text.split(' ') as [string, string, Layout, string, string, string];
  const tiles = new Map<string, Tile>();
  let place = 0;
  for (const [, tile, empty] of board.matchAll(/(\*|[A-E]\d)|(\d)/g)) {
    if (empty) place += Number(empty);
    else {
      if (tile !== '*') tiles.set(CELLS[place]!, { kind: tile![0] as Kind, turn: Number(tile![1]) });
      place += 1;
    }
  }
  return {
    tiles,
    gems: gems === '-' ? [] : gems.split(',').map(readGem),
    layout,
    turn: Number(turn),
    hands: hands.split('/').map((hand) => (hand === '-' ? '' : hand)),
    won: won.split('/').map((counts) => (counts === '???' ? null : ([...counts].map(Number) as [number, number, number]))),
  };
}

function readGem(text: string): Resting {
  return { gem: text[0] as Gem, cell: text.slice(1, 3), side: Number(text[3]) };
}

export const EMPTY: Position = readPosition('*3*/6/7/8/*3*3*/8/7/6/*3* - 2 1 ?/? 000/000');

/** The corner treasures that still have their amber: the cell in front of the arrow is empty. */
export const loadedCorners = (scene: Scene): string[] =>
  Object.entries(CORNER_ARROWS).flatMap(([cell, side]) => (scene.tiles.has(neighbour(cell, side)!) ? [] : [cell]));

/** The sides of the centre whose arrows have not released a gem yet. */
export const loadedSides = (scene: Scene): number[] => SIDES.filter((side) => !scene.tiles.has(neighbour(CENTRE, side)!));

/** The gems that wait at an empty cell, at rest or on a treasure's arrow, with the side of the cell where each stands. */
export function waitingAt(scene: Scene, cell: string): { gem: Gem; side: number }[] {
  const found: { gem: Gem; side: number }[] = [];
  for (const side of SIDES) {
    const next = neighbour(cell, side);
    if (next === null) continue;
    const back = (side + 3) % 6;
    const resting = scene.gems.find((gem) => gem.cell === next && gem.side === back);
    if (resting) found.push({ gem: resting.gem, side });
    else if (next === CENTRE) found.push({ gem: loadedSides(scene).length > 1 ? 'E' : 'S', side });
    else if (CORNER_ARROWS[next] === back) found.push({ gem: 'A', side });
  }
  return found;
}

export type Move = { readonly cell: string; readonly kind: Kind; readonly turn: number };
export const readMove = (text: string): Move => ({ cell: text.slice(0, 2), kind: text[2] as Kind, turn: Number(text[3]) });
export const writeMove = ({ cell, kind, turn }: Move): string => `${cell}${kind}${turn}`;
export const isOpen = (scene: Scene, cell: string): boolean => !isTreasure(cell) && !scene.tiles.has(cell);
