import { withTimeout, timeLeft } from './deadline';

/**
 * A number of places, one to a holder; others wait in line: first in, first out. async-mutex waits for a fixed time and does
 * not tell how many wait; here the time that is left to the request decides.
 */
export class Semaphore {
  private readonly holders = new Set<object>();
  private readonly waiting: { token: object; go: () => void; fail: (error: Error) => void }[] = [];

  constructor(private readonly places = 1) {}

  /** How many have a place. */
  get taken(): number {
    return this.holders.size;
  }

  /** How many wait for one. */
  get waitingFor(): number {
    return this.waiting.length;
  }

  /**
   * A token that has a place keeps it.
   * @throws DatabaseSlow when the request's time ends first
   */
  async acquire(token: object): Promise<void> {
    if (this.holders.has(token)) return;
    if (this.holders.size < this.places) {
      this.holders.add(token);
      return;
    }
    const turn = new Promise<void>((go, fail) => this.waiting.push({ token, go, fail }));
    await withTimeout(turn, timeLeft(), () => this.leave(token));
  }

  release(token: object): void {
    if (!this.holders.delete(token)) return;
    const next = this.waiting.shift();
    if (!next) return;
    this.holders.add(next.token); // handed over directly: no other can slip in between
    next.go();
  }

  /** What the holders wait for does not answer: those in line are told at once. */
  failWaiting(error: Error): void {
    for (const { fail } of this.waiting.splice(0)) fail(error);
  }

  private leave(token: object): void {
    const at = this.waiting.findIndex((each) => each.token === token);
    if (at >= 0) this.waiting.splice(at, 1);
  }
}
