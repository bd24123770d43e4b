/** Seeded random numbers (mulberry32): the same seed and day give the same demo. */
export class SeededRandom {
  constructor(private state: number) {}

  /** 0 ≤ x < 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Integer between `from` and `to`, inclusive. */
  integer(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  pick<T>(items: readonly T[]): T {
    return items[this.integer(0, items.length - 1)]!;
  }

  /** True with a probability of `percent`. */
  happens(percent: number): boolean {
    return this.next() * 100 < percent;
  }
}
