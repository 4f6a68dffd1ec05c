import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Live } from '../src/api/live';
import type { Command } from '../src/api/types';

/** A connection whose other end is the test. */
class Wire {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  static all: Wire[] = [];
  readyState = Wire.CONNECTING;
  sent: { type: string; id?: string }[] = [];
  onopen = () => {};
  onmessage = (_: { data: string }) => {};
  onclose = () => {};

  constructor() {
    Wire.all.push(this);
  }

  send(message: string): void {
    this.sent.push(JSON.parse(message) as { type: string });
  }

  close(): void {
    this.readyState = Wire.CLOSING;
  }

  /** The server takes the call and answers the greeting. */
  greet(): void {
    this.readyState = Wire.OPEN;
    this.onopen();
    this.hear({ type: 'update', number: 1, events: [{ number: 1 }] });
  }

  hear(message: object): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

const COMMAND = { id: 'c1', expected: 1, do: 'say', phrase: 'hello' } as Command;
let live: Live;
let connected: boolean[];
let heard: number[];

beforeEach(() => {
  vi.useFakeTimers();
  Wire.all = [];
  connected = [];
  heard = [];
  vi.stubGlobal('WebSocket', Wire);
  vi.stubGlobal('location', { origin: 'http://localhost' });
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
  live = new Live('t', {
    update: ({ events }) => heard.push(...events.map(({ number }) => number)),
    presence: () => {},
    connected: (now) => connected.push(now),
    closed: () => {},
  });
});

afterEach(() => {
  live.end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const commands = (wire: Wire | undefined) => wire?.sent.filter(({ type }) => type === 'command').map(({ id }) => id);

test('a command that was not answered is said again after the next greeting', async () => {
  Wire.all[0]?.greet();
  const sent = live.send(COMMAND);
  expect(commands(Wire.all[0])).toEqual(['c1']);
  Wire.all[0]?.onclose();
  vi.advanceTimersByTime(1000);
  Wire.all[1]?.greet();
  expect(commands(Wire.all[1])).toEqual(['c1']);
  Wire.all[1]?.hear({ type: 'done', id: 'c1', number: 1 });
  await sent;
});

test('what was on its way while somebody greeted again is heard once', () => {
  Wire.all[0]?.greet();
  live.refresh();
  expect(Wire.all[0]?.sent.at(-1)).toEqual({ type: 'hello', after: 1 });
  Wire.all[0]?.hear({ type: 'update', number: 2, events: [{ number: 2 }] });
  Wire.all[0]?.hear({ type: 'update', number: 2, events: [{ number: 2 }] });
  expect(heard).toEqual([1, 2]);
});

test('a command is not lost if the network comes back while the old connection is just closing', () => {
  Wire.all[0]?.greet();
  Wire.all[0]?.close();
  window.dispatchEvent(new Event('online'));
  expect(Wire.all).toHaveLength(2);
  expect(connected).toEqual([true, false]);
  void live.send(COMMAND);
  Wire.all[0]?.onclose();
  Wire.all[1]?.greet();
  expect(commands(Wire.all[1])).toEqual(['c1']);
  expect(connected).toEqual([true, false, true]);
});
