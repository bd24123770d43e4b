import { trainingAssignments } from '../../src/contract/training-assignments.resource';
import { columnsStorageKey, listableFields } from '../../admin/src/crud/list/columns';
import type { ResourceModule } from '../../admin/src/crud/resource-module';
import { narrowedTo } from '../../admin/src/crud/list/narrowed-to';

const assignments: ResourceModule = {
  definition: trainingAssignments,
  route: '/remove-training',
  labelKey: 'menu.remove_training',
  icon: () => null,
};

describe('a list that is narrowed to one person or training', () => {
  it('keeps the columns that are chosen there for itself', () => {
    const keys = [assignments, narrowedTo(assignments, 'staff_id'), narrowedTo(assignments, 'training_id')].map(
      columnsStorageKey,
    );
    expect(keys).toEqual([
      'columns.training-assignments',
      'columns.training-assignments.staff_id',
      'columns.training-assignments.training_id',
    ]);
  });

  it('offers every column but the one that says the same in each row, and shows more of them at first', () => {
    const names = (resourceModule: ResourceModule) => listableFields(resourceModule.definition).map(({ name }) => name);
    const narrowed = narrowedTo(assignments, 'staff_id', { shown: ['cycle'] });
    expect(names(narrowed)).toEqual(names(assignments).filter((name) => name !== 'staff_id'));
    expect(listableFields(narrowed.definition).find(({ name }) => name === 'cycle')?.shown).toBe(true);
    expect(narrowed.definition.title).not.toContain('staff_id');
  });
});
