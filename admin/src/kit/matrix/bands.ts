import type { GridContent, MatrixWindow } from './grid-content';
import { bandsOf, isOddGroup } from './steps';

type Bands = ReturnType<typeof bandsOf>;

/** The groups of the columns in view. */
export function bandsIn(
  window: Pick<MatrixWindow, 'colFrom' | 'colTo'>,
  content: Pick<GridContent<unknown>, 'column'>,
): Bands {
  const { colFrom, colTo } = window;
  const groupOf = (index: number) => content.column(index)?.group;
  const columns = Array.from({ length: Math.max(0, colTo - colFrom) }, (_, step) => colFrom + step);
  return bandsOf(columns, groupOf, isOddGroup(colFrom, groupOf));
}

/** The columns of every second group. */
export const oddOf = (bands: Bands): ReadonlySet<number> =>
  new Set(
    bands.flatMap(({ odd, from, count }) => (odd ? Array.from({ length: count }, (_, step) => from + step) : [])),
  );
