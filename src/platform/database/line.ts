import { withPatience } from './patience';

/** A number of places, one to a holder; who finds none waits in line: first in, first out. */
export class Line {
  private readonly holders = new Set<object>();
  private readonly waiting: { token: object; go: () => void }[] = [];

  constructor(private readonly places = 1) {}

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
    await withPatience(
      () => new Promise<void>((go) => this.waiting.push({ token, go })),
      () => {
        const at = this.waiting.findIndex((one) => one.token === token);
        if (at >= 0) this.waiting.splice(at, 1);
      },
    );
  }

  release(token: object): void {
    if (!this.holders.delete(token)) return;
    const next = this.waiting.shift();
    if (!next) return;
    this.holders.add(next.token); // handed over directly: nobody can slip in between
    next.go();
  }
}
