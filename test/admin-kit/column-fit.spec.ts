import { fitColumns, defaultPriority, type ColumnSize } from '../../admin/src/crud/list/column-fit';

const column = (name: string, priority: 1 | 2 | 3, width = 100, head = 40): ColumnSize => ({
  name,
  width,
  head,
  priority,
  elastic: true,
});
const names = (columns: readonly { name: string }[]) => columns.map(({ name }) => name);
const sum = (columns: readonly { width: number }[]) => columns.reduce((total, { width }) => total + width, 0);

describe('the columns that a table shows', () => {
  const columns = [column('code', 1), column('mail', 3), column('role', 2), column('joined', 3), column('status', 1)];

  it('are all of them where there is room, each as wide as it wants to be', () =>
    expect(fitColumns(columns, 500)).toEqual(columns.map(({ name, width }) => ({ name, width }))));
  it('give the room that is left over to names and texts, not to the days and numbers beside them', () => {
    const day = { ...column('day', 1), elastic: false };
    expect(fitColumns([day, column('name', 1), day], 340).map(({ width }) => width)).toEqual([100, 140, 100]);
    expect(fitColumns([day, column('name', 1)], 900).map(({ width }) => width)).toEqual([100, 180]);
  });
  it('grow narrower before any of them leaves', () => {
    const shown = fitColumns(columns, 400);
    expect(names(shown)).toEqual(names(columns));
    expect(sum(shown)).toBeLessThanOrEqual(400);
  });
  it('leave by their priority, of equals the last first, and keep their order', () => {
    expect(names(fitColumns(columns, 349))).toEqual(['code', 'mail', 'role', 'status']);
    expect(names(fitColumns(columns, 279))).toEqual(['code', 'role', 'status']);
    expect(names(fitColumns(columns, 150))).toEqual(['code', 'status']);
  });
  it('never lose what the table is for, however small the room', () =>
    expect(names(fitColumns(columns, 10))).toEqual(['code', 'status']));
  it('are never narrower than their heads', () => {
    const wide = [column('headcount', 1, 80, 120), column('name', 1)];
    expect(fitColumns(wide, 190)).toEqual([
      { name: 'headcount', width: 120 },
      { name: 'name', width: 70 },
    ]);
  });
  it('cut no day and no number', () => {
    const day = { ...column('day', 1), elastic: false };
    expect(fitColumns([day, column('name', 1)], 170)).toEqual([
      { name: 'day', width: 100 },
      { name: 'name', width: 70 },
    ]);
  });
  it('have a default priority: names and statuses, then references, then the rest', () => {
    expect(defaultPriority('last_name', { kind: 'text' }, ['last_name'])).toBe(1);
    expect(defaultPriority('status', { kind: 'choice', status: true }, [])).toBe(1);
    // By the field definition, not by its name.
    expect(defaultPriority('standing', { kind: 'choice', status: true }, [])).toBe(1);
    expect(defaultPriority('estate', { kind: 'choice' }, [])).toBe(2);
    expect(defaultPriority('department_id', { kind: 'ref' }, [])).toBe(2);
    expect(defaultPriority('email', { kind: 'email' }, [])).toBe(3);
    expect(defaultPriority('staff_code', { kind: 'text' }, ['last_name'])).toBe(2);
  });
});
