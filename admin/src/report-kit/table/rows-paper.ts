import { PAGE_MAX } from '@contract/list-dialect';
import {
  REPORT_PAGE,
  reportQuery,
  type ReportAnswer,
  type ReportDefinition,
  type ReportLoader,
  type ReportRow,
  type ReportState,
} from './report-definition';
import type { Printable } from './use-printed';

/** So much is printed: some sixty pages. More is nobody's reading; a filter or the export finds it. */
export const PRINTED_ROWS = 2_000;

/** A report of rows as it comes on paper. */
export interface RowsPaper {
  readonly answer: ReportAnswer;
  readonly state: ReportState;
  /** From the `first` on, in the report's order. */
  readonly rows: readonly ReportRow[];
  /** The browser's own command prints the page that is shown. */
  readonly first: number;
}

/** How what is shown of a report comes on paper: all its rows, or the first two thousand. */
export function paperOf(
  definition: ReportDefinition,
  { answer, state }: { answer: ReportAnswer; state: ReportState },
  load: ReportLoader,
): Printable<RowsPaper> {
  const paper = (rows: readonly ReportRow[], first = 1): RowsPaper => ({ answer, state, rows, first });
  const known = answer.whole?.slice(0, PRINTED_ROWS);
  return {
    atOnce: () => (known ? paper(known) : paper(answer.rows, (state.page - 1) * REPORT_PAGE + 1)),
    whole: async () => {
      if (known) return paper(known);
      const most = answer.exact === false ? PRINTED_ROWS : Math.min(PRINTED_ROWS, answer.total);
      const rows: ReportRow[] = [];
      while (rows.length < most) {
        const to = Math.min(most, rows.length + PAGE_MAX);
        const more = (await load(reportQuery(definition, state, { from: rows.length, to }))).rows;
        if (more.length === 0) break;
        rows.push(...more);
      }
      return paper(rows);
    },
  };
}
