import type { DataSource } from 'typeorm';

/** @param milliseconds from sending it to the end of its answer */
export type AnsweredListener = (sql: string, milliseconds: number, failed: boolean) => void;

/** Who wants to know how long statements take: nobody, and then it costs nothing. */
export class StatementWatch {
  private readonly listeners = new Set<AnsweredListener>();

  /** Heard within the request or the work that asked. Returns the way out. */
  onAnswered(listener: AnsweredListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  over<T>(sql: string, work: () => Promise<T>): Promise<T> {
    return this.listeners.size ? this.measured(sql, work) : work();
  }

  private async measured<T>(sql: string, work: () => Promise<T>): Promise<T> {
    const began = performance.now();
    let failed = true;
    try {
      const answer = await work();
      failed = false;
      return answer;
    } finally {
      const took = performance.now() - began;
      for (const tell of this.listeners) tell(sql, took, failed);
    }
  }
}

const watches = new WeakMap<DataSource, StatementWatch>();

export function watchOf(dataSource: DataSource): StatementWatch {
  let watch = watches.get(dataSource);
  if (!watch) watches.set(dataSource, (watch = new StatementWatch()));
  return watch;
}

/** Statements of another server that whoever listens to this one hears of, too. */
export function shareWatch(replica: DataSource, main: DataSource): void {
  watches.set(replica, watchOf(main));
}

const SHOWN = 2_000;

/** The text of a statement for logs and traces: what was bound is not in it, and what stands in it as a value goes too. */
export function withoutValues(sql: string): string {
  return sql
    .replace(/'(?:[^'\\]|''|\\.)*'/g, "'…'")
    .replace(/\b0x[0-9a-f]+\b|(?<![\w.`"])\d+(?:\.\d+)?(?![\w`"])/gi, '#')
    .replace(/\?(?:\s*,\s*\?){3,}/g, '?, …')
    .replace(/(\(\?[^()]*\))(?:\s*,\s*\(\?[^()]*\))+/g, '$1, …')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, SHOWN);
}
