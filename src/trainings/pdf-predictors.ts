import { expected, LAST_FILTER } from '../platform/png-filter';
import { Unfollowed, type Value } from './pdf-notation';

/** PNG's predictors (§7.4.4.4): rows that say how they differ from the one above. */
export function unpredicted(data: Buffer, how: Value | undefined): Buffer {
  if (!(how instanceof Map)) return data;
  const predictor = how.get('Predictor') ?? 1;
  const columns = how.get('Columns') ?? 1;
  if (typeof predictor !== 'number' || typeof columns !== 'number' || columns < 1 || columns > 64)
    throw new Unfollowed();
  if (predictor < 10) {
    if (predictor === 1) return data;
    throw new Unfollowed();
  }
  const rows = Math.floor(data.length / (columns + 1));
  const out = Buffer.alloc(rows * columns);
  for (let row = 0; row < rows; row++) {
    const filter = data[row * (columns + 1)]!;
    if (filter > LAST_FILTER) throw new Unfollowed();
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      const left = column > 0 ? out[at - 1]! : 0;
      const up = row > 0 ? out[at - columns]! : 0;
      const corner = row > 0 && column > 0 ? out[at - columns - 1]! : 0;
      out[at] = (data[row * (columns + 1) + 1 + column]! + expected(filter, left, up, corner)) & 0xff;
    }
  }
  return out;
}
