import { flushSync } from 'svelte';
import { expect, test } from 'vitest';
import type { Hand } from '../src/api/types';
import { EMPTY } from '../src/board/position';
import { Placing } from '../src/table/placing.svelte';

const HAND: Hand = {
  A: { turns: 2, forbidden: { a3: '1' }, moves: {} },
  E: { turns: 6, forbidden: { a3: '5' }, moves: { d5: ['Ee503.', '', '', '', '', ''] } },
};

function withHand(check: (placing: Placing) => void, hand: Hand = HAND): void {
  const stop = $effect.root(() => {
    const placing = new Placing(() => ({ hand, scene: EMPTY }));
    flushSync();
    check(placing);
  });
  stop();
}

test('the first tile of the hand is held until another one is chosen', () =>
  withHand((placing) => {
    expect(placing.kind).toBe('A');
    placing.choose('E');
    expect(placing.kind).toBe('E');
  }));

test('a tile is held over an empty cell only', () =>
  withHand((placing) => {
    placing.point('c4');
    expect(placing.ghost).toEqual({ cell: 'c4', kind: 'A', turn: 0, pinned: false });
    placing.point('e5');
    expect(placing.ghost).toBeNull();
  }));

test('forbidden turns are skipped, and the player is told', () =>
  withHand((placing) => {
    placing.pin('a3');
    expect(placing.move).toBe('a3A0');
    expect(placing.skipped).toBe(false);
    placing.turnBy(1);
    expect(placing.move).toBe('a3A0');
    expect(placing.skipped).toBe(true);
  }));

test('a turn that is forbidden on the next cell goes on to one that is not', () =>
  withHand((placing) => {
    placing.choose('E');
    placing.pin('c4');
    placing.turnBy(-1);
    expect(placing.turn).toBe(5);
    placing.point('a3');
    expect(placing.turn).toBe(0);
    expect(placing.skipped).toBe(true);
    placing.point('c4');
    expect(placing.turn).toBe(5);
  }));

test('what would happen comes with the placement', () =>
  withHand((placing) => {
    placing.choose('E');
    placing.pin('d5');
    expect(placing.journeys).toHaveLength(1);
    placing.turnBy(1);
    expect(placing.journeys).toHaveLength(0);
  }));

test('arrow keys begin near the middle and walk over open cells', () =>
  withHand((placing) => {
    placing.step('ArrowRight');
    expect(placing.cell).not.toBeNull();
    placing.pin('e4');
    placing.step('ArrowRight');
    expect(placing.cell).toBe('e6'); // over the treasure tile
    placing.step('ArrowUp');
    expect(placing.cell![0]).toBe('d');
    placing.cancel();
    expect(placing.ghost).toBeNull();
  }));

test('an empty hand holds nothing', () => withHand((placing) => expect(placing.kind).toBeNull(), {}));
