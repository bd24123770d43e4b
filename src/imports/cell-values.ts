import { toAsciiDigits } from '../contract/digits';
import type { Field } from '../contract/fields';
import type { DateOrder } from '../contract/imports';
import type { FieldErrorCode } from '../contract/field-errors';
import { isDay } from '../platform/calendar';
import { isFormula } from '../platform/documents/table';
import { folded } from './import-words';

/** How the dates of one column are read. */
export interface DateFormat {
  /** null: unknown. */
  readonly order: DateOrder | null;
  /** Chosen by the person who imports, not recognised from the column. */
  readonly isChosen: boolean;
}
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
  format: DateFormat,
): Read {
  const text = plainCell(cell);
  if (text === '') return { value: null };
  switch (field.kind) {
    case 'whole':
    case 'money':
    case 'level':
      return wholeOf(toAsciiDigits(text));
    case 'day':
      return dayOf(toAsciiDigits(text), format);
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

/** Dots mean day first. Two digits of a year are read only where the order is certain: 00–49 are 2000–2049. */
function dayOf(text: string, { order, isChosen }: DateFormat): Read {
  const bare = text.replace(/[T ]00:00(:00(\.0+)?)?Z?$/, '');
  if (isDay(bare)) return { value: bare };
  const [, a = '', sign, b = '', c = ''] = NUMERIC_DAY.exec(bare) ?? [];
  if (a.length === 4) return dayIn(a, b, c);
  if (a.length > 2 || (c.length !== 4 && c.length !== 2)) return { refused: 'day' };
  const inOrder = isChosen || sign !== '.' ? order : 'day_first';
  if (inOrder === null || (c.length === 2 && sign !== '.' && !isChosen)) return { refused: 'day_ambiguous' };
  const year = c.length === 4 ? c : `${Number(c) < 50 ? '20' : '19'}${c}`;
  return inOrder === 'day_first' ? dayIn(year, b, a) : dayIn(year, a, b);
}

function dayIn(year: string, month: string, day: string): Read {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(text) ? { value: text } : { refused: 'day' };
}

/** The order recognised from all dates of a column: 13/02 is day first, 02/13 month first; null: unknown or mixed. */
export function dateOrderOf(cells: Iterable<string>): DateOrder | null {
  let order: DateOrder | null = null;
  for (const cell of cells) {
    const [, a, , b, c] = NUMERIC_DAY.exec(toAsciiDigits(plainCell(cell))) ?? [];
    if (a === undefined || b === undefined || c?.length !== 4) continue;
    const cellOrder: DateOrder | null = Number(a) > 12 ? 'day_first' : Number(b) > 12 ? 'month_first' : null;
    if (cellOrder && order && cellOrder !== order) return null;
    order ??= cellOrder;
  }
  return order;
}
