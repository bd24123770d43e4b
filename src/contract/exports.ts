import type { Field, Fields } from './fields';
import type { ResourceDefinition } from './resource';

/** What a list is taken along as; a report as a document, too. */
export const LIST_FORMATS = ['csv', 'xlsx'] as const;
export const REPORT_FORMATS = [...LIST_FORMATS, 'pdf'] as const;
export type ExportFormat = (typeof REPORT_FORMATS)[number];

/** What a file is; of a report as a document too large for one, a ZIP of several. */
export const FILE_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
  zip: 'application/zip',
} as const satisfies Readonly<Record<ExportFormat | 'zip', string>>;
export const MADE_TYPES: readonly string[] = ['text/csv', FILE_TYPES.xlsx, FILE_TYPES.pdf, FILE_TYPES.zip];

/** What the parameter `csv_for` means, wherever a CSV is asked for. */
export const CSV_FOR_DESCRIPTION =
  'For CSV: spreadsheet format of this language, with its separators and decimals, and times in the organisation’s time zone, named in the headings. If omitted: for programs, with commas, decimal points and ISO 8601 with offset.';

/** Beyond so many rows, or cells, a file is a job: it takes a second or more to be made. */
export const AT_ONCE = { rows: 10_000, cells: 250_000 } as const;

/** Fields that an export has when no columns are chosen: what a list may show, in the definition's order. */
export const exportedFields = ({ fields }: ResourceDefinition<Fields>): string[] =>
  Object.keys(fields).filter((name) => fields[name]!.list !== 'never');

/** What may be chosen: also what no list shows (descriptions, addresses); ids of the row itself stay inside. */
export const exportableFields = ({ fields }: ResourceDefinition<Fields>): string[] =>
  Object.keys(fields).filter((name) => fields[name]!.kind !== 'id');

/** A reference is a name for who reads it, and an id for who reads it in again. */
export const hasIdBeside = ({ kind }: Field): boolean => kind === 'ref' || kind === 'refMany';
