import { staff } from '../../src/contract/staff.resource';
import { trainings } from '../../src/contract/trainings.resource';
import { readListState } from '../../admin/src/crud/list/list-state';
import { definitionWithin, filtersWithin } from '../../admin/src/features/training-assignments/assign/within';
import {
  dueOn,
  EMPTY_PLAN,
  isJob,
  obstacleAt,
  orderOf,
  planFrom,
  stepWithin,
  type Plan,
} from '../../admin/src/features/training-assignments/assign/plan';
import { removalOf } from '../../admin/src/features/training-assignments/remove/views';

const today = '2026-02-27';
const ids = (count: number) => Array.from({ length: count }, (_, index) => `id${index}`);
const plan = (part: Partial<Plan>): Plan => ({ ...EMPTY_PLAN, ...part });

describe('assigning trainings', () => {
  it('goes on only with what it needs', () => {
    expect(obstacleAt('staff', EMPTY_PLAN, today)).toBe('no_staff');
    expect(obstacleAt('trainings', plan({ staff: ids(1) }), today)).toBe('no_trainings');
    expect(obstacleAt('trainings', plan({ staff: ids(1001), trainings: ids(1) }), today)).toBe('too_many_each');
    expect(obstacleAt('trainings', plan({ staff: ids(1000), trainings: ids(101) }), today)).toBe('too_many');
    expect(obstacleAt('trainings', plan({ staff: ids(1000), trainings: ids(100) }), today)).toBeNull();
    expect([500, 501].map((people) => isJob(plan({ staff: ids(people), trainings: ids(2) })))).toEqual([false, true]);
    const rules = { staff: ids(1), trainings: ids(1) };
    expect(obstacleAt('rules', plan({ ...rules, due: 'day' }), today)).toBe('no_day');
    expect(obstacleAt('rules', plan({ ...rules, due: 'day', due_on: '2026-02-26' }), today)).toBe('day_passed');
    expect(obstacleAt('rules', plan({ ...rules, due: 'days', days: null }), today)).toBe('no_days');
  });

  it('opens an address no further than the plan allows', () => {
    expect(stepWithin('review', EMPTY_PLAN, today)).toBe('staff');
    expect(stepWithin('review', plan({ staff: ids(1) }), today)).toBe('trainings');
    expect(stepWithin('review', plan({ staff: ids(1), trainings: ids(1) }), today)).toBe('review');
  });

  it('counts days by the calendar and leaves the day to the training otherwise', () => {
    expect(dueOn(plan({ due: 'days', days: 2 }), today)).toBe('2026-03-01');
    expect(orderOf(plan({ staff: ['a'], trainings: ['b'] }), today)).toEqual({
      staff_id: ['a'],
      training_id: ['b'],
      mandatory: true,
    });
    expect(orderOf(plan({ staff: ['a'], trainings: ['b'], again: false }), today)).toMatchObject({ again: false });
  });

  it('trusts no kept plan', () => {
    expect(planFrom({ staff: 'x', trainings: [1, 'b'], due: 'never', lists: { staff: 3 } })).toMatchObject({
      staff: [],
      trainings: ['b'],
      due: 'training',
      lists: EMPTY_PLAN.lists,
    });
  });
});

describe('removing assignments', () => {
  it('says before what it will do', () => {
    expect(removalOf(['assigned', 'in_progress', 'failed', 'completed', 'expiring', 'expired', 'removed'])).toEqual({
      removable: 3,
      inProgress: 1,
      completed: 3,
      already: 1,
    });
  });
});

describe('who and what can be picked', () => {
  const state = (query: string) => readListState(staff, new URLSearchParams(query));
  const within = { field: 'status', values: ['active', 'invited'] };

  it('is never more than can be assigned, whatever the filter says', () => {
    const asked = (query: string) => filtersWithin(within, state(query))[0];
    expect(asked('')).toEqual({ field: 'status', operator: 'in', value: ['active', 'invited'] });
    expect(asked('status=invited')).toEqual({ field: 'status', operator: 'in', value: ['invited'] });
    expect(asked('status=left&status=active')).toEqual({ field: 'status', operator: 'in', value: ['active'] });
    expect(asked('status=left')).toEqual({ field: 'status', operator: 'in', value: ['active', 'invited'] });
    expect(filtersWithin(within, state('status=left&q=ann')).slice(1)).toEqual([
      { field: 'q', operator: 'eq', value: 'ann' },
    ]);
  });

  it('offers as filters what can be found, and one value not at all', () => {
    expect(definitionWithin(within, staff).fields['status']).toMatchObject({ choices: within.values, filter: true });
    const published = { field: 'status', values: ['published'] };
    expect(definitionWithin(published, trainings).fields['status']).toMatchObject({ filter: false });
  });
});
