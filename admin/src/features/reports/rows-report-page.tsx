import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowsReport } from '@contract/report';
import type { RowsReportResponse } from '@contract/report.responses';
import { usePageTitle } from '@/components/page-title';
import { http } from '@/api/http';
import { useVisibilityScope } from '@/api/account';
import { toReportDefinition, type ReportAnswer } from '@/report-kit/table/report-table-definition';
import { ReportTable } from '@/report-kit/table/report-table';
import { filtersForScope, useExplainedCell } from './report-url';
import { ExplainDrawer } from './explain/explain-drawer';

/** Report page with rows, built from the contract's definition; the server pages and sorts. */
export function RowsReportPage({ report }: { report: RowsReport }) {
  const { t } = useTranslation();
  const scope = useVisibilityScope();
  const explanation = useExplainedCell();
  const definition = useMemo(() => {
    const reportDefinition = toReportDefinition(report);
    return {
      ...reportDefinition,
      filters: filtersForScope(reportDefinition.filters, scope),
      columns: reportDefinition.columns.map((column) => ({ width: 104, priority: 2 as const, ...column })),
    };
  }, [report, scope]);
  usePageTitle(t(definition.titleKey));
  return (
    <>
      <ReportTable
        definition={definition}
        load={(query) => fetchRows(report, query)}
        {...(report.explains && {
          onOpen: (row) => explanation.open({ staff_id: String(row.staff_id), skill_id: String(row.skill_id) }),
        })}
      />
      {report.explains && <ExplainDrawer cell={explanation.cell} on={undefined} close={() => explanation.open(null)} />}
    </>
  );
}

async function fetchRows({ path, count }: RowsReport, query: URLSearchParams): Promise<ReportAnswer> {
  const { data } = await http.get<RowsReportResponse>(`/api/${path}?${query.toString()}`);
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
