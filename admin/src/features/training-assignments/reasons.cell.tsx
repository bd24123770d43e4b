import type { AssignmentReason } from '@contract/training-assignments.resource';
import { useTranslation } from 'react-i18next';
import { formatList } from '@/components/format';
import type { CellProps } from '@/crud/resource-module';
import { useResourceLabels } from '@/components/resource-labels';

/** Why a training is assigned: manually or by rules. A removed assignment shows its first reason. */
export function ReasonsCell({ name, value, row, definition }: CellProps) {
  const { t, i18n } = useTranslation();
  const labels = useResourceLabels(definition);
  const reasons = (row.reasons ?? []) as readonly AssignmentReason[];
  const reasonTexts = reasons.map(({ source, rule_id, rule }) => {
    // The API hides the rule from some roles.
    if (rule_id === null) return labels.choice(name, source);
    return rule === null ? t('training-assignments.rule_gone') : t('training-assignments.by_rule', { name: rule });
  });
  return (
    <span dir="auto">
      {reasonTexts.length > 0 ? formatList(reasonTexts, i18n.language) : labels.choice(name, String(value))}
    </span>
  );
}
