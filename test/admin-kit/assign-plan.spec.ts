import { staff } from '../../src/contract/staff.resource';
import { trainings } from '../../src/contract/trainings.resource';
import { readListState } from '../../admin/src/crud/list/list-state';
import {
  restrictFilterChoices,
  buildPickerFilters,
} from '../../admin/src/features/training-assignments/assign/picker-filters';
import {
  resolveDueDate,
  EMPTY_PLAN,
  runsInBackground,
  findObstacle,
  toBulkRequest,
  parsePlan,
  clampStep,
  type Plan,
} from '../../admin/src/features/training-assignments/assign/plan';
import { summarizeRemoval } from '../../admin/src/features/training-assignments/remove/assignment-views';

const today = '2026-02-27';
const ids = (count: number) => Array.from({ length: count }, (_, index) => `id${index}`);
const plan = (part: Partial<Plan>): Plan => ({ ...EMPTY_PLAN, ...part });

describe('assigning trainings', () => {
  it('goes on only with what it needs', () => {
    expect(findObstacle('staff', EMPTY_PLAN, today)).toBe('no_staff');
    expect(findObstacle('trainings', plan({ staff: ids(1) }), today)).toBe('no_trainings');
    expect(findObstacle('trainings', plan({ staff: ids(1001), trainings: ids(1) }), today)).toBe('too_many_each');
    expect(findObstacle('trainings', plan({ staff: ids(1000), trainings: ids(101) }), today)).toBe('too_many');
    expect(findObstacle('trainings', plan({ staff: ids(1000), trainings: ids(100) }), today)).toBeNull();
    expect([500, 501].map((people) => runsInBackground(plan({ staff: ids(people), trainings: ids(2) })))).toEqual([
      false,
      true,
    ]);
    const rules = { staff: ids(1), trainings: ids(1) };
    expect(findObstacle('rules', plan({ ...rules, due: 'day' }), today)).toBe('no_day');
    expect(findObstacle('rules', plan({ ...rules, due: 'day', due_on: '2026-02-26' }), today)).toBe('day_passed');
    expect(findObstacle('rules', plan({ ...rules, due: 'days', days: null }), today)).toBe('no_days');
  });

  it('opens an address no further than the plan allows', () => {
    expect(clampStep('review', EMPTY_PLAN, today)).toBe('staff');
    expect(clampStep('review', plan({ staff: ids(1) }), today)).toBe('trainings');
    expect(clampStep('review', plan({ staff: ids(1), trainings: ids(1) }), today)).toBe('review');
  });

  it('counts days by the calendar and leaves the day to the training otherwise', () => {
    expect(resolveDueDate(plan({ due: 'days', days: 2 }), today)).toBe('2026-03-01');
    expect(toBulkRequest(plan({ staff: ['a'], trainings: ['b'] }), today)).toEqual({
      staff_id: ['a'],
      training_id: ['b'],
      mandatory: true,
    });
    expect(toBulkRequest(plan({ staff: ['a'], trainings: ['b'], again: false }), today)).toMatchObject({
      again: false,
    });
  });

  it('validates a stored plan', () => {
    expect(parsePlan({ staff: 'x', trainings: [1, 'b'], due: 'never', lists: { staff: 3 } })).toMatchObject({
      staff: [],
      trainings: ['b'],
      due: 'training',
      lists: EMPTY_PLAN.lists,
    });
  });
});

describe('removing assignments', () => {
  it('is previewed with counts', () => {
    expect(
      summarizeRemoval(['assigned', 'in_progress', 'failed', 'completed', 'expiring', 'expired', 'removed']),
    ).toEqual({
      removable: 3,
      inProgress: 1,
      completed: 3,
      already: 1,
    });
  });
});

describe('who and what can be picked', () => {
  const state = (query: string) => readListState(staff, new URLSearchParams(query));
  const restriction = { field: 'status', values: ['active', 'invited'] };

  it('is never more than can be assigned, whatever the filter says', () => {
    const firstFilter = (query: string) => buildPickerFilters(restriction, state(query))[0];
    expect(firstFilter('')).toEqual({ field: 'status', operator: 'in', value: ['active', 'invited'] });
    expect(firstFilter('status=invited')).toEqual({ field: 'status', operator: 'in', value: ['invited'] });
    expect(firstFilter('status=left&status=active')).toEqual({ field: 'status', operator: 'in', value: ['active'] });
    expect(firstFilter('status=left')).toEqual({ field: 'status', operator: 'in', value: ['active', 'invited'] });
    expect(buildPickerFilters(restriction, state('status=left&q=ann')).slice(1)).toEqual([
      { field: 'q', operator: 'eq', value: 'ann' },
    ]);
  });

  it('offers only selectable values as filters, and no filter for a single value', () => {
    expect(restrictFilterChoices(restriction, staff).fields['status']).toMatchObject({
      choices: restriction.values,
      filter: true,
    });
    const published = { field: 'status', values: ['published'] };
    expect(restrictFilterChoices(published, trainings).fields['status']).toMatchObject({ filter: false });
  });
});
