/**
 * Where things lie on the board: cells, the middles of their sides, and the curves of the routes.
 * The side of a cell is 60, y grows downwards, 0,0 is the middle of the board. Nothing here knows a rule.
 */
import { PROPORTIONS, type Side } from './design';

export type Point = { readonly x: number; readonly y: number };

export const SIDE = PROPORTIONS.side;
export const APOTHEM = (SIDE * Math.sqrt(3)) / 2; // from a cell's middle to the middle of its side
export const SIDES: readonly Side[] = [0, 1, 2, 3, 4, 5];
export const ORIGIN: Point = { x: 0, y: 0 };

const ROWS = 'abcdefghi';
const ROW_LENGTHS = [5, 6, 7, 8, 9, 8, 7, 6, 5];

export const CELLS: readonly string[] = ROW_LENGTHS.flatMap((length, row) =>
  Array.from({ length }, (_, column) => `${ROWS[row]}${column + 1}`),
);
export const CENTRE = 'e5';
/** The corner treasures and the sides of their arrows. */
export const CORNER_ARROWS: Readonly<Record<string, Side>> = { a1: 2, a5: 3, e9: 4, i5: 5, i1: 0, e1: 1 };
export const isTreasure = (cell: string): boolean => cell === CENTRE || cell in CORNER_ARROWS;
export const OPEN_CELLS: readonly string[] = CELLS.filter((cell) => !isTreasure(cell));

export const rowOf = (cell: string): number => ROWS.indexOf(cell[0]!);
export const columnOf = (cell: string): number => Number(cell.slice(1)) - 1;

export const rad = (degrees: number): number => (degrees * Math.PI) / 180;
/** The way that lies so many degrees clockwise from straight up. */
export const direction = (degrees: number): Point => ({ x: Math.sin(rad(degrees)), y: -Math.cos(rad(degrees)) });
export const moved = (from: Point, way: Point, distance: number): Point => ({
  x: from.x + way.x * distance,
  y: from.y + way.y * distance,
});
export const plus = (a: Point, b: Point): Point => ({ x: a.x + b.x, y: a.y + b.y });

/** OUTWARD[side]: the way out of a cell at that side; MIDDLE[side]: the middle of it, seen from the cell's middle. */
export const OUTWARD: readonly Point[] = SIDES.map((side) => direction(30 + 60 * side));
export const MIDDLE: readonly Point[] = OUTWARD.map((way) => moved(ORIGIN, way, APOTHEM));

function middleOf(cell: string): Point {
  const row = rowOf(cell);
  return { x: (columnOf(cell) - (ROW_LENGTHS[row]! - 1) / 2) * 2 * APOTHEM, y: (row - 4) * 1.5 * SIDE };
}
const CENTRES = new Map(CELLS.map((cell) => [cell, middleOf(cell)]));
export const centre = (cell: string): Point => CENTRES.get(cell)!;

export const hexagon = (radius: number): Point[] => SIDES.map((corner) => moved(ORIGIN, direction(60 * corner), radius));
export const port = (cell: string, side: number): Point => plus(centre(cell), MIDDLE[side]!);
export const opposite = (side: number): Side => ((side + 3) % 6) as Side;

/** The cell nearest to a place, or null if the place is on none. */
export function cellAt(place: Point): string | null {
  let best: string | null = null;
  let nearest = APOTHEM * 1.08;
  for (const [cell, middle] of CENTRES) {
    const distance = Math.hypot(place.x - middle.x, place.y - middle.y);
    if (distance < nearest) [best, nearest] = [cell, distance];
  }
  return best;
}

const NEIGHBOURS = new Map(
  CELLS.map((cell) => [cell, SIDES.map((side) => cellAt(moved(centre(cell), OUTWARD[side]!, 2 * APOTHEM)))]),
);
/** The cell across a side, or null outside the board. */
export const neighbour = (cell: string, side: number): string | null => NEIGHBOURS.get(cell)![side]!;

// ---------------------------------------------------------------------------------------------- path data

export const number = (value: number): string => String(Math.round(value * 10) / 10 || 0);
export const at = (point: Point): string => `${number(point.x)} ${number(point.y)}`;
export const polygon = (points: readonly Point[]): string => `M${points.map(at).join('L')}Z`;

/** The way from the cell's middle to the middle of the curve between two sides. */
function towardsBend(start: number, end: number): Point {
  const apart = (end - start + 6) % 6;
  return direction(30 + 60 * start + 30 * (apart < 3 ? apart : apart - 6));
}

export function halfway(start: number, end: number, middle: Point = ORIGIN): Point {
  const apart = Math.min((end - start + 6) % 6, (start - end + 6) % 6);
  if (apart === 3) return middle;
  const radius = apart === 1 ? PROPORTIONS.tight_radius : PROPORTIONS.wide_radius;
  return moved(middle, towardsBend(start, end), radius / Math.sin(rad(30 * apart)) - radius);
}

/** A route from one side's middle to another's, as path data that goes on from the first; *half* stops in between. */
export function curve(start: number, end: number, middle: Point = ORIGIN, half = false): string {
  const target = at(half ? halfway(start, end, middle) : plus(middle, MIDDLE[end]!));
  const apart = (end - start + 6) % 6;
  if (apart === 3) return `L${target}`;
  const radius = apart === 1 || apart === 5 ? PROPORTIONS.tight_radius : PROPORTIONS.wide_radius;
  return `A${radius} ${radius} 0 0 ${apart < 3 ? 0 : 1} ${target}`;
}

export const halfwayUTurn = (start: number, end: number, middle: Point = ORIGIN): Point =>
  moved(middle, towardsBend(start, end), -PROPORTIONS.u_turn_depth);

/** The way through a corner treasure: in at a right angle, around behind the arrow, out at a right angle. */
export function uTurn(start: number, end: number, middle: Point = ORIGIN, half = false): string {
  const back = halfwayUTurn(start, end);
  const across = direction(60 * start + ((end - start + 6) % 6 < 3 ? 180 : -120));
  const enter = moved(MIDDLE[start]!, OUTWARD[start]!, -SIDE * 0.45);
  const leave = moved(MIDDLE[end]!, OUTWARD[end]!, -SIDE * 0.45);
  const handle = SIDE * 0.4;
  const first = [enter, moved(back, across, -handle), back];
  const second = [moved(back, across, handle), leave, MIDDLE[end]!];
  return (half ? [first] : [first, second])
    .map((points) => `C${points.map((point) => at(plus(point, middle))).join(' ')}`)
    .join('');
}
