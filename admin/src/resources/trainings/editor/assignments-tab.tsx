import type { TrainingRow } from '@contract/trainings.resource';
import { useMemo } from 'react';
import { useModule } from '@/kit/kit-context';
import type { ResourceModule } from '@/kit/module';
import { ResourceList } from '@/kit/resource-list';

/** The same list for one training; the column that would say the same in each row is left out. */
function ofOneTraining({ page: _own, related: _also, ...module }: ResourceModule): ResourceModule {
  const { training_id: _itself, ...fields } = module.definition.fields;
  return { ...module, definition: { ...module.definition, fields } };
}

/** Who has to learn this, and how far they are. */
export function AssignmentsTab({ row }: { row: TrainingRow }) {
  const known = useModule('training-assignments');
  const module = useMemo(() => known && ofOneTraining(known), [known]);
  return module ? (
    <ResourceList embedded module={module} within={[{ field: 'training_id', operator: 'eq', value: row.id }]} />
  ) : null;
}
