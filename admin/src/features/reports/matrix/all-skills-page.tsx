import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { skillMatrixReport } from '@contract/reports';
import { useVisibilityScope } from '@/api/account';
import { toReportFilters, type ReportFilter } from '@/report-kit/table/report-table-definition';
import { filtersForScope } from '../report-url';
import { Figures, useNumberFormatters, type Figure } from '../figures';
import { MatrixReport } from './matrix-report';
import type { MatrixSource } from './matrix-source';

/** This report has one day instead of a window, so the filter is labelled "on", not "to". */
const withOnLabel = (filter: ReportFilter): ReportFilter =>
  filter.kind === 'day' ? { ...filter, labelKey: 'reports.filters.on' } : filter;

export function AllSkillsPage() {
  const scope = useVisibilityScope();
  const filters = useMemo(
    () => filtersForScope(toReportFilters(skillMatrixReport.filters), scope).map(withOnLabel),
    [scope],
  );
  return (
    <MatrixReport
      name={skillMatrixReport.name}
      path={skillMatrixReport.path}
      titleKey="menu.skil_matrix_report"
      sentenceKey="reports.skill-matrix.sentence"
      filters={filters}
    >
      {(source) => <Totals source={source} hasCoverage={scope === 'all'} />}
    </MatrixReport>
  );
}

/** `hasCoverage`: coverage needs the whole customer, so it is shown only when all staff are visible. */
function Totals({ source, hasCoverage }: { source: MatrixSource; hasCoverage: boolean }) {
  const { t } = useTranslation();
  const { count, percent } = useNumberFormatters();
  const { totals } = source.answer;
  if (!totals) return null;
  const { closing } = totals;
  const coverageFigures: Figure[] = [
    {
      label: t('reports.totals.mean_coverage'),
      value: percent(totals.mean_coverage),
      note: t('reports.totals.coverage_note'),
    },
    {
      label: t('reports.totals.uncovered'),
      value: count(totals.uncovered),
      note: t('reports.totals.single_points_note', { count: totals.single_points, n: count(totals.single_points) }),
      tone: totals.uncovered > 0 ? 'error' : undefined,
    },
  ];
  return (
    <Figures
      figures={[
        {
          label: t('reports.totals.compliance'),
          value: percent(closing.compliance),
          note: t('reports.totals.of_required', {
            count: closing.required,
            met: count(closing.compliant),
            required: count(closing.required),
          }),
        },
        { label: t('reports.totals.attainment'), value: percent(closing.attainment) },
        {
          label: t('reports.totals.gap'),
          value: count(closing.gap),
          note: t('reports.totals.gap_note'),
          tone: closing.gap > 0 ? 'error' : undefined,
        },
        ...(hasCoverage ? coverageFigures : []),
      ]}
    />
  );
}
