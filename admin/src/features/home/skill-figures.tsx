import { Flex, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { fullName } from '@contract/person-name';
import type { MatrixSummaryResponse, MatrixSummaryTotals } from '@contract/report.responses';
import { formatDay } from '@/components/format';
import { LevelRing } from '@/components/level-ring';
import { FailedState } from '@/components/state-panels';
import { Bars } from '@/report-kit/charts/bars';
import { useNumberFormatters } from '@/features/reports/figures';
import { FigureCard, CardsSkeleton } from './cards';
import { Checklist } from './checklist';
import { isHeadcountSet, leastCoveredSkills } from './coverage-gaps';
import { useMatrixSummary } from './use-matrix-summary';

const TARGETS_PATH = '/targeted-matrix-report-datewise';
const OVERDUE_PATH = `${TARGETS_PATH}?overdue=true`;
const COVERAGE_PATH = '/skil-wise-report';

/** The setup checklist, until the first target is reached. */
export function GettingStarted() {
  const report = useMatrixSummary();
  return report.data && !hasAttainment(report.data.totals) ? <Checklist /> : null;
}

const hasAttainment = (totals: MatrixSummaryTotals | null): boolean =>
  totals !== null && totals.closing.required > 0 && (totals.closing.attainment ?? 0) > 0;

/** Attainment, coverage and overdue targets as figures. */
export function SkillFigures() {
  const report = useMatrixSummary();
  if (report.isPending) return <CardsSkeleton />;
  if (report.isError) return <FailedState error={report.error} retry={() => void report.refetch()} />;
  const { totals } = report.data;
  return totals && totals.closing.required > 0 ? <Figures totals={totals} openingDay={report.data.opening} /> : null;
}

/** The widest gaps and the least covered skills. Errors are shown by `SkillFigures`. */
export function SkillPanels() {
  const report = useMatrixSummary();
  if (report.isPending)
    return (
      <div className="sg-card">
        <Skeleton active paragraph={{ rows: 6 }} />
      </div>
    );
  const closing = report.data?.totals?.closing;
  return report.data && closing && closing.required > 0 ? <Panels summary={report.data} closing={closing} /> : null;
}

function Figures({ totals, openingDay }: { totals: MatrixSummaryTotals; openingDay: string | null }) {
  const { t, i18n } = useTranslation();
  const { count, percent } = useNumberFormatters();
  const { closing, opening } = totals;
  const comparison =
    opening?.compliance != null && openingDay
      ? t('home.was', { value: percent(opening.compliance), day: formatDay(openingDay, i18n.language) })
      : t('home.targets_met', {
          count: closing.required,
          met: count(closing.compliant),
          required: count(closing.required),
        });
  return (
    <Flex wrap gap={16} className="sg-figures">
      <FigureCard
        label={t('home.compliance')}
        to={TARGETS_PATH}
        value={percent(closing.compliance)}
        note={comparison}
      />
      <FigureCard
        label={t('home.coverage')}
        to={COVERAGE_PATH}
        value={percent(totals.mean_coverage)}
        note={t('home.single_points', { count: totals.single_points, n: count(totals.single_points) })}
      />
      <FigureCard
        label={t('home.overdue')}
        to={OVERDUE_PATH}
        tone={totals.overdue > 0 ? 'full' : 'calm'}
        value={count(totals.overdue)}
        note={t('home.overdue_note')}
      />
    </Flex>
  );
}

function Panels({ summary, closing }: { summary: MatrixSummaryResponse; closing: MatrixSummaryTotals['closing'] }) {
  const { t } = useTranslation();
  const { gaps } = summary;
  const lowCoverage = leastCoveredSkills(summary.columns);
  return (
    <div className="sg-tiles sg-tiles-360 sg-start">
      <section className="sg-card" aria-labelledby="gaps">
        <Flex className="sg-panel-head sg-mb-8" justify="space-between" align="baseline" gap={16}>
          <h2 id="gaps">{t('home.gaps')}</h2>
          <Link to={TARGETS_PATH}>{t('home.all_gaps')}</Link>
        </Flex>
        {gaps.length === 0 ? (
          // An empty list alone does not mean that all targets are met.
          closing.compliant === closing.required && <p>{t('home.no_gaps')}</p>
        ) : (
          <ol className="sg-lines">
            {gaps.map((gap) => (
              <li key={`${gap.staff_id}${gap.skill_id}`}>
                <Link to={`${TARGETS_PATH}?cell=${gap.staff_id}.${gap.skill_id}`} className="sg-line">
                  <LevelRing level={gap.level} target={gap.target} status={gap.status} size={32} />
                  <Flex vertical flex={1} component="span">
                    <strong>{fullName(gap.first_name, gap.last_name)}</strong>
                    <span className="sg-soft">{gap.skill_name}</span>
                  </Flex>
                  <span className="sg-number sg-gap sg-soft">
                    {t('home.gap_of', { level: gap.level, target: gap.target })}
                  </span>
                </Link>
              </li>
            ))}
          </ol>
        )}
      </section>
      <section className="sg-card sg-thin" aria-label={t('home.thin')}>
        {lowCoverage.length === 0 ? (
          <>
            <h2>{t('home.thin')}</h2>
            <p>{t(isHeadcountSet(summary.columns) ? 'home.all_covered' : 'home.no_headcount')}</p>
          </>
        ) : (
          <Bars title={t('home.thin')} unit={t('home.thin_unit')} bars={lowCoverage} scaleToMark />
        )}
      </section>
    </div>
  );
}
