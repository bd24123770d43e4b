import type { CellProps } from '@/crud/resource-module';
import './categories.css';

/** The category colour and the name, as shown with a training. */
export function CategoryNameCell({ value, row }: CellProps) {
  return (
    <span className="sg-row sg-gap-8">
      <span
        aria-hidden="true"
        className="cat-dot sg-fixed"
        style={typeof row.color === 'string' ? { background: row.color } : undefined}
      />
      <span className="kit-clip">{String(value)}</span>
    </span>
  );
}
