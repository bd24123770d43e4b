import { formatInstant } from '@/components/format';
import { useReading } from '@/crud/kit-context';
import type { CellProps } from '@/crud/module';
import { StatusTag } from '@/components/status-tag';

/** When it was answered; open messages are marked as waiting. */
export function AnsweredCell({ value }: CellProps) {
  const { t, language, time_zone } = useReading();
  if (!value) return <StatusTag tone="warning">{t('support-messages.waiting')}</StatusTag>;
  return <time dateTime={String(value)}>{formatInstant(String(value), language, time_zone)}</time>;
}
