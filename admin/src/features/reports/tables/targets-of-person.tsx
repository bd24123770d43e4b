import { lazy, Suspense, useMemo } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { targetedSkillsOfPerson } from '@contract/reports';
import { isShort, type Priority } from '@/crud/list/column-fit';
import { usePageTitle } from '@/components/page-title';
import { useVisibilityScope } from '@/api/account';
import { toReportDefinition } from '@/report-kit/table/report-table-definition';
import { ReportTable } from '@/report-kit/table/report-table';
import { filtersForScope, useExplainedCell, useReportFilters } from '../report-url';
import { ExplainDrawer } from '../explain/explain-drawer';
import { Figures, useNumberFormatters } from '../figures';
import { dueCell, signedCell } from './cells';
import { createRowsLoader, type LoadedRowsReport } from './rows-loader';

const WIDTHS: Readonly<Record<string, number>> = { skill_name: 220, status: 152, proof: 144, suggested_training: 240 };
const PRIORITIES: Readonly<Record<string, Priority>> = {
  skill_name: 1,
  target: 1,
  level: 1,
  gap: 1,
  status: 1,
  suggested_training: 1,
  skill_code: 3,
  opening_level: 3,
  valid_until: 3,
  proof: 3,
};
const Bars = lazy(() => import('@/report-kit/charts/bars').then((m) => ({ default: m.Bars })));

/** Targets and gaps of one person as rows, with a bullet bar for each skill. */
export function TargetsOfPerson() {
  const client = useQueryClient();
  const { t } = useTranslation();
  const explanation = useExplainedCell();
  const scope = useVisibilityScope();
  const definition = useMemo(() => {
    const report = toReportDefinition(targetedSkillsOfPerson);
    return {
      ...report,
      titleKey: 'menu.targeted_matrix_report_datewise',
      filters: filtersForScope(report.filters, scope),
      columns: report.columns.map((column) => ({
        ...column,
        width: WIDTHS[column.name] ?? (isShort(column.kind) ? 88 : 112),
        priority: PRIORITIES[column.name] ?? 2,
      })),
    };
  }, [scope]);
  const load = useMemo(() => createRowsLoader(definition.path.replace('/api/', ''), client), [definition, client]);
  const { values } = useReportFilters(definition.filters);
  usePageTitle(t(definition.titleKey));
  return (
    <>
      <ReportTable
        definition={definition}
        load={load}
        cells={{ change: signedCell, due_on: dueCell }}
        onOpen={(row) => explanation.open({ staff_id: String(row.staff_id), skill_id: String(row.skill_id) })}
      >
        {(answer) => <PersonSummary report={answer as LoadedRowsReport} />}
      </ReportTable>
      <ExplainDrawer cell={explanation.cell} on={values.tdate} close={() => explanation.open(null)} />
    </>
  );
}

function PersonSummary({ report }: { report: LoadedRowsReport }) {
  const { t } = useTranslation();
  const { count, percent } = useNumberFormatters();
  const { figures, allRows } = report;
  if (allRows.length === 0) return null;
  return (
    <>
      <Figures
        figures={[
          {
            label: t('reports.totals.compliance'),
            value: percent(figures.compliance),
            note: t('reports.totals.of_required', {
              count: figures.required,
              met: count(figures.compliant),
              required: count(figures.required),
            }),
          },
          { label: t('reports.totals.attainment'), value: percent(figures.attainment) },
          { label: t('reports.totals.gap'), value: count(figures.gap), note: t('reports.totals.gap_note') },
          {
            label: t('reports.totals.overdue'),
            value: count(figures.overdue),
            tone: figures.overdue ? 'error' : undefined,
          },
        ]}
      />
      <Suspense fallback={<div className="rep-chart-wait" />}>
        <Bars
          title={t('reports.charts.levels_and_targets')}
          max={4}
          bars={allRows.map((row) => ({
            label: String(row.skill_name),
            value: Number(row.level),
            mark: Number(row.target),
            text: `${String(row.level)} / ${String(row.target)}`,
            tone: row.status === 'NA' ? 'neutral' : Number(row.level) >= Number(row.target) ? 'success' : 'error',
          }))}
        />
      </Suspense>
    </>
  );
}
