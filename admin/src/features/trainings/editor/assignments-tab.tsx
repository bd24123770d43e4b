import type { TrainingRow } from '@contract/trainings.resource';
import { useMemo } from 'react';
import { useModule } from '@/crud/crud-context';
import { narrowedTo } from '@/crud/list/narrowed-to';
import { ResourceList } from '@/crud/list/resource-list';

/** Assignments of the training. */
export function AssignmentsTab({ row }: { row: TrainingRow }) {
  const baseModule = useModule('training-assignments');
  const module = useMemo(() => baseModule && narrowedTo(baseModule, 'training_id'), [baseModule]);
  return module ? (
    <ResourceList embedded module={module} baseFilters={[{ field: 'training_id', operator: 'eq', value: row.id }]} />
  ) : null;
}
