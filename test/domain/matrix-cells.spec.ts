import { matrixCells, Targets } from '../../src/reports/matrix-cells';

const EVERYTHING = { opening: true, overdue: true, events: true };

describe('what is known of a matrix', () => {
  it('has room for each cell in all arrays', () => {
    const cells = matrixCells(100_000, EVERYTHING);
    expect(Object.values(cells).map(({ length }) => length)).toEqual(Array.from({ length: 12 }, () => 100_000));
  });

  it('has no room for what was not asked for', () => {
    const cells = matrixCells(6, { opening: false, overdue: false, events: false });
    const { opening_level, opening_held, opening_flags, opening_target, overdue, events, level } = cells;
    const absent = [opening_level, opening_held, opening_flags, opening_target, overdue, events];
    expect([absent.map(({ length }) => length), level.length]).toEqual([[0, 0, 0, 0, 0, 0], 6]);
  });

  it('takes of two targets of a person the later one, of their roles the highest, and their own before a role’s', () => {
    const target = new Uint8Array(6);
    const targets = new Targets(target);
    targets.own(0, 3, '2026-01-01');
    targets.own(0, 1, '2026-02-01');
    targets.own(0, 4, '2025-01-01');
    targets.own(1, 0, '2026-01-01');
    for (const [cell, level] of [
      [0, 4],
      [1, 4],
      [2, 2],
      [2, 4],
      [2, 3],
      [3, 0],
    ] as const)
      targets.ofRole(cell, level);
    targets.settle();
    expect([...target]).toEqual([1, 0, 4, 0, 0, 0]);
  });
});
