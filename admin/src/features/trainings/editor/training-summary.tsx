import { Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import type { TrainingRow } from '@contract/trainings.resource';
import { useRowName } from '@/crud/row-names';
import { statusTone } from '@/components/status';
import { StatusTag } from '@/components/status-tag';

/** Status, code, category, type and minutes under the page title. */
export function TrainingSummary({ row }: { row: TrainingRow }) {
  const { t } = useTranslation();
  const category = useRowName('training-categories', row.category_id);
  const details = [
    category,
    t(`trainings.choices.type.${row.type}`),
    row.estimated_minutes === null ? null : t('trainings.minutes', { count: row.estimated_minutes }),
  ].filter(Boolean);
  return (
    <Flex component="span" wrap align="center" gap="4px 12px">
      <StatusTag tone={statusTone(row.status) ?? 'neutral'}>{t(`trainings.choices.status.${row.status}`)}</StatusTag>
      <span className="sg-mono">{row.code}</span>
      <span>{details.join(' · ')}</span>
    </Flex>
  );
}
