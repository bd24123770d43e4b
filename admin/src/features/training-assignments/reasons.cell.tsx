import type { AssignmentReason } from '@contract/training-assignments.resource';
import { useTranslation } from 'react-i18next';
import { formatList } from '@/components/format';
import type { CellProps } from '@/crud/module';
import { useWords } from '@/components/words';

/** Why somebody has to learn it: by hand, by which rules. Of what was removed the first reason that it had. */
export function ReasonsCell({ name, value, row, definition }: CellProps) {
  const { t, i18n } = useTranslation();
  const words = useWords(definition);
  const reasons = (row.reasons ?? []) as readonly AssignmentReason[];
  const told = reasons.map(({ source, rule_id, rule }) => {
    // Which rule it was is not told to everybody.
    if (rule_id === null) return words.choice(name, source);
    return rule === null ? t('training-assignments.rule_gone') : t('training-assignments.by_rule', { name: rule });
  });
  return (
    <span dir="auto">{told.length > 0 ? formatList(told, i18n.language) : words.choice(name, String(value))}</span>
  );
}
