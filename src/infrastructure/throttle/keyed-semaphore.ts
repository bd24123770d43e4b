/**
 * Runs at most `maxConcurrent` tasks with the same key at a time in this process, first come first served. async-mutex
 * has no keyed semaphore.
 */
export class KeyedSemaphore {
  private readonly queues = new Map<string, { running: number; waiting: (() => void)[] }>();

  async run<T>(key: string, maxConcurrent: number, work: () => Promise<T>): Promise<T> {
    const queue = this.queues.get(key) ?? { running: 0, waiting: [] };
    this.queues.set(key, queue);
    if (queue.running >= maxConcurrent) await new Promise<void>((resume) => queue.waiting.push(resume));
    else queue.running += 1;
    try {
      return await work();
    } finally {
      const next = queue.waiting.shift();
      if (next) next();
      else if (--queue.running === 0) this.queues.delete(key);
    }
  }
}
