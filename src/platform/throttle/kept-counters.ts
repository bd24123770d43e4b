import { Injectable } from '@nestjs/common';
import { Clock } from '../clock';
import { Database } from '../database/database';
import { Transactions } from '../database/transactions';

export interface Limit {
  limit: number;
  windowMs: number;
}
export interface Hit {
  allowed: boolean;
  /** Whole seconds until the next one is allowed; 0 when this one was. */
  retryAfter: number;
}
/** As it stands in the database. */
export interface KeptCounter {
  window_start: number;
  count: number;
  locked_until: number;
}

interface Window {
  window_start: number | string;
  count: number | string;
  last_subject: string | null;
}

const FIRST_LOCK = 30_000;
const LONGEST_LOCK = 3_600_000;
const DAY = 86_400_000;

/** Counters as rows: of uses that no Redis counts, by one guarded write each, and of all that locks. No id holds a name in the clear. */
@Injectable()
export class KeptCounters {
  constructor(
    private readonly database: Database,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** Counts one use, if there is one left in the window. Asking again about the same `subject` as the last time is free. */
  async hit(id: string, { limit, windowMs }: Limit, subject: string | null): Promise<Hit> {
    return this.transactions.run(async () => {
      for (;;) {
        const now = this.clock.now();
        const old = now - windowMs;
        if (subject !== null) {
          const [known] = await this.database.rows<Window>(
            'SELECT window_start, count, last_subject FROM throttle_counter WHERE counter_key = ?',
            [id],
          );
          if (known && isAbout(known, subject, old)) return ALLOWED;
        }
        // MySQL assigns from left to right: `count` must be worked out before `window_start` moves. Of several at once about
        // the same thing the first one counts, and the others find it here.
        const counted = await this.database.write(
          `UPDATE throttle_counter
           SET count = CASE WHEN window_start <= ? THEN 1 WHEN last_subject = ? THEN count ELSE count + 1 END,
               window_start = CASE WHEN window_start <= ? THEN ? ELSE window_start END,
               last_subject = ?
           WHERE counter_key = ? AND (window_start <= ? OR count < ? OR last_subject = ?)`,
          [old, subject, old, now, subject, id, old, limit, subject],
        );
        if (counted > 0) return ALLOWED;
        if (limit > 0 && (await this.insert(id, now, subject))) return ALLOWED;
        const [row] = await this.database.rows<Window>(
          'SELECT window_start, count, last_subject FROM throttle_counter WHERE counter_key = ?',
          [id],
        );
        // On MariaDB a row that stays as it is does not count as changed.
        if (row && isAbout(row, subject, old)) return ALLOWED;
        if (limit > 0 && (!row || Number(row.count) < limit)) continue; // somebody made or cleared the row in between
        const until = row ? Number(row.window_start) + windowMs : now + windowMs;
        return { allowed: false, retryAfter: Math.max(1, Math.ceil((until - now) / 1000)) };
      }
    });
  }

  async find(ids: readonly string[]): Promise<Map<string, KeptCounter>> {
    const rows = await this.database.rows<Record<keyof KeptCounter, number | string> & { counter_key: string }>(
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

  /** Counts a wrong try of what locks for 30 s, then twice as long each time up to 1 h. Inside the caller's transaction. */
  async fail(id: string, tries: number): Promise<void> {
    if (tries <= 1) throw new RangeError('A doubling lock needs more than one try');
    for (;;) {
      const now = this.clock.now();
      const yesterday = now - DAY;
      // From left to right again: the lock is worked out from the counts before they change.
      const counted = await this.database.write(
        `UPDATE throttle_counter
         SET locked_until = CASE WHEN window_start > ? AND count + 1 >= ?
               THEN ? + CASE WHEN lock_count >= 7 THEN ? ELSE ? * (1 << lock_count) END ELSE locked_until END,
             lock_count = CASE WHEN window_start <= ? THEN 0 WHEN count + 1 >= ? THEN lock_count + 1 ELSE lock_count END,
             count = CASE WHEN window_start <= ? THEN 1 WHEN count + 1 >= ? THEN 0 ELSE count + 1 END,
             window_start = ?
         WHERE counter_key = ?`,
        [yesterday, tries, now, LONGEST_LOCK, FIRST_LOCK, yesterday, tries, yesterday, tries, now, id],
      );
      if (counted > 0) return;
      if (await this.insert(id, now, null)) return;
    }
  }

  async clear(ids: readonly string[]): Promise<void> {
    await this.transactions.run(() =>
      this.database.write(`DELETE FROM throttle_counter WHERE counter_key IN (${ids.map(() => '?').join(', ')})`, ids),
    );
  }

  async forgetOld(): Promise<null> {
    const now = this.clock.now();
    await this.transactions.run(() =>
      this.database.write('DELETE FROM throttle_counter WHERE window_start < ? AND locked_until < ?', [
        now - 2 * DAY,
        now,
      ]),
    );
    return null;
  }

  private async insert(id: string, now: number, subject: string | null): Promise<boolean> {
    const ignore =
      this.database.engine === 'sqlite'
        ? 'ON CONFLICT DO NOTHING'
        : 'ON DUPLICATE KEY UPDATE counter_key = counter_key';
    const made = await this.database.write(
      `INSERT INTO throttle_counter (counter_key, window_start, count, lock_count, locked_until, last_subject)
       VALUES (?, ?, 1, 0, 0, ?) ${ignore}`,
      [id, now, subject],
    );
    return made > 0;
  }
}

export const ALLOWED: Hit = { allowed: true, retryAfter: 0 };

const isAbout = (known: Window, subject: string | null, old: number): boolean =>
  subject !== null && known.last_subject === subject && Number(known.window_start) > old;
