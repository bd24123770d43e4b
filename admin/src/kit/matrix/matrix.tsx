import {
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import { useTranslation } from 'react-i18next';
import { CellPainter } from './cell-painter';
import { MatrixHeads } from './matrix-heads';
import { cellId, MatrixRows, type MatrixWindow, type RowsProps } from './matrix-rows';
import { COLUMN_PX, HEAD_PX, ROWS_SHOWN, ROW_SIZES } from './matrix-sizes';
import { ColumnTotals, FOOT_PX } from './matrix-totals';
import type { MatrixCell, MatrixHead, MatrixLoader, MatrixTotals, OpenedCell } from './matrix-types';
import { RowSizeChooser, useRowPx } from './row-size';
import { bandsOf, stepped, type Place } from './steps';
import { TileStore } from './tiles';
import { useLook } from './use-look';
import { useMatrixWindow } from './use-matrix-window';
import './matrix.css';

/** A scroll bar and the box's own edges. */
const BAR_PX = 18;
/** Tiles are asked for when the scroll pauses so long: dragged from end to end, a hundred of them pass. */
const PAUSE_MS = 60;

export interface MatrixProps {
  readonly rowCount: number;
  readonly columnCount: number;
  /** Asked for tiles of 50 × 60; a new function means new data, so keep it stable (`useCallback`). */
  readonly load: MatrixLoader;
  /** One sentence that says what the cell means; shown on hover, read out, and below the grid. */
  readonly describe: (row: MatrixHead, column: MatrixHead, cell: MatrixCell | undefined) => string;
  readonly onOpen: (opened: OpenedCell) => void;
  readonly label?: string;
  /** CSS height of the scrolling box. */
  readonly height?: string;
  /** What stands above the first column: "60 staff × 25 skills". */
  readonly corner?: string;
  /** Frozen at the end of each row and below each column; left out where the grid is narrow. */
  readonly rowTotals?: MatrixTotals | undefined;
  readonly columnTotals?: MatrixTotals | undefined;
}

/**
 * The matrix: people down, skills across, a ring in each cell. React draws what is frozen, the heads and totals; the rows
 * in view are `MatrixRows`, recycled and painted, so that 5,000 × 500 stays below 1,500 elements and a scroll below the
 * time of a frame.
 */
export function Matrix(props: MatrixProps) {
  const { rowCount, columnCount, load, describe, onOpen } = props;
  const { t, i18n } = useTranslation();
  const rtl = i18n.dir() === 'rtl';
  const box = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const rows = useRef<MatrixRows | null>(null);
  const window = useRef<MatrixWindow>({ rowFrom: 0, rowTo: 0, colFrom: 0, colTo: 0 });
  const id = useId();
  const rowPx = useRowPx();
  const look = useLook();
  const store = useMemo(() => new TileStore(load, rowCount, columnCount), [load, rowCount, columnCount]);
  const version = useSyncExternalStore(store.subscribe, store.getVersion);
  const [active, setActive] = useState<Place>({ row: 0, column: 0 });
  const [hovered, setHovered] = useState<{ place: Place; x: number; y: number } | null>(null);
  const { columnTotals } = props;
  const footPx = (columnTotals?.heads.length ?? 0) * FOOT_PX;

  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const want = () => {
    const { rowFrom, rowTo, colFrom, colTo } = window.current;
    if (rowTo > rowFrom && colTo > colFrom) store.want({ from: rowFrom, to: rowTo }, { from: colFrom, to: colTo });
  };
  const shown = (next: MatrixWindow) => {
    const was = window.current;
    window.current = next;
    rows.current?.show(next);
    // The first of a scroll at once, the others when it pauses.
    if (was.rowTo === 0) want();
    clearTimeout(pause.current);
    pause.current = setTimeout(want, PAUSE_MS);
  };
  const { firstPx, edgePx, rowTotals, reveal, colFrom, colTo } = useMatrixWindow({
    box,
    ...{ rowCount, columnCount, rowPx, footPx, shown },
    rowTotals: props.rowTotals,
  });
  useEffect(() => () => clearTimeout(pause.current), []);

  const indexes = useMemo(
    () => Array.from({ length: Math.max(0, colTo - colFrom) }, (_, step) => colFrom + step),
    [colFrom, colTo],
  );
  // `version`: more heads may be known.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  const bands = useMemo(() => bandsOf(indexes, (index) => store.column(index)?.group), [indexes, store, version]);
  const oddColumns = useMemo(
    () =>
      new Set(
        bands
          .filter(({ odd }) => odd)
          .flatMap(({ from, count }) => Array.from({ length: count }, (_, step) => from + step)),
      ),
    [bands],
  );
  // `look`: the theme changed, or the letters have come.
  const painter = useRef<{ of: string; is: CellPainter } | null>(null);
  useLayoutEffect(() => {
    if (!body.current) return;
    const of = `${look} ${rowPx} ${rtl}`;
    if (painter.current?.of !== of) painter.current = { of, is: new CellPainter(body.current, rowPx, rtl) };
    const taken: RowsProps = {
      ...{ id, store, describe, active },
      painter: painter.current.is,
      odd: (column) => oddColumns.has(column),
      totals: rowTotals,
    };
    if (rows.current) rows.current.take(taken);
    else {
      rows.current = new MatrixRows(body.current, taken);
      rows.current.show(window.current);
    }
  }, [id, store, version, describe, active, look, rowPx, rtl, oddColumns, rowTotals]);
  useEffect(
    () => () => {
      rows.current?.end();
      rows.current = null;
    },
    [],
  );
  // Other data: what is in view is asked for although nobody scrolled.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  useEffect(want, [store]);

  const say = (place: Place): string => {
    const row = store.row(place.row);
    const column = store.column(place.column);
    return row && column ? describe(row, column, store.cell(place.row, place.column)) : '';
  };
  const open = (place: Place) => {
    const row = store.row(place.row);
    const column = store.column(place.column);
    if (row && column) onOpen({ row, column, cell: store.cell(place.row, place.column) });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      open(active);
      return;
    }
    if (event.key === 'Escape') return setHovered(null);
    const page = Math.max(1, Math.floor(((box.current?.clientHeight ?? 0) - HEAD_PX - footPx) / rowPx) - 1);
    const next = stepped(active, event.key, event.ctrlKey || event.metaKey, {
      rows: rowCount,
      columns: columnCount,
      page,
      rtl,
    });
    if (!next) return;
    event.preventDefault();
    setHovered(null);
    setActive(next);
    reveal(next);
  };
  const onMouse = (event: MouseEvent) => {
    const place = rows.current?.placeOf(event.target) ?? null;
    if (event.type === 'click' && place) {
      setActive(place);
      open(place);
    } else if (place && event.type === 'mouseover') {
      const at = (event.target as HTMLElement).getBoundingClientRect();
      setHovered({ place, x: at.x + at.width / 2, y: at.y });
    } else setHovered(null);
  };

  const width = firstPx + columnCount * COLUMN_PX + edgePx;
  const vars = {
    '--first': `${firstPx}px`,
    '--head': `${HEAD_PX}px`,
    '--row': `${rowPx}px`,
    '--col': `${COLUMN_PX}px`,
    // No taller than what it holds: a short list of people leaves no empty box below.
    blockSize: `min(${HEAD_PX + rowCount * rowPx + footPx + BAR_PX}px, max(${HEAD_PX + ROWS_SHOWN * ROW_SIZES.small + footPx + BAR_PX}px, ${props.height ?? '72vh'}))`,
  } as CSSProperties;
  return (
    <div className="kit-matrix">
      <div
        ref={box}
        className="kit-matrix-box"
        role="grid"
        tabIndex={0}
        aria-label={props.label ?? t('kit.matrix.label')}
        aria-rowcount={rowCount + 1}
        aria-colcount={columnCount + 1}
        aria-describedby={`${id}hint`}
        aria-activedescendant={cellId(id, active.row, active.column)}
        style={vars}
        onKeyDown={onKeyDown}
        onClick={onMouse}
        onMouseOver={onMouse}
        onMouseLeave={onMouse}
        onScroll={() => hovered && setHovered(null)}
      >
        <MatrixHeads
          corner={
            <>
              <RowSizeChooser />
              {props.corner}
            </>
          }
          bands={bands}
          indexes={indexes}
          odd={oddColumns}
          activeColumn={active.column}
          {...{ store, firstPx, width }}
          totals={rowTotals}
        />
        <div
          ref={body}
          className="kit-matrix-body"
          role="presentation"
          style={{ blockSize: rowCount * rowPx, inlineSize: width }}
        />
        {columnTotals && (
          <ColumnTotals
            totals={columnTotals}
            indexes={indexes}
            firstPx={firstPx}
            columnPx={COLUMN_PX}
            width={width}
            edgePx={edgePx}
          />
        )}
      </div>
      <div className="kit-matrix-foot">
        <span id={`${id}hint`} className="kit-faint">
          {t('kit.matrix.hint')}
        </span>
        <span className="kit-matrix-say" aria-live="polite">
          {say(active)}
        </span>
      </div>
      {Boolean(store.failure) && (
        <div className="kit-banner kit-banner-warning" role="alert">
          {t('kit.matrix.failed')}{' '}
          <button type="button" className="kit-link" onClick={want}>
            {t('kit.retry')}
          </button>
        </div>
      )}
      {hovered && store.cell(hovered.place.row, hovered.place.column) && say(hovered.place) && (
        <div className="kit-matrix-tip" role="tooltip" style={{ left: hovered.x, top: hovered.y }}>
          {say(hovered.place)}
        </div>
      )}
    </div>
  );
}
