import { useTranslation } from 'react-i18next';
import type { ExtraAttemptResponse } from '@contract/training.responses';
import type { TrainingAssignmentRow } from '@contract/training-assignments.resource';
import { DescriptionList } from '@/crud/show/description-list';
import { formatCount } from '@/components/format';
import type { Row } from '@/crud/resource-module';
import { useRowName } from '@/crud/row-names';
import { CorrectionDialog } from './correction-dialog';

export function ExtraAttemptDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const { assignment_id, staff_id, training_id } = row as Row & TrainingAssignmentRow;
  const name = useRowName('staff', staff_id) ?? '…';
  const training = useRowName('trainings', training_id) ?? '…';
  const number = (value: number) => formatCount(value, i18n.language);
  return (
    <CorrectionDialog<ExtraAttemptResponse>
      title={t('corrections.extra_attempt.title', { name })}
      text={t('corrections.extra_attempt.text', { training })}
      action={t('corrections.extra_attempt.action')}
      path={`/api/training-assignments/${assignment_id}/extra-attempt`}
      preview={({ attempts_left, extra_attempts }) => (
        <DescriptionList
          items={[
            { key: 'left', label: t('corrections.extra_attempt.left'), children: number(attempts_left) },
            { key: 'extra', label: t('corrections.extra_attempt.extra'), children: number(extra_attempts) },
          ]}
        />
      )}
      successMessage={() => t('corrections.extra_attempt.done', { name })}
      writtenResources={['training-assignments']}
      onClose={onClose}
    />
  );
}
