/** The journeys of gems: read from the server's words, and drawn as lines along the real curves. */
import type { Gem } from './design';
import {
  OUTWARD, at, centre, curve, halfway, halfwayUTurn, isTreasure, moved, neighbour, opposite, port, uTurn, type Point,
} from './geometry';
import type { Move, Resting, Scene } from './position';

export type Step = { readonly cell: string; readonly from: number; readonly to: number };
export type End =
  | { readonly type: 'rest' }
  | { readonly type: 'exit'; readonly gateway: number }
  | { readonly type: 'meeting'; readonly with: number; readonly inside: boolean };
export type Journey = {
  readonly gem: Gem;
  readonly cell: string; // where it stood
  readonly side: number; // at which side of that cell
  readonly steps: readonly Step[]; // the tiles it runs over
  readonly end: End;
};

const DOOR = 16; // how far outside the board a gem lies that has left it

/** `Ee513024>2 Aa12x0`: what a placement does, as the server says it. */
export function readJourneys(text: string): Journey[] {
  return text === '' ? [] : text.split(' ').map(readJourney);
}

function readJourney(word: string): Journey {
  const parts = /^([AES])([a-i]\d)(\d)(\d*)(?:(\.)|>(\d)|\*(\d+)|x(\d+))$/.exec(word);
  if (!parts) throw new Error(`not a journey: ${word}`);
  const [, gem, cell, side, ways, , gateway, inside, between] = parts;
  const steps: Step[] = [];
  let here = cell!;
  let out = Number(side);
  for (const way of ways!) {
    here = neighbour(here, out)!;
    steps.push({ cell: here, from: opposite(out), to: Number(way) });
    out = Number(way);
  }
  const end: End = gateway
    ? { type: 'exit', gateway: Number(gateway) }
    : inside !== undefined
      ? { type: 'meeting', with: Number(inside), inside: true }
      : between !== undefined
        ? { type: 'meeting', with: Number(between), inside: false }
        : { type: 'rest' };
  return { gem: gem as Gem, cell: cell!, side: Number(side), steps, end };
}

const stopsHalfway = (journey: Journey, step: number): boolean =>
  step === journey.steps.length - 1 && journey.end.type === 'meeting' && journey.end.inside;

/** The line of a journey, as path data; *from* is where the gem lies before it sets out. */
export function journeyPath(journey: Journey, from?: Point): string {
  const start = port(journey.cell, journey.side);
  let data = from ? `M${at(from)}L${at(start)}` : `M${at(start)}`;
  journey.steps.forEach(({ cell, from: enters, to }, step) => {
    data += (isTreasure(cell) ? uTurn : curve)(enters, to, centre(cell), stopsHalfway(journey, step));
  });
  return journey.end.type === 'exit' ? `${data}L${at(journeyEnd(journey))}` : data;
}

/** Where a journey's line ends. */
export function journeyEnd(journey: Journey): Point {
  const last = journey.steps.at(-1);
  if (!last) return port(journey.cell, journey.side);
  if (stopsHalfway(journey, journey.steps.length - 1)) {
    return (isTreasure(last.cell) ? halfwayUTurn : halfway)(last.from, last.to, centre(last.cell));
  }
  const out = port(last.cell, last.to);
  return journey.end.type === 'exit' ? moved(out, OUTWARD[last.to]!, DOOR) : out;
}

/** Arrow heads where a journey changes tiles: places and degrees. */
export function journeyHeads(journey: Journey): { place: Point; degrees: number }[] {
  return journey.steps
    .slice(0, -1)
    .map(({ cell, to }) => ({ place: moved(port(cell, to), OUTWARD[to]!, 7), degrees: 30 + 60 * to }));
}

/** The scene after a tile was placed and the gems have made their journeys: data applied to data. */
export function after(scene: Scene, move: Move, journeys: readonly Journey[]): Scene {
  const tiles = new Map(scene.tiles).set(move.cell, { kind: move.kind, turn: move.turn });
  const left = new Set(journeys.map((journey) => `${journey.cell}${journey.side}`));
  const gems: Resting[] = scene.gems.filter((gem) => !left.has(`${gem.cell}${gem.side}`));
  for (const { gem, end, steps } of journeys) {
    const last = steps.at(-1);
    if (end.type === 'rest' && last) gems.push({ gem, cell: last.cell, side: last.to });
  }
  return { ...scene, tiles, gems };
}
