import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { skillMatrixReport } from '@contract/reports';
import { useScope } from '@/api/me';
import { filtersOf, type ReportFilter } from '@/report-kit/table/report-definition';
import { forReader } from '../address';
import { Figures, useNumbers, type Figure } from '../figures';
import { MatrixReport } from './matrix-report';
import type { MatrixSource } from './source';

/** One day, not a window: "on", not "to". */
const onThatDay = (filter: ReportFilter): ReportFilter =>
  filter.kind === 'day' ? { ...filter, labelKey: 'reports.filters.on' } : filter;

/** Who can do what today? */
export function AllSkillsPage() {
  const scope = useScope();
  const filters = useMemo(() => forReader(filtersOf(skillMatrixReport.filters), scope).map(onThatDay), [scope]);
  return (
    <MatrixReport
      name={skillMatrixReport.name}
      path={skillMatrixReport.path}
      titleKey="menu.skil_matrix_report"
      sentenceKey="reports.skill-matrix.sentence"
      filters={filters}
    >
      {(source) => <Totals source={source} isMeasured={scope === 'all'} />}
    </MatrixReport>
  );
}

/** `isMeasured`: everyone is in it, so that coverage can be measured. */
function Totals({ source, isMeasured }: { source: MatrixSource; isMeasured: boolean }) {
  const { t } = useTranslation();
  const { count, percent } = useNumbers();
  const { totals } = source.answer;
  if (!totals) return null;
  const { closing } = totals;
  const coverage: Figure[] = [
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
        ...(isMeasured ? coverage : []),
      ]}
    />
  );
}
