import type { ResponseSchema } from './response-schema';
import { rowsReportSchema } from './report.responses';
import type { ReportColumn, ReportDefinition } from './reports';

/**
 * Definition of a report of rows. Its URL, query parameters, OpenAPI schema, response type, screen and export are
 * derived from it; a service provides the rows (docs/architecture.md).
 */
export interface RowsReport<A = unknown> extends ReportDefinition {
  /** Operation id: `reports_<operation>`. */
  readonly operation: string;
  /** Summary in the API document. */
  readonly operationSummary: string;
  /** English definition with `{on}`, `{from}`, `{opening}`, `{warn_days}` (docs/skill-levels.md). */
  readonly definitionText: string;
  readonly answer: ResponseSchema<A>;
  /** Total that is the number of rows. */
  readonly count: string;
  /** Rows have `staff_id` and `skill_id`; opening one explains the level. */
  readonly explains?: boolean;
}
export type ReportRowOf<D> = D extends RowsReport<{ rows: readonly (infer R)[] }> ? R : never;
export type ReportTotalsOf<D> = D extends RowsReport<{ totals: infer T }> ? T : never;

interface RowsReportOptions<N extends string, R, T> {
  readonly name: N;
  readonly operation: string;
  readonly operationSummary: string;
  readonly definitionText: string;
  readonly row: ResponseSchema<R>;
  readonly totals: ResponseSchema<T>;
  readonly count: keyof T & string;
  readonly columns: readonly (ReportColumn & { readonly name: keyof R & string })[];
  readonly filters: ReportDefinition['filters'];
  readonly explains?: boolean;
}

/** Paged, in the order of the service. */
export const report = <const N extends string, R, T>({ row, totals, ...options }: RowsReportOptions<N, R, T>) => ({
  ...options,
  path: `reports/${options.name}`,
  answer: rowsReportSchema(options.name, row, totals),
  sorts: [],
  default_sort: [],
});
