import { fitted, usualPriority, type Fitting } from '../../admin/src/crud/list/column-fit';

const column = (name: string, priority: 1 | 2 | 3, width = 100, head = 40): Fitting => ({
  ...{ name, width, head, priority },
  elastic: true,
});
const names = (columns: readonly { name: string }[]) => columns.map(({ name }) => name);
const sum = (columns: readonly { width: number }[]) => columns.reduce((all, { width }) => all + width, 0);

describe('the columns that a table shows', () => {
  const columns = [column('code', 1), column('mail', 3), column('role', 2), column('joined', 3), column('status', 1)];

  it('are all of them where there is room, each as wide as it wants to be', () =>
    expect(fitted(columns, 500)).toEqual(columns.map(({ name, width }) => ({ name, width }))));
  it('give the room that is left over to names and texts, not to the days and numbers beside them', () => {
    const day = { ...column('day', 1), elastic: false };
    expect(fitted([day, column('name', 1), day], 340).map(({ width }) => width)).toEqual([100, 140, 100]);
    expect(fitted([day, column('name', 1)], 900).map(({ width }) => width)).toEqual([100, 180]);
  });
  it('grow narrower before any of them leaves', () => {
    const shown = fitted(columns, 400);
    expect(names(shown)).toEqual(names(columns));
    expect(sum(shown)).toBeLessThanOrEqual(400);
  });
  it('leave by their priority, of equals the last first, and keep their order', () => {
    expect(names(fitted(columns, 349))).toEqual(['code', 'mail', 'role', 'status']);
    expect(names(fitted(columns, 279))).toEqual(['code', 'role', 'status']);
    expect(names(fitted(columns, 150))).toEqual(['code', 'status']);
  });
  it('never lose what the table is for, however small the room', () =>
    expect(names(fitted(columns, 10))).toEqual(['code', 'status']));
  it('are never narrower than their heads', () => {
    const wide = [column('headcount', 1, 80, 120), column('name', 1)];
    expect(fitted(wide, 190)).toEqual([
      { name: 'headcount', width: 120 },
      { name: 'name', width: 70 },
    ]);
  });
  it('cut no day and no number', () => {
    const day = { ...column('day', 1), elastic: false };
    expect(fitted([day, column('name', 1)], 170)).toEqual([
      { name: 'day', width: 100 },
      { name: 'name', width: 70 },
    ]);
  });
  it('are by themselves what names the row and how it stands, before what is looked up', () => {
    expect(usualPriority('last_name', { kind: 'text' }, ['last_name'])).toBe(1);
    expect(usualPriority('status', { kind: 'choice', status: true }, [])).toBe(1);
    // By the contract, whatever it is called.
    expect(usualPriority('standing', { kind: 'choice', status: true }, [])).toBe(1);
    expect(usualPriority('estate', { kind: 'choice' }, [])).toBe(2);
    expect(usualPriority('department_id', { kind: 'ref' }, [])).toBe(2);
    expect(usualPriority('email', { kind: 'email' }, [])).toBe(3);
    expect(usualPriority('staff_code', { kind: 'text' }, ['last_name'])).toBe(2);
  });
});
