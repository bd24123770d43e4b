import { Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { EnrolmentRequestRow } from '@contract/enrolment-requests.resource';
import type { TrainingRow } from '@contract/trainings.resource';
import { LinkButton } from '@/components/link-button';
import { formatInstant, formatMinutes, joined } from '@/components/format';
import { useMe } from '@/crud/kit-context';
import { LastsLine } from '../lasts-line';
import { useDueWords } from '../learner-words';
import { nextStep, stepWord, type Learning } from '../learning';
import { stepAddress } from '../training-card';
import { EnrolmentCommand, EnrolmentLine, LeaveEnrolment } from './own-enrolment';

/** One training of the catalogue. `learning`: null is not assigned, undefined not known yet. */
export function CatalogueCard(props: {
  training: TrainingRow;
  learning: Learning | null | undefined;
  /** The own one; null: none, or not known yet. */
  request: EnrolmentRequestRow | null;
  today: string;
}) {
  const { training, learning, request, today } = props;
  const { t, i18n } = useTranslation();
  const step = learning ? nextStep(learning, Date.now()) : 'nothing';
  const address = learning ? `/my-training/${training.training_id}` : `/training?show=${training.training_id}`;
  const kicker = [
    training.code,
    t(`learner.type.${training.type}`),
    training.estimated_minutes && formatMinutes(training.estimated_minutes, i18n.language),
  ];
  return (
    <Flex component="article" className="sg-card lr-card" vertical gap={16}>
      <header>
        <span className="sg-14 sg-soft">{joined(kicker, i18n.language)}</span>
        <h2>
          <Link to={address} className="sg-plain">
            <bdi>{training.title}</bdi>
          </Link>
        </h2>
      </header>
      {learning && <Standing learning={learning} today={today} />}
      {learning === null && <EnrolmentLine training={training} request={request} />}
      {learning && <LastsLine learning={learning} />}
      <Flex className="lr-action" wrap align="center" gap={8}>
        {learning === null && <EnrolmentCommand training={training} request={request} />}
        <LinkButton
          to={learning ? stepAddress(training.training_id, step) : address}
          type={learning && !learning.assignment.completed_at ? 'primary' : 'default'}
        >
          {learning ? t(`learner.step.${stepWord(learning, Date.now())}`) : t('learner.catalogue.about')}
          <span className="sg-visually-hidden">: {training.title}</span>
        </LinkButton>
        {learning && isLeavable(learning) && <LeaveEnrolment training={training} />}
      </Flex>
    </Flex>
  );
}

/** Chosen by whoever looks at it, by nobody else, and not begun. */
const isLeavable = ({ assignment: { state, reasons } }: Learning): boolean =>
  state === 'assigned' && reasons.length > 0 && reasons.every(({ source }) => source === 'self');

function Standing({ learning, today }: { learning: Learning; today: string }) {
  const { t, i18n } = useTranslation();
  const { time_zone } = useMe();
  const dueWords = useDueWords();
  const { completed_at, due_on, overdue } = learning.assignment;
  if (completed_at)
    return (
      <p className="kit-tone-success sg-toned">
        <span aria-hidden="true">✓ </span>
        {t('learner.completed_on', { day: formatInstant(completed_at, i18n.language, time_zone) })}
      </p>
    );
  if (!due_on) return <p>{t('learner.catalogue.assigned')}</p>;
  const { text, tone } = dueWords(due_on, today, overdue ?? false);
  return (
    <p className={`sg-toned kit-tone-${tone}`}>
      {t('learner.catalogue.assigned')} · {text}
    </p>
  );
}
