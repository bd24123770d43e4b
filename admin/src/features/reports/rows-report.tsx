import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowsReport } from '@contract/report';
import type { RowsAnswer } from '@contract/report-answers';
import { usePageTitle } from '@/components/page-title';
import { http } from '@/api/http';
import { useScope } from '@/api/me';
import { reportOf, type ReportAnswer } from '@/report-kit/table/report-definition';
import { ReportTable } from '@/report-kit/table/report-table';
import { forReader, useExplained } from './address';
import { ExplainDrawer } from './explain/explain-drawer';

/** The page of a report of rows, from its definition: paged by the server, in its order. */
export function RowsReportPage({ report }: { report: RowsReport }) {
  const { t } = useTranslation();
  const scope = useScope();
  const explained = useExplained();
  const definition = useMemo(() => {
    const made = reportOf(report);
    return {
      ...made,
      filters: forReader(made.filters, scope),
      columns: made.columns.map((column) => ({ width: 104, priority: 2 as const, ...column })),
    };
  }, [report, scope]);
  usePageTitle(t(definition.titleKey));
  return (
    <>
      <ReportTable
        definition={definition}
        load={(query) => fetchRows(report, query)}
        {...(report.explains && {
          onOpen: (row) => explained.open({ staff_id: String(row.staff_id), skill_id: String(row.skill_id) }),
        })}
      />
      {report.explains && <ExplainDrawer cell={explained.cell} on={undefined} close={() => explained.open(null)} />}
    </>
  );
}

async function fetchRows({ path, count }: RowsReport, query: URLSearchParams): Promise<ReportAnswer> {
  const { data } = await http.get<RowsAnswer>(`/api/${path}?${query.toString()}`);
  const { facts } = data.definition;
  return {
    rows: data.rows,
    total: data.totals[count] ?? 0,
    window: {
      ...(data.from !== null && { fdate: data.from, opening: data.opening ?? '' }),
      tdate: data.on,
      days: String(facts.warn_days),
      time_zone: String(facts.time_zone ?? ''),
    },
  };
}
