import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { MatrixSummaryAnswer, MatrixTotalsAnswer } from '@contract/report-answers';
import { http } from '@/app/providers/http';
import { formatDay } from '@/kit/format';
import { LevelRing } from '@/kit/level-ring';
import { FailedState } from '@/kit/states';
import { Bars } from '../../reports/charts/bars';
import { useNumbers } from '../../reports/figures';
import { Card, CardsLoading } from './cards';
import { Checklist } from './checklist';
import { leastCovered } from './gaps';

const TARGETED = '/targeted-matrix-report-datewise';
const OVERDUE = `${TARGETED}?overdue=true`;
const COVERAGE = '/skil-wise-report';

/** How people stand against their targets: one call for all of it. An organisation without any sees what to do first. */
export function Skills() {
  const report = useQuery({
    queryKey: ['reports', 'home'],
    queryFn: async () => (await http.get<MatrixSummaryAnswer>('/api/reports/skill-matrix/summary')).data,
    staleTime: 30_000,
    retry: false,
  });
  if (report.isPending)
    return (
      <>
        <CardsLoading />
        <div className="sg-card">
          <Skeleton active paragraph={{ rows: 6 }} />
        </div>
      </>
    );
  if (report.isError) return <FailedState error={report.error} retry={() => void report.refetch()} />;
  const { totals } = report.data;
  const running = totals !== null && totals.closing.required > 0 && (totals.closing.attainment ?? 0) > 0;
  return (
    <>
      {!running && <Checklist />}
      {totals && totals.closing.required > 0 && <Standing totals={totals} summary={report.data} />}
    </>
  );
}

function Standing({ totals, summary }: { totals: MatrixTotalsAnswer; summary: MatrixSummaryAnswer }) {
  const { t, i18n } = useTranslation();
  const { count, percent } = useNumbers();
  const { closing, opening } = totals;
  const { gaps } = summary;
  const thin = leastCovered(summary.columns);
  const was =
    opening?.compliance != null && summary.opening
      ? t('home.was', { value: percent(opening.compliance), day: formatDay(summary.opening, i18n.language) })
      : t('home.targets_met', { met: count(closing.compliant), required: count(closing.required) });
  return (
    <>
      <div className="sg-figures">
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
      </div>
      <div className="sg-home-panels">
        <section className="sg-card sg-gaps" aria-labelledby="gaps">
          <div className="sg-panel-head">
            <h2 id="gaps">{t('home.gaps')}</h2>
            <Link to={TARGETED}>{t('home.all_gaps')}</Link>
          </div>
          {gaps.length === 0 ? (
            <p>{t('home.no_gaps')}</p>
          ) : (
            <ol>
              {gaps.map((gap) => (
                <li key={`${gap.staff_id}${gap.skill_id}`}>
                  <Link to={`${TARGETED}?cell=${gap.staff_id}.${gap.skill_id}`}>
                    <LevelRing level={gap.level} target={gap.target} status={gap.status} size={32} />
                    <span>
                      <strong>
                        {gap.first_name} {gap.last_name}
                      </strong>
                      <span>{gap.skill_name}</span>
                    </span>
                    <span className="sg-number sg-gap">
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
              <p>{t('home.all_covered')}</p>
            </>
          ) : (
            <Bars title={t('home.thin')} unit={t('home.thin_unit')} bars={thin} ofOwn />
          )}
        </section>
      </div>
    </>
  );
}
