/**
 * Records the order in which the parts of long work and other event loop callbacks run. Each part queues one such
 * callback; work that does not yield runs its next part before it.
 */
export class EventOrder {
  private readonly events: ('part' | 'other')[] = [];

  addPart(): void {
    this.events.push('part');
    setImmediate(() => this.events.push('other'));
  }

  get parts(): number {
    return this.events.filter((event) => event === 'part').length;
  }

  /** The largest number of parts in succession, with no other callback between them. */
  get longestRun(): number {
    const runs = this.events.join(' ').split('other');
    return Math.max(...runs.map((run) => run.split('part').length - 1));
  }

  /** Passes the items through and records each as a part. */
  async *observe<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
    for await (const item of items) {
      this.addPart();
      yield item;
    }
  }
}
