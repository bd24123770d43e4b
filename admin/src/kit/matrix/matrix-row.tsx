import { memo, type CSSProperties } from 'react';
import { signed } from '../format';
import { CELL_LOOK } from '../status';
import { COLUMN_PX, ROW_PX } from './matrix-sizes';
import { RowTotals } from './matrix-totals';
import type { MatrixCell, MatrixHead, MatrixTotals } from './matrix-types';
import type { TileStore } from './tiles';

/** The id of a cell's element: what the grid says is active. */
export const cellId = (id: string, row: number, column: number) => `${id}${row}-${column}`;

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
  describe: (row: MatrixHead, column: MatrixHead, cell: MatrixCell | undefined) => string;
  totals: MatrixTotals | undefined;
}

/** One person and the rings of the columns in view; drawn anew only when something of it changed. */
export const MatrixRow = memo(function MatrixRow({
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

function textOf(cell: MatrixCell): string | number {
  if (cell.status === 'NONE' && !cell.change) return '';
  if (cell.status === 'NA') return CELL_LOOK.NA.glyph;
  return cell.text ?? cell.level ?? '';
}

const levels = (cell: MatrixCell) => ({ '--level': cell.level ?? 0, '--target': cell.target ?? 0 }) as CSSProperties;
