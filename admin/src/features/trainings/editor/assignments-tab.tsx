import type { TrainingRow } from '@contract/trainings.resource';
import { useMemo } from 'react';
import { useModule } from '@/crud/kit-context';
import { narrowedTo } from '@/crud/list/narrowed-to';
import { ResourceList } from '@/crud/list/resource-list';

/** Who has to learn this, and how far they are. */
export function AssignmentsTab({ row }: { row: TrainingRow }) {
  const known = useModule('training-assignments');
  const module = useMemo(() => known && narrowedTo(known, 'training_id'), [known]);
  return module ? (
    <ResourceList embedded module={module} within={[{ field: 'training_id', operator: 'eq', value: row.id }]} />
  ) : null;
}
