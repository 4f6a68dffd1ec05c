/** The six edges of the board and the printed chart of who owns them. */

export type Gateway = { readonly number: number; readonly cells: readonly string[]; readonly sides: readonly [number, number] };

export const GATEWAYS: readonly Gateway[] = [
  { number: 1, cells: ['a2', 'a3', 'a4'], sides: [5, 0] },
  { number: 2, cells: ['b6', 'c7', 'd8'], sides: [0, 1] },
  { number: 3, cells: ['f8', 'g7', 'h6'], sides: [1, 2] },
  { number: 4, cells: ['i4', 'i3', 'i2'], sides: [2, 3] },
  { number: 5, cells: ['h1', 'g1', 'f1'], sides: [3, 4] },
  { number: 6, cells: ['d1', 'c1', 'b1'], sides: [4, 5] },
];

export type Layout = '2' | '3' | '3own' | '4';

const OWNERS: Record<Layout, readonly (readonly number[])[]> = {
  '2': [[1], [2], [1], [2], [1], [2]],
  '3': [[1], [1, 2], [3], [3, 1], [2], [2, 3]],
  '3own': [[1], [2], [3], [1], [2], [3]],
  '4': [[1, 2], [2, 3], [1, 4], [4, 2], [3, 1], [3, 4]],
};

/** The players, from 1, who own a gateway, from 1. */
export const owners = (layout: Layout, gateway: number): readonly number[] => OWNERS[layout][gateway - 1]!;
