import { toAsciiDigits } from '../contract/digits';
import type { Field } from '../contract/fields';
import type { FieldErrorCode } from '../contract/field-errors';
import { isDay } from '../platform/calendar';
import { isFormula } from '../platform/documents/table';
import { folded } from './import-words';

/** In which order a column writes its days where that cannot be seen from one of them alone. */
export type DayOrder = 'day_first' | 'month_first' | null;
type Read = { readonly value: unknown } | { readonly refused: FieldErrorCode };

const NUMERIC_DAY = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})\.?$/;

/** An export writes an apostrophe before what would run as a formula; a spreadsheet's blanks and marks say nothing. */
function plainCell(cell: string): string {
  const text = cell.replace(/^[\s\u00a0\ufeff]+|[\s\u00a0]+$/g, '');
  return text.startsWith("'") && isFormula(text.slice(1)) ? text.slice(1) : text;
}

/** What a cell says of a field; an empty one empties it. A reference stays as it is written. */
export function valueOf(
  field: Field,
  cell: string,
  words: ReadonlyMap<string, unknown> | undefined,
  order: DayOrder,
): Read {
  const text = plainCell(cell);
  if (text === '') return { value: null };
  switch (field.kind) {
    case 'whole':
    case 'money':
    case 'level':
      return wholeOf(toAsciiDigits(text));
    case 'day': {
      const day = dayOf(toAsciiDigits(text), order);
      return day === null ? { refused: 'day' } : { value: day };
    }
    case 'flag':
    case 'choice': {
      const value = words?.get(folded(text));
      const refused = field.kind === 'flag' ? 'yes_or_no' : 'choice';
      return value === undefined ? { refused } : { value };
    }
    default:
      return { value: text };
  }
}

/** `12`, `1 200`, `12,0`, `12.00`; where `1.200` may be either nothing is guessed. */
function wholeOf(text: string): Read {
  const plain = text.replace(/[\s\u00a0\u202f'’٬]/g, '').replace(/^([+-]?\d+)[.,٫]0{1,2}$/, '$1');
  return /^[+-]?\d{1,15}$/.test(plain) ? { value: Number(plain) } : { refused: 'whole' };
}

/** null: no day, or one of two. */
function dayOf(text: string, order: DayOrder): string | null {
  const bare = text.replace(/[T ]00:00(:00(\.0+)?)?Z?$/, '');
  if (isDay(bare)) return bare;
  const [, a = '', sign, b = '', c = ''] = NUMERIC_DAY.exec(bare) ?? [];
  if (a.length === 4) return fitting(a, b, c);
  if (c.length !== 4) return null;
  if (sign === '.' || order === 'day_first') return fitting(c, b, a);
  return order === 'month_first' ? fitting(c, a, b) : null;
}

function fitting(year: string, month: string, day: string): string | null {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(text) ? text : null;
}

/** Seen from all days of a column: 13/02 begins with the day, 02/13 with the month. */
export function dayOrderOf(cells: Iterable<string>): DayOrder {
  let order: DayOrder = null;
  for (const cell of cells) {
    const [, a, , b, c] = NUMERIC_DAY.exec(toAsciiDigits(plainCell(cell))) ?? [];
    if (a === undefined || b === undefined || c?.length !== 4) continue;
    const seen: DayOrder = Number(a) > 12 ? 'day_first' : Number(b) > 12 ? 'month_first' : null;
    if (seen && order && seen !== order) return null;
    order ??= seen;
  }
  return order;
}
