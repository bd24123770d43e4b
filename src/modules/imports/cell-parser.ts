import { toAsciiDigits } from '../../contract/digits';
import type { Field } from '../../contract/fields';
import type { DateOrder } from '../../contract/imports';
import type { FieldErrorCode } from '../../contract/field-errors';
import { isDay } from '../../common/calendar';
import { isFormula } from '../../common/documents/table';
import { normalizeLabel } from './import-labels';

/** How the dates of one column are read. */
export interface DateFormat {
  /** null: unknown. */
  readonly order: DateOrder | null;
  /** Chosen by the person who imports, not recognised from the column. */
  readonly isChosen: boolean;
}
type ParsedCell = { readonly value: unknown } | { readonly errorCode: FieldErrorCode };

const NUMERIC_DAY = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})\.?$/;

/** Trims the cell and removes the apostrophe that exports write before formulas. */
function cleanCell(cell: string): string {
  const text = cell.replace(/^[\s\u00a0\ufeff]+|[\s\u00a0]+$/g, '');
  return text.startsWith("'") && isFormula(text.slice(1)) ? text.slice(1) : text;
}

/** Parses a cell. An empty cell is null; a reference stays as written. */
export function parseCell(
  field: Field,
  cell: string,
  labels: ReadonlyMap<string, unknown> | undefined,
  format: DateFormat,
): ParsedCell {
  const text = cleanCell(cell);
  if (text === '') return { value: null };
  switch (field.kind) {
    case 'whole':
    case 'money':
    case 'level':
      return parseInteger(toAsciiDigits(text));
    case 'day':
      return parseDay(toAsciiDigits(text), format);
    case 'flag':
    case 'choice': {
      const value = labels?.get(normalizeLabel(text));
      const errorCode = field.kind === 'flag' ? 'yes_or_no' : 'choice';
      return value === undefined ? { errorCode } : { value };
    }
    default:
      return { value: text };
  }
}

/** Accepts `12`, `1 200`, `12,0`, `12.00`; refuses the ambiguous `1.200`. */
function parseInteger(text: string): ParsedCell {
  const digits = text.replace(/[\s\u00a0\u202f'’٬]/g, '').replace(/^([+-]?\d+)[.,٫]0{1,2}$/, '$1');
  return /^[+-]?\d{1,15}$/.test(digits) ? { value: Number(digits) } : { errorCode: 'whole' };
}

/** Dots mean day first. Two-digit years need a certain order; 00–49 means 2000–2049. */
function parseDay(text: string, { order, isChosen }: DateFormat): ParsedCell {
  const date = text.replace(/[T ]00:00(:00(\.0+)?)?Z?$/, '');
  if (isDay(date)) return { value: date };
  const [, a = '', separator, b = '', c = ''] = NUMERIC_DAY.exec(date) ?? [];
  if (a.length === 4) return toDay(a, b, c);
  if (a.length > 2 || (c.length !== 4 && c.length !== 2)) return { errorCode: 'day' };
  const effectiveOrder = isChosen || separator !== '.' ? order : 'day_first';
  if (effectiveOrder === null || (c.length === 2 && separator !== '.' && !isChosen))
    return { errorCode: 'day_ambiguous' };
  const year = c.length === 4 ? c : `${Number(c) < 50 ? '20' : '19'}${c}`;
  return effectiveOrder === 'day_first' ? toDay(year, b, a) : toDay(year, a, b);
}

function toDay(year: string, month: string, day: string): ParsedCell {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(text) ? { value: text } : { errorCode: 'day' };
}

/** The order recognised from all dates of a column: 13/02 is day first, 02/13 month first; null: unknown or mixed. */
export function detectDateOrder(cells: Iterable<string>): DateOrder | null {
  let order: DateOrder | null = null;
  for (const cell of cells) {
    const [, a, , b, c] = NUMERIC_DAY.exec(toAsciiDigits(cleanCell(cell))) ?? [];
    if (a === undefined || b === undefined || c?.length !== 4) continue;
    const cellOrder: DateOrder | null = Number(a) > 12 ? 'day_first' : Number(b) > 12 ? 'month_first' : null;
    if (cellOrder && order && cellOrder !== order) return null;
    order ??= cellOrder;
  }
  return order;
}
