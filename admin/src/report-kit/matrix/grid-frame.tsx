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
import type { BodyProps } from './body-props';
import { groupBands } from './bands';
import { CellPainter, type CellBrush } from './cell-painter';
import { GridBody } from './grid-body';
import type { GridContent, MatrixWindow } from './grid-content';
import { MatrixHeads } from './matrix-heads';
import { COLUMN_PX, HEAD_PX, ROWS_SHOWN, ROW_SIZES, STRIP_COLUMNS } from './matrix-sizes';
import { ColumnTotals, FOOT_PX } from './matrix-totals';
import type { MatrixTotals } from './matrix-types';
import { useRowPx } from './row-size';
import { stepped, type Place } from './steps';
import { useLook } from './use-look';
import { useMatrixWindow } from './use-matrix-window';
import './matrix.css';

/** A scroll bar. */
const BAR_PX = 16;
/** Rows are asked for when the scroll pauses so long: dragged from end to end, a hundred windows pass. */
const PAUSE_MS = 60;
/** And so many rows and columns beyond the edges, as they are painted. */
const AHEAD = 8;

export interface GridHandle {
  /** Asks once more for what is in view. */
  readonly again: () => void;
  /** Scrolls as little as brings a cell into view. */
  readonly reveal: (place: Place) => void;
}

export interface GridFrameProps<Cell> {
  readonly id: string;
  readonly rowCount: number;
  readonly columnCount: number;
  readonly content: GridContent<Cell>;
  readonly brush: CellBrush<Cell>;
  /** What came into view, once the scroll pauses; a new function means other data, and it is told at once. */
  readonly onSeen: (window: MatrixWindow) => void;
  /** A key moved the active cell. */
  readonly go: (place: Place, extend: boolean) => void;
  /** True: the key was the page's. */
  readonly onKey: (event: KeyboardEvent) => boolean;
  readonly onMouse: (event: MouseEvent, place: Place | null, top: { x: number; y: number }) => void;
  readonly corner: string | undefined;
  readonly rowTotals?: MatrixTotals | undefined;
  readonly columnTotals?: MatrixTotals | undefined;
  /** CSS height of the scrolling box. */
  readonly height: string;
  readonly box: HTMLAttributes<HTMLDivElement>;
  readonly ref?: Ref<GridHandle>;
}

/**
 * A grid of any size: React draws what stands still at its corners; what scrolls is `GridBody`, recycled and painted, so that 5,000 × 500 stays below 1,500 elements and a scroll below the time of a frame.
 */
export function GridFrame<Cell>(props: GridFrameProps<Cell>) {
  const { id, rowCount, columnCount, content, brush, onSeen, columnTotals } = props;
  const { i18n } = useTranslation();
  const rtl = i18n.dir() === 'rtl';
  const box = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const columns = useRef<HTMLDivElement>(null);
  const sums = useRef<HTMLDivElement>(null);
  const body = useRef<GridBody<Cell> | null>(null);
  const window = useRef<MatrixWindow>({ rowFrom: 0, rowTo: 0, colFrom: 0, colTo: 0 });
  const asked = useRef(window.current);
  const pressed = useRef('');
  const rowPx = useRowPx();
  const look = useLook();
  const footPx = (columnTotals?.heads.length ?? 0) * FOOT_PX;

  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const seen = useRef(onSeen);
  seen.current = onSeen;
  const tell = () => {
    const { rowFrom, rowTo, colFrom, colTo } = asked.current;
    if (rowTo > rowFrom && colTo > colFrom) seen.current(asked.current);
  };
  const shown = (next: MatrixWindow) => {
    const first = window.current.rowTo === 0;
    window.current = next;
    asked.current = {
      ...{ rowFrom: Math.max(0, next.rowFrom - AHEAD), rowTo: Math.min(rowCount, next.rowTo + AHEAD) },
      ...{ colFrom: Math.max(0, next.colFrom - AHEAD), colTo: Math.min(columnCount, next.colTo + AHEAD) },
    };
    body.current?.show(next);
    // The first of a scroll at once, the others when it pauses.
    if (first) tell();
    clearTimeout(pause.current);
    pause.current = setTimeout(tell, PAUSE_MS);
  };
  const { firstPx, edgePx, rowTotals, reveal } = useMatrixWindow({
    box,
    ...{ rowCount, columnCount, rowPx, footPx, shown },
    rowTotals: props.rowTotals,
  });
  useEffect(() => () => clearTimeout(pause.current), []);
  // Other data: what is in view is asked for although nobody scrolled.
  useEffect(tell, [onSeen]);
  useImperativeHandle(props.ref, () => ({ again: tell, reveal }));

  const { column } = content;
  const bands = useMemo(
    () => groupBands(columnCount, (index) => column(index)?.group),
    // Of another content the same function may say more.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [columnCount, content],
  );
  // `look`: the theme changed, or the letters have come.
  const painter = useRef<{ of: string; is: CellPainter<Cell> } | null>(null);
  useLayoutEffect(() => {
    if (!box.current || !place.current || !columns.current) return;
    const of = `${look} ${rowPx} ${rtl}`;
    if (painter.current?.of !== of) painter.current = { of, is: new CellPainter(place.current, brush, rowPx, rtl) };
    const taken: BodyProps<Cell> = {
      ...{ id, content, bands, rowCount, columnCount, firstPx, columnTotals },
      painter: painter.current.is,
      totals: rowTotals,
      sumRows: [...(sums.current?.querySelectorAll<HTMLElement>('[role=row]') ?? [])],
    };
    if (body.current) body.current.take(taken, window.current);
    else {
      body.current = new GridBody(box.current, columns.current, place.current, taken);
      body.current.show(window.current);
    }
  }, [id, content, rowCount, columnCount, firstPx, bands, brush, look, rowPx, rtl, rowTotals, columnTotals]);
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
    const next = stepped(content.active, event.key, event.ctrlKey || event.metaKey, extent);
    if (!next) return;
    event.preventDefault();
    props.go(next, event.shiftKey);
    reveal(next);
  };
  const onMouse = (event: MouseEvent) => {
    const at = place.current?.getBoundingClientRect();
    if (!at) return;
    const start = (rtl ? at.right - event.clientX : event.clientX - at.left) - firstPx;
    const [row, column] = [Math.floor((event.clientY - at.top) / rowPx), Math.floor(start / COLUMN_PX)];
    // Where the pointer is, not over what: while a scroll flies, the cells have not come yet.
    const inside =
      (event.target as HTMLElement).closest('.kit-matrix-rows') &&
      row < rowCount &&
      column >= 0 &&
      column < columnCount;
    const middle = firstPx + (column + 0.5) * COLUMN_PX;
    const top = { x: rtl ? at.right - middle : at.left + middle, y: at.top + row * rowPx };
    const key = `${row} ${column}`;
    if (event.type === 'mousedown') pressed.current = key;
    // Pressed on one cell and let go on another, neither is meant.
    if (event.type === 'click' && event.detail > 0 && pressed.current !== key) return;
    props.onMouse(event, inside ? { row, column } : null, top);
  };

  const width = firstPx + columnCount * COLUMN_PX + edgePx;
  const vars = {
    '--first': `${firstPx}px`,
    '--head': `${HEAD_PX}px`,
    '--row': `${rowPx}px`,
    '--col': `${COLUMN_PX}px`,
    '--strip': `${STRIP_COLUMNS * COLUMN_PX}px`,
    // No taller than what it holds: a short list of people leaves no empty box below.
    blockSize: `min(${HEAD_PX + rowCount * rowPx + footPx + BAR_PX}px, max(${HEAD_PX + ROWS_SHOWN * ROW_SIZES.small + footPx + BAR_PX}px, ${props.height}))`,
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
          ref={place}
          className="kit-matrix-body"
          role="presentation"
          style={{ blockSize: rowCount * rowPx, inlineSize: width }}
        />
        {columnTotals && <ColumnTotals heads={columnTotals.heads} {...{ sums, rowCount, width, edgePx }} />}
      </div>
    </div>
  );
}
