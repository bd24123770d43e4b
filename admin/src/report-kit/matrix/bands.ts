import { bandsOf } from './steps';

type Band = ReturnType<typeof bandsOf>[number];

/** The groups of a grid's columns: neighbours of one group are a band, every second band has another shade. */
export interface GroupBands {
  readonly all: readonly Band[];
  readonly isOdd: (column: number) => boolean;
}

/** Once for a content: every column asks for its shade in every frame in which it comes. */
export function groupBands(columnCount: number, groupOf: (column: number) => string | undefined): GroupBands {
  const all = bandsOf(
    Array.from({ length: columnCount }, (_, column) => column),
    groupOf,
  );
  const odd = all.flatMap((band) => Array.from({ length: band.count }, () => band.odd));
  return { all, isOdd: (column) => odd[column] ?? false };
}
