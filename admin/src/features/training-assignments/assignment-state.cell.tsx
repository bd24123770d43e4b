import { useTranslation } from 'react-i18next';
import type { CellProps } from '@/crud/resource-module';
import { statusTone } from '@/components/status';
import { StatusTag } from '@/components/status-tag';
import { useResourceLabels } from '@/components/resource-labels';

/** The state, or "overdue" for an open assignment after its due date. */
export function AssignmentStateCell({ name, value, row, definition }: CellProps) {
  const { t } = useTranslation();
  const labels = useResourceLabels(definition);
  const state = String(value);
  if (row.overdue) {
    return (
      <StatusTag tone="error" glyph="!">
        {t(`training-assignments.overdue.${state}`)}
      </StatusTag>
    );
  }
  return <StatusTag tone={statusTone(state) ?? 'neutral'}>{labels.choice(name, state)}</StatusTag>;
}
