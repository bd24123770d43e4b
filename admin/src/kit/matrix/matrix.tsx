import {
  memo,
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
import { useVirtualizer } from '@tanstack/react-virtual';
import { useTranslation } from 'react-i18next';
import { CELL_LOOK, CELL_STATUSES } from '../status';
import type { MatrixCell, MatrixHead, MatrixLoader, MatrixTotals, OpenedCell } from './matrix-types';
import { ColumnTotals, EdgeHeads, EDGE_PX, FOOT_PX, RowTotals } from './matrix-totals';
import { bandsOf, stepped, type Place } from './steps';
import { TileStore } from './tiles';
import './matrix.css';

const ROW_PX = 40;
const COLUMN_PX = 48;
const FIRST_PX = 216;
const FIRST_NARROW_PX = 136;
const HEAD_PX = 172;
const COLUMN_STEP = 4;

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
  const narrow = useWidth(box) < 640;
  const firstPx = narrow ? FIRST_NARROW_PX : FIRST_PX;
  const rowTotals = narrow ? undefined : props.rowTotals;
  const { columnTotals } = props;
  const edgePx = (rowTotals?.heads.length ?? 0) * EDGE_PX;
  const footPx = (columnTotals?.heads.length ?? 0) * FOOT_PX;

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
  const shownRows = rows.getVirtualItems();
  const shownColumns = columns.getVirtualItems();
  const rowFrom = shownRows[0]?.index ?? 0;

  const rowTo = (shownRows.at(-1)?.index ?? -1) + 1;
  // In steps, so that a sideways scroll does not render every row anew with every column it passes.
  const colFrom = Math.floor((shownColumns[0]?.index ?? 0) / COLUMN_STEP) * COLUMN_STEP;
  const colTo = Math.min(columnCount, Math.ceil(((shownColumns.at(-1)?.index ?? -1) + 1) / COLUMN_STEP) * COLUMN_STEP);

  useEffect(() => {
    if (rowTo > rowFrom && colTo > colFrom) store.want({ from: rowFrom, to: rowTo }, { from: colFrom, to: colTo });
  }, [store, version, rowFrom, rowTo, colFrom, colTo]);
  // The language may have turned the reading direction: positions are measured anew.
  useEffect(() => columns.measure(), [columns, rtl, firstPx]);

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
        <div className="kit-matrix-head" role="row" aria-rowindex={1} style={{ inlineSize: width }}>
          <div className="kit-matrix-corner" role="columnheader" aria-colindex={1}>
            {props.corner}
          </div>
          {bands.map(({ group, from, count, odd }) =>
            group === undefined ? null : (
              // Decoration: each column's head says its group as well.
              <div
                key={`${group}${from}`}
                className={odd ? 'kit-matrix-band odd' : 'kit-matrix-band'}
                aria-hidden="true"
                style={{ insetInlineStart: firstPx + from * COLUMN_PX, inlineSize: count * COLUMN_PX }}
              >
                {group}
              </div>
            ),
          )}
          {indexes.map((index) => {
            const head = store.column(index);
            return (
              <div
                key={index}
                role="columnheader"
                aria-colindex={index + 2}
                className={`kit-matrix-column${oddColumns.has(index) ? ' odd' : ''}${index === active.column ? ' current' : ''}`}
                style={{ insetInlineStart: firstPx + index * COLUMN_PX }}
                title={[head?.group, head?.label, head?.note].filter(Boolean).join(' · ')}
              >
                <span dir="auto">{head?.label ?? ''}</span>
              </div>
            );
          })}
          {rowTotals && <EdgeHeads totals={rowTotals} />}
        </div>
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

const cellId = (id: string, row: number, column: number) => `${id}${row}-${column}`;

function placeOf(element: HTMLElement): Place | null {
  const { row, column } = element.dataset;
  return row === undefined || column === undefined ? null : { row: Number(row), column: Number(column) };
}

interface RowProps {
  id: string;
  index: number;
  from: number;
  to: number;
  firstPx: number;
  store: TileStore;
  /** Changes when more of the store is known. */
  version: number;
  activeColumn: number;
  odd: ReadonlySet<number>;
  /** Stands for `odd` when rows are compared. */
  bandKey: string;
  describe: MatrixProps['describe'];
  totals: MatrixTotals | undefined;
}

const MatrixRow = memo(function MatrixRow({
  id,
  index,
  from,
  to,
  firstPx,
  store,
  activeColumn,
  odd,
  describe,
  totals,
}: RowProps) {
  const head = store.row(index);
  const cells = [];
  for (let column = from; column < to; column++) {
    const cell = store.cell(index, column);
    const columnHead = store.column(column);
    cells.push(
      <div
        key={column}
        id={cellId(id, index, column)}
        role="gridcell"
        aria-colindex={column + 2}
        // Only the active one is read out; making 400 sentences on every step of a scroll costs frames.
        aria-label={
          column === activeColumn && head && columnHead ? spoken(describe(head, columnHead, cell), cell) : undefined
        }
        data-row={index}
        data-column={column}
        className={classOf(cell, store.isLoaded(index, column), odd.has(column), column === activeColumn)}
        data-glyph={cell && cell.status !== 'NA' ? CELL_LOOK[cell.status].glyph : undefined}
        style={{ insetInlineStart: firstPx + column * COLUMN_PX, ...(cell && levels(cell)) }}
      >
        {cell ? textOf(cell) : ''}
        {cell?.change ? <i data-change={signed(cell.change)} /> : null}
      </div>,
    );
  }
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={activeColumn >= 0 ? 'kit-matrix-row current' : 'kit-matrix-row'}
      style={{ insetBlockStart: index * ROW_PX }}
    >
      <div
        role="rowheader"
        aria-colindex={1}
        className="kit-matrix-first"
        title={[head?.label, head?.note].filter(Boolean).join(' · ')}
      >
        <bdi>{head?.label ?? '…'}</bdi>
        {head?.note && <small>{head.note}</small>}
      </div>
      {cells}
      {totals && <RowTotals totals={totals} index={index} />}
    </div>
  );
}, sameRow);

function sameRow(a: RowProps, b: RowProps): boolean {
  return (
    a.index === b.index &&
    a.from === b.from &&
    a.to === b.to &&
    a.firstPx === b.firstPx &&
    a.store === b.store &&
    a.version === b.version &&
    a.activeColumn === b.activeColumn &&
    a.bandKey === b.bandKey &&
    a.describe === b.describe &&
    a.totals === b.totals
  );
}

function classOf(cell: MatrixCell | undefined, loaded: boolean, odd: boolean, active: boolean): string {
  const tone = cell ? ` kit-tone-${CELL_LOOK[cell.status].tone}` : '';
  const ring = cell && cell.status !== 'NA' && (cell.status !== 'NONE' || cell.change) ? ' ring' : '';
  const target = cell?.target ? ' target' : '';
  const change = cell?.change ? (cell.change > 0 ? ' up' : ' down') : '';
  return `kit-matrix-cell${tone}${ring}${target}${change}${loaded ? '' : ' loading'}${odd ? ' odd' : ''}${active ? ' active' : ''}`;
}

/** A name must hold the text that is seen (WCAG 2.5.3); a plain level is in the sentence already. */
function spoken(sentence: string, cell: MatrixCell | undefined): string {
  return cell?.text ? `${sentence} (${cell.text})` : sentence;
}

/** A true minus sign is as wide as the plus. */
export const signed = (change: number): string => (change > 0 ? `+${change}` : `−${-change}`);

function textOf(cell: MatrixCell): string | number {
  if (cell.status === 'NONE' && !cell.change) return '';
  if (cell.status === 'NA') return CELL_LOOK.NA.glyph;
  return cell.text ?? cell.level ?? '';
}

const levels = (cell: MatrixCell) => ({ '--level': cell.level ?? 0, '--target': cell.target ?? 0 }) as CSSProperties;

function useWidth(box: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(() => (typeof innerWidth === 'number' ? innerWidth : 1280));
  useEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [box]);
  return width;
}

/** What colours and glyphs mean, for beside or below the matrix. */
export function MatrixLegend() {
  const { t } = useTranslation();
  return (
    <ul className="kit-matrix-legend" aria-label={t('kit.matrix.legend')}>
      {CELL_STATUSES.filter((status) => status !== 'NONE').map((status) => (
        <li key={status} className={`kit-tone-${CELL_LOOK[status].tone}`}>
          <span aria-hidden="true">{CELL_LOOK[status].glyph}</span> {t(`kit.cell_status.${status}`)}
        </li>
      ))}
    </ul>
  );
}
