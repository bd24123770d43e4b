import { Button } from 'antd';
import { useNotification } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { useSubmit } from '@/components/use-submit';
import type { OwnEnrolment } from '@contract/enrolment-answers';
import type { EnrolmentRequestRow } from '@contract/enrolment-requests.resource';
import type { TrainingRow } from '@contract/trainings.resource';
import { http } from '@/api/http';
import { formatInstant } from '@/components/format';
import { useMe } from '@/crud/kit-context';
import { useLearnedAnew } from '../learner-data';

/** How one stands to what is not assigned: whether it can be chosen, and what became of the own request. */
export function EnrolmentLine({ training, request }: { training: TrainingRow; request: EnrolmentRequestRow | null }) {
  const { t, i18n } = useTranslation();
  const { time_zone } = useMe();
  const onDay = (at: string | null) => formatInstant(at ?? '', i18n.language, time_zone);
  if (request?.state === 'waiting')
    return (
      <p className="sg-toned kit-tone-warning">{t('learner.catalogue.waits', { day: onDay(request.asked_at) })}</p>
    );
  const can = canEnrol(training);
  return (
    <>
      {request?.state === 'declined' && (
        <p className="sg-toned kit-tone-error">
          {t('learner.catalogue.declined', { day: onDay(request.decided_at), reason: request.decision_reason ?? '' })}
        </p>
      )}
      <p className="sg-soft">
        {!can && t('learner.catalogue.not_assigned')}
        {can && t(training.enrolment === 'open' ? 'learner.catalogue.open' : 'learner.catalogue.by_approval')}
      </p>
    </>
  );
}

const canEnrol = ({ enrolment, status }: TrainingRow): boolean =>
  status === 'published' && (enrolment === 'open' || enrolment === 'approval');

/** What one can do about it: enrol, ask, or take the request back. */
export function EnrolmentCommand({
  training,
  request,
}: {
  training: TrainingRow;
  request: EnrolmentRequestRow | null;
}) {
  const { t } = useTranslation();
  const { busy, run } = useEnrolment(training);
  if (request?.state === 'waiting')
    return (
      <Button loading={busy} onClick={() => void run('withdraw')}>
        {t('learner.catalogue.take_back')}
        <span className="sg-visually-hidden">: {training.title}</span>
      </Button>
    );
  if (!canEnrol(training)) return null;
  return (
    <Button type="primary" loading={busy} onClick={() => void run('enrol')}>
      {t(training.enrolment === 'open' ? 'learner.catalogue.enrol' : 'learner.catalogue.ask')}
      <span className="sg-visually-hidden">: {training.title}</span>
    </Button>
  );
}

/** Of what was chosen and is not begun. */
export function LeaveEnrolment({ training }: { training: TrainingRow }) {
  const { t } = useTranslation();
  const { busy, run } = useEnrolment(training);
  return (
    <Button loading={busy} onClick={() => void run('withdraw')}>
      {t('learner.catalogue.leave')}
      <span className="sg-visually-hidden">: {training.title}</span>
    </Button>
  );
}

const DONE = { none: 'left', waiting: 'asked', assigned: 'enrolled' } as const;

function useEnrolment({ training_id }: TrainingRow) {
  const { t } = useTranslation();
  const { open } = useNotification();
  const learnedAnew = useLearnedAnew();
  const { busy, run: submit } = useSubmit({ toast: true });
  const run = (command: 'enrol' | 'withdraw') =>
    submit(async () => {
      const { data } = await http.post<OwnEnrolment>(`/api/trainings/${training_id}/${command}`, {});
      const done = command === 'withdraw' ? 'left' : DONE[data.state];
      open?.({ type: 'success', message: t(`learner.catalogue.${done}`) });
    }).finally(learnedAnew);
  return { busy, run };
}
