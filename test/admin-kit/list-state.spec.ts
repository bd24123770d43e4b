import { staff } from '../../src/contract/staff.resource';
import {
  crudFilters,
  crudSorters,
  withFirstPage,
  readListState,
  nextSort,
  withPage,
  withFieldFilters,
  writeListState,
} from '../../admin/src/crud/list/list-state';

const read = (query: string) => readListState(staff, new URLSearchParams(query));

describe('a list and its address', () => {
  it('shows the same rows for a copied link', () => {
    const query =
      'q=ann&last_name_like=le&joined_gte=2024-01-01&joined_lte=2024-12-31&status=invited&status=active&sort=last_name%2C-joined&page=2&size=50';
    expect(new URLSearchParams(writeListState(staff, read(query)).toString()).toString().split('&').sort()).toEqual(
      query.split('&').sort(),
    );
  });

  it('leaves defaults out, so that the bare address is the reset', () => {
    expect(writeListState(staff, read('page=1&size=20')).toString()).toBe('');
  });

  it('drops what it does not understand', () => {
    const state = read('page=-3&size=7&sort=account_role,-status&nonsense=1&account_role=admin&joined_like=2024');
    expect(state).toEqual({ page: 1, size: 20, q: '', sort: [{ field: 'status', order: 'desc' }], filters: [] });
  });

  it('continues from the end of the adjacent page beyond the tenth page, also from a copied link', () => {
    const ends = { first: 'F', last: 'L' };
    const eleventh = withPage(read('page=10'), 11, ends);
    expect(writeListState(staff, eleventh).toString()).toBe('page=11&after=L');
    expect(read('page=11&after=L').seek).toEqual({ direction: 'after', key: 'L' });
    expect(writeListState(staff, withPage(read('page=13&after=L'), 12, ends)).toString()).toBe('page=12&before=F');
    expect(withPage(read('page=2'), 3, ends).seek).toBeUndefined();
    expect(withPage(read('page=11&after=L'), 40, ends).seek).toBeUndefined();
    expect(writeListState(staff, withFieldFilters(eleventh, 'status', [])).toString()).toBe('');
  });

  it('does not touch the keys of others', () => {
    const next = writeListState(staff, { ...read(''), q: 'ann' }, new URLSearchParams('edit=7&page=4'));
    expect(next.toString()).toBe('edit=7&q=ann');
  });

  it('reads an empty reference and asks for it', () => {
    expect(crudFilters(read('manager_id_null=true'))).toEqual([{ field: 'manager_id', operator: 'null', value: true }]);
    expect(crudFilters(read('manager_id_null=false'))).toEqual([
      { field: 'manager_id', operator: 'nnull', value: true },
    ]);
  });

  it('reads a day that is not there yet, where a day may be missing', () => {
    const query = 'last_active_day_null=true';
    expect(writeListState(staff, read(query)).toString()).toBe(query);
    expect(crudFilters(read(query))).toEqual([{ field: 'last_active_day', operator: 'null', value: true }]);
    expect(crudFilters(read('joined_null=true'))).toEqual([]);
  });

  it('sorts as the definition says until told otherwise', () => {
    expect(crudSorters(staff, read(''))).toEqual([
      { field: 'last_name', order: 'asc' },
      { field: 'first_name', order: 'asc' },
    ]);
  });

  it('sorts up, down and back on repeated clicks', () => {
    const up = nextSort([], 'email', false);
    const down = nextSort(up, 'email', false);
    expect([up, down, nextSort(down, 'email', false)]).toEqual([
      [{ field: 'email', order: 'asc' }],
      [{ field: 'email', order: 'desc' }],
      [],
    ]);
  });

  it('keeps the other columns when one is added', () => {
    const both = nextSort([{ field: 'email', order: 'asc' }], 'joined', true);
    expect(both.map(({ field }) => field)).toEqual(['email', 'joined']);
    expect(nextSort(both, 'email', true)[0]).toEqual({ field: 'email', order: 'desc' });
  });

  it('goes back to the first page when a filter changes', () => {
    const state = withFieldFilters(read('page=5'), 'status', [{ field: 'status', operator: 'in', values: ['left'] }]);
    expect(state.page).toBe(1);
    expect(withFieldFilters(state, 'status', [{ field: 'status', operator: 'in', values: [] }]).filters).toEqual([]);
  });
});

describe('a list that is narrowed from a page far down', () => {
  const far = { ...read('status=active&page=11'), seek: { direction: 'after' as const, key: 'k' } };

  it('starts at the first page, without the cursor of the old rows', () => {
    for (const next of [
      withFirstPage(far, { q: 'ahrens' }),
      withFirstPage(far, { q: '', filters: [] }),
      withFieldFilters(far, 'status', []),
    ])
      expect([next.page, 'seek' in next]).toEqual([1, false]);
  });
});
