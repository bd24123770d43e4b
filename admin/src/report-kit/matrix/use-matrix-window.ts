import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { MatrixWindow } from './grid-content';
import { COLUMN_PX, FIRST_NARROW_PX, FIRST_PX, HEAD_PX } from './matrix-sizes';
import { EDGE_PX } from './matrix-totals';
import type { MatrixTotals } from './matrix-types';
import type { Place } from './steps';

/** Below it the first column is narrower and the totals at the end of the rows are left out. */
const NARROW_PX = 640;

/**
 * Which rows and columns are in view, and what is frozen around them. `shown` is told of every window, at most once a
 * frame; React hears of none.
 */
export function useMatrixWindow(grid: {
  box: RefObject<HTMLElement | null>;
  rowCount: number;
  columnCount: number;
  rowPx: number;
  footPx: number;
  rowTotals: MatrixTotals | undefined;
  shown: (window: MatrixWindow) => void;
}) {
  const { box, rowCount, columnCount, rowPx, footPx } = grid;
  const size = useSize(box);
  const narrow = size.width < NARROW_PX;
  const firstPx = narrow ? FIRST_NARROW_PX : FIRST_PX;
  const rowTotals = narrow ? undefined : grid.rowTotals;
  const edgePx = (rowTotals?.heads.length ?? 0) * EDGE_PX;
  const reported = useRef(grid.shown);
  reported.current = grid.shown;

  /** How many rows are above what is seen. */
  const above = useRef({ rows: 0, rowPx });
  const look = useCallback(() => {
    const element = box.current;
    if (!element) return;
    // Of another height, the first row that was seen stays the first; by now the box may be scrolled as far as it goes.
    if (above.current.rowPx !== rowPx) element.scrollTop = above.current.rows * rowPx;
    above.current = { rows: element.scrollTop / rowPx, rowPx };
    // Negative right to left. As many wherever one is, so that their elements stay.
    const rows = part(element.scrollTop / rowPx, Math.ceil((size.height - HEAD_PX) / rowPx) + 1, rowCount);
    const wide = Math.ceil((size.width - firstPx) / COLUMN_PX) + 1;
    const across = part(Math.abs(element.scrollLeft) / COLUMN_PX, wide, columnCount);
    reported.current({ rowFrom: rows.from, rowTo: rows.to, colFrom: across.from, colTo: across.to });
  }, [box, rowCount, columnCount, rowPx, firstPx, size]);

  useLayoutEffect(look, [look]);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let frame = 0;
    const onScroll = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        look();
      });
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      element.removeEventListener('scroll', onScroll);
    };
  }, [box, look]);

  /** Scrolls as little as brings a cell out from below what is frozen. */
  const reveal = ({ row, column }: Place) => {
    const element = box.current;
    if (!element) return;
    const top = row * rowPx;
    const below = top + rowPx - (element.clientHeight - HEAD_PX - footPx);
    if (element.scrollTop > top) element.scrollTop = top;
    else if (element.scrollTop < below) element.scrollTop = below;
    const start = column * COLUMN_PX;
    const beyond = start + COLUMN_PX - (element.clientWidth - firstPx - edgePx);
    const way = Math.sign(element.scrollLeft) || (getComputedStyle(element).direction === 'rtl' ? -1 : 1);
    const at = Math.abs(element.scrollLeft);
    if (at > start) element.scrollLeft = way * start;
    else if (at < beyond) element.scrollLeft = way * beyond;
  };
  return { firstPx, edgePx, rowTotals, reveal };
}

/** So many of all, from the first that is in view or as far as there are any. */
function part(first: number, count: number, all: number): { from: number; to: number } {
  const from = Math.max(0, Math.min(Math.floor(first), all - count));
  return { from, to: Math.min(all, from + count) };
}

/** Of the box; guessed until it stands. */
function useSize(box: RefObject<HTMLElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize((was) => (was.width === width && was.height === height ? was : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return size;
}
