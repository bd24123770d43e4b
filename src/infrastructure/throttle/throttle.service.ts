import { createHash } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { TransactionManager } from '../database/transaction-manager';
import { JobScheduler } from '../jobs/job-scheduler';
import { TooManyAttemptsError } from './throttle.errors';
import { KeyedSemaphore } from './keyed-semaphore';
import {
  ALLOWED,
  DatabaseCounterStore,
  type ThrottleResult,
  type StoredCounter,
  type ThrottleLimit,
} from './database-counter.store';
import { RedisCounterStore } from './redis-counter.store';

/** A counter that an attempt to verify a secret is charged to. */
export interface ThrottleSubject {
  /** `login:<lower-cased name>`, `login-address:<network address>` */
  key: string;
  /** Failed attempts until it is locked. */
  tries: number;
  /** 'doubling': locks for 30 s, then twice as long each time up to 1 h. Otherwise at most `tries` per window. */
  lock: 'doubling' | { windowMs: number };
}

const HOUR_MS = 3_600_000;
/** Attempts from one address verified at the same time; a whole site may share one address. */
const MAX_CONCURRENT_PER_ADDRESS = 8;

/**
 * Rate limits and locks shared by all processes: exactly `limit` concurrent uses pass. Uses are counted in Redis if
 * available, else in the database; never not at all. Locks (failed attempts at a secret) are in the database only,
 * where they survive restarts (docs/operations.md).
 */
@Injectable()
export class ThrottleService implements OnModuleInit {
  private readonly semaphore = new KeyedSemaphore();
  /** Rejections of this process by scope, for metrics. */
  readonly refusalCounts = new Map<string, number>();

  constructor(
    private readonly transactions: TransactionManager,
    private readonly clock: Clock,
    private readonly scheduler: JobScheduler,
    private readonly redisCounters: RedisCounterStore,
    private readonly databaseCounters: DatabaseCounterStore,
  ) {}

  onModuleInit(): void {
    this.scheduler.register<never>({
      name: 'throttle-counters',
      intervalMs: HOUR_MS,
      isLeased: true,
      runBatch: () => this.databaseCounters.deleteExpired(),
    });
  }

  /**
   * Counts one use if the window has one left; reverted when the transaction rolls back.
   * @param key `<scope>:<subject>`; only a hash of the subject is stored
   * @param repeatKey repeating the last one is free
   */
  async hit(key: string, limit: ThrottleLimit, repeatKey?: string): Promise<ThrottleResult> {
    const subject = repeatKey === undefined ? null : digest(repeatKey);
    const now = this.clock.now();
    const { windowMs } = limit;
    const counted = await this.redisCounters.hit(toStoredKey(key), now, windowMs, limit.limit, subject);
    if (!counted) return this.hitInDatabase(key, limit, repeatKey);
    if (counted.undo) this.transactions.onRollback(counted.undo);
    if (counted.allowed) return ALLOWED;
    this.countRefusal(key);
    return { allowed: false, retryAfter: Math.max(1, Math.ceil((counted.window_start + windowMs - now) / 1000)) };
  }

  /** Like `hit`, always in the database: for counters that depend on other rows of the transaction, or that lock. */
  async hitInDatabase(key: string, limit: ThrottleLimit, repeatKey?: string): Promise<ThrottleResult> {
    const hit = await this.databaseCounters.hit(
      toStoredKey(key),
      limit,
      repeatKey === undefined ? null : digest(repeatKey),
    );
    if (!hit.allowed) this.countRefusal(key);
    return hit;
  }

  /** Like `hit`, but throws `TooManyAttemptsError`. */
  async enforce(key: string, limit: ThrottleLimit, repeatKey?: string): Promise<void> {
    const { allowed, retryAfter } = await this.hit(key, limit, repeatKey);
    if (!allowed) throw new TooManyAttemptsError(retryAfter);
  }

  /**
   * Runs `work` at most once per window, in one transaction with the counter; of parallel requests one runs it.
   * Otherwise it costs one read.
   */
  async oncePer(windowMs: number, key: string, work: () => Promise<unknown>): Promise<void> {
    if (await this.secondsLocked({ key, tries: 1, lock: { windowMs } })) return;
    await this.transactions.run(async () => {
      if ((await this.hitInDatabase(key, { limit: 1, windowMs })).allowed) await work();
    });
  }

  /** Like `enforce`, for attempts that reveal something: also counted when the transaction rolls back. */
  async enforceAttempt(key: string, limit: ThrottleLimit): Promise<void> {
    await this.enforce(key, limit);
    this.transactions.redoAfterRollback(() => this.hit(key, limit));
  }

  /**
   * Verifies a secret. While a subject is locked nothing is verified, not even the right secret. If `tryIt` returns
   * `undefined` the attempt failed and counts for every subject; any other result clears the doubling locks; an
   * exception does neither. Attempts on one subject run one after the other, so parallel guesses gain nothing.
   * @throws TooManyAttemptsError
   */
  async attempt<T>(subjects: readonly ThrottleSubject[], tryIt: () => Promise<T | undefined>): Promise<T | undefined> {
    const runSerially = subjects.reduce<() => Promise<T | undefined>>(
      (inner, subject) => () =>
        this.semaphore.run(
          toStoredKey(subject.key),
          subject.lock === 'doubling' ? 1 : MAX_CONCURRENT_PER_ADDRESS,
          inner,
        ),
      async () => {
        const states = await this.databaseCounters.find(subjects.map(({ key }) => toStoredKey(key)));
        const wait = Math.max(
          0,
          ...subjects.map((subject) => this.remainingLockMs(subject, states.get(toStoredKey(subject.key)))),
        );
        if (wait > 0) {
          for (const subject of subjects)
            if (this.remainingLockMs(subject, states.get(toStoredKey(subject.key)))) this.countRefusal(subject.key);
          throw new TooManyAttemptsError(Math.ceil(wait / 1000));
        }
        const result = await tryIt();
        if (result === undefined) {
          await this.transactions.run(async () => {
            // A fixed order prevents deadlocks between two failures.
            for (const subject of sortByKey(subjects)) await this.recordFailure(subject);
          });
        } else {
          const lockable = subjects.filter(({ key, lock }) => lock === 'doubling' && states.has(toStoredKey(key)));
          if (lockable.length > 0) await this.clear(lockable.map(({ key }) => key));
        }
        return result;
      },
    );
    return runSerially();
  }

  /** Seconds until the subject is unlocked; 0 when it is not locked. */
  async secondsLocked(subject: ThrottleSubject): Promise<number> {
    const id = toStoredKey(subject.key);
    return Math.ceil(this.remainingLockMs(subject, (await this.databaseCounters.find([id])).get(id)) / 1000);
  }

  /** Counts a failed attempt that was verified elsewhere, in the caller's transaction or its own. */
  async countFailure(subject: ThrottleSubject): Promise<void> {
    await this.transactions.run(() => this.recordFailure(subject));
  }

  async clear(keys: readonly string[]): Promise<void> {
    await this.databaseCounters.clear(keys.map(toStoredKey));
  }

  private countRefusal(key: string): void {
    const scope = key.slice(0, key.indexOf(':'));
    this.refusalCounts.set(scope, (this.refusalCounts.get(scope) ?? 0) + 1);
  }

  private async recordFailure({ key, tries, lock }: ThrottleSubject): Promise<void> {
    if (lock === 'doubling') await this.databaseCounters.recordFailure(toStoredKey(key), tries);
    else await this.hitInDatabase(key, { limit: 1_000_000, windowMs: lock.windowMs });
  }

  private remainingLockMs(subject: ThrottleSubject, state: StoredCounter | undefined): number {
    if (!state) return 0;
    const now = this.clock.now();
    if (subject.lock === 'doubling') return Math.max(0, state.locked_until - now);
    return state.count >= subject.tries ? Math.max(0, state.window_start + subject.lock.windowMs - now) : 0;
  }
}

function sortByKey(subjects: readonly ThrottleSubject[]): ThrottleSubject[] {
  return [...subjects].sort((a, b) => (a.key < b.key ? -1 : 1));
}

function toStoredKey(key: string): string {
  const at = key.indexOf(':');
  if (at < 1 || at > 40) throw new RangeError('A throttle key is <scope>:<subject>');
  return `${key.slice(0, at)}:${digest(key.slice(at + 1))}`;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
