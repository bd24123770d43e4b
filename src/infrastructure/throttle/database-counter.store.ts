import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { Database } from '../database/database';
import { TransactionManager } from '../database/transaction-manager';

export interface ThrottleLimit {
  limit: number;
  windowMs: number;
}
export interface ThrottleResult {
  allowed: boolean;
  /** Whole seconds until the next allowed use; 0 when allowed. */
  retryAfter: number;
}
export interface StoredCounter {
  window_start: number;
  count: number;
  locked_until: number;
}

interface CounterRow {
  window_start: number | string;
  count: number | string;
  last_subject: string | null;
}

const FIRST_LOCK_MS = 30_000;
const LONGEST_LOCK_MS = 3_600_000;
const DAY_MS = 86_400_000;

/**
 * Counters as database rows: for locks, and for uses when Redis is unavailable. Each count is one guarded write. Ids
 * contain hashes, never names.
 */
@Injectable()
export class DatabaseCounterStore {
  constructor(
    private readonly database: Database,
    private readonly transactions: TransactionManager,
    private readonly clock: Clock,
  ) {}

  /** Counts one use if the window has one left. Repeating the last `subject` is free. */
  async hit(id: string, { limit, windowMs }: ThrottleLimit, subject: string | null): Promise<ThrottleResult> {
    return this.transactions.run(async () => {
      for (;;) {
        const now = this.clock.now();
        const expiredBefore = now - windowMs;
        if (subject !== null) {
          const [current] = await this.database.rows<CounterRow>(
            'SELECT window_start, count, last_subject FROM throttle_counter WHERE counter_key = ?',
            [id],
          );
          if (current && isRepeatOf(current, subject, expiredBefore)) return ALLOWED;
        }
        // MySQL assigns from left to right, so `count` is computed before `window_start` moves. Of concurrent uses with
        // the same subject only the first one counts.
        const updated = await this.database.write(
          `UPDATE throttle_counter
           SET count = CASE WHEN window_start <= ? THEN 1 WHEN last_subject = ? THEN count ELSE count + 1 END,
               window_start = CASE WHEN window_start <= ? THEN ? ELSE window_start END,
               last_subject = ?
           WHERE counter_key = ? AND (window_start <= ? OR count < ? OR last_subject = ?)`,
          [expiredBefore, subject, expiredBefore, now, subject, id, expiredBefore, limit, subject],
        );
        if (updated > 0) return ALLOWED;
        if (limit > 0 && (await this.insert(id, now, subject))) return ALLOWED;
        const [row] = await this.database.rows<CounterRow>(
          'SELECT window_start, count, last_subject FROM throttle_counter WHERE counter_key = ?',
          [id],
        );
        // MariaDB does not count unchanged rows as changed.
        if (row && isRepeatOf(row, subject, expiredBefore)) return ALLOWED;
        if (limit > 0 && (!row || Number(row.count) < limit)) continue; // the row was created or cleared in between
        const retryAt = row ? Number(row.window_start) + windowMs : now + windowMs;
        return { allowed: false, retryAfter: Math.max(1, Math.ceil((retryAt - now) / 1000)) };
      }
    });
  }

  async find(ids: readonly string[]): Promise<Map<string, StoredCounter>> {
    const rows = await this.database.rows<Record<keyof StoredCounter, number | string> & { counter_key: string }>(
      `SELECT counter_key, window_start, count, locked_until FROM throttle_counter
       WHERE counter_key IN (${ids.map(() => '?').join(', ')})`,
      ids,
    );
    return new Map(
      rows.map((row) => [
        row.counter_key,
        { window_start: Number(row.window_start), count: Number(row.count), locked_until: Number(row.locked_until) },
      ]),
    );
  }

  /** Counts a failed attempt. Locks for 30 s, then twice as long each time up to 1 h. Call inside a transaction. */
  async recordFailure(id: string, maxAttempts: number): Promise<void> {
    if (maxAttempts <= 1) throw new RangeError('A doubling lock needs more than one try');
    for (;;) {
      const now = this.clock.now();
      const dayAgo = now - DAY_MS;
      // Assigned from left to right: the lock is computed before the counts change.
      const updated = await this.database.write(
        `UPDATE throttle_counter
         SET locked_until = CASE WHEN window_start > ? AND count + 1 >= ?
               THEN ? + CASE WHEN lock_count >= 7 THEN ? ELSE ? * (1 << lock_count) END ELSE locked_until END,
             lock_count = CASE WHEN window_start <= ? THEN 0 WHEN count + 1 >= ? THEN lock_count + 1 ELSE lock_count END,
             count = CASE WHEN window_start <= ? THEN 1 WHEN count + 1 >= ? THEN 0 ELSE count + 1 END,
             window_start = ?
         WHERE counter_key = ?`,
        [dayAgo, maxAttempts, now, LONGEST_LOCK_MS, FIRST_LOCK_MS, dayAgo, maxAttempts, dayAgo, maxAttempts, now, id],
      );
      if (updated > 0) return;
      if (await this.insert(id, now, null)) return;
    }
  }

  async clear(ids: readonly string[]): Promise<void> {
    await this.transactions.run(() =>
      this.database.write(`DELETE FROM throttle_counter WHERE counter_key IN (${ids.map(() => '?').join(', ')})`, ids),
    );
  }

  async deleteExpired(): Promise<null> {
    const now = this.clock.now();
    await this.transactions.run(() =>
      this.database.write('DELETE FROM throttle_counter WHERE window_start < ? AND locked_until < ?', [
        now - 2 * DAY_MS,
        now,
      ]),
    );
    return null;
  }

  private async insert(id: string, now: number, subject: string | null): Promise<boolean> {
    const conflictClause =
      this.database.engine === 'sqlite'
        ? 'ON CONFLICT DO NOTHING'
        : 'ON DUPLICATE KEY UPDATE counter_key = counter_key';
    const inserted = await this.database.write(
      `INSERT INTO throttle_counter (counter_key, window_start, count, lock_count, locked_until, last_subject)
       VALUES (?, ?, 1, 0, 0, ?) ${conflictClause}`,
      [id, now, subject],
    );
    return inserted > 0;
  }
}

export const ALLOWED: ThrottleResult = { allowed: true, retryAfter: 0 };

const isRepeatOf = (current: CounterRow, subject: string | null, expiredBefore: number): boolean =>
  subject !== null && current.last_subject === subject && Number(current.window_start) > expiredBefore;
