/** What is on the board right now, and how it gets from one scene to the next: one change after the other. */
import { SPEEDS, preferences, prefersStillness } from '../preferences.svelte';
import { flash, fly, meetingPlace, run } from './anim';
import { MOTION, type Gem } from './design';
import { owners } from './gateways';
import { after, journeyEnd, type Journey } from './journeys';
import { EMPTY, type Move, type Scene } from './position';
import { sound } from './sound';

export type Award = readonly [number, Gem];

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export class Stage {
  scene = $state.raw<Scene>(EMPTY);
  last = $state.raw<string | null>(null);
  running = $state.raw<ReadonlySet<string>>(new Set());
  settling = $state.raw<string | null>(null);
  ways = $state.raw<readonly Journey[]>([]);
  board = $state.raw<SVGSVGElement | undefined>();
  layer: HTMLElement | undefined; // where gems run, above the page
  screenOf: (player: number) => Element | null = () => null; // where won gems fly to

  #queue: Promise<void> = Promise.resolve();
  #length = $state(0);
  #shows = 0; // scenes shown at once; who still runs gems towards another one has been overtaken

  /** Shows a scene at once. */
  show(scene: Scene, last: string | null): void {
    this.#shows += 1;
    this.scene = scene;
    this.last = last;
    this.running = new Set();
    this.settling = null;
    this.ways = [];
    this.layer?.replaceChildren();
  }

  /** Does something after everything that is under way. */
  then(deed: () => void | Promise<void>): Promise<void> {
    this.#length += 1;
    const done = this.#queue.then(async () => {
      try {
        await deed();
      } finally {
        this.#length -= 1;
      }
    });
    this.#queue = done.catch(() => undefined);
    return done;
  }

  get busy(): boolean {
    return this.#length > 0;
  }

  /** A tile is placed, gems run, meet, are won. Resolves when all is quiet again. */
  async play(move: Move, journeys: readonly Journey[], awards: readonly Award[] = []): Promise<void> {
    const next = after(this.scene, move, journeys);
    const speed = this.#length > 3 ? SPEEDS.none : SPEEDS[preferences.speed];
    this.ways = [];
    sound.tile();
    if (speed === 0 || !this.board || !this.layer || document.hidden) {
      this.show(next, move.cell);
      if (journeys.length) sound.gem();
      return;
    }
    if (prefersStillness()) {
      await this.#still(next, move, journeys);
      return;
    }
    // Gems stay hidden where they will rest until the runners arrive.
    const arrivals = journeys.flatMap(({ end, steps }) => {
      const step = steps.at(-1);
      return end.type === 'rest' && step ? [`${step.cell}${step.to}`] : [];
    });
    this.scene = next;
    this.last = move.cell;
    this.settling = move.cell;
    this.running = new Set(arrivals);
    const shows = this.#shows;
    const runners = journeys.map((journey) => run(this.layer!, this.board!, journey, speed));
    await pause(MOTION.tile_settles_ms / speed);
    await Promise.all(
      journeys.map(async (journey, index) => {
        await runners[index]?.finished;
        if (this.#shows === shows) await this.#arrive(journey, index, journeys, runners[index]!, speed, awards);
      }),
    );
    if (this.#shows === shows) this.show(next, move.cell);
  }

  async #arrive(
    journey: Journey, index: number, journeys: readonly Journey[], runner: ReturnType<typeof run>, speed: number,
    awards: readonly Award[],
  ): Promise<void> {
    if (!this.board || !this.layer) return; // the board is shown in words meanwhile
    if (journey.end.type === 'rest') {
      sound.gem();
      return;
    }
    runner?.element.remove();
    if (journey.end.type === 'meeting') {
      if (index > journey.end.with) return;
      sound.meeting();
      await flash(this.layer, this.board, meetingPlace(journey), speed);
      return;
    }
    sound.won();
    const before = journeys.slice(0, index).flatMap((each) => (each.end.type === 'exit' ? owners(this.scene.layout, each.end.gateway) : []));
    const mine = awards.slice(before.length, before.length + owners(this.scene.layout, journey.end.gateway).length);
    const winners = mine.length ? mine.map(([seat]) => seat) : owners(this.scene.layout, journey.end.gateway);
    await Promise.all(
      winners.map((seat) => fly(this.layer!, this.board!, journey.gem, journeyEnd(journey), this.screenOf(seat), speed)),
    );
  }

  /** With reduced motion: the ways are drawn as lines for a moment, nothing runs. */
  async #still(next: Scene, move: Move, journeys: readonly Journey[]): Promise<void> {
    this.show(next, move.cell);
    if (!journeys.length) return;
    this.ways = journeys;
    sound.gem();
    await pause(900);
    this.ways = [];
  }
}
