import { createHash } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../clock';
import { Database } from '../database/database';
import { Transactions } from '../database/transactions';
import { Sweeper } from '../jobs/sweeper';
import { TooManyTries } from './throttle.errors';
import { KeyedSemaphore } from './keyed-semaphore';

export interface Limit {
  limit: number;
  windowMs: number;
}
export interface Hit {
  allowed: boolean;
  /** Whole seconds until the next one is allowed; 0 when this one was. */
  retryAfter: number;
}
/** Who is counted when a secret is tried. */
export interface Subject {
  /** `login:<lower-cased name>`, `login-address:<network address>` */
  key: string;
  /** Wrong tries until it is locked. */
  tries: number;
  /** Locked for 30 s, then twice as long each time up to 1 h; or: at most `tries` within a window. */
  lock: 'doubling' | { windowMs: number };
}

const FIRST_LOCK = 30_000;
const LONGEST_LOCK = 3_600_000;
const DAY = 86_400_000;
/** Tries of one address that are judged at the same time; a plant shares one. */
const ADDRESS_WIDTH = 8;

/**
 * Counters in the database, so that all processes count together and a restart forgets nothing. Each decision is one
 * guarded write: of thirty at once, exactly `limit` are let through.
 */
@Injectable()
export class Throttle implements OnModuleInit {
  private readonly semaphore = new KeyedSemaphore();

  constructor(
    private readonly database: Database,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly sweeper: Sweeper,
  ) {}

  onModuleInit(): void {
    this.sweeper.register<never>({
      name: 'throttle-counters',
      every: DAY / 24,
      leased: true,
      batch: () => this.forgetOld(),
    });
  }

  /**
   * Counts one use, if there is one left in the window. Inside a transaction that rolls back, nothing was used.
   * @param key `<scope>:<subject>`; the subject is stored as a hash only
   * @param about asking again about the same thing as the last time is free
   */
  async hit(key: string, { limit, windowMs }: Limit, about?: string): Promise<Hit> {
    const id = storedKey(key);
    const subject = about === undefined ? null : digest(about);
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
        if (limit > 0 && (await this.insert(id, { now, count: 1, subject }))) return ALLOWED;
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

  /** As `hit`, but throws `TooManyTries`. */
  async demand(key: string, limit: Limit, about?: string): Promise<void> {
    const { allowed, retryAfter } = await this.hit(key, limit, about);
    if (!allowed) throw new TooManyTries(retryAfter);
  }

  /** As `demand`, for tries by which something is found out: one that is undone with its transaction counts as well. */
  async demandTry(key: string, limit: Limit): Promise<void> {
    await this.demand(key, limit);
    this.transactions.evenIfUndone(() => this.hit(key, limit));
  }

  /**
   * Tries a secret. While a subject is locked nothing is tried, also not the right one. `undefined` from `tryIt` means
   * wrong and counts for every subject; anything else clears those that lock doubling; throwing does neither. Tries of
   * one subject wait for each other in this process, so that parallel guesses get no more answers than successive ones.
   * @throws TooManyTries
   */
  async attempt<T>(subjects: readonly Subject[], tryIt: () => Promise<T | undefined>): Promise<T | undefined> {
    const inTurn = subjects.reduce<() => Promise<T | undefined>>(
      (inner, subject) => () =>
        this.semaphore.take(storedKey(subject.key), subject.lock === 'doubling' ? 1 : ADDRESS_WIDTH, inner),
      async () => {
        const states = await this.states(subjects);
        const wait = Math.max(
          0,
          ...subjects.map((subject) => this.lockedFor(subject, states.get(storedKey(subject.key)))),
        );
        if (wait > 0) throw new TooManyTries(Math.ceil(wait / 1000));
        const result = await tryIt();
        if (result === undefined) {
          await this.transactions.run(async () => {
            // Always in the same order: two failures never wait for each other crosswise.
            for (const subject of byKey(subjects)) await this.failed(subject);
          });
        } else {
          const used = subjects.filter(({ key, lock }) => lock === 'doubling' && states.has(storedKey(key)));
          if (used.length > 0) await this.clear(used.map(({ key }) => key));
        }
        return result;
      },
    );
    return inTurn();
  }

  /** Seconds for which the subject is still locked; 0 when it may be tried. */
  async secondsLocked(subject: Subject): Promise<number> {
    const states = await this.states([subject]);
    return Math.ceil(this.lockedFor(subject, states.get(storedKey(subject.key))) / 1000);
  }

  /** Counts a wrong try that was judged elsewhere. Within the caller's transaction, or one of its own. */
  async countFailure(subject: Subject): Promise<void> {
    await this.transactions.run(() => this.failed(subject));
  }

  /** Forgets what was counted. */
  async clear(keys: readonly string[]): Promise<void> {
    await this.transactions.run(() =>
      this.database.write(
        `DELETE FROM throttle_counter WHERE counter_key IN (${keys.map(() => '?').join(', ')})`,
        keys.map(storedKey),
      ),
    );
  }

  private async states(subjects: readonly Subject[]): Promise<Map<string, State>> {
    const rows = await this.database.rows<Record<keyof State, number | string> & { counter_key: string }>(
      `SELECT counter_key, window_start, count, locked_until FROM throttle_counter
       WHERE counter_key IN (${subjects.map(() => '?').join(', ')})`,
      subjects.map(({ key }) => storedKey(key)),
    );
    return new Map(
      rows.map((row) => [
        row.counter_key,
        { window_start: Number(row.window_start), count: Number(row.count), locked_until: Number(row.locked_until) },
      ]),
    );
  }

  private lockedFor(subject: Subject, state: State | undefined): number {
    if (!state) return 0;
    const now = this.clock.now();
    if (subject.lock === 'doubling') return Math.max(0, state.locked_until - now);
    return state.count >= subject.tries ? Math.max(0, state.window_start + subject.lock.windowMs - now) : 0;
  }

  private async failed(subject: Subject): Promise<void> {
    const id = storedKey(subject.key);
    if (subject.lock !== 'doubling') {
      await this.hit(subject.key, { limit: 1_000_000, windowMs: subject.lock.windowMs });
      return;
    }
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
        [
          yesterday,
          subject.tries,
          now,
          LONGEST_LOCK,
          FIRST_LOCK,
          yesterday,
          subject.tries,
          yesterday,
          subject.tries,
          now,
          id,
        ],
      );
      if (counted > 0) return;
      if (subject.tries > 1 && (await this.insert(id, { now, count: 1, subject: null }))) return;
      if (subject.tries <= 1) throw new RangeError('A doubling lock needs more than one try');
    }
  }

  private async insert(
    id: string,
    { now, count, subject }: { now: number; count: number; subject: string | null },
  ): Promise<boolean> {
    const ignore =
      this.database.engine === 'sqlite'
        ? 'ON CONFLICT DO NOTHING'
        : 'ON DUPLICATE KEY UPDATE counter_key = counter_key';
    const made = await this.database.write(
      `INSERT INTO throttle_counter (counter_key, window_start, count, lock_count, locked_until, last_subject)
       VALUES (?, ?, ?, 0, 0, ?) ${ignore}`,
      [id, now, count, subject],
    );
    return made > 0;
  }

  private async forgetOld(): Promise<null> {
    const now = this.clock.now();
    await this.transactions.run(() =>
      this.database.write('DELETE FROM throttle_counter WHERE window_start < ? AND locked_until < ?', [
        now - 2 * DAY,
        now,
      ]),
    );
    return null;
  }
}

interface State {
  window_start: number;
  count: number;
  locked_until: number;
}

interface Window {
  window_start: number | string;
  count: number | string;
  last_subject: string | null;
}

const isAbout = (known: Window, subject: string | null, old: number): boolean =>
  subject !== null && known.last_subject === subject && Number(known.window_start) > old;

const ALLOWED: Hit = { allowed: true, retryAfter: 0 };

function byKey(subjects: readonly Subject[]): Subject[] {
  return [...subjects].sort((a, b) => (a.key < b.key ? -1 : 1));
}

function storedKey(key: string): string {
  const at = key.indexOf(':');
  if (at < 1 || at > 40) throw new RangeError('A throttle key is <scope>:<subject>');
  return `${key.slice(0, at)}:${digest(key.slice(at + 1))}`;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
