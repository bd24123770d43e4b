import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { MatrixTotalsAnswer } from '@contract/report-answers';
import { targetedSkillsReport } from '@contract/reports';
import { formatDay } from '@/kit/format';
import { LevelRing } from '@/kit/level-ring';
import { FailedState } from '@/kit/states';
import { Bars } from '../../reports/charts/bars';
import { useNumbers } from '../../reports/figures';
import { fetchMatrix, type MatrixSource } from '../../reports/matrix/source';
import { Card, CardsLoading } from './cards';
import { Checklist } from './checklist';
import { largestGaps, leastCovered } from './gaps';

const TARGETED = '/targeted-matrix-report-datewise';
const OVERDUE = `${TARGETED}?overdue=true`;
const COVERAGE = '/skil-wise-report';

/** How people stand against their targets: one call for all of it. An organisation without any sees what to do first. */
export function Skills() {
  const report = useQuery({
    queryKey: ['reports', 'home'],
    queryFn: () => fetchMatrix(targetedSkillsReport.path, new URLSearchParams()),
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
  const { totals } = report.data.answer;
  const running = totals !== null && totals.closing.required > 0 && (totals.closing.attainment ?? 0) > 0;
  return (
    <>
      {!running && <Checklist />}
      {totals && totals.closing.required > 0 && <Standing totals={totals} source={report.data} />}
    </>
  );
}

function Standing({ totals, source }: { totals: MatrixTotalsAnswer; source: MatrixSource }) {
  const { t, i18n } = useTranslation();
  const { count, percent } = useNumbers();
  const { closing, opening } = totals;
  const gaps = largestGaps(source);
  const thin = leastCovered(source.answer.columns);
  const was =
    opening?.compliance != null && source.answer.opening
      ? t('home.was', { value: percent(opening.compliance), day: formatDay(source.answer.opening, i18n.language) })
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
              {gaps.map(({ cell, staff, skill }) => (
                <li key={`${staff.id}${skill.id}`}>
                  <Link to={`${TARGETED}?cell=${staff.id}.${skill.id}`}>
                    <LevelRing level={cell.level} target={cell.target} status={cell.status} size={32} />
                    <span>
                      <strong>
                        {staff.first_name} {staff.last_name}
                      </strong>
                      <span>{skill.name}</span>
                    </span>
                    <span className="sg-number sg-gap">
                      {t('home.gap_of', { level: cell.level, target: cell.target })}
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
            <Bars title={t('home.thin')} unit={t('home.thin_unit')} bars={thin} />
          )}
        </section>
      </div>
    </>
  );
}
