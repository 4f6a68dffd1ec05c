/** A table as this browser knows it: the last view, the connection, and what one can do. */
import { Refusal } from '../api/http';
import { newId } from '../api/ids';
import { Live } from '../api/live';
import type { CommandFields, Deed, Placed, TableEvent, Update, View } from '../api/types';
import { readJourneys } from '../board/journeys';
import { readMove, readPosition, type Position } from '../board/position';
import { Stage } from '../board/stage.svelte';
import { notices } from '../notices.svelte';
import { sayError } from '../words.svelte';
import { seatName } from './names';
import { tell } from './telling';

const NEVER_STALE: ReadonlySet<Deed> = new Set(['say', 'sit', 'return', 'leave']);

const MOST_NEWS = 60;

/** A sentence of what happened; its id stays, so that a screen reader hears each of them once. */
export type News = { readonly id: number; readonly text: string };

export class Table {
  view = $state.raw<View | null>(null); // the newest
  shown = $state.raw<View | null>(null); // the one on the stage, once gems have come to rest
  connected = $state(false);
  lost = $state<string | null>(null); // why there is no such table
  #underWay = $state(0); // commands that are not answered yet
  news = $state.raw<readonly News[]>([]); // what happened, newest last
  readonly stage = new Stage();

  #live: Live;
  #told = 0;
  #ahead: string | null = null; // our own move, drawn before the server has answered

  constructor(readonly id: string) {
    this.#live = new Live(id, {
      update: (update) => this.#hear(update),
      presence: (here, spectators) => this.#presence(here, spectators),
      connected: (connected) => (this.connected = connected),
      closed: (code) => (this.lost = code),
    });
  }

  position = $derived.by<Position | null>(() => (this.view?.game ? readPosition(this.view.game.position) : null));

  may(deed: Deed): boolean {
    return this.view?.you.may.includes(deed) ?? false;
  }

  get sending(): boolean {
    return this.#underWay > 0;
  }

  get seat(): number | null {
    return this.view?.you.seat ?? null;
  }

  /** Whose move is taken back: of several at one device, who placed last. */
  get takingBack(): number | null {
    const { view } = this;
    const last = view?.game?.last_seat;
    if (!view?.game || !last) return null;
    const { turns } = view.game;
    const since = (seat: number): number => (last - seat + view.seats.length) % view.seats.length; // all place in turn
    const mine = view.you.seats.filter((seat) => !view.seats[seat - 1]?.stand_in && since(seat) < turns);
    return mine.sort((one, other) => since(one) - since(other))[0] ?? null;
  }

  name(seat: number): string {
    return seatName(this.view?.seats[seat - 1]);
  }

  /** Does something; false if the table refused, which the player has then been told. */
  async send(deed: Deed, fields: CommandFields = {}): Promise<boolean> {
    const expected = NEVER_STALE.has(deed) ? null : (this.view?.number ?? null);
    this.#underWay += 1;
    try {
      await this.#live.send({ id: newId(), expected, do: deed, ...fields });
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      notices.show(sayError(error.code));
      return false;
    } finally {
      this.#underWay -= 1;
    }
  }

  /** Places a tile: drawn at once, confirmed by the server, taken off again if it refuses. */
  async place(move: string, journeys: string): Promise<boolean> {
    const { seat, view } = this;
    if (seat === null || !view?.game) return false;
    this.#ahead = move;
    void this.stage.then(() => this.stage.play(readMove(move), readJourneys(journeys)));
    let placed = false;
    try {
      placed = await this.send('place', { seat, move });
    } finally {
      if (!placed) {
        this.#ahead = null;
        void this.stage.then(() => this.#showNewest());
      }
    }
    return placed;
  }

  /** The last move once more. */
  showAgain(): void {
    const game = this.view?.game;
    if (!game?.last) return;
    const move = readMove(game.last);
    const journeys = readJourneys(game.last_journeys);
    const now = readPosition(game.position);
    void this.stage.then(async () => {
      // Back to before the move, told by the journeys themselves: where each gem stood.
      const ends = new Set(journeys.map(({ steps }) => steps.at(-1)).map((step) => step && `${step.cell}${step.to}`));
      const tiles = new Map(now.tiles);
      tiles.delete(move.cell);
      const gems = now.gems.filter(({ cell, side }) => !ends.has(`${cell}${side}`));
      for (const { gem, cell, side } of journeys) if (tiles.has(cell)) gems.push({ gem, cell, side });
      this.stage.show({ ...now, tiles, gems }, null);
      await new Promise((resolve) => setTimeout(resolve, 350));
      await this.stage.play(move, journeys);
      this.stage.show(now, move.cell);
    });
  }

  refresh(): void {
    this.#live.refresh();
  }

  reconnect(): void {
    this.#live.again();
  }

  end(): void {
    this.#live.end();
  }

  #presence(here: number[], spectators: number): void {
    if (!this.view) return;
    const seats = this.view.seats.map((seat) => (seat.kind === 'person' ? { ...seat, here: here.includes(seat.seat) } : seat));
    this.view = { ...this.view, seats, spectators };
  }

  #hear({ events, view }: Update): void {
    const known = this.view !== null;
    this.view = view;
    const told = events.flatMap((event) => tell(event, view)).map((text) => ({ id: ++this.#told, text }));
    if (told.length) this.news = [...this.news, ...told].slice(-MOST_NEWS);
    const moves = known ? events.filter((event): event is Placed => event.type === 'placed') : [];
    const jumps = events.some((event: TableEvent) => event.type === 'taken_back' || event.type === 'started');
    void this.stage.then(async () => {
      if (!jumps) for (const event of moves.slice(-3)) await this.#play(event);
      else this.#ahead = null;
      this.shown = view;
      this.#show(view);
    });
  }

  #show({ game }: View): void {
    if (game) this.stage.show(readPosition(game.position), game.last?.slice(0, 2) ?? null);
  }

  /** The table as it is now, whatever was drawn ahead of it. */
  #showNewest(): void {
    if (this.view) this.#show(this.view);
  }

  async #play({ move, journeys, awards }: Placed): Promise<void> {
    if (this.#ahead === move) {
      this.#ahead = null; // already on the stage
      return;
    }
    await this.stage.play(readMove(move), readJourneys(journeys), awards);
  }
}
