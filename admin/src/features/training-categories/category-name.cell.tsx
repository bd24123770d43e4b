import type { CellProps } from '@/crud/module';
import './categories.css';

/** The name with the category's colour before it, as it is found again beside a training. */
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
