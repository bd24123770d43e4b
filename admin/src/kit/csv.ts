import { withoutMarks } from '@contract/bidi';

/** CSV as spreadsheets open it: UTF-8 with a byte order mark, CRLF, formulas neutralised (reports.md §4). Pure. */

const BYTE_ORDER_MARK = '\uFEFF';
/** As on the server: the full-width signs, too, which some spreadsheets read like the plain ones. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;

/**
 * One cell. A text that begins like a formula gets an apostrophe in front, or opening the file would run it; a number
 * (not a text that looks like one) stays a number.
 */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' ? value : String(value);
  const harmless = typeof value === 'number' ? text : text.replace(FORMULA, (sign) => `'${sign}`);
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

export function csvFile(heads: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const lines = [heads.map(withoutMarks), ...rows].map((cells) => cells.map(csvCell).join(','));
  return `${BYTE_ORDER_MARK}${lines.join('\r\n')}\r\n`;
}
