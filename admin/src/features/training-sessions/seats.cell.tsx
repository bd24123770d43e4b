import { formatCount } from '@/components/format';
import { useCellContext } from '@/crud/crud-context';
import type { CellProps } from '@/crud/resource-module';

/** Booked and total seats, `12 / 16`; without a limit only the booked ones. */
export function SeatsCell({ value, row: { seats } }: CellProps) {
  const { language } = useCellContext();
  const booked = formatCount(Number(value), language);
  return (
    <bdi className="sg-number">{seats === null ? booked : `${booked} / ${formatCount(Number(seats), language)}`}</bdi>
  );
}
