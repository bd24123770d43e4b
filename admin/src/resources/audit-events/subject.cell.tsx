import { currentRole } from '@/app/session/who';
import { useModule } from '@/kit/kit-context';
import type { CellProps } from '@/kit/module';
import { useRowName } from '@/kit/names';
import { useWords } from '@/kit/words';
import { resourceOf } from './subject-of';

/** What it is about, and its name while it is still there. Platform staff see names of what is not an organisation's own. */
export function SubjectCell({ name, value, row, definition }: CellProps) {
  const words = useWords(definition);
  const resource = resourceOf(value);
  const isGlobal = ['customers', 'subscription-packages'].includes(resource);
  const isNamed = Boolean(useModule(resource)) && (isGlobal || currentRole() !== 'platform');
  const title = useRowName(resource, isNamed ? (row.subject_id as string | null) : null);
  if (!value) return <span className="kit-faint">–</span>;
  const kind = words.choice(name, String(value));
  if (!title) return <span className="kit-clip">{kind}</span>;
  return (
    <span className="audit-who">
      <bdi className="kit-clip">{title}</bdi>
      <small>{kind}</small>
    </span>
  );
}
