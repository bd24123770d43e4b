import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Queue, Worker } from 'bullmq';
import type { Redis as Connection } from 'ioredis';
import { Clock } from '../../common/clock';
import { Config } from '../config/config';
import { runOutsideRequest } from '../../common/http/request-context';
import { RedisClient } from '../redis/redis-client';
import { JobScheduler } from './job-scheduler';

/** The id of a due row; the row itself decides whether work is left. */
interface WorkMessage {
  readonly id: string;
}
type IsDue = (id: string) => Promise<boolean>;

/** How long shutdown waits for running work; other processes find the rows later. */
const SHUTDOWN_WAIT_MS = 5_000;
/** Minimum interval of polls, which find what Redis lost. */
const POLL_INTERVAL_MS = 15_000;

/**
 * Notifies a scheduled job that one of its rows is due: in this process at once or, with Redis, in one of all processes
 * at the due time (BullMQ). The rows are the source of truth: polling repairs lost and repeated messages.
 */
@Injectable()
export class WorkNotifier implements OnModuleDestroy {
  private readonly dueChecks = new Map<string, IsDue>();
  private readonly queues = new Map<string, Promise<Queue<WorkMessage>>>();
  /** Close functions of the running BullMQ workers, by job name. */
  private readonly workers = new Map<string, () => Promise<void>>();
  private readonly polledAt = new Map<string, number>();
  private connection: Promise<Connection> | null = null;
  private isShuttingDown = false;

  constructor(
    private readonly redisClient: RedisClient,
    private readonly scheduler: JobScheduler,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /**
   * Call in the module's onModuleInit: `notify(name, …)` then runs the job of that name.
   * @param isDue whether the row is still due: another process may have done it already
   */
  register(name: string, isDue: IsDue): void {
    this.dueChecks.set(name, isDue);
  }

  /** Call after commit. Returns at once. @param id the row's id @param due_at UTC milliseconds */
  notify(name: string, id: string, due_at: number): void {
    if (this.redisClient.isAvailable) runOutsideRequest(() => void this.enqueue(name, id, due_at));
    else this.triggerLocally(name, due_at);
  }

  /** Whether a run should poll its table: seldom while Redis delivers messages. */
  shouldPoll(name: string): boolean {
    this.startWorker(name);
    const now = this.clock.now();
    const isNotified = this.workers.has(name) && this.redisClient.isAvailable;
    const isRecentlyPolled = now - (this.polledAt.get(name) ?? -POLL_INTERVAL_MS) < POLL_INTERVAL_MS;
    if (isNotified && isRecentlyPolled) return false;
    this.polledAt.set(name, now);
    return true;
  }

  /** Processes everything that is due and waits for it. */
  async pollAndWait(name: string): Promise<void> {
    this.polledAt.delete(name);
    await this.scheduler.triggerAndWait(name);
  }

  async onModuleDestroy(): Promise<void> {
    this.isShuttingDown = true;
    const closed = Promise.all([...this.workers.values()].map((close) => close().catch(() => undefined)));
    await Promise.race([closed, pause(SHUTDOWN_WAIT_MS, undefined, { ref: false })]);
  }

  private triggerLocally(name: string, due_at: number): void {
    if (due_at > this.clock.now()) return;
    this.polledAt.delete(name);
    this.scheduler.trigger(name);
  }

  private async enqueue(name: string, id: string, due_at: number): Promise<void> {
    try {
      const queue = await this.getQueue(name);
      // Deduplicates messages for the same due time.
      const jobId = `${id}.${due_at}`;
      const delay = Math.max(0, due_at - this.clock.now());
      await queue.add('due', { id }, { jobId, delay, removeOnComplete: true, removeOnFail: true });
    } catch {
      this.triggerLocally(name, due_at);
    }
  }

  /** All queues share one connection; after a failure the next call retries. */
  private getQueue(name: string): Promise<Queue<WorkMessage>> {
    const existing = this.queues.get(name);
    if (existing) return existing;
    const created = this.getConnection().then((connection) => {
      const queue = new Queue<WorkMessage>(name, { connection, prefix: this.prefix, skipWaitingForReady: true });
      // RedisClient logs connection errors.
      queue.on('error', () => undefined);
      return queue;
    });
    this.queues.set(name, created);
    created.catch(() => this.queues.delete(name));
    return created;
  }

  private getConnection(): Promise<Connection> {
    this.connection ??= (async () => {
      const connection = this.redisClient.createConnection({ enableOfflineQueue: false, commandTimeout: 2_000 })!;
      await connection.connect();
      return connection;
    })();
    this.connection.catch(() => (this.connection = null));
    return this.connection;
  }

  /** Starts the worker once Redis is available. */
  private startWorker(name: string): void {
    const isDue = this.dueChecks.get(name);
    if (
      !isDue ||
      this.workers.has(name) ||
      !this.config.isWorker ||
      this.isShuttingDown ||
      !this.redisClient.isAvailable
    )
      return;
    const connections: Connection[] = [];
    const openConnection = (): Connection => {
      const opened = this.redisClient.createConnection({ maxRetriesPerRequest: null })!;
      connections.push(opened);
      return opened;
    };
    // BullMQ needs a blocking and a normal connection; both come from `RedisClient`, which closes them.
    const connection = Object.assign(openConnection(), { duplicate: openConnection });
    const worker = new Worker<WorkMessage>(
      name,
      ({ data }) => runOutsideRequest(() => this.handleMessage(name, data, isDue)),
      {
        connection,
        prefix: this.prefix,
        removeOnComplete: { count: 0 },
        removeOnFail: { count: 0 },
        // The default of 15 s would delay work after Redis is back.
        runRetryDelay: 1_000,
      },
    );
    worker.on('error', () => undefined);
    // Force-close without a connection: a graceful close would never end.
    this.workers.set(name, () => worker.close(connections.some(({ status }) => status !== 'ready')));
  }

  private async handleMessage(name: string, { id }: WorkMessage, isDue: IsDue): Promise<void> {
    if (this.isShuttingDown || !(await isDue(id))) return;
    await this.pollAndWait(name);
  }

  private get prefix(): string {
    return this.redisClient.key('jobs');
  }
}
