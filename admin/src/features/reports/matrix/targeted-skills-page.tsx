import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { targetedSkillsReport } from '@contract/reports';
import { useVisibilityScope } from '@/api/account';
import { useSession } from '@/api/use-session';
import { LinkButton } from '@/components/link-button';
import type { MatrixCell } from '@/report-kit/matrix/matrix-types';
import { toReportFilters } from '@/report-kit/table/report-table-definition';
import { StatePanel } from '@/components/state-panels';
import { filtersForScope } from '../report-url';
import { Figures, useNumberFormatters } from '../figures';
import { TargetsOfPerson } from '../tables/targets-of-person';
import { MatrixReport } from './matrix-report';
import { PageSkeleton } from '@/components/page-skeleton';
import type { MatrixSource, MatrixReportCell } from './matrix-source';

const Bars = lazy(() => import('@/report-kit/charts/bars').then((m) => ({ default: m.Bars })));
const MAX_BARS = 10;

/** Level, target and the missing levels. */
const toGapCell = ({ level, target, status }: MatrixReportCell): MatrixCell => ({
  level,
  target,
  status,
  ...(target !== null && level < target && { gap: target - level }),
});

/** Targeted skills: rows for one person, a matrix for several. */
export function TargetedSkillsPage() {
  const [searchParams] = useSearchParams();
  const scope = useVisibilityScope();
  const filters = useMemo(() => filtersForScope(toReportFilters(targetedSkillsReport.filters), scope), [scope]);
  if (scope === undefined) return <PageSkeleton />;
  if (searchParams.get('staff_id') || scope === 'self') return <TargetsOfPerson />;
  return (
    <MatrixReport
      name={targetedSkillsReport.name}
      path={targetedSkillsReport.path}
      titleKey="menu.targeted_matrix_report_datewise"
      sentenceKey="reports.targeted-skills.sentence"
      filters={filters}
      cell={toGapCell}
      mark="gap"
      empty={<NoTargets />}
      chart={(source) => <GapsBySkillChart source={source} />}
    >
      {(source) => <GapTotals source={source} />}
    </MatrixReport>
  );
}

function NoTargets() {
  const { role } = useSession();
  const { t } = useTranslation();
  return (
    <StatePanel
      drawing="empty"
      title={t('reports.targeted-skills.empty')}
      text={t('reports.targeted-skills.empty_text')}
      action={
        role === 'admin' && (
          <LinkButton to="/assign-target-skils" type="primary">
            {t('reports.empty.to_targets')}
          </LinkButton>
        )
      }
    />
  );
}

function GapTotals({ source }: { source: MatrixSource }) {
  const { t } = useTranslation();
  const { count, percent } = useNumberFormatters();
  const { totals } = source.answer;
  if (!totals) return null;
  const { closing } = totals;
  return (
    <>
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
          { label: t('reports.totals.gap'), value: count(closing.gap), note: t('reports.totals.gap_note') },
          {
            label: t('reports.totals.overdue'),
            value: count(totals.overdue),
            tone: totals.overdue > 0 ? 'error' : undefined,
          },
          {
            label: t('reports.totals.gaps_opened'),
            value: count(totals.gaps_opened),
            note: t('reports.totals.gaps_closed', { count: totals.gaps_closed, n: count(totals.gaps_closed) }),
          },
        ]}
      />
    </>
  );
}

function GapsBySkillChart({ source }: { source: MatrixSource }) {
  const { t } = useTranslation();
  const gaps = useMemo(() => gapsBySkill(source), [source]);
  const { totals } = source.answer;
  if (!totals || gaps.length === 0) return null;
  return (
    <Suspense fallback={<div className="rep-chart-wait" />}>
      <Bars
        title={t('reports.charts.pareto')}
        bars={gaps.slice(0, MAX_BARS)}
        unit={t('reports.charts.levels')}
        shareTotal={totals.closing.gap}
      />
    </Suspense>
  );
}

/** Levels missing to the targets by skill, largest first. */
function gapsBySkill({ answer }: MatrixSource): { label: string; value: number }[] {
  return answer.columns
    .map(({ name, figures }) => ({ label: name, value: figures?.gap ?? 0 }))
    .filter(({ value }) => value > 0)
    .toSorted((a, b) => b.value - a.value);
}
