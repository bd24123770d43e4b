import type { DataSource } from 'typeorm';

/** @param milliseconds from sending to the end of the answer */
export type StatementTimingListener = (sql: string, milliseconds: number, failed: boolean) => void;

/** Reports the duration of statements to listeners; without listeners it costs nothing. */
export class StatementTimer {
  private readonly listeners = new Set<StatementTimingListener>();

  /** The listener runs in the async context of the request or job. Returns the unsubscribe function. */
  onFinished(listener: StatementTimingListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  measure<T>(sql: string, work: () => Promise<T>): Promise<T> {
    return this.listeners.size ? this.measureAndNotify(sql, work) : work();
  }

  private async measureAndNotify<T>(sql: string, work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    let failed = true;
    try {
      const result = await work();
      failed = false;
      return result;
    } finally {
      const durationMs = performance.now() - startedAt;
      for (const listener of this.listeners) listener(sql, durationMs, failed);
    }
  }
}

const timers = new WeakMap<DataSource, StatementTimer>();

export function getStatementTimer(dataSource: DataSource): StatementTimer {
  let timer = timers.get(dataSource);
  if (!timer) timers.set(dataSource, (timer = new StatementTimer()));
  return timer;
}

/** Reports the replica's statements to the main server's listeners too. */
export function shareStatementTimer(replica: DataSource, main: DataSource): void {
  timers.set(replica, getStatementTimer(main));
}

const MAX_SHOWN_LENGTH = 2_000;

/** Statement text for logs and traces: bound values are not in it, and literals are replaced. */
export function redactValues(sql: string): string {
  return sql
    .replace(/'(?:[^'\\]|''|\\.)*'/g, "'…'")
    .replace(/\b0x[0-9a-f]+\b|(?<![\w.`"])\d+(?:\.\d+)?(?![\w`"])/gi, '#')
    .replace(/\?(?:\s*,\s*\?){3,}/g, '?, …')
    .replace(/(\(\?[^()]*\))(?:\s*,\s*\(\?[^()]*\))+/g, '$1, …')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_SHOWN_LENGTH);
}
