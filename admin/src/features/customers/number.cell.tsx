import type { CellProps } from '@/crud/resource-module';

/** An id number, without thousands separators. */
export function NumberCell({ value }: CellProps) {
  return <span className="sg-mono">{String(value)}</span>;
}
