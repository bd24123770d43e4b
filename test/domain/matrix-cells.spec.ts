import { setImmediate as nextTurn } from 'node:timers/promises';
import { matrixCells, Targets } from '../../src/reports/matrix-cells';

const EVERYTHING = { opening: true, overdue: true, events: true };

describe('what is known of a matrix', () => {
  it('has its room made array by array, and another callback runs before each', async () => {
    const events: string[] = [];
    const others = (async () => {
      for (let array = 0; array < 12; array++) {
        await nextTurn();
        events.push('other');
      }
    })();
    const cells = await matrixCells(100_000, EVERYTHING);
    events.push('all arrays');
    await others;
    expect(Object.values(cells).map(({ length }) => length)).toEqual(Array.from({ length: 12 }, () => 100_000));
    expect(events).toEqual([...Array.from({ length: 12 }, () => 'other'), 'all arrays']);
  });

  it('has no room for what was not asked for', async () => {
    const cells = await matrixCells(6, { opening: false, overdue: false, events: false });
    const { opening_level, opening_held, opening_flags, opening_target, overdue, events, level } = cells;
    const absent = [opening_level, opening_held, opening_flags, opening_target, overdue, events];
    expect([absent.map(({ length }) => length), level.length]).toEqual([[0, 0, 0, 0, 0, 0], 6]);
  });

  it('takes of two targets of a person the later one, of their roles the highest, and their own before a role’s', async () => {
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
    await targets.settle();
    expect([...target]).toEqual([1, 0, 4, 0, 0, 0]);
  });
});
