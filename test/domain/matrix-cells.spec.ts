import { matrixCells, TargetAccumulator } from '../../src/modules/reports/matrix-cells';

const ALL_PARTS = { opening: true, overdue: true, events: true };

describe('the arrays of a matrix', () => {
  it('have an entry for each cell', () => {
    const cells = matrixCells(100_000, ALL_PARTS);
    expect(Object.values(cells).map(({ length }) => length)).toEqual(Array.from({ length: 12 }, () => 100_000));
  });

  it('are empty for parts that were not requested', () => {
    const cells = matrixCells(6, { opening: false, overdue: false, events: false });
    const { opening_level, opening_held, opening_flags, opening_target, overdue, events, level } = cells;
    const absent = [opening_level, opening_held, opening_flags, opening_target, overdue, events];
    expect([absent.map(({ length }) => length), level.length]).toEqual([[0, 0, 0, 0, 0, 0], 6]);
  });

  it('use the later of two personal targets, the highest of role targets, and personal before role targets', () => {
    const target = new Uint8Array(6);
    const targetAccumulator = new TargetAccumulator(target);
    targetAccumulator.addPersonal(0, 3, '2026-01-01');
    targetAccumulator.addPersonal(0, 1, '2026-02-01');
    targetAccumulator.addPersonal(0, 4, '2025-01-01');
    targetAccumulator.addPersonal(1, 0, '2026-01-01');
    for (const [cell, level] of [
      [0, 4],
      [1, 4],
      [2, 2],
      [2, 4],
      [2, 3],
      [3, 0],
    ] as const)
      targetAccumulator.addRole(cell, level);
    targetAccumulator.decode();
    expect([...target]).toEqual([1, 0, 4, 0, 0, 0]);
  });
});
