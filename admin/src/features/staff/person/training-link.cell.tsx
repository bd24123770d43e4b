import { Link } from 'react-router';
import { useSession } from '@/api/use-session';
import type { CellProps } from '@/crud/module';
import { useRowName } from '@/crud/names';

/** The training behind the row; of one's own the page on which one goes on with it. */
export function TrainingLinkCell({ value, row }: CellProps) {
  const { user } = useSession();
  const id = typeof value === 'string' ? value : null;
  const name = useRowName('trainings', id);
  const isOwn = row.staff_id === user?.staff_id && row.state !== 'removed';
  if (id === null || name === null) return <span className="sg-faint">–</span>;
  return (
    <Link
      className="kit-clip"
      to={isOwn ? `/my-training/${id}` : `/training?show=${id}`}
      onClick={(event) => event.stopPropagation()}
    >
      <bdi>{name ?? '…'}</bdi>
    </Link>
  );
}
