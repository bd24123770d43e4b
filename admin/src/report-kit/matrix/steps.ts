/** Where a key takes the active cell. Pure. Row −1 is the header, column −1 the frozen first column. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

export interface Extent {
  readonly rows: number;
  readonly columns: number;
  /** Rows that PageUp and PageDown jump. */
  readonly page: number;
  readonly rtl: boolean;
}

/** Null: the key is not the grid's. Arrows follow the eye: in Arabic, right goes back. */
export function stepped(place: Place, key: string, wide: boolean, extent: Extent): Place | null {
  const last = { row: extent.rows - 1, column: extent.columns - 1 };
  const forward = extent.rtl ? -1 : 1;
  const clamp = ({ row, column }: Place): Place => ({
    row: Math.min(last.row, Math.max(0, row)),
    column: Math.min(last.column, Math.max(0, column)),
  });
  switch (key) {
    case 'ArrowDown':
      return clamp({ ...place, row: wide ? last.row : place.row + 1 });
    case 'ArrowUp':
      return clamp({ ...place, row: wide ? 0 : place.row - 1 });
    case 'ArrowRight':
      return clamp({ ...place, column: place.column + forward });
    case 'ArrowLeft':
      return clamp({ ...place, column: place.column - forward });
    case 'Home':
      return clamp({ row: wide ? 0 : place.row, column: 0 });
    case 'End':
      return clamp({ row: wide ? last.row : place.row, column: last.column });
    case 'PageDown':
      return clamp({ ...place, row: place.row + extent.page });
    case 'PageUp':
      return clamp({ ...place, row: place.row - extent.page });
    default:
      return null;
  }
}

/** Neighbours of one group, as bands over their columns; every second one is odd, those without a group among them. */
export function bandsOf(
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
