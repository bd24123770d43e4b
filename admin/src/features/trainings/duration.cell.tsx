import type { CellProps } from '@/crud/resource-module';
import { formatDuration } from './durations';

/** Video length, e.g. `4:12`. */
export function DurationCell({ value }: CellProps) {
  return typeof value === 'number' ? (
    <bdi dir="ltr" className="sg-number">
      {formatDuration(value)}
    </bdi>
  ) : (
    <span className="sg-faint">–</span>
  );
}
