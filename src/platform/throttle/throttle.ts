import { createHash } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../clock';
import { Transactions } from '../database/transactions';
import { Sweeper } from '../jobs/sweeper';
import { TooManyTries } from './throttle.errors';
import { KeyedSemaphore } from './keyed-semaphore';
import { ALLOWED, KeptCounters, type Hit, type KeptCounter, type Limit } from './kept-counters';
import { RedisCounters } from './redis-counters';

/** Who is counted when a secret is tried. */
export interface Subject {
  /** `login:<lower-cased name>`, `login-address:<network address>` */
  key: string;
  /** Wrong tries until it is locked. */
  tries: number;
  /** Locked for 30 s, then twice as long each time up to 1 h; or: at most `tries` within a window. */
  lock: 'doubling' | { windowMs: number };
}

const HOUR = 3_600_000;
/** Tries of one address that are judged at the same time; a plant shares one. */
const ADDRESS_WIDTH = 8;

/**
 * Counters that all processes share: of thirty at once, exactly `limit` are let through. Uses are counted in Redis where
 * there is one, by one script; else, and whenever it is away, in the database by one guarded write: never not at all. What locks
 * (wrong tries of a secret) is the database's alone, where a restart forgets nothing.
 */
@Injectable()
export class Throttle implements OnModuleInit {
  private readonly semaphore = new KeyedSemaphore();
  /** How often this process refused, by scope (metrics). */
  readonly refused = new Map<string, number>();

  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly sweeper: Sweeper,
    private readonly counters: RedisCounters,
    private readonly kept: KeptCounters,
  ) {}

  onModuleInit(): void {
    this.sweeper.register<never>({
      name: 'throttle-counters',
      every: HOUR,
      leased: true,
      batch: () => this.kept.forgetOld(),
    });
  }

  /**
   * Counts one use, if there is one left in the window. Inside a transaction that rolls back, nothing was used.
   * @param key `<scope>:<subject>`; the subject is stored as a hash only
   * @param about asking again about the same thing as the last time is free
   */
  async hit(key: string, limit: Limit, about?: string): Promise<Hit> {
    const subject = about === undefined ? null : digest(about);
    const now = this.clock.now();
    const { windowMs } = limit;
    const counted = await this.counters.hit(storedKey(key), now, windowMs, limit.limit, subject);
    if (!counted) return this.hitKept(key, limit, about);
    if (counted.giveBack) this.transactions.ifRolledBack(counted.giveBack);
    if (counted.allowed) return ALLOWED;
    this.countRefusal(key);
    return { allowed: false, retryAfter: Math.max(1, Math.ceil((counted.window_start + windowMs - now) / 1000)) };
  }

  /** The same, in the database whatever else there is: what stands or falls with other rows of its transaction, or locks. */
  async hitKept(key: string, limit: Limit, about?: string): Promise<Hit> {
    const hit = await this.kept.hit(storedKey(key), limit, about === undefined ? null : digest(about));
    if (!hit.allowed) this.countRefusal(key);
    return hit;
  }

  /** As `hit`, but throws `TooManyTries`. */
  async demand(key: string, limit: Limit, about?: string): Promise<void> {
    const { allowed, retryAfter } = await this.hit(key, limit, about);
    if (!allowed) throw new TooManyTries(retryAfter);
  }

  /**
   * Runs `work` unless it ran within the window, in one transaction with the counter, so that of parallel requests one
   * runs it. While the counter is full, this costs one read.
   */
  async oncePer(windowMs: number, key: string, work: () => Promise<unknown>): Promise<void> {
    if (await this.secondsLocked({ key, tries: 1, lock: { windowMs } })) return;
    await this.transactions.run(async () => {
      if ((await this.hitKept(key, { limit: 1, windowMs })).allowed) await work();
    });
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
        const states = await this.kept.find(subjects.map(({ key }) => storedKey(key)));
        const wait = Math.max(
          0,
          ...subjects.map((subject) => this.lockedFor(subject, states.get(storedKey(subject.key)))),
        );
        if (wait > 0) {
          for (const subject of subjects)
            if (this.lockedFor(subject, states.get(storedKey(subject.key)))) this.countRefusal(subject.key);
          throw new TooManyTries(Math.ceil(wait / 1000));
        }
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
    const id = storedKey(subject.key);
    return Math.ceil(this.lockedFor(subject, (await this.kept.find([id])).get(id)) / 1000);
  }

  /** Counts a wrong try that was judged elsewhere. Within the caller's transaction, or one of its own. */
  async countFailure(subject: Subject): Promise<void> {
    await this.transactions.run(() => this.failed(subject));
  }

  /** Forgets what was counted. */
  async clear(keys: readonly string[]): Promise<void> {
    await this.kept.clear(keys.map(storedKey));
  }

  private countRefusal(key: string): void {
    const scope = key.slice(0, key.indexOf(':'));
    this.refused.set(scope, (this.refused.get(scope) ?? 0) + 1);
  }

  private async failed({ key, tries, lock }: Subject): Promise<void> {
    if (lock === 'doubling') await this.kept.fail(storedKey(key), tries);
    else await this.hitKept(key, { limit: 1_000_000, windowMs: lock.windowMs });
  }

  private lockedFor(subject: Subject, state: KeptCounter | undefined): number {
    if (!state) return 0;
    const now = this.clock.now();
    if (subject.lock === 'doubling') return Math.max(0, state.locked_until - now);
    return state.count >= subject.tries ? Math.max(0, state.window_start + subject.lock.windowMs - now) : 0;
  }
}

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
