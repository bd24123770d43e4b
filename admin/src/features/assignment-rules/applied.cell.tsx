import { useTranslation } from 'react-i18next';
import { formatInstant } from '@/components/format';
import { useAccount } from '@/crud/crud-context';
import type { CellProps } from '@/crud/resource-module';

/** When the current version of the rule was last applied to all staff. */
export function AppliedCell({ value }: CellProps) {
  const { t, i18n } = useTranslation();
  const { time_zone } = useAccount();
  if (!value) return <span className="sg-soft">{t('assignment-rules.applying')}</span>;
  return <time dateTime={String(value)}>{formatInstant(String(value), i18n.language, time_zone)}</time>;
}
