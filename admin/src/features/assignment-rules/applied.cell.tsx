import { useTranslation } from 'react-i18next';
import { formatInstant } from '@/components/format';
import { useMe } from '@/crud/kit-context';
import type { CellProps } from '@/crud/module';

/** When everybody was last looked at since the rule is as it is. */
export function AppliedCell({ value }: CellProps) {
  const { t, i18n } = useTranslation();
  const { time_zone } = useMe();
  if (!value) return <span className="sg-soft">{t('assignment-rules.applying')}</span>;
  return <time dateTime={String(value)}>{formatInstant(String(value), i18n.language, time_zone)}</time>;
}
