import { departments } from '../../src/contract/departments.resource';
import { skills } from '../../src/contract/skills.resource';
import { trainings } from '../../src/contract/trainings.resource';
import { selectableRowFilters } from '../../admin/src/crud/list/selectable-row-filters';

describe('a choice of references', () => {
  it('offers in the place of a training only what the server takes there: published ones', () => {
    expect(selectableRowFilters(trainings, { hideArchived: true, statuses: trainings.takes_over })).toEqual([
      { field: 'status', operator: 'in', value: ['published'] },
    ]);
  });

  it('offers what is archived no more, where there is such a thing', () => {
    expect(selectableRowFilters(skills, { hideArchived: true, statuses: skills.takes_over })).toEqual([
      { field: 'status', operator: 'ne', value: 'archived' },
    ]);
    expect(selectableRowFilters(departments, { hideArchived: true, statuses: departments.takes_over })).toEqual([]);
    expect(selectableRowFilters(undefined, { hideArchived: true })).toEqual([]);
  });
});
