import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readInline, readMarkdown } from '../src/learn/markdown';

const LOCALES = new URL('../../src/indigo/locales/', import.meta.url);

test('emphasis is read', () => {
  expect(readInline('a **b** *c*')).toEqual([{ text: 'a ' }, { text: 'b', strong: true }, { text: ' ' }, { text: 'c', em: true }]);
});

test.each(readdirSync(LOCALES))('the rules in %s are read whole, with all ten figures', (language) => {
  const text = readFileSync(new URL(`${language}/rules.md`, LOCALES), 'utf-8');
  const blocks = readMarkdown(text);
  expect(blocks.filter(({ type }) => type === 'figure')).toHaveLength(10);
  expect(blocks.filter(({ type }) => type === 'table').length).toBeGreaterThan(1);
  const spoken = JSON.stringify(blocks);
  expect(spoken).not.toContain('**');
  expect(spoken).not.toMatch(/"text":"(#|- |\|)/);
});
