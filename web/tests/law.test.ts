/** What the pages draw is what the rules in board.py say. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { GATEWAYS, owners, type Layout } from '../src/board/gateways';
import { CELLS, CORNER_ARROWS, SIDES, neighbour } from '../src/board/geometry';
import type { Kind } from '../src/board/design';
import { KINDS, routes } from '../src/board/tiles';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ASK = `
import json
from indigo.board import ARROWS, CELLS, GATEWAYS, LAYOUTS, NEIGHBOURS, ROUTES
print(json.dumps({
    "cells": CELLS,
    "neighbours": [[CELLS[next] if next >= 0 else None for next in row] for row in NEIGHBOURS],
    "arrows": {CELLS[cell]: side for cell, side in ARROWS[:6]},
    "gateways": [{"number": one.number, "cells": [CELLS[cell] for cell in one.cells], "sides": one.sides} for one in GATEWAYS],
    "owners": {name: layout.owners for name, layout in LAYOUTS.items()},
    "routes": [[kind, turn, pairs] for (kind, turn), pairs in ROUTES.items()],
}))`;

type Law = {
  cells: string[];
  neighbours: (string | null)[][];
  arrows: Record<string, number>;
  gateways: { number: number; cells: string[]; sides: number[] }[];
  owners: Record<Layout, number[][]>;
  routes: [Kind, number, number[][]][];
};
const law = JSON.parse(execFileSync(`${ROOT}.venv/bin/python`, ['-c', ASK], { encoding: 'utf-8' })) as Law;

test('cells, neighbours and arrows', () => {
  expect([...CELLS]).toEqual(law.cells);
  expect(CELLS.map((cell) => SIDES.map((side) => neighbour(cell, side)))).toEqual(law.neighbours);
  expect(CORNER_ARROWS).toEqual(law.arrows);
});

test('gateways and who owns them', () => {
  expect(GATEWAYS).toEqual(law.gateways);
  for (const [layout, chart] of Object.entries(law.owners))
    expect(GATEWAYS.map(({ number }) => owners(layout as Layout, number))).toEqual(chart);
});

test('the routes of every tile in every turn', () => {
  expect(new Set(law.routes.map(([kind]) => kind))).toEqual(new Set(KINDS));
  for (const [kind, turn, pairs] of law.routes) {
    const drawn = routes(kind, turn).map((pair) => [...pair].sort()).sort();
    expect(drawn).toEqual([...pairs].sort());
  }
});
