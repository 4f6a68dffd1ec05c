/** The five kinds of route tiles, as they are drawn. */
import type { Kind } from './design';
import { APOTHEM, MIDDLE, ORIGIN, OUTWARD, SIDE, at, curve, hexagon, moved, polygon, type Point } from './geometry';
import { PROPORTIONS } from './design';

export const KINDS: readonly Kind[] = ['A', 'B', 'C', 'D', 'E'];

/** A kind's routes at turn 0, in the order in which they are drawn: the later ones run over the earlier ones. */
const ROUTES: Record<Kind, readonly (readonly [number, number])[]> = {
  A: [[0, 1], [2, 3], [4, 5]],
  B: [[0, 3], [1, 4], [2, 5]],
  C: [[0, 3], [1, 2], [4, 5]],
  D: [[1, 5], [0, 3], [2, 4]],
  E: [[0, 1], [2, 4], [3, 5]],
};

/** The routes of a tile as it lies. */
export const routes = (kind: Kind, turn: number): (readonly [number, number])[] =>
  ROUTES[kind].map(([a, b]) => [(a + turn) % 6, (b + turn) % 6]);

const corners = hexagon(SIDE - PROPORTIONS.tile_inset);
const start: Point = { x: (corners[0]!.x + corners[5]!.x) / 2, y: (corners[0]!.y + corners[5]!.y) / 2 };
/** The outline starts in the middle of a side, as the gaps of its edge demand. */
export const OUTLINE = polygon([start, ...corners]);

const OVERLAP = 0.5; // routes reach over the edge, so that no seam shows between tiles

export function routePath(a: number, b: number, way: string = curve(a, b)): string {
  const first = moved(ORIGIN, OUTWARD[a]!, APOTHEM + OVERLAP);
  const last = moved(ORIGIN, OUTWARD[b]!, APOTHEM + OVERLAP);
  return `M${at(first)}L${at(MIDDLE[a]!)}${way}L${at(last)}`;
}
