import type { Field, Fields } from './fields';
import type { ResourceDefinition } from './resource';

export const LIST_FORMATS = ['csv', 'xlsx'] as const;
export const REPORT_FORMATS = [...LIST_FORMATS, 'pdf'] as const;
export type ExportFormat = (typeof REPORT_FORMATS)[number];

/** A report too long for one document is a ZIP of several. */
export const EXPORT_CONTENT_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
  zip: 'application/zip',
} as const satisfies Readonly<Record<ExportFormat | 'zip', string>>;
export const JOB_FILE_CONTENT_TYPES: readonly string[] = [
  'text/csv',
  EXPORT_CONTENT_TYPES.xlsx,
  EXPORT_CONTENT_TYPES.pdf,
  EXPORT_CONTENT_TYPES.zip,
];

/** Description of the parameter `csv_for`, shared by all exports. */
export const CSV_FOR_DESCRIPTION =
  'For CSV: spreadsheet format of this language, with its separators and decimals, and times in the organisation’s time zone, named in the headings. If omitted: for programs, with commas, decimal points and ISO 8601 with offset.';

/** Larger exports run as a background job, since they take a second or more. */
export const SYNC_EXPORT_LIMITS = { rows: 10_000, cells: 250_000 } as const;

/** Fields exported if no columns are chosen: those a list can show, in the definition's order. */
export const defaultExportFields = ({ fields }: ResourceDefinition<Fields>): string[] =>
  Object.keys(fields).filter((name) => fields[name]!.list !== 'never');

/** Fields that can be chosen, including those no list shows. The row's own id is not exported. */
export const exportableFields = ({ fields }: ResourceDefinition<Fields>): string[] =>
  Object.keys(fields).filter((name) => fields[name]!.kind !== 'id');

/** References are exported as a name for people and as an id for a re-import. */
export const hasIdColumn = ({ kind }: Field): boolean => kind === 'ref' || kind === 'refMany';
