import { Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { LinkButton } from '@/components/link-button';
import { formatCount } from '@/components/format';
import { useDueText } from '../learner-texts';
import { isInProgress, nextStep, stepLabel, type Learning } from '../learning';
import { stepPath, TrainingCard } from '../training-card';

/** The training to start or continue now, as a full card. */
export function CurrentTraining({ learning, today }: { learning: Learning; today: string }) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="day-go-on">
      <h2 id="day-go-on" className="sg-mb-8">
        {t(isInProgress(learning) ? 'learner.day.go_on' : 'learner.day.begin')}
      </h2>
      <TrainingCard learning={learning} today={today} />
    </section>
  );
}

/** The next trainings by due date. */
export function UpcomingTrainings({
  rows,
  openCount,
  today,
}: {
  rows: readonly Learning[];
  openCount: number;
  today: string;
}) {
  const { t, i18n } = useTranslation();
  if (rows.length === 0) return null;
  return (
    <section className="sg-card" aria-labelledby="day-due">
      <Flex className="lr-day-head" wrap justify="space-between" align="baseline" gap="4px 16px">
        <h2 id="day-due">{t('learner.day.due')}</h2>
        <Link to="/my-training?section=all">
          {t('learner.day.all', { count: openCount, n: formatCount(openCount, i18n.language) })}
        </Link>
      </Flex>
      <ul className="sg-lines sg-entries">
        {rows.map((learning) => (
          <DueRow key={learning.assignment.assignment_id} learning={learning} today={today} />
        ))}
      </ul>
    </section>
  );
}

function DueRow({ learning, today }: { learning: Learning; today: string }) {
  const { t } = useTranslation();
  const dueText = useDueText();
  const { assignment, training } = learning;
  const step = nextStep(learning, Date.now());
  const due = assignment.due_on
    ? dueText(assignment.due_on, today, assignment.overdue ?? false)
    : { tone: 'neutral', text: t('learner.due.none') };
  return (
    <li>
      <Flex vertical align="start" flex="1 1 180px">
        <Link to={`/my-training/${assignment.training_id}`} className="lr-day-name sg-plain sg-semi">
          <bdi>{training?.title}</bdi>
        </Link>
        <span className={due.tone === 'neutral' ? 'sg-soft' : `sg-toned kit-tone-${due.tone}`}>
          {due.tone !== 'neutral' && <span aria-hidden="true">! </span>}
          {due.text}
        </span>
      </Flex>
      <LinkButton to={stepPath(assignment.training_id, step)}>
        {t(`learner.step.${stepLabel(learning, Date.now())}`)}
        <span className="sg-visually-hidden">: {training?.title}</span>
      </LinkButton>
    </li>
  );
}
