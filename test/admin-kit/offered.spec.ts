import { departments } from '../../src/contract/departments.resource';
import { skills } from '../../src/contract/skills.resource';
import { trainings } from '../../src/contract/trainings.resource';
import { offeredOf } from '../../admin/src/crud/list/offered';

describe('a choice of references', () => {
  it('offers in the place of a training only what the server takes there: published ones', () => {
    expect(offeredOf(trainings, { hideArchived: true, statuses: trainings.takes_over })).toEqual([
      { field: 'status', operator: 'in', value: ['published'] },
    ]);
  });

  it('offers what is archived no more, where there is such a thing', () => {
    expect(offeredOf(skills, { hideArchived: true, statuses: skills.takes_over })).toEqual([
      { field: 'status', operator: 'ne', value: 'archived' },
    ]);
    expect(offeredOf(departments, { hideArchived: true, statuses: departments.takes_over })).toEqual([]);
    expect(offeredOf(undefined, { hideArchived: true })).toEqual([]);
  });
});
