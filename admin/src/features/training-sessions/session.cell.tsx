import { Link } from 'react-router';
import type { TrainingSessionRow } from '@contract/training-sessions.resource';
import { formatInstant } from '@/components/format';
import { useReading } from '@/crud/kit-context';
import type { CellProps } from '@/crud/module';
import { useRow } from '@/crud/names';

/** When it is, and the way to it. */
export function SessionCell({ value }: CellProps) {
  const { language, time_zone } = useReading();
  const session = useRow('training-sessions', String(value)) as TrainingSessionRow | null | undefined;
  if (!session) return null;
  return (
    <Link to={`/training/sessions/${session.session_id}`} onClick={(event) => event.stopPropagation()}>
      {formatInstant(session.starts_at, language, time_zone)}
    </Link>
  );
}
