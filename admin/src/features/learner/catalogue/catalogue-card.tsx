import { Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { EnrolmentRequestRow } from '@contract/enrolment-requests.resource';
import type { TrainingRow } from '@contract/trainings.resource';
import { LinkButton } from '@/components/link-button';
import { formatInstant, formatMinutes, joinParts } from '@/components/format';
import { useAccount } from '@/crud/crud-context';
import { ValidityLine } from '../validity-line';
import { useDueText } from '../learner-texts';
import { nextStep, stepLabel, type Learning } from '../learning';
import { stepPath } from '../training-card';
import { EnrolmentButton, EnrolmentStatusText, LeaveEnrolmentButton } from './own-enrolment';

/** One training of the catalogue. `learning`: null if not assigned, undefined while loading. */
export function CatalogueCard(props: {
  training: TrainingRow;
  learning: Learning | null | undefined;
  /** The own request; null if there is none or while loading. */
  request: EnrolmentRequestRow | null;
  today: string;
}) {
  const { training, learning, request, today } = props;
  const { t, i18n } = useTranslation();
  const step = learning ? nextStep(learning, Date.now()) : 'nothing';
  const path = learning ? `/my-training/${training.training_id}` : `/training?show=${training.training_id}`;
  const details = [
    training.code,
    t(`learner.type.${training.type}`),
    training.estimated_minutes && formatMinutes(training.estimated_minutes, i18n.language),
  ];
  return (
    <Flex component="article" className="sg-card lr-card" vertical gap={16}>
      <header>
        <span className="sg-14 sg-soft">{joinParts(details, i18n.language)}</span>
        <h2>
          <Link to={path} className="sg-plain">
            <bdi>{training.title}</bdi>
          </Link>
        </h2>
      </header>
      {learning && <EnrolmentStatus learning={learning} today={today} />}
      {learning === null && <EnrolmentStatusText training={training} request={request} />}
      {learning && <ValidityLine learning={learning} />}
      <Flex className="lr-action" wrap align="center" gap={8}>
        {learning === null && <EnrolmentButton training={training} request={request} />}
        <LinkButton
          to={learning ? stepPath(training.training_id, step) : path}
          type={learning && !learning.assignment.completed_at ? 'primary' : 'default'}
        >
          {learning ? t(`learner.step.${stepLabel(learning, Date.now())}`) : t('learner.catalogue.about')}
          <span className="sg-visually-hidden">: {training.title}</span>
        </LinkButton>
        {learning && canLeave(learning) && <LeaveEnrolmentButton training={training} />}
      </Flex>
    </Flex>
  );
}

/** Self-enrolled only, and not started. */
const canLeave = ({ assignment: { state, reasons } }: Learning): boolean =>
  state === 'assigned' && reasons.length > 0 && reasons.every(({ source }) => source === 'self');

function EnrolmentStatus({ learning, today }: { learning: Learning; today: string }) {
  const { t, i18n } = useTranslation();
  const { time_zone } = useAccount();
  const dueText = useDueText();
  const { completed_at, due_on, overdue } = learning.assignment;
  if (completed_at)
    return (
      <p className="kit-tone-success sg-toned">
        <span aria-hidden="true">✓ </span>
        {t('learner.completed_on', { day: formatInstant(completed_at, i18n.language, time_zone) })}
      </p>
    );
  if (!due_on) return <p>{t('learner.catalogue.assigned')}</p>;
  const { text, tone } = dueText(due_on, today, overdue ?? false);
  return (
    <p className={`sg-toned kit-tone-${tone}`}>
      {t('learner.catalogue.assigned')} · {text}
    </p>
  );
}
