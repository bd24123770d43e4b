import { Link } from 'react-router';
import { useSession } from '@/api/use-session';
import type { CellProps } from '@/crud/resource-module';
import { useRowName } from '@/crud/row-names';

/** Links to the training; for the current user's own row to the learner page. */
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
