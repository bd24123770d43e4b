import { buildListQuery, chunkDistinct, UnknownOperatorError } from '../../admin/src/api/list-dialect-query';

const query = (filters: Parameters<typeof buildListQuery>[0]['filters']) =>
  buildListQuery({ filters: filters ?? [] }).toString();

describe('what the admin asks a list for', () => {
  it('pages from zero, the end excluded', () => {
    expect(buildListQuery({ page: { current: 3, size: 20 } }).toString()).toBe('_start=40&_end=60');
  });

  it('continues after a row instead of counting to it', () => {
    const seek = { direction: 'after' as const, key: 'L' };
    expect(buildListQuery({ page: { current: 30, size: 20 }, seek }).toString()).toBe('_end=20&_after=L');
  });

  it('sorts by several fields in one pair of keys', () => {
    const sorters = [
      { field: 'last_name', order: 'asc' as const },
      { field: 'joined', order: 'desc' as const },
    ];
    expect(decodeURIComponent(buildListQuery({ sorters }).toString())).toBe('_sort=last_name,joined&_order=asc,desc');
  });

  it.each([
    ['eq', 'x', 'f=x'],
    ['ne', 'x', 'f_ne=x'],
    ['gt', 1, 'f_gt=1'],
    ['gte', 1, 'f_gte=1'],
    ['lt', 1, 'f_lt=1'],
    ['lte', 1, 'f_lte=1'],
    ['contains', 'le', 'f_like=le'],
    ['startswith', 'le', 'f_startswith=le'],
    ['in', ['a', 'b'], 'f=a&f=b'],
    ['nin', ['a', 'b'], 'f_nin=a&f_nin=b'],
    ['null', true, 'f_null=true'],
    ['nnull', true, 'f_null=false'],
    ['between', [1, 5], 'f_gte=1&f_lte=5'],
    ['between', [undefined, 5], 'f_lte=5'],
  ] as const)('says %s in the dialect', (operator, value, expected) => {
    expect(query([{ field: 'f', operator, value }])).toBe(expected);
  });

  it('keeps "one of nothing" from meaning everything', () => {
    expect(query([{ field: 'status', operator: 'in', value: [] }])).toBe('status_in=');
  });

  it('leaves out a filter without a value', () => {
    expect(query([{ field: 'f', operator: 'contains', value: '' }])).toBe('');
  });

  it('refuses an operator the dialect lacks instead of asking for equality', () => {
    expect(() => query([{ field: 'f', operator: 'endswith', value: 'x' }])).toThrow(UnknownOperatorError);
    expect(() => query([{ operator: 'or', value: [] }])).toThrow(UnknownOperatorError);
  });

  it('asks for each id once, in portions', () => {
    expect(chunkDistinct(['a', 'b', 'a', 'c'], 2)).toEqual([['a', 'b'], ['c']]);
    expect(chunkDistinct([], 2)).toEqual([]);
  });
});
