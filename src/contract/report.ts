import type { Answer } from './answer';
import { rowsAnswer } from './report-answers';
import type { ReportColumn, ReportDefinition } from './reports';

/**
 * A report of rows, said once: from it come its address, the keys of its query, the API document, its answer's type, its
 * screen and its export. The service behind it says which rows there are (README, "Add a report").
 */
export interface RowsReport<A = unknown> extends ReportDefinition {
  /** What the API document calls it: `reports_<operation>`. */
  readonly operation: string;
  /** The question that it answers, in the API document. */
  readonly question: string;
  /** What it counts and when, in English: `{on}`, `{from}`, `{opening}`, `{warn_days}` are filled in (domain.md, rule 7). */
  readonly says: string;
  readonly answer: Answer<A>;
  /** Which of its totals is the number of its rows. */
  readonly count: string;
  /** Its rows are of a person and a skill (`staff_id`, `skill_id`): one that is opened says why its level is so. */
  readonly explains?: boolean;
}
export type RowOf<D> = D extends RowsReport<{ rows: readonly (infer R)[] }> ? R : never;
export type TotalsOf<D> = D extends RowsReport<{ totals: infer T }> ? T : never;

interface Said<N extends string, R, T> {
  readonly name: N;
  readonly operation: string;
  readonly question: string;
  readonly says: string;
  readonly row: Answer<R>;
  readonly totals: Answer<T>;
  readonly count: keyof T & string;
  readonly columns: readonly (ReportColumn & { readonly name: keyof R & string })[];
  readonly filters: ReportDefinition['filters'];
  readonly explains?: boolean;
}

/** Sent part by part, in the order in which the service has them. */
export const report = <const N extends string, R, T>({ row, totals, ...said }: Said<N, R, T>) => ({
  ...said,
  path: `reports/${said.name}`,
  answer: rowsAnswer(said.name, row, totals),
  sorts: [],
  default_sort: [],
});
