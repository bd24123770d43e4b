/** Seeded randomness (mulberry32): the same seed on the same day makes the same demo. */
export class Chance {
  constructor(private state: number) {}

  /** 0 ≤ x < 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number, both ends included. */
  whole(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  one<T>(items: readonly T[]): T {
    return items[this.whole(0, items.length - 1)]!;
  }

  /** True in `percent` of 100 throws. */
  happens(percent: number): boolean {
    return this.next() * 100 < percent;
  }
}
