import { findGroupBands } from './grid-navigation';

type Band = ReturnType<typeof findGroupBands>[number];

/** Column groups of a grid: neighbouring columns of one group form a band; every second band is shaded. */
export interface GroupBands {
  readonly all: readonly Band[];
  readonly isOdd: (column: number) => boolean;
}

/** Computed once per content, because every painted column needs its shade. */
export function buildGroupBands(columnCount: number, groupOf: (column: number) => string | undefined): GroupBands {
  const all = findGroupBands(
    Array.from({ length: columnCount }, (_, column) => column),
    groupOf,
  );
  const odd = all.flatMap((band) => Array.from({ length: band.count }, () => band.odd));
  return { all, isOdd: (column) => odd[column] ?? false };
}
