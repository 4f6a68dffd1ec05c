import { afterEach, expect, test, vi } from 'vitest';
import { newId } from '../src/api/ids';

afterEach(() => vi.unstubAllGlobals());

test('ids differ, also where there is no randomUUID', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const ids = Array.from({ length: 100 }, newId);
  expect(new Set(ids).size).toBe(100);
  expect(ids.every((id) => /^[0-9a-f]{32}$/.test(id))).toBe(true);
});
