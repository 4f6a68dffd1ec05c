/**
 * Gems on their way. Each runs as an element of its own above the page, moved by the compositor along points of the
 * real curve, so that the board below is not painted again while they run.
 */
import { GEMS, MOTION, PROPORTIONS, type Gem } from './design';
import { APOTHEM, SIDE, type Point } from './geometry';
import { startingPlace, startingScale } from './gems';
import { journeyEnd, journeyPath, type Journey } from './journeys';

const SVG = 'http://www.w3.org/2000/svg';
const SAMPLES_PER_CELL = 10;
const CELL_LENGTH = 2 * APOTHEM;

/** Board units to pixels of the page. */
type Sight = { x: (unit: number) => number; y: (unit: number) => number; scale: number };

function sight(board: SVGSVGElement): Sight | null {
  const matrix = board.getScreenCTM();
  return matrix && { x: (unit) => matrix.e + matrix.a * unit, y: (unit) => matrix.f + matrix.d * unit, scale: matrix.a };
}

/** How long a journey over so many units takes: a steady pace, faster on long ones. */
export function journeyTime(length: number): number {
  const cells = length / CELL_LENGTH;
  const steady = (cells / MOTION.cells_per_second) * 1000;
  const relaxed = 1200; // up to here the pace is the steady one
  const time = steady <= relaxed ? steady : relaxed + (steady - relaxed) * 0.45;
  return Math.min(MOTION.longest_journey_ms, Math.max(220, time));
}

/** Slow at both ends, even in between. */
export function eased(t: number): number {
  const ramp = 0.16;
  const top = 1 / (1 - ramp);
  if (t < ramp) return (top * t * t) / (2 * ramp);
  if (t > 1 - ramp) return 1 - (top * (1 - t) * (1 - t)) / (2 * ramp);
  return top * (t - ramp / 2);
}

function flyer(layer: HTMLElement, name: string, pixels: number): SVGSVGElement {
  const picture = document.createElementNS(SVG, 'svg');
  picture.setAttribute('viewBox', '-32 -32 64 64');
  picture.setAttribute('class', 'flyer');
  picture.style.width = picture.style.height = `${pixels}px`;
  picture.style.margin = `${-pixels / 2}px 0 0 ${-pixels / 2}px`;
  const use = document.createElementNS(SVG, 'use');
  use.setAttribute('href', `#${name}`);
  picture.append(use);
  layer.append(picture);
  return picture;
}

const moveTo = (x: number, y: number, scale = 1): string =>
  `translate(${x.toFixed(1)}px,${y.toFixed(1)}px) scale(${scale.toFixed(3)})`;

export type Running = { finished: Promise<void>; element: SVGSVGElement; at: Point };

/** Sends one gem along its journey. */
export function run(layer: HTMLElement, board: SVGSVGElement, journey: Journey, speed: number): Running | null {
  const seen = sight(board);
  if (!seen) return null;
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', journeyPath(journey, startingPlace(journey.cell, journey.side)));
  const whole = path.getTotalLength();
  const length = journey.end.type === 'rest' ? whole - (APOTHEM - PROPORTIONS.gem_rest) : whole;
  const steps = Math.max(4, Math.ceil((length / CELL_LENGTH) * SAMPLES_PER_CELL));
  const from = startingScale(journey.cell, journey.gem);
  const frames: Keyframe[] = [];
  for (let step = 0; step <= steps; step++) {
    const share = eased(step / steps);
    const point = path.getPointAtLength(share * length);
    frames.push({ transform: moveTo(seen.x(point.x), seen.y(point.y), from + (1 - from) * Math.min(1, share * 3)) });
  }
  const element = flyer(layer, GEMS[journey.gem].name, 64 * seen.scale);
  const end = path.getPointAtLength(length);
  const animation = element.animate(frames, { duration: journeyTime(length) / speed, fill: 'both' });
  return { finished: animation.finished.then(() => undefined, () => undefined), element, at: end };
}

/** A won gem lifts off and flies to its owner's screen. */
export async function fly(
  layer: HTMLElement, board: SVGSVGElement, gem: Gem, from: Point, target: Element | null, speed: number,
): Promise<void> {
  const seen = sight(board);
  if (!seen) return;
  const size = 64 * seen.scale;
  const element = flyer(layer, GEMS[gem].name, size);
  const [x, y] = [seen.x(from.x), seen.y(from.y)];
  const box = target?.getBoundingClientRect();
  const goal = box ? { x: box.left + box.width / 2, y: box.top + box.height / 2 } : { x, y: y - 40 };
  const frames: Keyframe[] = [
    { transform: moveTo(x, y, 1), opacity: 1, easing: 'ease-out' },
    { transform: moveTo(x, y - 0.3 * SIDE * seen.scale, 1.35), opacity: 1, offset: 0.28, easing: 'cubic-bezier(.5,0,.3,1)' },
    { transform: moveTo(goal.x, goal.y, Math.min(0.9, 26 / size)), opacity: box ? 0.9 : 0 },
  ];
  await element.animate(frames, { duration: (MOTION.gem_lifts_ms * 1.3) / speed, fill: 'both' }).finished.catch(() => undefined);
  element.remove();
}

/** Two gems have met: a short flash. */
export async function flash(layer: HTMLElement, board: SVGSVGElement, place: Point, speed: number): Promise<void> {
  const seen = sight(board);
  if (!seen) return;
  const element = flyer(layer, 'flash', 64 * seen.scale);
  const here = (scale: number, opacity: number): Keyframe => ({
    transform: moveTo(seen.x(place.x), seen.y(place.y), scale), opacity,
  });
  await element
    .animate([here(0.3, 0), { ...here(1.6, 1), offset: 0.35 }, here(2.1, 0)], {
      duration: MOTION.flash_ms / speed, easing: 'ease-out', fill: 'both',
    })
    .finished.catch(() => undefined);
  element.remove();
}

export const meetingPlace = (journey: Journey): Point => journeyEnd(journey);
