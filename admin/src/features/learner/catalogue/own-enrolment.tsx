import { Button } from 'antd';
import { useNotification } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { useSubmit } from '@/components/use-submit';
import type { OwnEnrolment } from '@contract/enrolment.responses';
import type { EnrolmentRequestRow } from '@contract/enrolment-requests.resource';
import type { TrainingRow } from '@contract/trainings.resource';
import { http } from '@/api/http';
import { formatInstant } from '@/components/format';
import { useAccount } from '@/crud/crud-context';
import { useRefreshLearnerData } from '../learner-data';

/** Whether a learner can enrol, and the state of the own request. */
export function EnrolmentStatusText({
  training,
  request,
}: {
  training: TrainingRow;
  request: EnrolmentRequestRow | null;
}) {
  const { t, i18n } = useTranslation();
  const { time_zone } = useAccount();
  const dayText = (at: string | null) => formatInstant(at ?? '', i18n.language, time_zone);
  if (request?.state === 'waiting')
    return (
      <p className="sg-toned kit-tone-warning">{t('learner.catalogue.waits', { day: dayText(request.asked_at) })}</p>
    );
  const isEnrollable = canEnrol(training);
  return (
    <>
      {request?.state === 'declined' && (
        <p className="sg-toned kit-tone-error">
          {t('learner.catalogue.declined', { day: dayText(request.decided_at), reason: request.decision_reason ?? '' })}
        </p>
      )}
      <p className="sg-soft">
        {!isEnrollable && t('learner.catalogue.not_assigned')}
        {isEnrollable && t(training.enrolment === 'open' ? 'learner.catalogue.open' : 'learner.catalogue.by_approval')}
      </p>
    </>
  );
}

const canEnrol = ({ enrolment, status }: TrainingRow): boolean =>
  status === 'published' && (enrolment === 'open' || enrolment === 'approval');

/** Enrol, request, or withdraw the request. */
export function EnrolmentButton({ training, request }: { training: TrainingRow; request: EnrolmentRequestRow | null }) {
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

/** For self-enrolled trainings that are not started. */
export function LeaveEnrolmentButton({ training }: { training: TrainingRow }) {
  const { t } = useTranslation();
  const { busy, run } = useEnrolment(training);
  return (
    <Button loading={busy} onClick={() => void run('withdraw')}>
      {t('learner.catalogue.leave')}
      <span className="sg-visually-hidden">: {training.title}</span>
    </Button>
  );
}

const RESULT_TEXTS = { none: 'left', waiting: 'asked', assigned: 'enrolled' } as const;

function useEnrolment({ training_id }: TrainingRow) {
  const { t } = useTranslation();
  const { open } = useNotification();
  const refreshLearnerData = useRefreshLearnerData();
  const { busy, run: submit } = useSubmit({ toast: true });
  const run = (command: 'enrol' | 'withdraw') =>
    submit(async () => {
      const { data } = await http.post<OwnEnrolment>(`/api/trainings/${training_id}/${command}`, {});
      const resultText = command === 'withdraw' ? 'left' : RESULT_TEXTS[data.state];
      open?.({ type: 'success', message: t(`learner.catalogue.${resultText}`) });
    }).finally(refreshLearnerData);
  return { busy, run };
}
