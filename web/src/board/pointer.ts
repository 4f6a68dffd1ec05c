/** Mouse, finger and pen on the board, told as cells. */
import { cellAt } from './geometry';

export type Press = {
  readonly cell: string | null;
  readonly touch: boolean;
  readonly again: boolean; // the tile lay there already when the finger came down
};
export type PointerHandlers = {
  /** Whether the tile in hand lies on this cell. */
  pinned?: (cell: string) => boolean;
  /** The pointer is over a cell, or over none. A finger points while it lies on the board. */
  point?: (cell: string | null, touch: boolean) => void;
  /** A click or tap; a tap beside every cell has none. */
  press?: (press: Press) => void;
  /** The wheel, or the right button: +1 clockwise, -1 back. */
  turn?: (by: 1 | -1) => void;
};

const WHEEL_STEP = 40; // pixels of wheel that turn the tile once
const WHEEL_PAUSE = 90; // milliseconds between two turns, so that a free-running wheel does not spin

export function watchPointer(handlers: () => PointerHandlers) {
  return (board: SVGSVGElement) => {
    const cellUnder = (event: MouseEvent): string | null => {
      const matrix = board.getScreenCTM();
      return matrix ? cellAt(new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse())) : null;
    };
    const isTouch = (event: PointerEvent): boolean => event.pointerType !== 'mouse';
    let pressedAt: string | null | undefined;
    let again = false;
    let rolled = 0;
    let turnedAt = 0;

    const on = <K extends keyof SVGSVGElementEventMap>(
      type: K, listener: (event: SVGSVGElementEventMap[K]) => void, options?: AddEventListenerOptions,
    ) => {
      board.addEventListener(type, listener as EventListener, options);
      return () => board.removeEventListener(type, listener as EventListener, options);
    };
    const off = [
      on('pointermove', (event) => {
        if (isTouch(event) && event.buttons === 0) return;
        handlers().point?.(cellUnder(event), isTouch(event));
      }),
      on('pointerleave', (event) => {
        if (!isTouch(event)) handlers().point?.(null, false);
      }),
      on('pointerdown', (event) => {
        if (event.button !== 0 || event.ctrlKey) return; // with Ctrl it is a Mac's other button
        pressedAt = cellUnder(event);
        // Asked now: a finger that trembles has pointed, and so laid the tile there, before it is lifted.
        again = pressedAt !== null && (handlers().pinned?.(pressedAt) ?? false);
      }),
      on('pointerup', (event) => {
        if (event.button !== 0 || pressedAt === undefined) return;
        const cell = cellUnder(event);
        // A finger that slid over the board has pointed; only one that stayed has pressed.
        if (cell === pressedAt) handlers().press?.({ cell, touch: isTouch(event), again });
        pressedAt = undefined;
      }),
      on('pointercancel', () => (pressedAt = undefined)),
      on('contextmenu', (event) => {
        if (!handlers().turn || cellUnder(event) === null) return;
        event.preventDefault();
        if ((event as PointerEvent).pointerType !== 'touch') handlers().turn!(1);
      }),
      on('wheel', (event) => {
        if (!handlers().turn || event.ctrlKey || cellUnder(event) === null) return;
        event.preventDefault();
        rolled += event.deltaMode === 0 ? event.deltaY : event.deltaY * WHEEL_STEP;
        if (Math.abs(rolled) < WHEEL_STEP || event.timeStamp - turnedAt < WHEEL_PAUSE) return;
        turnedAt = event.timeStamp;
        handlers().turn!(rolled > 0 ? 1 : -1);
        rolled = 0;
      }, { passive: false }),
    ];
    return () => off.forEach((stop) => stop());
  };
}
