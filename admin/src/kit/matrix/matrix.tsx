import {
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import { useTranslation } from 'react-i18next';
import { MatrixHeads } from './matrix-heads';
import { cellId, MatrixRow } from './matrix-row';
import { COLUMN_PX, HEAD_PX, ROW_PX } from './matrix-sizes';
import { ColumnTotals, FOOT_PX } from './matrix-totals';
import type { MatrixCell, MatrixHead, MatrixLoader, MatrixTotals, OpenedCell } from './matrix-types';
import { bandsOf, stepped, type Place } from './steps';
import { TileStore } from './tiles';
import { useMatrixWindow } from './use-matrix-window';
import './matrix.css';

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
 * The matrix: people down, skills across, a ring in each cell. Both axes are virtual; a cell is one element that paints
 * its ring with gradients, so that 5,000 × 500 stays below 1,500 elements.
 */
export function Matrix(props: MatrixProps) {
  const { rowCount, columnCount, load, describe, onOpen } = props;
  const { t, i18n } = useTranslation();
  const rtl = i18n.dir() === 'rtl';
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const store = useMemo(() => new TileStore(load, rowCount, columnCount), [load, rowCount, columnCount]);
  const version = useSyncExternalStore(store.subscribe, store.getVersion);
  const [active, setActive] = useState<Place>({ row: 0, column: 0 });
  const [hovered, setHovered] = useState<{ place: Place; x: number; y: number } | null>(null);
  const { columnTotals } = props;
  const footPx = (columnTotals?.heads.length ?? 0) * FOOT_PX;
  const { firstPx, rowTotals, edgePx, rows, columns, shownRows, rowFrom, rowTo, colFrom, colTo } = useMatrixWindow({
    box,
    ...{ rowCount, columnCount, rtl, footPx },
    rowTotals: props.rowTotals,
  });

  useEffect(() => {
    if (rowTo > rowFrom && colTo > colFrom) store.want({ from: rowFrom, to: rowTo }, { from: colFrom, to: colTo });
  }, [store, version, rowFrom, rowTo, colFrom, colTo]);

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
    const page = Math.max(1, Math.floor(((box.current?.clientHeight ?? 0) - HEAD_PX - footPx) / ROW_PX) - 1);
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
    rows.scrollToIndex(next.row);
    columns.scrollToIndex(next.column);
  };
  const onMouse = (event: MouseEvent) => {
    const place = placeOf(event.target as HTMLElement);
    if (event.type === 'click' && place) {
      setActive(place);
      open(place);
    } else if (place && event.type === 'mouseover') {
      const at = (event.target as HTMLElement).getBoundingClientRect();
      setHovered({ place, x: at.x + at.width / 2, y: at.y });
    } else setHovered(null);
  };

  const indexes = Array.from({ length: Math.max(0, colTo - colFrom) }, (_, step) => colFrom + step);
  const bands = bandsOf(indexes, (index) => store.column(index)?.group);
  const oddColumns = new Set(
    bands
      .filter(({ odd }) => odd)
      .flatMap(({ from, count }) => Array.from({ length: count }, (_, step) => from + step)),
  );
  const width = firstPx + columnCount * COLUMN_PX + edgePx;
  const vars = {
    '--first': `${firstPx}px`,
    '--head': `${HEAD_PX}px`,
    '--row': `${ROW_PX}px`,
    '--col': `${COLUMN_PX}px`,
    // No taller than what it holds: a short list of people leaves no empty box below.
    blockSize: `min(${HEAD_PX + rowCount * ROW_PX + footPx + 18}px, ${props.height ?? '72vh'})`,
  } as CSSProperties;
  const activeShown = active.row >= rowFrom && active.row < rowTo && active.column >= colFrom && active.column < colTo;
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
        {...(activeShown && { 'aria-activedescendant': cellId(id, active.row, active.column) })}
        style={vars}
        onKeyDown={onKeyDown}
        onClick={onMouse}
        onMouseOver={onMouse}
        onMouseLeave={onMouse}
        onScroll={() => hovered && setHovered(null)}
      >
        <MatrixHeads
          corner={props.corner}
          bands={bands}
          indexes={indexes}
          odd={oddColumns}
          activeColumn={active.column}
          {...{ store, firstPx, width }}
          totals={rowTotals}
        />
        <div
          className="kit-matrix-body"
          role="presentation"
          style={{ blockSize: rowCount * ROW_PX, inlineSize: width }}
        >
          {shownRows.map(({ index }) => (
            <MatrixRow
              key={index}
              id={id}
              index={index}
              from={colFrom}
              to={colTo}
              firstPx={firstPx}
              store={store}
              version={version}
              activeColumn={index === active.row ? active.column : -1}
              odd={oddColumns}
              bandKey={bands.map(({ from, odd }) => `${from}${odd}`).join()}
              describe={describe}
              totals={rowTotals}
            />
          ))}
        </div>
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
          <button
            type="button"
            className="kit-link"
            onClick={() => store.want({ from: rowFrom, to: rowTo }, { from: colFrom, to: colTo })}
          >
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

function placeOf(element: HTMLElement): Place | null {
  const { row, column } = element.dataset;
  return row === undefined || column === undefined ? null : { row: Number(row), column: Number(column) };
}
