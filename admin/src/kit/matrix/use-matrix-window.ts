import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { COLUMN_PX, FIRST_NARROW_PX, FIRST_PX, HEAD_PX } from './matrix-sizes';
import type { MatrixWindow } from './matrix-rows';
import { EDGE_PX } from './matrix-totals';
import type { MatrixTotals } from './matrix-types';
import type { Place } from './steps';

const COLUMN_STEP = 4;
/** Rows drawn beyond the edge, for the frame in which the browser has scrolled and we have not. */
const ROWS_AHEAD = 3;
/** Below it the first column is narrower and the totals at the end of the rows are left out. */
const NARROW_PX = 640;

/**
 * Which rows and columns are in view, and what is frozen around them. `shown` is told of every window, at most once a
 * frame; React hears of the columns alone (`colFrom`, `colTo`), in steps, for the heads.
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
  const [columns, setColumns] = useState({ colFrom: 0, colTo: 0 });
  const told = useRef(grid.shown);
  told.current = grid.shown;

  const look = useCallback(() => {
    const element = box.current;
    if (!element) return;
    const rowFrom = Math.max(0, Math.floor(element.scrollTop / rowPx) - ROWS_AHEAD);
    const seen = Math.ceil((size.height - HEAD_PX) / rowPx);
    const rowTo = Math.min(rowCount, rowFrom + seen + 2 * ROWS_AHEAD + 1);
    // Negative right to left. As many columns wherever one is, so that their elements stay.
    const wide = Math.ceil((size.width - firstPx) / COLUMN_PX / COLUMN_STEP + 1) * COLUMN_STEP;
    const first = Math.floor(Math.abs(element.scrollLeft) / COLUMN_PX / COLUMN_STEP) * COLUMN_STEP;
    const colFrom = Math.max(0, Math.min(first, columnCount - wide));
    const colTo = Math.min(columnCount, colFrom + wide);
    told.current({ rowFrom, rowTo, colFrom, colTo });
    setColumns((was) => (was.colFrom === colFrom && was.colTo === colTo ? was : { colFrom, colTo }));
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
  return { firstPx, edgePx, rowTotals, reveal, ...columns };
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
