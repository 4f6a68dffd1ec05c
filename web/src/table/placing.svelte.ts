/** A tile in the hand on its way to the board: which one, where, how turned, and what it would do. */
import type { Hand, Placements } from '../api/types';
import type { Kind } from '../board/design';
import { CELLS, OPEN_CELLS, centre, neighbour } from '../board/geometry';
import { readJourneys, type Journey } from '../board/journeys';
import { isOpen, type Scene } from '../board/position';
import type { Ghost } from '../board/state';

export type Held = { readonly hand: Hand; readonly scene: Scene };

const NONE: readonly Journey[] = [];
const STEPS = { ArrowLeft: 4, ArrowRight: 1 } as const;
export type Arrow = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';

export class Placing {
  #held: () => Held;
  #chosen = $state<Kind | null>(null);
  #wish = $state(0); // how the player would have the tile turned
  cell = $state<string | null>(null);
  pinned = $state(false);
  skipped = $state(false); // a forbidden turn was passed over just now

  constructor(held: () => Held) {
    this.#held = held;
  }

  kinds = $derived.by(() => Object.keys(this.#held().hand).sort() as Kind[]);
  kind = $derived.by<Kind | null>(() =>
    this.#chosen && this.kinds.includes(this.#chosen) ? this.#chosen : (this.kinds[0] ?? null),
  );
  #placements = $derived.by<Placements | null>(() => (this.kind && this.#held().hand[this.kind]) ?? null);
  /** The turn as it would lie: the wish, or the next one that is allowed on this cell. */
  turn = $derived.by(() => this.#allowed(this.cell, this.#wish % (this.#placements?.turns ?? 6), 1));
  ghost = $derived.by<Ghost | null>(() =>
    this.cell && this.kind && isOpen(this.#held().scene, this.cell)
      ? { cell: this.cell, kind: this.kind, turn: this.turn, pinned: this.pinned }
      : null,
  );
  /** What would happen: which gems go where. */
  journeys = $derived.by(() => (this.ghost ? this.journeysAt(this.ghost.cell, this.ghost.turn) : NONE));
  move = $derived.by(() => (this.ghost ? `${this.ghost.cell}${this.ghost.kind}${this.ghost.turn}` : null));
  /** The tile in the hand, turned as the player would have it. */
  handTurn = $derived.by(() => (this.ghost ? this.turn : this.#wish));
  /** On this cell some turn is forbidden: a route would join its two exits. */
  forbiddenHere = $derived.by(() => (this.ghost ? (this.#placements?.forbidden[this.ghost.cell] ?? '') : ''));

  forbidden(cell: string, turn: number): boolean {
    return this.#placements?.forbidden[cell]?.includes(String(turn)) ?? false;
  }

  turnsAt(cell: string): number[] {
    return Array.from({ length: this.#placements?.turns ?? 0 }, (_, turn) => turn).filter((turn) => !this.forbidden(cell, turn));
  }

  journeysAt(cell: string, turn: number): readonly Journey[] {
    const words = this.#placements?.moves[cell]?.[turn];
    return words ? readJourneys(words) : NONE;
  }

  choose(kind: Kind): void {
    this.#chosen = kind;
    this.#wish = 0;
    this.skipped = false;
  }

  point(cell: string | null): void {
    if (cell === this.cell) return;
    this.cell = cell && isOpen(this.#held().scene, cell) ? cell : null;
    this.skipped = !!this.cell && this.turn !== this.#wish % (this.#placements?.turns ?? 6);
  }

  pin(cell: string): void {
    this.point(cell);
    this.pinned = this.cell !== null;
  }

  turnBy(by: 1 | -1): void {
    const count = this.#placements?.turns ?? 1;
    const next = (this.turn + by + count) % count;
    const allowed = this.#allowed(this.cell, next, by);
    this.skipped = allowed !== next;
    // Six turns of the hand, however few look different, so that the tile visibly turns.
    this.#wish = this.cell ? allowed : (this.#wish + by + 6) % 6;
  }

  setTurn(turn: number): void {
    this.#wish = turn;
  }

  cancel(): void {
    this.cell = null;
    this.pinned = false;
    this.skipped = false;
  }

  /** Takes the tile to the next open cell in a direction; from nowhere, to the middle of the board. */
  step(arrow: Arrow): void {
    const { scene } = this.#held();
    this.pinned = true;
    if (!this.cell) {
      const start = OPEN_CELLS.filter((cell) => isOpen(scene, cell)).sort((a, b) => fromMiddle(a) - fromMiddle(b))[0];
      if (start) this.pin(start);
      return;
    }
    const target = next(scene, this.cell, arrow);
    if (target) this.pin(target);
  }

  #allowed(cell: string | null, turn: number, by: 1 | -1): number {
    const count = this.#placements?.turns ?? 1;
    if (!cell) return turn;
    for (let tried = 0; tried < count; tried++) {
      const candidate = (turn + by * tried + count * 6) % count;
      if (!this.forbidden(cell, candidate)) return candidate;
    }
    return turn;
  }
}

const fromMiddle = (cell: string): number => Math.hypot(centre(cell).x, centre(cell).y);

/** The nearest open cell in a direction: along the row first, then by distance with a liking for straight ahead. */
function next(scene: Scene, from: string, arrow: Arrow): string | null {
  if (arrow === 'ArrowLeft' || arrow === 'ArrowRight') {
    for (let cell = neighbour(from, STEPS[arrow]); cell; cell = neighbour(cell, STEPS[arrow])) {
      if (isOpen(scene, cell)) return cell;
    }
    return null;
  }
  const here = centre(from);
  const down = arrow === 'ArrowDown' ? 1 : -1;
  let best: string | null = null;
  let least = Infinity;
  for (const cell of CELLS) {
    const ahead = (centre(cell).y - here.y) * down;
    const aside = Math.abs(centre(cell).x - here.x);
    if (ahead < 1 || !isOpen(scene, cell)) continue;
    const cost = ahead + aside * 2 + (centre(cell).x > here.x ? 0.1 : 0);
    if (cost < least) [best, least] = [cell, cost];
  }
  return best;
}
