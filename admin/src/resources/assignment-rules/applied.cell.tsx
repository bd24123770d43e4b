import { useTranslation } from 'react-i18next';
import { formatInstant } from '@/kit/format';
import { useMe } from '@/kit/kit-context';
import type { CellProps } from '@/kit/module';

/** When everybody was last looked at since the rule is as it is. */
export function AppliedCell({ value }: CellProps) {
  const { t, i18n } = useTranslation();
  const { time_zone } = useMe();
  if (!value) return <span className="sg-soft">{t('assignment-rules.applying')}</span>;
  return <time dateTime={String(value)}>{formatInstant(String(value), i18n.language, time_zone)}</time>;
}
