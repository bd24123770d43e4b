import { setTimeout as pause } from 'node:timers/promises';
import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Clock } from '../../common/clock';
import { Config } from '../config/config';
import { isDatabaseUnavailable } from '../../common/errors/database-availability';
import { yieldToEventLoop } from '../../common/event-loop';
import { GracefulShutdownService } from '../http/graceful-shutdown.service';
import { runOutsideRequest } from '../../common/http/request-context';
import { LogRateLimiter } from '../logging/log-rate-limiter';
import { AppLogger } from '../logging/app-logger';
import { JobLeaseService, type Lease } from './job-lease.service';
import type { JobRun, ScheduledJob, JobRunResult } from './scheduled-job';

/** How long shutdown waits for running batches; then they are cut off as by a kill. */
const SHUTDOWN_WAIT_MS = 5_000;
/** Share of the interval after which a run is due, so that an early timer still counts. */
const INTERVAL_TOLERANCE = 0.9;

/** Values of the metric label; 'elsewhere' is not a failure. */
type RunOutcome = 'whole' | 'not_whole' | 'failed' | 'elsewhere';

interface RegisteredJob {
  readonly job: ScheduledJob;
  running: Promise<void> | null;
  /** Triggered while running. */
  rerunRequested: boolean;
  /** Start of this process's last complete run. */
  settled_at: number | null;
  readonly outcomes: Partial<Record<RunOutcome, number>>;
}

/**
 * Runs registered jobs on Nest's scheduler: one run of a job at a time, in batches that yield to other requests, under
 * a lease where one process works for all. After SIGTERM no batch starts. Failures are logged at most once a second,
 * with a count of the others. Nest's `@Cron` and `@Interval` have no leases or batches and do not wait at shutdown
 * (docs/architecture.md).
 */
@Injectable()
export class JobScheduler implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  private readonly jobs = new Map<string, RegisteredJob>();
  private readonly gate: LogRateLimiter;
  private state: 'waiting' | 'open' | 'ending' = 'waiting';

  constructor(
    private readonly schedulerRegistry: SchedulerRegistry,
    private readonly jobLeaseService: JobLeaseService,
    private readonly shutdown: GracefulShutdownService,
    private readonly clock: Clock,
    private readonly logger: AppLogger,
    private readonly config: Config,
  ) {
    this.gate = new LogRateLimiter((skipped) => logger.warn(`${skipped} more failures, not shown`, 'JobScheduler'));
  }

  /** Call in the module's onModuleInit. */
  register<Cursor>(job: ScheduledJob<Cursor>): void {
    if (this.jobs.has(job.name)) throw new Error(`The job "${job.name}" is registered twice`);
    this.jobs.set(job.name, {
      job: job as ScheduledJob,
      running: null,
      rerunRequested: false,
      settled_at: null,
      outcomes: {},
    });
  }

  onApplicationBootstrap(): void {
    this.state = 'open';
    for (const [name, { job }] of this.jobs) {
      if (!this.runsOnThisProcess(job)) continue;
      const startRun = () => this.start(name, { rerunRequested: false });
      this.schedulerRegistry.addInterval(name, setInterval(startRun, job.intervalMs).unref());
      if (job.initialDelayMs !== undefined)
        this.schedulerRegistry.addTimeout(name, setTimeout(startRun, job.initialDelayMs).unref());
    }
  }

  async onModuleDestroy(): Promise<void> {
    this.state = 'ending';
    for (const name of this.jobs.keys()) {
      if (this.schedulerRegistry.doesExist('interval', name)) this.schedulerRegistry.deleteInterval(name);
      if (this.schedulerRegistry.doesExist('timeout', name)) this.schedulerRegistry.deleteTimeout(name);
    }
    const running = Promise.all([...this.jobs.values()].map((each) => each.running));
    await Promise.race([running, pause(SHUTDOWN_WAIT_MS, undefined, { ref: false })]);
  }

  /** Final runs of jobs that must not lose their last seconds, such as last-seen times. */
  async beforeApplicationShutdown(): Promise<void> {
    for (const { job } of this.jobs.values()) {
      if (job.runsAtShutdown && this.runsOnThisProcess(job))
        await this.jobRun(job.name, 0, async () => true).catch(() => undefined);
    }
  }

  runStatistics(): {
    name: string;
    intervalMs: number;
    isLeased: boolean;
    settled_at: number | null;
    outcomes: RegisteredJob['outcomes'];
  }[] {
    return [...this.jobs.values()].map(({ job, settled_at, outcomes }) => ({
      name: job.name,
      intervalMs: job.intervalMs,
      isLeased: job.isLeased === true,
      settled_at,
      outcomes,
    }));
  }

  /** Starts a run and returns at once; if one is running, another follows it. */
  trigger(name: string): void {
    this.start(name, { rerunRequested: true });
  }

  /** Triggers a run and waits until none is running. */
  async triggerAndWait(name: string): Promise<void> {
    const registered = this.requireJob(name);
    while (registered.running) await registered.running;
    this.trigger(name);
    while (registered.running) await registered.running;
  }

  /**
   * Runs the job now, independently of the timer (tests, and work that cannot wait).
   * @param minIntervalMs minimum milliseconds since any process's last complete run
   */
  async runNow(name: string, minIntervalMs = 0): Promise<JobRunResult> {
    const { outcomes } = this.requireJob(name);
    let outcome: RunOutcome = 'failed';
    try {
      const result = await this.jobRun(name, minIntervalMs, async () => !this.isEnding());
      outcome = result.isSkipped ? 'elsewhere' : result.isComplete ? 'whole' : 'not_whole';
      return result;
    } finally {
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
  }

  /** Web processes leave jobs to the workers (ROLE). */
  private runsOnThisProcess({ runsOnEveryProcess = false }: ScheduledJob): boolean {
    return runsOnEveryProcess || this.config.isWorker;
  }

  private isEnding(): boolean {
    return this.state === 'ending' || this.shutdown.isShuttingDown;
  }

  private start(name: string, { rerunRequested }: { rerunRequested: boolean }): void {
    const registered = this.requireJob(name);
    if (this.state === 'waiting' || this.isEnding() || !this.runsOnThisProcess(registered.job)) return;
    if (registered.running) {
      registered.rerunRequested ||= rerunRequested;
      return;
    }
    // Leaves the caller's request and transaction: after a commit, a trigger still runs in their async context.
    registered.running = runOutsideRequest(() =>
      new Promise<void>((done) => setImmediate(() => void this.runOnSchedule(registered).finally(done))).then(() => {
        registered.running = null;
        if (!registered.rerunRequested) return;
        registered.rerunRequested = false;
        this.start(name, { rerunRequested: false });
      }),
    );
  }

  private async runOnSchedule({ job }: RegisteredJob): Promise<void> {
    await this.runNow(job.name, job.intervalMs * INTERVAL_TOLERANCE).catch((error: unknown) =>
      this.logFailure(job.name, error),
    );
  }

  private async jobRun(
    name: string,
    minIntervalMs: number,
    mayContinue: () => Promise<boolean>,
  ): Promise<JobRunResult> {
    const registered = this.requireJob(name);
    const lease = registered.job.isLeased ? await this.jobLeaseService.claim(name, minIntervalMs) : null;
    if (registered.job.isLeased && !lease) return { isComplete: false, count: 0, isSkipped: true };
    const startedAt = this.clock.now();
    const result = { isComplete: true, count: 0 };
    const markIncomplete = () => void (result.isComplete = false);
    const jobRun: JobRun = {
      startedAt,
      previousStartedAt: lease ? lease.settled_at : registered.settled_at,
      countProcessed: (count) => void (result.count += count),
      markIncomplete,
      recordFailure: (error, details) => {
        markIncomplete();
        this.logFailure(name, error, details);
      },
      shouldContinue: async () => {
        const isAllowed = (await mayContinue()) && (lease === null || (await this.jobLeaseService.renew(lease)));
        if (!isAllowed) markIncomplete();
        return isAllowed;
      },
    };
    try {
      await this.runBatches(registered.job, jobRun);
    } catch (error) {
      await this.releaseLease(lease);
      throw error;
    }
    if (lease)
      result.isComplete =
        (await this.jobLeaseService.release(lease, result.isComplete ? startedAt : null)) && result.isComplete;
    if (result.isComplete) registered.settled_at = startedAt;
    return result;
  }

  private async runBatches(job: ScheduledJob, jobRun: JobRun): Promise<void> {
    for (let cursor: unknown = null; await jobRun.shouldContinue();) {
      cursor = await job.runBatch(cursor, jobRun);
      if (cursor === null) return;
      await yieldToEventLoop();
    }
  }

  /** If releasing fails, the lease expires. */
  private async releaseLease(lease: Lease | null): Promise<void> {
    if (lease) await this.jobLeaseService.release(lease, null).catch(() => undefined);
  }

  private logFailure(job: string, error: unknown, details: Record<string, unknown> = {}): void {
    if (!this.gate.shouldLog()) return;
    if (isDatabaseUnavailable(error)) this.logger.warn(`The job "${job}" waits for the database`, 'JobScheduler');
    else this.logger.fault(error, { job, ...details });
  }

  private requireJob(name: string): RegisteredJob {
    const registered = this.jobs.get(name);
    if (!registered) throw new Error(`No scheduled job "${name}": register it in the module's onModuleInit`);
    return registered;
  }
}
