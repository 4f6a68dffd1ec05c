/** Small shapes that point things out: brackets around a tile, arrow heads, the flash of a meeting. */
import { CELLS, ORIGIN, SIDE, at, centre, direction, hexagon, moved, plus, polygon } from './geometry';

const corners = hexagon(SIDE - 1);
/** Brackets around a tile's corners: they leave its routes alone. */
export const BRACKETS = corners
  .map((corner, place) => {
    const arms = [corners[(place + 5) % 6]!, corners[(place + 1) % 6]!].map((end) => ({
      x: corner.x + (end.x - corner.x) * 0.24,
      y: corner.y + (end.y - corner.y) * 0.24,
    }));
    return `M${at(arms[0]!)}L${at(corner)}L${at(arms[1]!)}`;
  })
  .join('');

/** The outline of every cell, where it lies. */
export const CELL_OUTLINES = new Map(
  CELLS.map((cell) => [cell, polygon(hexagon(SIDE).map((corner) => plus(corner, centre(cell))))]),
);
export const PLACE = polygon(hexagon(SIDE - 8));
export const GHOST = polygon(hexagon(SIDE - 2));
export const HEAD = 'M0 0L9.800 14H-9.800Z'; // an arrow head that points up
export const FLASH = polygon(
  Array.from({ length: 16 }, (_, ray) => moved(ORIGIN, direction(ray * 22.5), ray % 2 ? 12 : ray % 4 === 0 ? 27 : 22)),
);
