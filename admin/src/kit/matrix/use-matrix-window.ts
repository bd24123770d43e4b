import { useEffect, useState, type RefObject } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { COLUMN_PX, FIRST_NARROW_PX, FIRST_PX, HEAD_PX, ROW_PX } from './matrix-sizes';
import { EDGE_PX } from './matrix-totals';
import type { MatrixTotals } from './matrix-types';

const COLUMN_STEP = 4;
/** Below it the first column is narrower and the totals at the end of the rows are left out. */
const NARROW_PX = 640;

/** Which rows and columns are in view, and what is frozen around them: both axes are virtual. */
export function useMatrixWindow(grid: {
  box: RefObject<HTMLElement | null>;
  rowCount: number;
  columnCount: number;
  rtl: boolean;
  footPx: number;
  rowTotals: MatrixTotals | undefined;
}) {
  const { box, rowCount, columnCount, rtl, footPx } = grid;
  const narrow = useWidth(box) < NARROW_PX;
  const firstPx = narrow ? FIRST_NARROW_PX : FIRST_PX;
  const rowTotals = narrow ? undefined : grid.rowTotals;
  const edgePx = (rowTotals?.heads.length ?? 0) * EDGE_PX;
  const rows = useVirtualizer({
    count: rowCount,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: 3,
    // The frozen head scrolls along in front of the rows: they begin below it.
    scrollMargin: HEAD_PX,
    scrollPaddingStart: HEAD_PX,
    scrollPaddingEnd: footPx + 8,
  });
  const columns = useVirtualizer({
    horizontal: true,
    isRtl: rtl,
    count: columnCount,
    getScrollElement: () => box.current,
    estimateSize: () => COLUMN_PX,
    overscan: 1,
    scrollMargin: firstPx,
    scrollPaddingStart: firstPx,
    scrollPaddingEnd: edgePx + 8,
  });
  // The language may have turned the reading direction: positions are measured anew.
  useEffect(() => columns.measure(), [columns, rtl, firstPx]);
  const shownRows = rows.getVirtualItems();
  const shownColumns = columns.getVirtualItems();
  return {
    ...{ firstPx, edgePx, rowTotals, rows, columns, shownRows },
    rowFrom: shownRows[0]?.index ?? 0,
    rowTo: (shownRows.at(-1)?.index ?? -1) + 1,
    // In steps, so that a sideways scroll does not render every row anew with every column it passes.
    colFrom: Math.floor((shownColumns[0]?.index ?? 0) / COLUMN_STEP) * COLUMN_STEP,
    colTo: Math.min(columnCount, Math.ceil(((shownColumns.at(-1)?.index ?? -1) + 1) / COLUMN_STEP) * COLUMN_STEP),
  };
}

function useWidth(box: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(() => (typeof innerWidth === 'number' ? innerWidth : 1280));
  useEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [box]);
  return width;
}
