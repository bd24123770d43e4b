import i18next from 'i18next';
import type { QueryClient } from '@tanstack/react-query';
import type { ReportHead, RowsAnswer } from '@contract/report-answers';
import { http } from '@/api/http';
import { apiKey } from '@/api/query-keys';
import type { ReportAnswer, ReportRow } from '@/report-kit/table/report-definition';
import type { ReportLoader } from '@/report-kit/table/report-definition';
import { inOrder } from '@/components/format';

/** What the kit's table shows, with all rows and the report's own totals beside it. */
export interface RowsReport extends ReportAnswer {
  readonly all: readonly ReportRow[];
  readonly figures: Readonly<Record<string, number | null>>;
  readonly definition: ReportHead;
  readonly forecast: boolean;
}

const PAGING = ['_start', '_end', '_sort', '_order'];
const FRESH_MS = 15_000;

/**
 * These reports answer all their rows at once: they are fetched once for the filters chosen, and sorted and paged here.
 * Without an order of the reader's the server's stands.
 */
export function rowsLoader(path: string, client: QueryClient): ReportLoader {
  return async (query) => {
    const asked = new URLSearchParams(query);
    for (const name of PAGING) asked.delete(name);
    const answer = await client.fetchQuery({
      queryKey: apiKey(path, asked),
      queryFn: async () => (await http.get<RowsAnswer>(`/api/${path}?${asked.toString()}`)).data,
      staleTime: FRESH_MS,
    });
    const rows = sorted(answer.rows, query.get('_sort'), query.get('_order') === 'desc');
    const report: RowsReport = {
      rows: rows.slice(Number(query.get('_start') ?? 0), Number(query.get('_end') ?? rows.length)),
      whole: rows,
      total: rows.length,
      window: {
        fdate: answer.from ?? '',
        tdate: answer.on,
        opening: answer.opening ?? '',
        time_zone: String(answer.definition.facts.time_zone ?? ''),
      },
      all: answer.rows,
      figures: answer.totals,
      definition: answer.definition,
      forecast: answer.forecast,
    };
    return report;
  };
}

/** What is not known comes last, whichever way the order runs. Pure. */
function sorted(rows: readonly ReportRow[], field: string | null, descending: boolean): readonly ReportRow[] {
  if (!field) return rows;
  const sign = descending ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [one, other] = [a[field], b[field]];
    if (one === other) return 0;
    if (one === null || one === undefined) return 1;
    if (other === null || other === undefined) return -1;
    if (typeof one === 'number' && typeof other === 'number') return sign * (one - other);
    return sign * inOrder(i18next.language)(String(one), String(other));
  });
}
