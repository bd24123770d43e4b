import type { CellProps } from '@/crud/module';

/** A code is read letter by letter. */
export function StaffCodeCell({ value }: CellProps) {
  return <span className="sg-mono">{String(value)}</span>;
}
