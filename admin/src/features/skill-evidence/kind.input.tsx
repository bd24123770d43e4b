import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { MANUAL_EVIDENCE_KINDS } from '@contract/skill-evidence.resource';
import { useSession } from '@/api/use-session';
import { useSelectControl } from '@/crud/list/use-select-control';
import type { InputProps } from '@/crud/resource-module';
import { useResourceLabels } from '@/components/resource-labels';

/** Only the kinds recorded by hand: learners may add self-ratings, admins the other kinds. */
export function KindInput({ name, definition, value, onChange, control }: InputProps) {
  const { t } = useTranslation();
  const labels = useResourceLabels(definition);
  const selectControl = useSelectControl(control);
  const isLearner = useSession().role === 'user';
  return (
    <Select
      {...selectControl}
      value={value as string | null}
      onChange={(next) => onChange?.(next)}
      options={MANUAL_EVIDENCE_KINDS.filter((kind) => (kind === 'self') === isLearner).map((kind) => ({
        value: kind,
        label: labels.choice(name, kind),
      }))}
      placeholder={t('kit.choose')}
    />
  );
}
