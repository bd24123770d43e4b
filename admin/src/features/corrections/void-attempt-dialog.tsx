import { useOne, type HttpError } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import type { VoidAttemptResponse } from '@contract/attempt.responses';
import type { AttemptRow } from '@contract/attempts.resource';
import { OPEN_ASSIGNMENT_STATES, type TrainingAssignmentRow } from '@contract/training-assignments.resource';
import { DescriptionList } from '@/crud/show/description-list';
import { formatCount } from '@/components/format';
import type { Row } from '@/crud/resource-module';
import { useRowName } from '@/crud/row-names';
import { CorrectionDialog } from './correction-dialog';

const isOpenState = (state: string): boolean => (OPEN_ASSIGNMENT_STATES as readonly string[]).includes(state);

/** Voids an attempt; previews the effect on the assignment and the evidence. */
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
    <CorrectionDialog<VoidAttemptResponse>
      title={t('corrections.void.title', { name, no: number(attempt_no) })}
      text={t('corrections.void.text', { training })}
      action={t('corrections.void.action')}
      danger
      path={`/api/attempts/${attempt_id}/void`}
      preview={({ assignment_state, evidence_voided }) => {
        const state = t(`training-assignments.choices.state.${assignment_state}`);
        const isReopened = assignment && !isOpenState(assignment.state ?? '') && isOpenState(assignment_state);
        return (
          <DescriptionList
            items={[
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
      successMessage={() => t('corrections.void.done')}
      writtenResources={['attempts', 'training-assignments', 'skill-evidence', 'certificates']}
      onClose={onClose}
    />
  );
}
