import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react';
import type { Place } from './steps';

/** So long after the last move of a scroll nothing is said: cells that fly past under the pointer are not looked at. */
const REST_MS = 90;

interface Tip {
  readonly place: Place;
  readonly x: number;
  readonly y: number;
}

export interface TipHandle {
  readonly show: (tip: Tip) => void;
  readonly hide: () => void;
  /** Hidden because the cells move away from under the pointer; what comes to rest there is said once it rests. */
  readonly scrolled: () => void;
}

/** What the cell under the pointer means. By itself, so that a pointer on its way has nothing else drawn again. */
export function CellTip({ words, ref }: { words: (place: Place) => string; ref: Ref<TipHandle> }) {
  const [tip, setTip] = useState<Tip | null>(null);
  const moved = useRef(-Infinity);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(waiting.current), []);
  useImperativeHandle(ref, () => {
    const show = (next: Tip | null, after: number) => {
      clearTimeout(waiting.current);
      if (after > 0) waiting.current = setTimeout(() => setTip(next), after);
      else setTip(next);
    };
    return {
      show: (next) => show(next, moved.current + REST_MS - performance.now()),
      hide: () => show(null, 0),
      scrolled: () => {
        moved.current = performance.now();
        show(null, 0);
      },
    };
  }, []);
  const said = tip && words(tip.place);
  if (!tip || !said) return null;
  return (
    <div className="kit-matrix-tip" role="tooltip" style={{ left: tip.x, top: tip.y }}>
      {said}
    </div>
  );
}
