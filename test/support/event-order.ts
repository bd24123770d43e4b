/**
 * The order in which the parts of long work and other callbacks of the event loop run. Each part queues one such callback:
 * work that does not yield to the event loop runs its next part before it.
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

  /** Hands out the same items, each as a part. */
  async *observe<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
    for await (const item of items) {
      this.addPart();
      yield item;
    }
  }
}
