/** A cell of a grid, and keyboard navigation between cells. */
export interface CellPosition {
  readonly row: number;
  readonly column: number;
}

export interface GridExtent {
  readonly rows: number;
  readonly columns: number;
  /** Rows per PageUp or PageDown. */
  readonly page: number;
  readonly rtl: boolean;
}

/** The next cell for a key; null if the key is not a navigation key. Arrows are visual: in Arabic, right moves back. */
export function moveCell(
  position: CellPosition,
  key: string,
  toEdge: boolean,
  extent: GridExtent,
): CellPosition | null {
  const last = { row: extent.rows - 1, column: extent.columns - 1 };
  const forward = extent.rtl ? -1 : 1;
  const clamp = ({ row, column }: CellPosition): CellPosition => ({
    row: Math.min(last.row, Math.max(0, row)),
    column: Math.min(last.column, Math.max(0, column)),
  });
  switch (key) {
    case 'ArrowDown':
      return clamp({ ...position, row: toEdge ? last.row : position.row + 1 });
    case 'ArrowUp':
      return clamp({ ...position, row: toEdge ? 0 : position.row - 1 });
    case 'ArrowRight':
      return clamp({ ...position, column: position.column + forward });
    case 'ArrowLeft':
      return clamp({ ...position, column: position.column - forward });
    case 'Home':
      return clamp({ row: toEdge ? 0 : position.row, column: 0 });
    case 'End':
      return clamp({ row: toEdge ? last.row : position.row, column: last.column });
    case 'PageDown':
      return clamp({ ...position, row: position.row + extent.page });
    case 'PageUp':
      return clamp({ ...position, row: position.row - extent.page });
    default:
      return null;
  }
}

/** Groups neighbouring columns into bands; every second band is odd, including those without a group. */
export function findGroupBands(
  indexes: readonly number[],
  groupOf: (index: number) => string | undefined,
): { group: string | undefined; from: number; count: number; odd: boolean }[] {
  const bands: { group: string | undefined; from: number; count: number; odd: boolean }[] = [];
  for (const index of indexes) {
    const group = groupOf(index);
    const last = bands.at(-1);
    if (last && last.group === group && last.from + last.count === index) last.count++;
    else bands.push({ group, from: index, count: 1, odd: last ? !last.odd : false });
  }
  return bands;
}
