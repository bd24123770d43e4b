import type { CellProps } from '@/crud/resource-module';

export function StaffCodeCell({ value }: CellProps) {
  return <span className="sg-mono">{String(value)}</span>;
}
