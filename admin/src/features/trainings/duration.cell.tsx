import type { CellProps } from '@/crud/module';
import { clockOf } from './durations';

/** The video's length as a clock shows it. */
export function DurationCell({ value }: CellProps) {
  return typeof value === 'number' ? (
    <bdi dir="ltr" className="sg-number">
      {clockOf(value)}
    </bdi>
  ) : (
    <span className="sg-faint">–</span>
  );
}
