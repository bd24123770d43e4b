/** Seeded randomness (mulberry32): a failing property fails again with the same seed. */
export interface SeededRandom {
  /** 0 ≤ x < 1. */
  next(): number;
  /** An integer, both ends included. */
  integer(from: number, to: number): number;
  pick<T>(items: readonly T[]): T;
  /** True with a probability of `percent` %. */
  bool(percent: number): boolean;
  shuffle<T>(items: readonly T[]): T[];
}

export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const integer = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    integer,
    pick: (items) => items[integer(0, items.length - 1)]!,
    bool: (percent) => next() * 100 < percent,
    shuffle: (items) => {
      const copy = [...items];
      for (let last = copy.length - 1; last > 0; last--) {
        const other = integer(0, last);
        [copy[last], copy[other]] = [copy[other]!, copy[last]!];
      }
      return copy;
    },
  };
}
