import type { Language } from '../../contract/languages';

/** Decides number format and alignment. */
export type CellKind = 'text' | 'number' | 'percent' | 'money' | 'day' | 'instant';
/** Background color of a status cell in XLSX and PDF, in addition to its text. */
export type Tint = 'good' | 'note' | 'warn' | 'bad' | 'mute';
interface TintedCell {
  readonly value: CellValue;
  readonly tint: Tint;
}
/** Days and instants as in the API (`2025-03-01`, UTC in ISO 8601); money in major units of its currency. */
export type CellValue = string | number | null;
export type Cell = CellValue | TintedCell;

export interface Column {
  readonly head: string;
  readonly kind: CellKind;
  /** In characters. */
  readonly width?: number;
  /** An id column, needed for a later import but hidden from readers. */
  readonly isHidden?: boolean;
}

/** A line about the document: customer, filters, days, zone, creation time, author. */
export type Fact = readonly [label: string, value: string];

/** Input of the CSV, XLSX and PDF renderers; all texts are translated already. */
export interface Table {
  readonly title: string;
  readonly columns: readonly Column[];
  /** Number of leading columns that stay visible while scrolling. */
  readonly frozen?: number;
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly time_zone: string;
  /** CSV: language of the spreadsheet that opens the file; absent: for programs. */
  readonly csv_for?: Language | undefined;
  /** Name of the sheet with the facts. */
  readonly about: string;
  readonly facts: readonly Fact[];
  /** Footer of each PDF page. */
  readonly pageLabel: (page: number, pages: number) => string;
}

/** Batches of rows; each row has a cell per column. */
export type RowBatches = AsyncIterable<readonly (readonly Cell[])[]>;
export type FileChunks = AsyncIterable<string | Uint8Array>;

/** The column head; for instants in local time with the zone, which the values do not contain. */
export const headWithZone = ({ head, kind }: Column, time_zone: string): string =>
  kind === 'instant' ? `${head} (${time_zone})` : head;

export const cellValueOf = (cell: Cell): CellValue => (cell !== null && typeof cell === 'object' ? cell.value : cell);

/** RGB; dark text has a contrast above 10:1 on each of them. */
export const TINTS: Readonly<Record<Tint, string>> = {
  good: 'D9F2D0',
  note: 'DCE9F9',
  warn: 'FFE9C2',
  bad: 'FBD9D7',
  mute: 'ECECEC',
};

/** Text with such a first character runs as a formula in a spreadsheet; some also accept the full-width signs. */
export const isFormula = (text: string): boolean => /^[=+\-@\t\r＝＋－＠]/.test(text);
