/**
 * Lets at most `width` pieces of work with the same key run at a time in this process; the others wait, first come first
 * served. async-mutex has no keys: a map of its semaphores with their removal is as long as this.
 */
export class KeyedSemaphore {
  private readonly lines = new Map<string, { running: number; waiting: (() => void)[] }>();

  async take<T>(key: string, width: number, work: () => Promise<T>): Promise<T> {
    const line = this.lines.get(key) ?? { running: 0, waiting: [] };
    this.lines.set(key, line);
    if (line.running >= width) await new Promise<void>((go) => line.waiting.push(go));
    else line.running += 1;
    try {
      return await work();
    } finally {
      const next = line.waiting.shift();
      if (next) next();
      else if (--line.running === 0) this.lines.delete(key);
    }
  }
}
