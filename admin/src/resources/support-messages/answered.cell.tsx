import { useTranslation } from 'react-i18next';
import { formatInstant } from '@/kit/format';
import type { CellProps } from '@/kit/module';
import { StatusTag } from '@/kit/status-tag';

/** When it was answered, or that it waits. */
export function AnsweredCell({ value }: CellProps) {
  const { t, i18n } = useTranslation();
  if (!value) return <StatusTag tone="warning">{t('support-messages.waiting')}</StatusTag>;
  return <time dateTime={String(value)}>{formatInstant(String(value), i18n.language, undefined)}</time>;
}
