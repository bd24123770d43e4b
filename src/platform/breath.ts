/**
 * Lets everybody else have their turn. Promises alone do not: what the embedded database answers, and what a reader has
 * taken already, comes back without the event loop going round, and a long piece of work would hold it to its end.
 */
export const breath = (): Promise<void> => new Promise((go) => setImmediate(go));

/** Work of long loops in pieces: `due()` is true once `milliseconds` have gone by since the last breath. */
export class Breaths {
  private since = performance.now();

  constructor(private readonly milliseconds = 15) {}

  due(): boolean {
    return performance.now() - this.since >= this.milliseconds;
  }

  async take(): Promise<void> {
    await breath();
    this.since = performance.now();
  }
}

/** The same parts, and a breath after each. */
export async function* breathing<T>(parts: AsyncIterable<T>): AsyncGenerator<T> {
  for await (const part of parts) {
    yield part;
    await breath();
  }
}
