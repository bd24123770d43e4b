import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { targetedSkillsReport } from '@contract/reports';
import { useScope } from '@/api/me';
import { useSession } from '@/api/use-session';
import { LinkButton } from '@/components/link-button';
import type { MatrixCell } from '@/report-kit/matrix/matrix-types';
import { filtersOf } from '@/report-kit/table/report-definition';
import { StatePanel } from '@/components/states';
import { forReader } from '../address';
import { Figures, useNumbers } from '../figures';
import { TargetsOfPerson } from '../tables/targets-of-person';
import { MatrixReport } from './matrix-report';
import { PageWaiting } from '@/components/page-waiting';
import type { MatrixSource, ReadCell } from './source';

const Bars = lazy(() => import('@/report-kit/charts/bars').then((m) => ({ default: m.Bars })));
const SHOWN = 10;

/** The level in its ring, the target as its tick, and beside it what is missing. */
const cell = ({ level, target, status }: ReadCell): MatrixCell => ({
  level,
  target,
  status,
  ...(target !== null && level < target && { gap: target - level }),
});

/** Who misses what they must have? One person's targets are rows, everybody's a matrix. */
export function TargetedPage() {
  const [address] = useSearchParams();
  const scope = useScope();
  const filters = useMemo(() => forReader(filtersOf(targetedSkillsReport.filters), scope), [scope]);
  if (scope === undefined) return <PageWaiting />;
  if (address.get('staff_id') || scope === 'self') return <TargetsOfPerson />;
  return (
    <MatrixReport
      name={targetedSkillsReport.name}
      path={targetedSkillsReport.path}
      titleKey="menu.targeted_matrix_report_datewise"
      sentenceKey="reports.targeted-skills.sentence"
      filters={filters}
      cell={cell}
      mark="gap"
      empty={<NoTargets />}
      chart={(source) => <Pareto source={source} />}
    >
      {(source) => <Missing source={source} />}
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

function Missing({ source }: { source: MatrixSource }) {
  const { t } = useTranslation();
  const { count, percent } = useNumbers();
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

function Pareto({ source }: { source: MatrixSource }) {
  const { t } = useTranslation();
  const gaps = useMemo(() => gapsBySkill(source), [source]);
  const { totals } = source.answer;
  if (!totals || gaps.length === 0) return null;
  return (
    <Suspense fallback={<div className="rep-chart-wait" />}>
      <Bars
        title={t('reports.charts.pareto')}
        bars={gaps.slice(0, SHOWN)}
        unit={t('reports.charts.levels')}
        shareOf={totals.closing.gap}
      />
    </Suspense>
  );
}

/** Levels missing to the targets, by skill, most first. Pure. */
function gapsBySkill({ answer }: MatrixSource): { label: string; value: number }[] {
  return answer.columns
    .map(({ name, figures }) => ({ label: name, value: figures?.gap ?? 0 }))
    .filter(({ value }) => value > 0)
    .toSorted((a, b) => b.value - a.value);
}
