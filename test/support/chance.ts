/** Seeded randomness (mulberry32): a failing property fails again with the same seed. */
export interface Chance {
  /** 0 ≤ x < 1. */
  next(): number;
  /** A whole number, both ends included. */
  whole(from: number, to: number): number;
  one<T>(items: readonly T[]): T;
  /** True in `percent` of 100 throws. */
  happens(percent: number): boolean;
  shuffled<T>(items: readonly T[]): T[];
}

export function chance(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    whole,
    one: (items) => items[whole(0, items.length - 1)]!,
    happens: (percent) => next() * 100 < percent,
    shuffled: (items) => {
      const copy = [...items];
      for (let last = copy.length - 1; last > 0; last--) {
        const other = whole(0, last);
        [copy[last], copy[other]] = [copy[other]!, copy[last]!];
      }
      return copy;
    },
  };
}
