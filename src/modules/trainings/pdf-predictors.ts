import { predictPngByte, MAX_PNG_FILTER } from '../../common/png-filter';
import { PdfParseError, type PdfValue } from './pdf-parser';

/** PNG predictors (§7.4.4.4): rows are stored as differences. */
export function decodePredictor(data: Buffer, parameters: PdfValue | undefined): Buffer {
  if (!(parameters instanceof Map)) return data;
  const predictor = parameters.get('Predictor') ?? 1;
  const columns = parameters.get('Columns') ?? 1;
  if (typeof predictor !== 'number' || typeof columns !== 'number' || columns < 1 || columns > 64)
    throw new PdfParseError();
  if (predictor < 10) {
    if (predictor === 1) return data;
    throw new PdfParseError();
  }
  const rows = Math.floor(data.length / (columns + 1));
  const decoded = Buffer.alloc(rows * columns);
  for (let row = 0; row < rows; row++) {
    const filter = data[row * (columns + 1)]!;
    if (filter > MAX_PNG_FILTER) throw new PdfParseError();
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      const leftByte = column > 0 ? decoded[at - 1]! : 0;
      const up = row > 0 ? decoded[at - columns]! : 0;
      const corner = row > 0 && column > 0 ? decoded[at - columns - 1]! : 0;
      decoded[at] = (data[row * (columns + 1) + 1 + column]! + predictPngByte(filter, leftByte, up, corner)) & 0xff;
    }
  }
  return decoded;
}
