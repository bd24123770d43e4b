import { withTimeout, timeLeft } from './deadline';

/**
 * Semaphore with first-in-first-out waiting, bounded by the time left to the request. async-mutex has only a fixed
 * timeout and does not report how many wait.
 */
export class Semaphore {
  private readonly holders = new Set<object>();
  private readonly queue: { token: object; resolve: () => void; reject: (error: Error) => void }[] = [];

  constructor(private readonly capacity = 1) {}

  get activeCount(): number {
    return this.holders.size;
  }

  get waitingCount(): number {
    return this.queue.length;
  }

  /** A token that already holds a slot keeps it. @throws DatabaseTimeoutError when the request's time ends first */
  async acquire(token: object): Promise<void> {
    if (this.holders.has(token)) return;
    if (this.holders.size < this.capacity) {
      this.holders.add(token);
      return;
    }
    const slotGranted = new Promise<void>((resolve, reject) => this.queue.push({ token, resolve, reject }));
    await withTimeout(slotGranted, timeLeft(), () => this.removeFromQueue(token));
  }

  release(token: object): void {
    if (!this.holders.delete(token)) return;
    const next = this.queue.shift();
    if (!next) return;
    this.holders.add(next.token); // handed over directly, so no other caller can slip in between
    next.resolve();
  }

  /** Rejects all waiting callers at once. */
  failWaiting(error: Error): void {
    for (const { reject } of this.queue.splice(0)) reject(error);
  }

  private removeFromQueue(token: object): void {
    const index = this.queue.findIndex((entry) => entry.token === token);
    if (index >= 0) this.queue.splice(index, 1);
  }
}
