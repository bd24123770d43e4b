import type { CellProps } from '@/crud/resource-module';
import { useResourceLabels } from '@/components/resource-labels';

/** The name of the subject with its type. */
export function SubjectCell({ name, value, row, definition }: CellProps) {
  const labels = useResourceLabels(definition);
  if (!value) return <span className="sg-faint">–</span>;
  const kind = labels.choice(name, String(value));
  if (!row.subject_name) return <span className="kit-clip">{kind}</span>;
  return (
    <span className="audit-who sg-stack">
      <bdi className="kit-clip" title={String(row.subject_name)}>
        {String(row.subject_name)}
      </bdi>
      <small>{kind}</small>
    </span>
  );
}
