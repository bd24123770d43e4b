import {
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  type CSSProperties,
  type HTMLAttributes,
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { GridBodyProps } from './grid-body-props';
import { buildGroupBands } from './group-bands';
import { CellPainter, type CellBrush } from './cell-painter';
import { GridBody } from './grid-body';
import type { GridContent, CellRange } from './grid-content';
import { MatrixHeads } from './matrix-heads';
import { COLUMN_PX, HEAD_PX, ROWS_SHOWN, ROW_SIZES, STRIP_COLUMNS } from './matrix-sizes';
import { ColumnTotals, FOOT_PX } from './matrix-totals';
import type { MatrixTotals } from './matrix-types';
import { useRowPx } from './row-size';
import { moveCell, type CellPosition } from './grid-navigation';
import { useThemeKey } from './use-theme-key';
import { useVisibleRange } from './use-visible-range';
import './matrix.css';

/** Height of a scroll bar. */
const SCROLLBAR_PX = 16;
/** Data is requested after this pause: dragging the scroll bar passes hundreds of ranges. */
const PAUSE_MS = 60;
/** Rows and columns requested beyond the visible area. */
const PRELOAD_MARGIN = 8;

export interface GridHandle {
  /** Requests the visible range again. */
  readonly reload: () => void;
  /** Scrolls a cell into view, as little as possible. */
  readonly reveal: (position: CellPosition) => void;
}

export interface GridFrameProps<Cell> {
  readonly id: string;
  readonly rowCount: number;
  readonly columnCount: number;
  readonly content: GridContent<Cell>;
  readonly brush: CellBrush<Cell>;
  /** Called with the visible range when scrolling pauses. A new function means other data and is called at once. */
  readonly onRangeChange: (range: CellRange) => void;
  /** A key moved the active cell. */
  readonly onMove: (position: CellPosition, extend: boolean) => void;
  /** Returns true if it handled the key. */
  readonly onKey: (event: KeyboardEvent) => boolean;
  readonly onMouse: (event: MouseEvent, position: CellPosition | null, top: { x: number; y: number }) => void;
  readonly corner: string | undefined;
  readonly rowTotals?: MatrixTotals | undefined;
  readonly columnTotals?: MatrixTotals | undefined;
  /** CSS height of the scrolling box. */
  readonly height: string;
  readonly box: HTMLAttributes<HTMLDivElement>;
  readonly ref?: Ref<GridHandle>;
}

/**
 * A grid of any size. React renders the frozen corners; `GridBody` recycles and paints the rest: 5,000 × 500 cells need
 * less than 1,500 elements and scroll without dropped frames.
 */
export function GridFrame<Cell>(props: GridFrameProps<Cell>) {
  const { id, rowCount, columnCount, content, brush, onRangeChange, columnTotals } = props;
  const { i18n } = useTranslation();
  const rtl = i18n.dir() === 'rtl';
  const box = useRef<HTMLDivElement>(null);
  const bodyRef = useRef<HTMLDivElement>(null);
  const columns = useRef<HTMLDivElement>(null);
  const sums = useRef<HTMLDivElement>(null);
  const body = useRef<GridBody<Cell> | null>(null);
  const visibleRange = useRef<CellRange>({ rowFrom: 0, rowTo: 0, colFrom: 0, colTo: 0 });
  const requestedRange = useRef(visibleRange.current);
  const pressedKey = useRef('');
  const rowPx = useRowPx();
  const themeKey = useThemeKey();
  const footPx = (columnTotals?.heads.length ?? 0) * FOOT_PX;

  const pauseTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const onRangeChangeRef = useRef(onRangeChange);
  onRangeChangeRef.current = onRangeChange;
  const reportRange = () => {
    const { rowFrom, rowTo, colFrom, colTo } = requestedRange.current;
    if (rowTo > rowFrom && colTo > colFrom) onRangeChangeRef.current(requestedRange.current);
  };
  const handleRange = (next: CellRange) => {
    const first = visibleRange.current.rowTo === 0;
    visibleRange.current = next;
    requestedRange.current = {
      rowFrom: Math.max(0, next.rowFrom - PRELOAD_MARGIN),
      rowTo: Math.min(rowCount, next.rowTo + PRELOAD_MARGIN),
      colFrom: Math.max(0, next.colFrom - PRELOAD_MARGIN),
      colTo: Math.min(columnCount, next.colTo + PRELOAD_MARGIN),
    };
    body.current?.show(next);
    // The first range is reported at once, later ones when scrolling pauses.
    if (first) reportRange();
    clearTimeout(pauseTimer.current);
    pauseTimer.current = setTimeout(reportRange, PAUSE_MS);
  };
  const { firstPx, edgePx, rowTotals, reveal } = useVisibleRange({
    box,
    rowCount,
    columnCount,
    rowPx,
    footPx,
    onRange: handleRange,
    rowTotals: props.rowTotals,
  });
  useEffect(() => () => clearTimeout(pauseTimer.current), []);
  // New data: request the visible range again.
  useEffect(reportRange, [onRangeChange]);
  useImperativeHandle(props.ref, () => ({ reload: reportRange, reveal }));

  const { column } = content;
  const bands = useMemo(
    () => buildGroupBands(columnCount, (index) => column(index)?.group),
    // The same function may return more for another content.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [columnCount, content],
  );
  // `themeKey` changes with the theme and when fonts are loaded.
  const painter = useRef<{ painterKey: string; instance: CellPainter<Cell> } | null>(null);
  useLayoutEffect(() => {
    if (!box.current || !bodyRef.current || !columns.current) return;
    const painterKey = `${themeKey} ${rowPx} ${rtl}`;
    if (painter.current?.painterKey !== painterKey)
      painter.current = { painterKey, instance: new CellPainter(bodyRef.current, brush, rowPx, rtl) };
    const bodyProps: GridBodyProps<Cell> = {
      id,
      content,
      bands,
      rowCount,
      columnCount,
      firstPx,
      columnTotals,
      painter: painter.current.instance,
      totals: rowTotals,
      sumRows: [...(sums.current?.querySelectorAll<HTMLElement>('[role=row]') ?? [])],
    };
    if (body.current) body.current.update(bodyProps, visibleRange.current);
    else {
      body.current = new GridBody(box.current, columns.current, bodyRef.current, bodyProps);
      body.current.show(visibleRange.current);
    }
  }, [id, content, rowCount, columnCount, firstPx, bands, brush, themeKey, rowPx, rtl, rowTotals, columnTotals]);
  useEffect(
    () => () => {
      body.current?.end();
      body.current = null;
    },
    [],
  );

  const onKeyDown = (event: KeyboardEvent) => {
    if (props.onKey(event)) return event.preventDefault();
    const page = Math.max(1, Math.floor(((box.current?.clientHeight ?? 0) - HEAD_PX - footPx) / rowPx) - 1);
    const extent = { rows: rowCount, columns: columnCount, page, rtl };
    const next = moveCell(content.active, event.key, event.ctrlKey || event.metaKey, extent);
    if (!next) return;
    event.preventDefault();
    props.onMove(next, event.shiftKey);
    reveal(next);
  };
  const onMouse = (event: MouseEvent) => {
    const rect = bodyRef.current?.getBoundingClientRect();
    if (!rect) return;
    const start = (rtl ? rect.right - event.clientX : event.clientX - rect.left) - firstPx;
    const [row, column] = [Math.floor((event.clientY - rect.top) / rowPx), Math.floor(start / COLUMN_PX)];
    // Uses the pointer position: while scrolling fast, the cells' elements do not exist yet.
    const isInside =
      (event.target as HTMLElement).closest('.kit-matrix-rows') &&
      row < rowCount &&
      column >= 0 &&
      column < columnCount;
    const middle = firstPx + (column + 0.5) * COLUMN_PX;
    const top = { x: rtl ? rect.right - middle : rect.left + middle, y: rect.top + row * rowPx };
    const key = `${row} ${column}`;
    if (event.type === 'mousedown') pressedKey.current = key;
    // Pressed and released on different cells: not a click.
    if (event.type === 'click' && event.detail > 0 && pressedKey.current !== key) return;
    props.onMouse(event, isInside ? { row, column } : null, top);
  };

  const width = firstPx + columnCount * COLUMN_PX + edgePx;
  const vars = {
    '--first': `${firstPx}px`,
    '--head': `${HEAD_PX}px`,
    '--row': `${rowPx}px`,
    '--col': `${COLUMN_PX}px`,
    '--strip': `${STRIP_COLUMNS * COLUMN_PX}px`,
    // Not taller than its content, so that few rows leave no empty space.
    blockSize: `min(${HEAD_PX + rowCount * rowPx + footPx + SCROLLBAR_PX}px, max(${HEAD_PX + ROWS_SHOWN * ROW_SIZES.small + footPx + SCROLLBAR_PX}px, ${props.height}))`,
  } as CSSProperties;
  return (
    <div className="kit-matrix-frame">
      <div
        {...props.box}
        ref={box}
        className="kit-matrix-box"
        role="grid"
        tabIndex={0}
        aria-rowcount={1 + rowCount + (columnTotals?.heads.length ?? 0)}
        aria-colcount={1 + columnCount + (rowTotals?.heads.length ?? 0)}
        style={vars}
        onKeyDown={onKeyDown}
        onClick={onMouse}
        onMouseDown={onMouse}
        onMouseOver={onMouse}
        onMouseLeave={onMouse}
      >
        <MatrixHeads corner={props.corner} totals={rowTotals} {...{ columns, width, columnCount }} />
        <div
          ref={bodyRef}
          className="kit-matrix-body"
          role="presentation"
          style={{ blockSize: rowCount * rowPx, inlineSize: width }}
        />
        {columnTotals && <ColumnTotals heads={columnTotals.heads} {...{ sums, rowCount, width, edgePx }} />}
      </div>
    </div>
  );
}
