import { useTranslation } from 'react-i18next';
import type { CellProps } from '@/crud/module';
import { toneOf } from '@/components/status';
import { StatusTag } from '@/components/status-tag';
import { useWords } from '@/components/words';

/** How far it is; what is open after its day says so instead. */
export function AssignmentStateCell({ name, value, row, definition }: CellProps) {
  const { t } = useTranslation();
  const words = useWords(definition);
  const state = String(value);
  if (row.overdue) {
    return (
      <StatusTag tone="error" glyph="!">
        {t(`training-assignments.overdue.${state}`)}
      </StatusTag>
    );
  }
  return <StatusTag tone={toneOf(state) ?? 'neutral'}>{words.choice(name, state)}</StatusTag>;
}
