/** The board's frame: the plate, and six gold gateways with their doors and the seats of their tokens. */
import { PROPORTIONS } from './design';
import { GATEWAYS, type Gateway } from './gateways';
import {
  APOTHEM, ORIGIN, OUTWARD, SIDE, SIDES, at, centre, direction, hexagon, moved, plus, polygon, port, rad, type Point,
} from './geometry';

const REACH = 7 * SIDE + PROPORTIONS.frame; // from the middle to the middle of the outer edge
const CORNER_REACH = 9 * APOTHEM + PROPORTIONS.corner; // from the middle to the cut corners
const ROUNDING = 18;
const MARGIN = 4;

export const WIDTH = 2 * (CORNER_REACH + MARGIN);
export const HEIGHT = 2 * (REACH + MARGIN);
export const VIEW_BOX = [-WIDTH / 2, -HEIGHT / 2, WIDTH, HEIGHT].map((value) => value.toFixed(1)).join(' ');

const edge = REACH - ROUNDING;
const corner = CORNER_REACH - ROUNDING;
const halfEdge = (corner - edge * Math.cos(rad(30))) / Math.sin(rad(30));
export const PLATE = polygon(
  SIDES.flatMap((side) =>
    [-halfEdge, halfEdge].map((end) => moved(moved(ORIGIN, direction(60 * side), edge), direction(60 * side + 90), end)),
  ),
);

export type Drawn = {
  readonly number: number;
  readonly gold: string; // outline
  readonly shine: string; // a line of light along its outer edge
  readonly doors: string; // the six exits
  readonly seats: readonly [Point, Point]; // where tokens lie
  readonly label: Point; // where its number stands
};

function draw({ number, cells, sides }: Gateway): Drawn {
  const first = sides[0];
  const outwards = direction(60 + 60 * first);
  const inner = cells.flatMap((cell) =>
    [first, first + 1, sides[1] + 1].map((corner) => plus(centre(cell), hexagon(SIDE)[corner % 6]!)),
  );
  const depth = PROPORTIONS.frame + SIDE / 2 - 8; // the zigzag's hollows lie half a side below its peaks
  const left = moved(inner[0]!, outwards, depth);
  const right = moved(inner.at(-1)!, outwards, depth);
  const along = direction(150 + 60 * first);
  const from = moved(moved(left, along, 6), outwards, -5);
  const to = moved(moved(right, along, -6), outwards, -5);
  const doors = cells.flatMap((cell) =>
    sides.map((side) => {
      const start = port(cell, side);
      return `M${at(moved(start, OUTWARD[side]!, 1))}L${at(moved(start, OUTWARD[side]!, 6))}`;
    }),
  );
  const seat = (hollow: Point) => moved(hollow, outwards, PROPORTIONS.seat_distance);
  return {
    number,
    gold: polygon([...inner, right, left]),
    shine: `M${at(from)}L${at(to)}`,
    doors: doors.join(''),
    seats: [seat(inner[2]!), seat(inner[5]!)],
    label: moved(inner[4]!, outwards, 24),
  };
}

export const DRAWN: readonly Drawn[] = GATEWAYS.map(draw);
