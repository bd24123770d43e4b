import { patiently } from './patience';

/**
 * A number of places, one to a holder; who finds none waits in line: first in, first out. async-mutex waits for a fixed time;
 * here the time that is left to the request decides, and a holder that gets on extends it.
 */
export class Semaphore {
  private readonly holders = new Set<object>();
  private readonly waiting: { token: object; go: () => void; again?: () => void }[] = [];

  /** @param house waiting here says nothing about the database: only the time of the whole request counts */
  constructor(
    private readonly places = 1,
    private readonly house = false,
  ) {}

  /** How many have a place, and how many wait for one. */
  get taken(): number {
    return this.holders.size;
  }

  get waitingFor(): number {
    return this.waiting.length;
  }

  holds(token: object): boolean {
    return this.holders.has(token);
  }

  /**
   * Waits as long as there is patience.
   * @throws DatabaseSlow
   */
  async acquire(token: object): Promise<void> {
    if (this.holders.has(token)) return;
    if (this.holders.size < this.places) {
      this.holders.add(token);
      return;
    }
    const place: (typeof this.waiting)[number] = { token, go: () => undefined };
    await patiently(
      () => new Promise<void>((go) => this.waiting.push(Object.assign(place, { go }))),
      () => {
        const at = this.waiting.indexOf(place);
        if (at >= 0) this.waiting.splice(at, 1);
      },
      { line: this.house ? 'house' : 'database', onHope: (again) => (place.again = again) },
    );
  }

  /** A holder got what it came for: whoever waits has reason to wait on. */
  moved(): void {
    for (const { again } of this.waiting) again?.();
  }

  release(token: object): void {
    if (!this.holders.delete(token)) return;
    const next = this.waiting.shift();
    if (!next) return;
    this.holders.add(next.token); // handed over directly: nobody can slip in between
    next.go();
  }
}
