import { formatCount } from '@/components/format';
import { useReading } from '@/crud/kit-context';
import type { CellProps } from '@/crud/module';

/** `12 / 16`; without a limit the first alone. */
export function SeatsCell({ value, row: { seats } }: CellProps) {
  const { language } = useReading();
  const taken = formatCount(Number(value), language);
  return (
    <bdi className="sg-number">{seats === null ? taken : `${taken} / ${formatCount(Number(seats), language)}`}</bdi>
  );
}
