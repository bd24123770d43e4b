import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { RECORDED_KINDS } from '@contract/skill-evidence.resource';
import { useSession } from '@/api/use-session';
import { useListControl } from '@/crud/list/list-control';
import type { InputProps } from '@/crud/module';
import { useWords } from '@/components/words';

/** Only what may be recorded by hand: everyone rates themselves, the rest is an admin's. */
export function KindInput({ name, definition, value, onChange, control }: InputProps) {
  const { t } = useTranslation();
  const words = useWords(definition);
  const list = useListControl(control);
  const self = useSession().role === 'user';
  return (
    <Select
      {...list}
      value={value as string | null}
      onChange={(next) => onChange?.(next)}
      options={RECORDED_KINDS.filter((kind) => (kind === 'self') === self).map((kind) => ({
        value: kind,
        label: words.choice(name, kind),
      }))}
      placeholder={t('kit.choose')}
    />
  );
}
