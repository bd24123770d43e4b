import { useTranslation } from 'react-i18next';
import type { ExtraAttempt } from '@contract/training-answers';
import type { TrainingAssignmentRow } from '@contract/training-assignments.resource';
import { Facts } from '@/crud/show/facts';
import { formatCount } from '@/components/format';
import type { Row } from '@/crud/module';
import { useRowName } from '@/crud/names';
import { CorrectionDialog } from './correction-dialog';

/** One more attempt at the quiz, for the person and the cycle of this assignment. */
export function ExtraAttemptDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const { assignment_id, staff_id, training_id } = row as Row & TrainingAssignmentRow;
  const name = useRowName('staff', staff_id) ?? '…';
  const training = useRowName('trainings', training_id) ?? '…';
  const number = (value: number) => formatCount(value, i18n.language);
  return (
    <CorrectionDialog<ExtraAttempt>
      title={t('corrections.extra_attempt.title', { name })}
      text={t('corrections.extra_attempt.text', { training })}
      action={t('corrections.extra_attempt.action')}
      address={`/api/training-assignments/${assignment_id}/extra-attempt`}
      preview={({ attempts_left, extra_attempts }) => (
        <Facts
          facts={[
            { key: 'left', label: t('corrections.extra_attempt.left'), children: number(attempts_left) },
            { key: 'extra', label: t('corrections.extra_attempt.extra'), children: number(extra_attempts) },
          ]}
        />
      )}
      done={() => t('corrections.extra_attempt.done', { name })}
      writes={['training-assignments']}
      onClose={onClose}
    />
  );
}
