import { Flex, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { fullName } from '@contract/person-name';
import type { MatrixSummaryAnswer, MatrixTotalsAnswer } from '@contract/report-answers';
import { formatDay } from '@/components/format';
import { LevelRing } from '@/components/level-ring';
import { FailedState } from '@/components/states';
import { Bars } from '@/report-kit/charts/bars';
import { useNumbers } from '@/features/reports/figures';
import { Card, CardsLoading } from './cards';
import { Checklist } from './checklist';
import { isHeadcountSet, leastCovered } from './gaps';
import { useSummary } from './summary';

const TARGETED = '/targeted-matrix-report-datewise';
const OVERDUE = `${TARGETED}?overdue=true`;
const COVERAGE = '/skil-wise-report';

/** For an organisation in which nobody has reached anything yet: what to do first. */
export function Beginning() {
  const report = useSummary();
  return report.data && !isRunning(report.data.totals) ? <Checklist /> : null;
}

const isRunning = (totals: MatrixTotalsAnswer | null): boolean =>
  totals !== null && totals.closing.required > 0 && (totals.closing.attainment ?? 0) > 0;

/** How people stand against their targets, in figures. */
export function SkillFigures() {
  const report = useSummary();
  if (report.isPending) return <CardsLoading />;
  if (report.isError) return <FailedState error={report.error} retry={() => void report.refetch()} />;
  const { totals } = report.data;
  return totals && totals.closing.required > 0 ? <Figures totals={totals} openingDay={report.data.opening} /> : null;
}

/** Where most is missing. A failure is told once, by the figures. */
export function SkillPanels() {
  const report = useSummary();
  if (report.isPending)
    return (
      <div className="sg-card">
        <Skeleton active paragraph={{ rows: 6 }} />
      </div>
    );
  const closing = report.data?.totals?.closing;
  return report.data && closing && closing.required > 0 ? <Panels summary={report.data} closing={closing} /> : null;
}

function Figures({ totals, openingDay }: { totals: MatrixTotalsAnswer; openingDay: string | null }) {
  const { t, i18n } = useTranslation();
  const { count, percent } = useNumbers();
  const { closing, opening } = totals;
  const was =
    opening?.compliance != null && openingDay
      ? t('home.was', { value: percent(opening.compliance), day: formatDay(openingDay, i18n.language) })
      : t('home.targets_met', {
          count: closing.required,
          met: count(closing.compliant),
          required: count(closing.required),
        });
  return (
    <Flex wrap gap={16} className="sg-figures">
      <Card label={t('home.compliance')} to={TARGETED} value={percent(closing.compliance)} note={was} />
      <Card
        label={t('home.coverage')}
        to={COVERAGE}
        value={percent(totals.mean_coverage)}
        note={t('home.single_points', { count: totals.single_points, n: count(totals.single_points) })}
      />
      <Card
        label={t('home.overdue')}
        to={OVERDUE}
        tone={totals.overdue > 0 ? 'full' : 'calm'}
        value={count(totals.overdue)}
        note={t('home.overdue_note')}
      />
    </Flex>
  );
}

function Panels({ summary, closing }: { summary: MatrixSummaryAnswer; closing: MatrixTotalsAnswer['closing'] }) {
  const { t } = useTranslation();
  const { gaps } = summary;
  const thin = leastCovered(summary.columns);
  return (
    <div className="sg-tiles sg-tiles-360 sg-start">
      <section className="sg-card" aria-labelledby="gaps">
        <Flex className="sg-panel-head sg-mb-8" justify="space-between" align="baseline" gap={16}>
          <h2 id="gaps">{t('home.gaps')}</h2>
          <Link to={TARGETED}>{t('home.all_gaps')}</Link>
        </Flex>
        {gaps.length === 0 ? (
          // An empty list alone does not say that all targets are met.
          closing.compliant === closing.required && <p>{t('home.no_gaps')}</p>
        ) : (
          <ol className="sg-lines">
            {gaps.map((gap) => (
              <li key={`${gap.staff_id}${gap.skill_id}`}>
                <Link to={`${TARGETED}?cell=${gap.staff_id}.${gap.skill_id}`} className="sg-line">
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
        {thin.length === 0 ? (
          <>
            <h2>{t('home.thin')}</h2>
            <p>{t(isHeadcountSet(summary.columns) ? 'home.all_covered' : 'home.no_headcount')}</p>
          </>
        ) : (
          <Bars title={t('home.thin')} unit={t('home.thin_unit')} bars={thin} ofOwn />
        )}
      </section>
    </div>
  );
}
