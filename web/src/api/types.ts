/** What the server sends and takes: docs/api.md in TypeScript. */
import type { Gem, Kind } from '../board/design';

export type Me = { id: string; name: string };

export type About = { version: string; levels: string[]; phrases: string[]; signs: string[]; free_chat: boolean };

export type Clock =
  | { kind: 'none' }
  | { kind: 'move'; seconds: number }
  | { kind: 'game'; seconds: number; increment: number }
  | { kind: 'days'; days: number };

export type Settings = {
  players: 2 | 3 | 4;
  own_gateways: boolean;
  hand: 1 | 2;
  rounds: number;
  screens: 'up' | 'down';
  first: 'lot' | 'youngest' | number;
  visibility: 'link' | 'open';
  clock: Clock;
  remaining: boolean;
  hints: boolean;
  chat: 'phrases' | 'free';
  stand_in: string | null;
};

export type SeatRequest =
  | { kind: 'me' }
  | { kind: 'bot'; level: string }
  | { kind: 'open' }
  | { kind: 'device'; name: string };

export type Source = { table?: string; record?: string; game?: number; move?: number };
export type NewTable = { settings: Partial<Settings>; seats?: SeatRequest[]; start?: boolean; from?: Source };

export type Status = 'waiting' | 'playing' | 'between' | 'over';

export type Seat = {
  seat: number;
  colour: 'red' | 'turquoise' | 'white' | 'violet';
  kind: 'open' | 'person' | 'bot';
  name: string | null;
  player: string | null;
  level: string | null;
  stand_in: boolean;
  here: boolean;
  gone_since: number | null;
  youngest: boolean;
};

export type TableCard = {
  id: string;
  status: Status;
  settings: Settings;
  seats: Seat[];
  turns: number;
  round: number;
  your_turn: boolean;
  made: number;
  changed: number;
};

export type Lobby = { open: TableCard[]; watch: TableCard[]; yours: TableCard[] };

/** A kind's placements: forbidden turns by cell, and the journeys by cell and turn. */
export type Placements = { turns: number; forbidden: Record<string, string>; moves: Record<string, string[]> };
export type Hand = Partial<Record<Kind, Placements>>;

export type GameView = {
  round: number;
  first: number;
  position: string;
  turns: number;
  to_play: number | null;
  stacked: number;
  remaining: Partial<Record<Kind, number>> | null;
  last: string | null;
  last_journeys: string;
  last_seat: number | null;
  placements: Hand | null;
  over: boolean;
  points: number[] | null;
  winners: number[];
  end: 'gems' | 'agreed' | null;
};

export type SheetRow = {
  round: number;
  first: number;
  points: number[];
  gems: number[][];
  winners: number[];
  end: 'gems' | 'agreed';
};

export type Said = {
  number: number;
  seat: number | null;
  name: string;
  phrase?: string | null;
  sign?: string | null;
  text?: string | null;
  at: number;
};

export type Asked = { what: 'take_back' | 'end'; by: number; yes: number[]; of: number[] };
export type ClockView = { kind: Clock['kind']; now: number; running: number | null; left: (number | null)[] };

export type View = {
  id: string;
  number: number;
  status: Status;
  settings: Settings;
  seats: Seat[];
  you: { player: string | null; seats: number[]; seat: number | null; host: boolean; may: Deed[] };
  game: GameView | null;
  clock: ClockView | null;
  asked: Asked | null;
  sheet: SheetRow[];
  total: number[];
  winners: number[] | null;
  rematch: string | null;
  said: Said[];
  spectators: number;
};

export type Award = [number, Gem];

export type Placed = {
  type: 'placed';
  number: number;
  at: number;
  seat: number;
  move: string;
  journeys: string;
  awards: Award[];
  draw: string | null;
  stand_in: boolean;
};
export type TableEvent =
  | Placed
  | { type: 'taken_back'; number: number; at: number; turns: number; by: number }
  | { type: 'left'; number: number; at: number; seat: number; reason: 'left' | 'time' | 'removed'; level: string }
  | { type: 'returned' | 'youngest' | 'stood_up'; number: number; at: number; seat: number }
  | { type: 'ask_ended'; number: number; at: number; what: Asked['what']; reason: 'refused' | 'withdrawn' | 'overtaken' }
  | { type: 'started'; number: number; at: number; round: number; first: number }
  | { type: 'round_over'; number: number; at: number; round: number; winners: number[] }
  | ({ type: 'said' } & Said)
  | { type: 'rematch'; number: number; at: number; table: string }
  | { type: 'made' | 'sat' | 'asked' | 'answered' | 'match_over' | 'closed'; number: number; at: number };

export type Update = { type: 'update'; number: number; events: TableEvent[]; view: View };

export type Deed =
  | 'sit' | 'stand_up' | 'seat_bot' | 'open_seat' | 'youngest' | 'start' | 'place' | 'undo' | 'take_back' | 'offer_end'
  | 'answer' | 'withdraw' | 'leave' | 'return' | 'remove' | 'next_round' | 'rematch' | 'say';

export type CommandFields = {
  seat?: number;
  move?: string;
  level?: string;
  name?: string;
  yes?: boolean;
  phrase?: string;
  sign?: string;
  text?: string;
};
export type Command = CommandFields & { id: string; expected: number | null; do: Deed };

export type ApiError = { code: string; message: string; field?: string | null; number?: number | null };

export type ServerMessage =
  | Update
  | { type: 'done'; id: string; number: number }
  | { type: 'refused'; id: string; number: number; error: ApiError }
  | { type: 'presence'; number: number; here: number[]; spectators: number }
  | { type: 'pong'; number: number }
  | { type: 'closing'; number: number; error: ApiError };

export type Hint = { moves: { move: string; chances: number[] }[] };

export type ReplayTurn = {
  seat: number;
  move: string;
  draw: string | null;
  journeys: string;
  awards: Award[];
  position: string;
  seconds: number | null;
};
export type Replay = {
  source: Source;
  game: number;
  games: number;
  players: string[];
  layout: string;
  hand: number;
  first: number;
  tags: Record<string, string>;
  complete: boolean;
  start: string;
  turns: ReplayTurn[];
  points: number[] | null;
  gems: number[][] | null;
  winners: number[];
};

export type AnalysedPosition = {
  move: number;
  chances: number[];
  best: string[];
  best_chances: number[][];
  loss: number | null;
  gems: { gem: Gem; cell: string; side: number; gateways: number[]; out: number }[];
};
export type Analysis = {
  id: string;
  state: 'waiting' | 'working' | 'done' | 'failed';
  progress: number;
  positions: AnalysedPosition[];
  moments: { move: number; seat: number; swing: number }[];
};

export type DeviceMove = { code: string; url: string; qr: string; expires: number };
export type Token = { id: string; name: string; made: number; token?: string };

/** A figure of the rulebook, to be played. */
export type Figure = {
  number: number;
  position: string;
  placements: Hand;
  plays: { move: string; journeys: string; awards: Award[]; error: string | null }[];
  accepts: string[] | 'any';
  refused: string[];
  cell: string | null;
};
