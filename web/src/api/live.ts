/** The live connection of a table: numbered messages, acknowledged; commands that survive a lost connection. */
import { Refusal } from './http';
import type { Command, ServerMessage, Update } from './types';

export type LiveHandlers = {
  update: (update: Update) => void;
  presence: (here: number[], spectators: number) => void;
  connected: (connected: boolean) => void;
  closed: (code: string) => void; // the server will not have us back
};

type Waiting = { command: Command; settle: (error: Refusal | null) => void; done?: number };

const FIRST_PAUSE = 400; // milliseconds before the first try to come back
const LONGEST_PAUSE = 10_000;
const PING_EVERY = 25_000;
const ANSWER_WITHIN = 6_000; // after a ping; a connection that is silent for longer is dead, whatever the browser believes
const OPEN_WITHIN = 10_000; // and greeted
const FINAL = new Set(['not_found', 'forbidden_origin', 'too_large']);

export class Live {
  #socket: WebSocket | null = null;
  #number: number | null = null; // the last event we have
  #acknowledged = 0;
  #pause = FIRST_PAUSE;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setInterval> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #waiting = new Map<string, Waiting>();
  #ended = false;
  #greeted = false; // the answer to hello has come

  constructor(
    readonly id: string,
    readonly handlers: LiveHandlers,
  ) {
    this.#open();
    window.addEventListener('online', this.#now);
    document.addEventListener('visibilitychange', this.#now);
  }

  /** Sends a command; it is sent again, with the same id, after a lost connection, and acts once. */
  send(command: Command): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (error: Refusal | null) => {
        this.#waiting.delete(command.id);
        if (error) reject(error);
        else resolve();
      };
      this.#waiting.set(command.id, { command, settle });
      if (this.#greeted) this.#say({ type: 'command', ...command });
    });
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    clearInterval(this.#ping);
    clearTimeout(this.#silence);
    window.removeEventListener('online', this.#now);
    document.removeEventListener('visibilitychange', this.#now);
    this.#socket?.close();
  }

  /** Asks for the view anew: some of what one may do depends on the time alone. */
  refresh(): void {
    if (this.#greeted) this.#say({ type: 'hello', after: this.#number });
  }

  /** Comes back under another name: the cookie has changed. */
  again(): void {
    this.#number = null;
    this.#acknowledged = 0;
    this.#greeted = false;
    const old = this.#socket;
    clearTimeout(this.#timer);
    this.#open();
    old?.close();
  }

  #say(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Something has changed outside: the network is back, or somebody looks again. Is the connection still there? */
  #now = (): void => {
    if (this.#ended || document.hidden || this.#socket?.readyState === WebSocket.CONNECTING) return;
    if (this.#socket?.readyState === WebSocket.OPEN) {
      this.#knock();
      return;
    }
    clearTimeout(this.#timer);
    this.#lose(); // it may just be closing
    this.#open();
  };

  #knock(): void {
    this.#say({ type: 'ping' });
    this.#expectAnswer(ANSWER_WITHIN);
  }

  /** If nothing is heard for so long, the connection is given up for a new one. */
  #expectAnswer(within: number): void {
    const socket = this.#socket;
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      if (this.#ended || socket !== this.#socket) return;
      this.#lose();
      this.#open();
      socket?.close();
    }, within);
  }

  /** From now on commands wait for the next welcome. */
  #lose(): void {
    clearInterval(this.#ping);
    clearTimeout(this.#silence);
    this.#greeted = false;
    this.handlers.connected(false);
  }

  #open(): void {
    const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api/tables/${this.id}/live`);
    this.#socket = socket;
    this.#expectAnswer(OPEN_WITHIN);
    socket.onopen = () => {
      this.#say({ type: 'hello', after: this.#number });
      clearInterval(this.#ping);
      this.#ping = setInterval(() => this.#knock(), PING_EVERY);
    };
    socket.onmessage = ({ data }) => {
      if (socket !== this.#socket) return;
      clearTimeout(this.#silence);
      this.#hear(JSON.parse(data as string) as ServerMessage);
    };
    socket.onclose = () => {
      if (socket !== this.#socket) return;
      this.#lose();
      if (this.#ended) return;
      this.#timer = setTimeout(() => this.#open(), this.#pause);
      this.#pause = Math.min(this.#pause * 1.7, LONGEST_PAUSE);
    };
  }

  #hear(message: ServerMessage): void {
    switch (message.type) {
      case 'update': {
        // Whoever greeted again may hear twice what was on its way.
        const known = this.#number ?? 0;
        this.#number = message.number;
        this.handlers.update({ ...message, events: message.events.filter(({ number }) => number > known) });
        this.#settle();
        if (!this.#greeted) this.#welcome();
        break;
      }
      case 'done': {
        const waiting = this.#waiting.get(message.id);
        if (waiting) waiting.done = message.number;
        this.#settle();
        break;
      }
      case 'refused':
        this.#waiting.get(message.id ?? '')?.settle(new Refusal(message.error.code, message.error));
        break;
      case 'presence':
        this.handlers.presence(message.here, message.spectators);
        break;
      case 'closing':
        if (FINAL.has(message.error.code)) {
          this.end();
          this.handlers.closed(message.error.code);
        }
        break;
    }
    if (this.#number !== null && this.#number > this.#acknowledged) {
      this.#acknowledged = this.#number;
      this.#say({ type: 'seen', number: this.#number });
    }
  }

  /** A command is done when what it did has been heard too: the two may come in any order. */
  #settle(): void {
    for (const { done, settle } of [...this.#waiting.values()]) {
      if (done !== undefined && done <= (this.#number ?? 0)) settle(null);
    }
  }

  /** The answer to `hello` has come: say again what was not answered. */
  #welcome(): void {
    this.#greeted = true;
    this.#pause = FIRST_PAUSE;
    this.handlers.connected(true);
    for (const { command } of this.#waiting.values()) this.#say({ type: 'command', ...command });
  }
}
