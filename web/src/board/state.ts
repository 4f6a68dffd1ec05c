/** Everything the board shows. State in, picture out. */
import type { Kind } from './design';
import type { Journey } from './journeys';
import type { Scene } from './position';

export type Ghost = {
  readonly cell: string; // where the tile is held
  readonly kind: Kind; // which tile
  readonly turn: number; // how it is turned
  readonly pinned: boolean; // stays when the pointer leaves
};

/** A gem's chances, in thousandths: by gateway, and to be out. */
export type Chances = { readonly cell: string; readonly side: number; readonly gateways: readonly number[]; readonly out: number };

export type BoardState = {
  readonly scene: Scene; // what lies on the board
  readonly last?: string | null; // cell of the last move
  readonly ghost?: Ghost | null; // a tile held over it
  readonly ways?: readonly Journey[]; // journeys drawn as lines
  readonly running?: ReadonlySet<string>; // gems on their way, cell and side
  readonly settling?: string | null; // cell of a tile just placed
  readonly places?: readonly string[]; // cells to point out
  readonly coordinates?: boolean; // names of cells and gateways
  readonly chances?: readonly Chances[]; // where gems may end
};
