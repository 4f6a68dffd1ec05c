/** Requests to the server. Errors have one shape; players read the translation of its code. */
import type {
  About, Analysis, ApiError, DeviceMove, Figure, Hint, Lobby, Me, NewTable, Replay, Source, Token, View,
} from './types';

export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly detail: ApiError | null = null,
  ) {
    super(detail?.message ?? code);
  }
}

async function ask(method: string, path: string, body?: unknown): Promise<Response> {
  const plain = typeof body === 'string';
  const init: RequestInit = { method, credentials: 'same-origin' };
  if (body !== undefined) {
    init.body = plain ? body : JSON.stringify(body);
    init.headers = { 'Content-Type': plain ? 'text/plain; charset=utf-8' : 'application/json' };
  }
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, init);
  } catch {
    throw new Refusal('offline');
  }
  if (answer.ok) return answer;
  const error = await answer.json().then(
    (shape: { error?: ApiError }) => shape.error ?? null,
    () => null,
  );
  throw new Refusal(error?.code ?? 'unavailable', error);
}

const json = async <T>(method: string, path: string, body?: unknown): Promise<T> =>
  (await ask(method, path, body)).json() as Promise<T>;
const sourcePath = (source: Source): string => (source.table ? `/tables/${source.table}` : `/records/${source.record}`);
const gameQuery = (source: Source): string => (source.table ? `round=${source.game ?? 1}` : `game=${source.game ?? 1}`);

export const api = {
  me: () => json<Me>('GET', '/me'),
  name: (name: string) => json<Me>('POST', '/me', { name }),
  forget: () => ask('DELETE', '/me'),
  moveDevice: () => json<DeviceMove>('POST', '/me/move'),
  moved: (code: string) => json<Me>('POST', '/me/moved', { code }),
  tokens: () => json<{ tokens: Token[] }>('GET', '/me/tokens'),
  makeToken: (name: string) => json<Token>('POST', '/me/tokens', { name }),
  voidToken: (id: string) => ask('DELETE', `/me/tokens/${id}`),

  about: () => json<About>('GET', '/about'),
  lobby: () => json<Lobby>('GET', '/lobby'),
  figures: () => json<{ scenes: Figure[] }>('GET', '/scenes'),

  makeTable: (table: NewTable) => json<View>('POST', '/tables', table),
  hint: (id: string, seat: number) => json<Hint>('POST', `/tables/${id}/hint`, { seat }),
  invitation: (id: string) => `/api/tables/${id}/invitation.svg`,

  replay: (source: Source) => json<Replay>('GET', `${sourcePath(source)}/replay?${gameQuery(source)}`),
  recordAddress: (source: Source) => `/api${sourcePath(source)}/record`,
  uploadRecord: (text: string) => json<{ id: string; games: number }>('POST', '/records', text),
  picture: (position: string, last: string | null) =>
    `/api/picture.svg?${new URLSearchParams({ position, ...(last ? { last } : {}) })}`,
  analyse: ({ table, record, game }: Source) =>
    json<Analysis>('POST', '/analyses', table ? { table, game } : { record, game }),
  analysis: (id: string) => json<Analysis>('GET', `/analyses/${id}`),
};
