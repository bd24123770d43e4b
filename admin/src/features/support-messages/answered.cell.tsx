import { formatInstant } from '@/components/format';
import { useCellContext } from '@/crud/crud-context';
import type { CellProps } from '@/crud/resource-module';
import { StatusTag } from '@/components/status-tag';

/** Time of the answer, or a "waiting" tag. */
export function AnsweredCell({ value }: CellProps) {
  const { t, language, time_zone } = useCellContext();
  if (!value) return <StatusTag tone="warning">{t('support-messages.waiting')}</StatusTag>;
  return <time dateTime={String(value)}>{formatInstant(String(value), language, time_zone)}</time>;
}
