import { useOne, type HttpError } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import type { AttemptVoided } from '@contract/attempt-answers';
import type { AttemptRow } from '@contract/attempts.resource';
import { OPEN_ASSIGNMENT_STATES, type TrainingAssignmentRow } from '@contract/training-assignments.resource';
import { Facts } from '@/crud/show/facts';
import { formatCount } from '@/components/format';
import type { Row } from '@/crud/module';
import { useRowName } from '@/crud/names';
import { CorrectionDialog } from './correction-dialog';

const isOpen = (state: string): boolean => (OPEN_ASSIGNMENT_STATES as readonly string[]).includes(state);

/** The attempt no longer counts; it says beforehand what that does to the assignment and to the evidence. */
export function VoidAttemptDialog({ attempt, onClose }: { attempt: AttemptRow; onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const { attempt_id, assignment_id, attempt_no, staff_id, training_id } = attempt;
  const name = useRowName('staff', staff_id) ?? '…';
  const training = useRowName('trainings', training_id) ?? '…';
  const { result: assignment } = useOne<TrainingAssignmentRow & Row, HttpError>({
    resource: 'training-assignments',
    id: assignment_id,
    errorNotification: false,
  });
  const number = (value: number) => formatCount(value, i18n.language);
  return (
    <CorrectionDialog<AttemptVoided>
      title={t('corrections.void.title', { name, no: number(attempt_no) })}
      text={t('corrections.void.text', { training })}
      action={t('corrections.void.action')}
      danger
      address={`/api/attempts/${attempt_id}/void`}
      preview={({ assignment_state, evidence_voided }) => {
        const state = t(`training-assignments.choices.state.${assignment_state}`);
        const isReopened = assignment && !isOpen(assignment.state ?? '') && isOpen(assignment_state);
        return (
          <Facts
            facts={[
              {
                key: 'assignment',
                label: t('corrections.void.assignment'),
                children: isReopened ? t('corrections.void.reopened') : t('corrections.void.stays', { state }),
              },
              { key: 'evidence', label: t('corrections.void.evidence'), children: number(evidence_voided) },
            ]}
          />
        );
      }}
      done={() => t('corrections.void.done')}
      writes={['attempts', 'training-assignments', 'skill-evidence', 'certificates']}
      onClose={onClose}
    />
  );
}
