import type { CellProps } from '@/crud/module';
import { useWords } from '@/components/words';

/** What it is about, by the name that the server found for it, and of which kind it is. */
export function SubjectCell({ name, value, row, definition }: CellProps) {
  const words = useWords(definition);
  if (!value) return <span className="sg-faint">–</span>;
  const kind = words.choice(name, String(value));
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
