/** Where gems lie when they do not run. */
import { PROPORTIONS, type Gem } from './design';
import { CENTRE, CORNER_ARROWS, ORIGIN, OUTWARD, centre, direction, moved, type Point } from './geometry';
import { loadedCorners, loadedSides, type Scene } from './position';

export type Lying = { readonly key: string; readonly gem: Gem; readonly place: Point; readonly scale: number };

const CORNER_SCALE = 0.85;
const EMERALD_SCALE = 0.6;
const SAPPHIRE_SCALE = 0.66;

/** Every gem on the board. The key of one that has set out is its cell and side; the centre's gems have none of their own. */
export function lying(scene: Scene): Lying[] {
  const corners = loadedCorners(scene).map((cell) => ({
    key: `${cell}${CORNER_ARROWS[cell]}`,
    gem: 'A' as const,
    place: startingPlace(cell, CORNER_ARROWS[cell]!),
    scale: CORNER_SCALE,
  }));
  const left = loadedSides(scene).length;
  const emeralds = Array.from({ length: Math.max(0, left - 1) }, (_, index) => ({
    key: `centre${index}`,
    gem: 'E' as const,
    place: moved(ORIGIN, direction((360 * index) / (left - 1)), 26),
    scale: EMERALD_SCALE,
  }));
  const sapphire = left ? [{ key: 'sapphire', gem: 'S' as const, place: ORIGIN, scale: SAPPHIRE_SCALE }] : [];
  const resting = scene.gems.map(({ gem, cell, side }) => ({
    key: `${cell}${side}`,
    gem,
    place: startingPlace(cell, side),
    scale: 1,
  }));
  return [...corners, ...emeralds, ...sapphire, ...resting];
}

/** Where a gem lies before it sets out over a side of a cell. */
export function startingPlace(cell: string, side: number): Point {
  const distance = cell === CENTRE ? 20 : cell in CORNER_ARROWS ? 15 : PROPORTIONS.gem_rest;
  return moved(centre(cell), OUTWARD[side]!, distance);
}

export const startingScale = (cell: string, gem: Gem): number =>
  cell === CENTRE ? (gem === 'S' ? SAPPHIRE_SCALE : EMERALD_SCALE) : cell in CORNER_ARROWS ? CORNER_SCALE : 1;
