import i18next from 'i18next';
import type { QueryClient } from '@tanstack/react-query';
import type { ReportDefinitionResponse, RowsReportResponse } from '@contract/report.responses';
import { http } from '@/api/http';
import { apiKey } from '@/api/query-keys';
import type { ReportAnswer, ReportRow } from '@/report-kit/table/report-table-definition';
import type { ReportLoader } from '@/report-kit/table/report-table-definition';
import { nameComparator } from '@/components/format';

/** A page for the report table, plus all rows and the report's totals. */
export interface LoadedRowsReport extends ReportAnswer {
  readonly allRows: readonly ReportRow[];
  readonly figures: Readonly<Record<string, number | null>>;
  readonly definition: ReportDefinitionResponse;
  readonly forecast: boolean;
}

const PAGING_PARAMS = ['_start', '_end', '_sort', '_order'];
const STALE_AFTER_MS = 15_000;

/**
 * Loads reports that return all rows at once: fetches once per set of filters, then sorts and pages in the browser.
 * Without a chosen sort the server's order is kept.
 */
export function createRowsLoader(path: string, client: QueryClient): ReportLoader {
  return async (query) => {
    const filterQuery = new URLSearchParams(query);
    for (const name of PAGING_PARAMS) filterQuery.delete(name);
    const answer = await client.fetchQuery({
      queryKey: apiKey(path, filterQuery),
      queryFn: async () => (await http.get<RowsReportResponse>(`/api/${path}?${filterQuery.toString()}`)).data,
      staleTime: STALE_AFTER_MS,
    });
    const rows = sortRows(answer.rows, query.get('_sort'), query.get('_order') === 'desc');
    const report: LoadedRowsReport = {
      rows: rows.slice(Number(query.get('_start') ?? 0), Number(query.get('_end') ?? rows.length)),
      whole: rows,
      total: rows.length,
      window: {
        fdate: answer.from ?? '',
        tdate: answer.on,
        opening: answer.opening ?? '',
        time_zone: String(answer.definition.facts.time_zone ?? ''),
      },
      allRows: answer.rows,
      figures: answer.totals,
      definition: answer.definition,
      forecast: answer.forecast,
    };
    return report;
  };
}

/** Sorts missing values last in both directions. */
function sortRows(rows: readonly ReportRow[], field: string | null, descending: boolean): readonly ReportRow[] {
  if (!field) return rows;
  const sign = descending ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [one, other] = [a[field], b[field]];
    if (one === other) return 0;
    if (one === null || one === undefined) return 1;
    if (other === null || other === undefined) return -1;
    if (typeof one === 'number' && typeof other === 'number') return sign * (one - other);
    return sign * nameComparator(i18next.language)(String(one), String(other));
  });
}
