import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Queue, Worker } from 'bullmq';
import type { Redis as Connection } from 'ioredis';
import { Clock } from '../clock';
import { Config } from '../config/config';
import { outsideRequest } from '../http/request-context';
import { Redis } from '../redis/redis';
import { Sweeper } from './sweeper';

/** Which row is due; the row itself decides whether anything is left to do. */
interface Wake {
  readonly id: string;
}
type IsDue = (id: string) => Promise<boolean>;

/** How long the end of the process waits for what it was woken for; the row is everybody's then. */
const LAST_WAIT_MS = 5_000;
/** A look of its own finds what Redis forgot, no sooner than after this. */
const LOOK_MS = 15_000;

/**
 * Tells whoever does a sweep that one of its rows is due: this process at once, or, where REDIS_URL names a Redis, one of all
 * processes, now or later, by BullMQ. The rows are the truth: what Redis loses, or tells twice, a look at them mends.
 */
@Injectable()
export class Wakes implements OnModuleDestroy {
  private readonly served = new Map<string, IsDue>();
  private readonly queues = new Map<string, Promise<Queue<Wake>>>();
  /** Listening, by name: how each ends. */
  private readonly workers = new Map<string, () => Promise<void>>();
  private readonly lookedAt = new Map<string, number>();
  private connection: Promise<Connection> | null = null;
  private isEnding = false;

  constructor(
    private readonly redis: Redis,
    private readonly sweeper: Sweeper,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /**
   * In the module's onModuleInit: `send(name, …)` wakes the sweep of that name.
   * @param isDue whether the row is to be done now: most that Redis tells of, another process has done with its own
   */
  serve(name: string, isDue: IsDue): void {
    this.served.set(name, isDue);
  }

  /** After the commit that owed it. Returns at once. @param id of the row @param due_at milliseconds */
  send(name: string, id: string, due_at: number): void {
    if (this.redis.isThere) outsideRequest(() => void this.spread(name, id, due_at));
    else this.here(name, due_at);
  }

  /**
   * Asked by each round of the sweep: where Redis tells, a round that nobody woke looks only now and then.
   * @returns whether to look
   */
  isToLook(name: string): boolean {
    this.work(name);
    const now = this.clock.now();
    const isTold = this.workers.has(name) && this.redis.isThere;
    const isDone = now - (this.lookedAt.get(name) ?? -LOOK_MS) < LOOK_MS;
    if (isTold && isDone) return false;
    this.lookedAt.set(name, now);
    return true;
  }

  /** Looks for whatever is due, and waits until nothing is. */
  async settle(name: string): Promise<void> {
    this.lookedAt.delete(name);
    await this.sweeper.settle(name);
  }

  async onModuleDestroy(): Promise<void> {
    this.isEnding = true;
    const closed = Promise.all([...this.workers.values()].map((close) => close().catch(() => undefined)));
    await Promise.race([closed, pause(LAST_WAIT_MS, undefined, { ref: false })]);
  }

  private here(name: string, due_at: number): void {
    if (due_at > this.clock.now()) return;
    this.lookedAt.delete(name);
    this.sweeper.wake(name);
  }

  private async spread(name: string, id: string, due_at: number): Promise<void> {
    try {
      const queue = await this.queueOf(name);
      // Told twice, it is one; due again, another.
      const jobId = `${id}.${due_at}`;
      const delay = Math.max(0, due_at - this.clock.now());
      await queue.add('due', { id }, { jobId, delay, removeOnComplete: true, removeOnFail: true });
    } catch {
      this.here(name, due_at);
    }
  }

  /** Of one connection; one that could not be made is made anew the next time. */
  private queueOf(name: string): Promise<Queue<Wake>> {
    const known = this.queues.get(name);
    if (known) return known;
    const made = this.connected().then((connection) => {
      const queue = new Queue<Wake>(name, { connection, prefix: this.prefix, skipWaitingForReady: true });
      // Said once by the connection itself.
      queue.on('error', () => undefined);
      return queue;
    });
    this.queues.set(name, made);
    made.catch(() => this.queues.delete(name));
    return made;
  }

  private connected(): Promise<Connection> {
    this.connection ??= (async () => {
      const connection = this.redis.another({ enableOfflineQueue: false, commandTimeout: 2_000 })!;
      await connection.connect();
      return connection;
    })();
    this.connection.catch(() => (this.connection = null));
    return this.connection;
  }

  /** Begins to listen, once Redis is there. */
  private work(name: string): void {
    const isDue = this.served.get(name);
    if (!isDue || this.workers.has(name) || !this.config.isWorker || this.isEnding || !this.redis.isThere) return;
    const connections: Connection[] = [];
    const listening = (): Connection => {
      const another = this.redis.another({ maxRetriesPerRequest: null })!;
      connections.push(another);
      return another;
    };
    // One that waits, beside one that asks: both known to `Redis`, which ends them.
    const connection = Object.assign(listening(), { duplicate: listening });
    const worker = new Worker<Wake>(name, ({ data }) => outsideRequest(() => this.woken(name, data, isDue)), {
      ...{ connection, prefix: this.prefix, removeOnComplete: { count: 0 }, removeOnFail: { count: 0 } },
      // By itself it would hear nothing for 15 s after Redis is back.
      runRetryDelay: 1_000,
    });
    worker.on('error', () => undefined);
    // One that has lost its connection would wait for a last word that does not come.
    this.workers.set(name, () => worker.close(connections.some(({ status }) => status !== 'ready')));
  }

  private async woken(name: string, { id }: Wake, isDue: IsDue): Promise<void> {
    if (this.isEnding || !(await isDue(id))) return;
    await this.settle(name);
  }

  private get prefix(): string {
    return this.redis.key('jobs');
  }
}
