import { memo } from 'react';
import type { Place } from '@/kit/matrix/steps';
import type { CellLook } from './cell-look';
import { isInside, type Block } from './grid-block';
import type { Holder } from './use-axes';

export const COLUMN_PX = 52;

/** One row of the grid. Scrolling keeps its properties as they are, so a row that stays in view is not rendered again. */
export const TargetRow = memo(function TargetRow(props: {
  id: string;
  row: number;
  holder: Holder | undefined;
  from: number;
  /** Exclusive. */
  to: number;
  firstPx: number;
  rowPx: number;
  look: (row: number, column: number) => CellLook;
  describe: (place: Place) => string;
  active: Place;
  block: Block;
}) {
  const { id, row, holder, from, to, firstPx, rowPx, look, describe, active, block } = props;
  const cells = [];
  for (let column = from; column < to; column++) {
    const cell = look(row, column);
    const isActive = row === active.row && column === active.column;
    const selected = isInside(block, row, column);
    cells.push(
      <div
        key={column}
        id={`${id}${row}-${column}`}
        role="gridcell"
        aria-colindex={column + 2}
        aria-selected={selected}
        aria-invalid={cell.error ? true : undefined}
        aria-label={describe({ row, column })}
        title={cell.error}
        data-row={row}
        data-column={column}
        data-level={cell.level ?? undefined}
        className={`tgt-cell${cell.className}${selected ? ' selected' : ''}${isActive ? ' active' : ''}`}
        style={{ insetInlineStart: firstPx + column * COLUMN_PX }}
      >
        {cell.text}
      </div>,
    );
  }
  return (
    <div
      role="row"
      aria-rowindex={row + 2}
      className={row >= block.top && row <= block.bottom ? 'kit-matrix-row current' : 'kit-matrix-row'}
      style={{ insetBlockStart: row * rowPx }}
    >
      <div role="rowheader" aria-colindex={1} className="kit-matrix-first" title={holder?.label}>
        <bdi>{holder?.label}</bdi>
        {holder?.note && <small>{holder.note}</small>}
      </div>
      {cells}
    </div>
  );
});
