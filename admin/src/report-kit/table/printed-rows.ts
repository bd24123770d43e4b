import { PAGE_MAX } from '@contract/list-dialect';
import {
  REPORT_PAGE_SIZE,
  reportQuery,
  type ReportAnswer,
  type ReportTableDefinition,
  type ReportLoader,
  type ReportRow,
  type ReportState,
} from './report-table-definition';
import type { Printable } from './use-print';

/** Limit of printed rows, about sixty pages. */
export const PRINTED_ROWS = 2_000;

/** The printed part of a report. */
export interface PrintedRows {
  readonly answer: ReportAnswer;
  readonly state: ReportState;
  /** In the report's order, starting at number `first`. */
  readonly rows: readonly ReportRow[];
  /** The browser's print command prints only the current page. */
  readonly first: number;
}

/** Prepares printing of all rows of a report, up to the limit. */
export function toPrintable(
  definition: ReportTableDefinition,
  { answer, state }: { answer: ReportAnswer; state: ReportState },
  load: ReportLoader,
): Printable<PrintedRows> {
  const toPrintedRows = (rows: readonly ReportRow[], first = 1): PrintedRows => ({ answer, state, rows, first });
  const knownRows = answer.whole?.slice(0, PRINTED_ROWS);
  return {
    immediate: () =>
      knownRows ? toPrintedRows(knownRows) : toPrintedRows(answer.rows, (state.page - 1) * REPORT_PAGE_SIZE + 1),
    complete: async () => {
      if (knownRows) return toPrintedRows(knownRows);
      const limit = answer.exact === false ? PRINTED_ROWS : Math.min(PRINTED_ROWS, answer.total);
      const rows: ReportRow[] = [];
      while (rows.length < limit) {
        const to = Math.min(limit, rows.length + PAGE_MAX);
        const nextRows = (await load(reportQuery(definition, state, { from: rows.length, to }))).rows;
        if (nextRows.length === 0) break;
        rows.push(...nextRows);
      }
      return toPrintedRows(rows);
    },
  };
}
