/**
 * What the server sends and takes, by the names this side uses. `schema.ts` is generated from the server's OpenAPI
 * description (`npm run types`); here it is only narrowed where JSON says "text" and the table means one of a few.
 */
import type { Gem, Kind } from '../board/design';
import type { components } from './schema';

type Schemas = components['schemas'];
type Narrowed<T, By> = Omit<T, keyof By> & By;

export type Me = Schemas['Me'];
export type About = Schemas['About'];
export type Settings = Schemas['Settings'];
export type Clock = Settings['clock'];
export type Source = { table?: string; record?: string; game?: number; move?: number };
export type SeatRequest =
  | Schemas['MySeat'] | Schemas['BotSeat'] | Schemas['OpenSeat'] | Schemas['DeviceSeat'];
/** Every setting may be left out: the server's default stands. */
export type NewTable = { settings: Partial<Settings>; seats?: SeatRequest[]; start?: boolean; from?: Source };

export type Status = Schemas['View']['status'];
export type Seat = Narrowed<Schemas['SeatView'], { colour: 'red' | 'turquoise' | 'white' | 'violet' }>;
export type TableCard = Narrowed<Schemas['TableCard'], { seats: Seat[] }>;
export type Lobby = { open: TableCard[]; watch: TableCard[]; yours: TableCard[] };

export type Placements = Schemas['Placements'];
export type Hand = Partial<Record<Kind, Placements>>;
export type GameView = Narrowed<
  Schemas['GameView'],
  { placements: Hand | null; remaining: Partial<Record<Kind, number>> | null }
>;
export type SheetRow = Schemas['SheetRow'];
export type Said = Schemas['Said'];
export type Asked = Schemas['Asked'];
export type ClockView = Schemas['ClockView'];
export type View = Narrowed<
  Schemas['View'],
  { seats: Seat[]; you: Narrowed<Schemas['You'], { may: Deed[] }>; game: GameView | null }
>;

export type Award = [number, Gem];

type Happened<Type extends string, Fields = object> = { type: Type; number: number; at: number } & Fields;
export type Placed = Happened<
  'placed',
  { seat: number; move: string; journeys: string; awards: Award[]; draw: string | null; stand_in: boolean }
>;
export type TableEvent =
  | Placed
  | Happened<'taken_back', { turns: number; by: number }>
  | Happened<'left', { seat: number; reason: 'left' | 'time' | 'removed'; level: string }>
  | Happened<'returned' | 'youngest' | 'stood_up' | 'host', { seat: number }>
  | Happened<'ask_ended', { what: Asked['what']; reason: 'refused' | 'withdrawn' | 'overtaken' }>
  | Happened<'started', { round: number; first: number }>
  | Happened<'round_over', { round: number; winners: number[] }>
  | Happened<'rematch', { table: string }>
  | Happened<'said', Pick<Said, 'seat' | 'name' | 'phrase' | 'sign' | 'text'>>
  | Happened<'asked', Pick<Asked, 'what' | 'by'>>
  | Happened<'made' | 'sat' | 'answered' | 'match_over' | 'closed'>;

export type Update = Narrowed<Schemas['Update'], { events: TableEvent[]; view: View }>;

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

export type ApiError = Schemas['ErrorDetail'];
export type ServerMessage =
  | Update | Schemas['Done'] | Schemas['Refused'] | Schemas['Presence'] | Schemas['Pong'] | Schemas['Closing'];

export type Hint = Schemas['Hint'];
export type ReplayTurn = Narrowed<Schemas['ReplayTurn'], { awards: Award[] }>;
export type Replay = Narrowed<Schemas['Replay'], { turns: ReplayTurn[] }>;
export type AnalysedPosition = Schemas['AnalysedPosition'];
export type Analysis = Schemas['Analysis'];
export type DeviceMove = Schemas['MoveCode'];
export type Token = Schemas['TokenInfo'] & { token?: string };
export type Figure = Narrowed<Schemas['Figure'], { placements: Hand }>;
