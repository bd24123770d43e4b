import { Flex, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import type { TotalsResponse } from '@contract/dashboard.responses';
import { COMPLETED_ASSIGNMENT_STATES } from '@contract/training-assignments.resource';
import { useApiQuery } from '@/api/use-api-query';
import { dayIn, todayIn } from '@/components/dates';
import { formatDay, formatInstant, formatTime } from '@/components/format';
import { FailedState } from '@/components/state-panels';
import { Bars } from '@/report-kit/charts/bars';
import { useNumberFormatters } from '@/features/reports/figures';
import { FigureCard } from './cards';
import { WeeklyCompletions } from './weekly-completions';

const ASSIGNMENTS = '/remove-training';
const STATES = [
  { state: 'assigned', tone: 'neutral' },
  { state: 'in_progress', tone: 'info' },
  { state: 'completed', tone: 'success' },
] as const;
/** Includes expiring and expired completions. */
const stateQuery = (state: (typeof STATES)[number]['state']): string =>
  (state === 'completed' ? COMPLETED_ASSIGNMENT_STATES : [state]).map((each) => `state=${each}`).join('&');
const REFETCH_MS = 60_000;

/** Learning progress of the customer, with the time of counting. */
export function LearningTotals({ zone }: { zone: string }) {
  const { t } = useTranslation();
  const totals = useApiQuery('reports/totals', {}, { staleTime: 30_000, refetchInterval: REFETCH_MS });
  const answer = totals.data;
  // Nothing is assigned yet; the checklist is shown instead.
  if (answer && Object.values(answer.assignments).every((amount) => amount === 0)) return null;
  return (
    <Flex vertical gap={16} component="section" aria-labelledby="learning">
      <Flex className="sg-panel-head sg-mb-8" justify="space-between" align="baseline" gap={16}>
        <h2 id="learning">{t('home.learning.title')}</h2>
        {answer && <AsOf instant={answer.as_of} zone={zone} />}
      </Flex>
      {totals.isPending && (
        <div className="sg-card">
          <Skeleton active paragraph={{ rows: 4 }} title={false} />
        </div>
      )}
      {totals.isError && !answer && <FailedState error={totals.error} retry={() => void totals.refetch()} />}
      {answer && <TotalsFigures totals={answer} />}
    </Flex>
  );
}

function AsOf({ instant, zone }: { instant: string; zone: string }) {
  const { t, i18n } = useTranslation();
  const isToday = dayIn(instant, zone) === todayIn(zone);
  const when = isToday ? formatTime(instant, i18n.language, zone) : formatInstant(instant, i18n.language, zone);
  return (
    <time dateTime={instant} title={formatInstant(instant, i18n.language, zone, 'long')} className="sg-soft">
      {t('home.learning.as_of', { when })}
    </time>
  );
}

function TotalsFigures({ totals: { assignments, completions, quizzes } }: { totals: TotalsResponse }) {
  const { t, i18n } = useTranslation();
  const { count, percent } = useNumberFormatters();
  const all = assignments.assigned + assignments.in_progress + assignments.completed;
  const share = (part: number, total: number) => (total ? (part / total) * 100 : null);
  const completion = share(assignments.completed, all);
  const endedCount = quizzes.passed + quizzes.failed;
  const since = formatDay(quizzes.since, i18n.language);
  return (
    <>
      <Flex wrap gap={16} className="sg-figures">
        <FigureCard
          label={t('home.learning.completion')}
          to={ASSIGNMENTS}
          value={percent(completion)}
          bar={completion}
          note={t('home.learning.completion_note', { count: all, done: count(assignments.completed), all: count(all) })}
        />
        <FigureCard
          label={t('home.learning.passes')}
          to={`/quiz-report?fdate=${quizzes.since}`}
          value={percent(share(quizzes.passed, endedCount))}
          bar={share(quizzes.passed, endedCount)}
          note={
            endedCount
              ? t('home.learning.passes_note', { count: endedCount, day: since })
              : t('home.learning.no_quizzes', { day: since })
          }
        />
      </Flex>
      <div className="sg-tiles sg-tiles-360">
        <div className="sg-card sg-thin">
          <Bars
            title={t('home.learning.states')}
            bars={STATES.map(({ state, tone }) => ({
              label: t(`home.learning.${state}`),
              value: assignments[state],
              to: `${ASSIGNMENTS}?${stateQuery(state)}`,
              tone,
            }))}
          />
        </div>
        <WeeklyCompletions weeks={completions} />
      </div>
    </>
  );
}
