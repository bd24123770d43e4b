import type { Language } from '../../contract/languages';

/** What a table file is made of, whatever its format; in words already. */
export type CellKind = 'text' | 'number' | 'percent' | 'money' | 'day' | 'instant';
/** What stands behind a status; the sheet and the page paint it, and the word says it as well. */
export type Tint = 'good' | 'note' | 'warn' | 'bad' | 'mute';
interface Tinted {
  readonly value: Plain;
  readonly tint: Tint;
}
/** Days and instants as they are in an answer (`2025-03-01`, UTC in ISO 8601); money in units of its currency. */
export type Plain = string | number | null;
export type Cell = Plain | Tinted;

export interface Column {
  readonly head: string;
  readonly kind: CellKind;
  /** Characters. */
  readonly width?: number;
  /** An id: there for whoever imports the file again, folded away for whoever reads it. */
  readonly isFolded?: boolean;
}

/** What a document says of itself: customer, question, days, zone, made when and by whom. */
export type Fact = readonly [label: string, value: string];

export interface Table {
  readonly title: string;
  readonly columns: readonly Column[];
  /** What stays in sight while the rest is scrolled. */
  readonly frozen?: number;
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly time_zone: string;
  /** Of a CSV: the language of the spreadsheet that opens it; left out: programs read it. */
  readonly csv_for?: Language | undefined;
  /** What the second sheet is called. */
  readonly about: string;
  readonly facts: readonly Fact[];
  /** Below each page of a document. */
  readonly pageOf: (page: number, pages: number) => string;
}

/** Some rows at a time, each with a cell for each column. */
export type Parts = AsyncIterable<readonly (readonly Cell[])[]>;
export type Pieces = AsyncIterable<string | Uint8Array>;

/** What a column is called where its instants are on the zone's clock: a local time says nothing of its zone. */
export const headIn = ({ head, kind }: Column, time_zone: string): string =>
  kind === 'instant' ? `${head} (${time_zone})` : head;

export const plainOf = (cell: Cell): Plain => (cell !== null && typeof cell === 'object' ? cell.value : cell);

/** The background of a status; dark letters on each have a contrast of more than 10 to 1. */
export const TINTS: Readonly<Record<Tint, string>> = {
  good: 'D9F2D0',
  note: 'DCE9F9',
  warn: 'FFE9C2',
  bad: 'FBD9D7',
  mute: 'ECECEC',
};

/** What begins like this runs as a formula in a spreadsheet (contract.md, Bounds); the full-width signs in some, too. */
export const isFormula = (text: string): boolean => /^[=+\-@\t\r＝＋－＠]/.test(text);
