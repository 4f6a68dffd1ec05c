/** Who you are to this server: a name, and a cookie that only the server reads. */
import { Refusal, api } from './api/http';
import type { About, Me } from './api/types';
import { notices } from './notices.svelte';
import { sayError } from './words.svelte';

class Player {
  me = $state.raw<Me | null>(null);
  known = $state(false); // whether we have asked
  asking = $state.raw<((name: string | null) => void) | null>(null); // the name dialog is open

  #started: Promise<void> | null = null;

  start(): Promise<void> {
    this.#started ??= api
      .me()
      .then((me) => {
        this.me = me;
      })
      .catch((error: unknown) => {
        if (error instanceof Refusal && error.code === 'no_player') return;
        this.#started = null; // we do not know: ask again the next time
        throw error;
      })
      .finally(() => (this.known = true));
    return this.#started;
  }

  async rename(name: string): Promise<void> {
    this.me = await api.name(name);
  }

  /** Somebody with a name: the one we know, or the one who now gives it. False if they would rather not, or if the server refused, which they have then been told. */
  async ensure(): Promise<boolean> {
    try {
      await this.start();
      if (this.me) return true;
      const name = await new Promise<string | null>((resolve) => (this.asking = resolve));
      this.asking = null;
      if (name === null) return false;
      await this.rename(name);
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      notices.show(sayError(error.code));
      return false;
    }
  }
}

export const player = new Player();

let about: Promise<About> | null = null;
/** What this server offers, asked once. */
export function aboutServer(): Promise<About> {
  about ??= api.about().catch((error: unknown) => {
    about = null;
    throw error;
  });
  return about;
}
