import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react';
import type { CellPosition } from './grid-navigation';

/** No tooltip until this long after the last scroll event. */
const REST_MS = 90;

interface TooltipState {
  readonly position: CellPosition;
  readonly x: number;
  readonly y: number;
}

export interface TooltipHandle {
  readonly show: (tooltip: TooltipState) => void;
  readonly hide: () => void;
  /** Hides the tooltip while scrolling; the cell under the pointer gets it after the pause. */
  readonly scrolled: () => void;
}

/** Tooltip of the cell under the pointer. A component of its own, so that moving the pointer renders nothing else. */
export function CellTooltip({ textOf, ref }: { textOf: (position: CellPosition) => string; ref: Ref<TooltipHandle> }) {
  const [tooltip, setTooltip] = useState<TooltipState | null>(null);
  const movedAt = useRef(-Infinity);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useImperativeHandle(ref, () => {
    const show = (next: TooltipState | null, after: number) => {
      clearTimeout(timer.current);
      if (after > 0) timer.current = setTimeout(() => setTooltip(next), after);
      else setTooltip(next);
    };
    return {
      show: (next) => show(next, movedAt.current + REST_MS - performance.now()),
      hide: () => show(null, 0),
      scrolled: () => {
        movedAt.current = performance.now();
        show(null, 0);
      },
    };
  }, []);
  const text = tooltip && textOf(tooltip.position);
  if (!tooltip || !text) return null;
  return (
    <div className="kit-matrix-tip" role="tooltip" style={{ left: tooltip.x, top: tooltip.y }}>
      {text}
    </div>
  );
}
