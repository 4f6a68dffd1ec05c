import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { GATEWAYS } from '../src/board/gateways';
import { CELLS, CENTRE, CORNER_ARROWS, OPEN_CELLS, cellAt, centre, neighbour, opposite, SIDES } from '../src/board/geometry';
import { after, journeyEnd, journeyPath, readJourneys } from '../src/board/journeys';
import { lying } from '../src/board/gems';
import { EMPTY, loadedCorners, loadedSides, readMove, readPosition, waitingAt } from '../src/board/position';
import { eased, journeyTime } from '../src/board/anim';

describe('the board', () => {
  test('has 61 cells, 54 of them open', () => {
    expect(CELLS).toHaveLength(61);
    expect(OPEN_CELLS).toHaveLength(54);
  });

  test('neighbours see each other across opposite sides', () => {
    for (const cell of CELLS) {
      for (const side of SIDES) {
        const next = neighbour(cell, side);
        if (next) expect(neighbour(next, opposite(side))).toBe(cell);
      }
    }
  });

  test('an arrow of a corner treasure points to a cell', () => {
    for (const [cell, side] of Object.entries(CORNER_ARROWS)) expect(neighbour(cell, side)).not.toBeNull();
  });

  test('the exits of gateways lead outside', () => {
    for (const { cells, sides } of GATEWAYS) {
      for (const cell of cells) for (const side of sides) expect(neighbour(cell, side)).toBeNull();
    }
  });

  test('a pointer in the middle of a cell is on it, and outside on none', () => {
    for (const cell of CELLS) expect(cellAt(centre(cell))).toBe(cell);
    expect(cellAt({ x: 1000, y: 0 })).toBeNull();
  });

  test('is painted by selectors that reach into <use>', () => {
    const css = readFileSync(new URL('../src/board/board.css', import.meta.url), 'utf-8').replace(/\/\*[^]*?\*\//g, '');
    for (const [, selectors] of css.matchAll(/([^{}]+)\{[^}]*\}/g)) {
      for (const selector of selectors!.split(',')) expect(selector.trim()).toMatch(/^(path|circle|use|text)(\.[\w-]+)+$/);
    }
  });
});

describe('a position', () => {
  test('is read field by field', () => {
    const position = readPosition('*3*/6/7/4D23/*3*3*/8/7/6/*3* Ed51 3own 2 E/?/- 010/???/000');
    expect([...position.tiles]).toEqual([['d5', { kind: 'D', turn: 2 }]]);
    expect(position.gems).toEqual([{ gem: 'E', cell: 'd5', side: 1 }]);
    expect(position.layout).toBe('3own');
    expect(position.turn).toBe(2);
    expect(position.hands).toEqual(['E', '?', '']);
    expect(position.won).toEqual([[0, 1, 0], null, [0, 0, 0]]);
  });

  test('has twelve gems at the start', () => {
    expect(loadedCorners(EMPTY)).toHaveLength(6);
    expect(loadedSides(EMPTY)).toHaveLength(6);
    expect(lying(EMPTY).map(({ gem }) => gem).sort().join('')).toBe('AAAAAAEEEEES');
  });

  test('knows which gems wait at an empty cell', () => {
    expect(waitingAt(EMPTY, 'b2')).toEqual([{ gem: 'A', side: 5 }]);
    expect(waitingAt(EMPTY, 'd5')).toEqual([{ gem: 'E', side: 3 }]);
    expect(waitingAt(EMPTY, 'c4')).toEqual([]);
  });
});

describe('a journey', () => {
  test('is read from its word', () => {
    const [journey] = readJourneys('Ed62333.');
    expect(journey!.steps).toEqual([
      { cell: 'e7', from: 5, to: 3 }, { cell: 'f6', from: 0, to: 3 }, { cell: 'g5', from: 0, to: 3 },
    ]);
    expect(journey!.end).toEqual({ type: 'rest' });
  });

  test('ends at a gateway, or where two meet', () => {
    expect(readJourneys('Eb450>1')[0]!.end).toEqual({ type: 'exit', gateway: 1 });
    const [one, two] = readJourneys('Ed455*1 Ab222*0');
    expect(one!.end).toEqual({ type: 'meeting', with: 1, inside: true });
    expect(journeyEnd(one!)).toEqual(journeyEnd(two!));
    expect(readJourneys('Aa121x1')[0]!.end).toEqual({ type: 'meeting', with: 1, inside: false });
    expect(readJourneys('')).toEqual([]);
    expect(() => readJourneys('nonsense')).toThrow('not a journey');
  });

  test('changes the scene: the tile lies there, the gem rests at the end of its way', () => {
    const before = readPosition('*3*/6/7/4D2E02/*3*3*/6E11/5D21/6/*3* Ed62 2 1 B/? 000/000');
    const scene = after(before, readMove('e7B0'), readJourneys('Ed6224.'));
    expect(scene.tiles.get('e7')).toEqual({ kind: 'B', turn: 0 });
    expect(scene.gems).toEqual([{ gem: 'E', cell: 'f7', side: 4 }]);
  });

  test('is drawn from where the gem lies', () => {
    const [journey] = readJourneys('Ee500.');
    expect(journeyPath(journey!)).toMatch(/^M26 -45/);
    expect(journeyPath(journey!, { x: 0, y: 0 })).toMatch(/^M0 0L26 -45/);
  });

  test('takes longer the longer it is, up to a limit, and eases at both ends', () => {
    const cell = 2 * 51.96;
    expect(journeyTime(2 * cell)).toBeCloseTo(500, -1);
    expect(journeyTime(20 * cell)).toBeLessThanOrEqual(2500);
    expect(journeyTime(8 * cell)).toBeGreaterThan(journeyTime(4 * cell));
    expect([eased(0), eased(0.5), eased(1)].map((value) => Math.round(value * 1000) / 1000)).toEqual([0, 0.5, 1]);
    expect(eased(0.05)).toBeLessThan(0.05);
  });

  test('the centre lies in the middle', () => expect(centre(CENTRE)).toEqual({ x: 0, y: 0 }));
});
