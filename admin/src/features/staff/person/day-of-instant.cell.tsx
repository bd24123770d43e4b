import { dayIn } from '@/components/dates';
import { formatDay, formatInstant } from '@/components/format';
import { useCellContext } from '@/crud/crud-context';
import type { CellProps } from '@/crud/resource-module';

/** The day of an instant in the customer's time zone; the tooltip has the time. */
export function DayOfInstantCell({ value }: CellProps) {
  const { language, time_zone } = useCellContext();
  if (typeof value !== 'string') return <span className="sg-faint">–</span>;
  const at = value;
  return (
    <time dateTime={at} title={formatInstant(at, language, time_zone, 'long')}>
      {formatDay(dayIn(at, time_zone), language)}
    </time>
  );
}
