import { Link } from 'react-router';
import type { TrainingSessionRow } from '@contract/training-sessions.resource';
import { formatInstant } from '@/components/format';
import { useCellContext } from '@/crud/crud-context';
import type { CellProps } from '@/crud/resource-module';
import { useRow } from '@/crud/row-names';

/** Start of the session as a link to its page. */
export function SessionCell({ value }: CellProps) {
  const { language, time_zone } = useCellContext();
  const session = useRow('training-sessions', String(value)) as TrainingSessionRow | null | undefined;
  if (!session) return null;
  return (
    <Link to={`/training/sessions/${session.session_id}`} onClick={(event) => event.stopPropagation()}>
      {formatInstant(session.starts_at, language, time_zone)}
    </Link>
  );
}
