import { dayIn } from '@/components/dates';
import { formatDay, formatInstant } from '@/components/format';
import { useReading } from '@/crud/kit-context';
import type { CellProps } from '@/crud/module';

/** The day of an instant in the organisation's zone, beside columns of days; the minute is told on hover. */
export function DayOfInstantCell({ value }: CellProps) {
  const { language, time_zone } = useReading();
  if (typeof value !== 'string') return <span className="sg-faint">–</span>;
  const at = value;
  return (
    <time dateTime={at} title={formatInstant(at, language, time_zone, 'long')}>
      {formatDay(dayIn(at, time_zone), language)}
    </time>
  );
}
