import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { CellRange } from './grid-content';
import { COLUMN_PX, FIRST_NARROW_PX, FIRST_PX, HEAD_PX } from './matrix-sizes';
import { EDGE_PX } from './matrix-totals';
import type { MatrixTotals } from './matrix-types';
import type { CellPosition } from './grid-navigation';

/** Below this width the first column is narrower and the row totals are hidden. */
const NARROW_PX = 640;

/**
 * The visible rows and columns of a grid, and its frozen sizes. `onRange` is called at most once per frame; React does
 * not re-render.
 */
export function useVisibleRange(grid: {
  box: RefObject<HTMLElement | null>;
  rowCount: number;
  columnCount: number;
  rowPx: number;
  footPx: number;
  rowTotals: MatrixTotals | undefined;
  onRange: (range: CellRange) => void;
}) {
  const { box, rowCount, columnCount, rowPx, footPx } = grid;
  const size = useSize(box);
  const isNarrow = size.width < NARROW_PX;
  const firstPx = isNarrow ? FIRST_NARROW_PX : FIRST_PX;
  const rowTotals = isNarrow ? undefined : grid.rowTotals;
  const edgePx = (rowTotals?.heads.length ?? 0) * EDGE_PX;
  const onRangeRef = useRef(grid.onRange);
  onRangeRef.current = grid.onRange;

  /** Number of rows above the visible area. */
  const scrolledRows = useRef({ rows: 0, rowPx });
  const measureRange = useCallback(() => {
    const element = box.current;
    if (!element) return;
    // After a change of the row height the first visible row stays first.
    if (scrolledRows.current.rowPx !== rowPx) element.scrollTop = scrolledRows.current.rows * rowPx;
    scrolledRows.current = { rows: element.scrollTop / rowPx, rowPx };
    // scrollLeft is negative right to left. The range has a constant size, so that elements are reused.
    const rows = clampRange(element.scrollTop / rowPx, Math.ceil((size.height - HEAD_PX) / rowPx) + 1, rowCount);
    const columnsInView = Math.ceil((size.width - firstPx) / COLUMN_PX) + 1;
    const across = clampRange(Math.abs(element.scrollLeft) / COLUMN_PX, columnsInView, columnCount);
    onRangeRef.current({ rowFrom: rows.from, rowTo: rows.to, colFrom: across.from, colTo: across.to });
  }, [box, rowCount, columnCount, rowPx, firstPx, size]);

  useLayoutEffect(measureRange, [measureRange]);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let frame = 0;
    const onScroll = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        measureRange();
      });
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      element.removeEventListener('scroll', onScroll);
    };
  }, [box, measureRange]);

  /** Scrolls a cell out of the frozen areas, as little as possible. */
  const reveal = ({ row, column }: CellPosition) => {
    const element = box.current;
    if (!element) return;
    const top = row * rowPx;
    const below = top + rowPx - (element.clientHeight - HEAD_PX - footPx);
    if (element.scrollTop > top) element.scrollTop = top;
    else if (element.scrollTop < below) element.scrollTop = below;
    const start = column * COLUMN_PX;
    const beyond = start + COLUMN_PX - (element.clientWidth - firstPx - edgePx);
    const sign = Math.sign(element.scrollLeft) || (getComputedStyle(element).direction === 'rtl' ? -1 : 1);
    const at = Math.abs(element.scrollLeft);
    if (at > start) element.scrollLeft = sign * start;
    else if (at < beyond) element.scrollLeft = sign * beyond;
  };
  return { firstPx, edgePx, rowTotals, reveal };
}

/** A range of `count`, from `first` or as far as possible. */
function clampRange(first: number, count: number, all: number): { from: number; to: number } {
  const from = Math.max(0, Math.min(Math.floor(first), all - count));
  return { from, to: Math.min(all, from + count) };
}

/** Size of the box; 0 before layout. */
function useSize(box: RefObject<HTMLElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize((previous) => (previous.width === width && previous.height === height ? previous : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return size;
}
