import type { CellProps } from '@/crud/module';

/** A number that names something: read digit by digit, never with separators. */
export function NumberCell({ value }: CellProps) {
  return <span className="sg-mono">{String(value)}</span>;
}
