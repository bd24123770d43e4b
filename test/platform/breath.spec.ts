import { setImmediate as round } from 'node:timers/promises';
import { inSlices, isTurnOver, ownTurn, sortedInSlices } from '../../src/platform/breath';
import { EventOrder } from '../support/event-order';

describe('long work beside others', () => {
  // The time of a turn passes only when a test says so.
  let now = 0;
  beforeEach(() => jest.spyOn(performance, 'now').mockImplementation(() => now));
  afterEach(() => jest.restoreAllMocks());
  const useTheTurnUp = (): void => {
    while (!isTurnOver()) now++;
  };

  it('gives each its turn, first come, first served: work that always has more to do overtakes nobody', async () => {
    const order: string[] = [];
    const long = async (name: string): Promise<void> => {
      for (let part = 0; part < 20; part++) {
        await ownTurn();
        order.push(name);
        useTheTurnUp();
      }
    };
    await Promise.all([long('a'), long('b'), long('c')]);
    expect(order).toHaveLength(60);
    // Each has its part before any of them has the next but one.
    for (let at = 3; at < order.length; at += 3) expect(new Set(order.slice(at, at + 3)).size).toBe(3);
  });

  it('lets in whoever comes with little to do before the end of those who began long ago', async () => {
    let parts = 0;
    let isOver = false;
    const long = async (): Promise<void> => {
      while (!isOver) {
        await ownTurn();
        parts++;
        useTheTurnUp();
      }
    };
    const both = [long(), long()];
    await round();
    useTheTurnUp();
    const before = parts;
    await ownTurn();
    const meanwhile = parts - before;
    isOver = true;
    await Promise.all(both);
    expect(meanwhile).toBeLessThanOrEqual(2);
  });

  it('lets other callbacks run between two turns', async () => {
    const order = new EventOrder();
    for (let part = 0; part < 10; part++) {
      await ownTurn();
      order.addPart();
      useTheTurnUp();
    }
    expect([order.parts, order.longestRun]).toEqual([10, 1]);
  });

  it('comes to the same in pieces', async () => {
    const seen: number[] = [];
    await inSlices(
      1_000,
      (from, to) => {
        for (let at = from; at < to; at++) seen.push(at);
        useTheTurnUp();
      },
      128,
    );
    expect(seen).toEqual(Array.from({ length: 1_000 }, (_, n) => n));
    const mixed = Array.from({ length: 3_000 }, (_, n) => ({ n, key: (n * 7_919) % 101 }));
    expect(await sortedInSlices(mixed, (a, b) => a.key - b.key)).toEqual(mixed.toSorted((a, b) => a.key - b.key));
  });
});
