import { Injectable, type OnModuleInit } from '@nestjs/common';
import { JOB_LANES, type JobLane } from '../../contract/jobs.resource';
import { AuditTrailService } from '../../infrastructure/audit/audit-trail.service';
import { yieldToEventLoop } from '../../common/event-loop';
import { Clock } from '../../common/clock';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { AppError } from '../../common/errors/app-error';
import { isDatabaseUnavailable } from '../../common/errors/database-availability';
import type { JobRun } from '../../infrastructure/jobs/scheduled-job';
import { JobScheduler } from '../../infrastructure/jobs/job-scheduler';
import { WorkNotifier } from '../../infrastructure/jobs/work-notifier';
import { TraceService } from '../../infrastructure/tracing/trace.service';
import { runWithWorkContext } from '../../common/work-context';
import { buildAuditEntry } from '../../tenancy/audit-entry';
import { TenantFactory } from '../../tenancy/tenant.factory';
import type { Tenant } from '../../tenancy/tenant';
import { JobKindRegistry, type BatchJobKind } from './job-kind.registry';
import { JobFilesService } from './job-files.service';
import { JobOutcomesService } from './job-outcomes.service';
import { JobQueue } from './job-queue';
import type { Job } from './job.entity';
import { GIVE_UP_CODES, LeaseLostError } from './job.errors';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
const POLL_INTERVAL_MS = 2 * SECOND;
/** Delays after the first, second, … failure in a row; after the last one the job is given up. */
const RETRY_DELAYS_MS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 60 * MINUTE, 180 * MINUTE];
/** Maximum time of one job while others wait, and of all jobs claimed together. */
const JOB_SLICE_MS = SECOND;
const CLAIM_SLICE_MS = 2 * SECOND;
const UNDO_PERIOD_MS = 7 * DAY;

const scheduledJobName = (lane: JobLane): string => `jobs-${lane}`;

/**
 * Processes jobs of all customers: at once after a commit that created one, and every two seconds. Lanes are
 * independent. The progress is stored with each batch, so that another process continues when the lease of a killed one
 * ends.
 */
@Injectable()
export class JobWorker implements OnModuleInit {
  private readonly lastServedCustomer = new Map<JobLane, number>();

  constructor(
    private readonly scheduler: JobScheduler,
    private readonly workNotifier: WorkNotifier,
    private readonly queue: JobQueue,
    private readonly kinds: JobKindRegistry,
    private readonly outcomes: JobOutcomesService,
    private readonly files: JobFilesService,
    private readonly tenantFactory: TenantFactory,
    private readonly transactions: TransactionManager,
    private readonly audit: AuditTrailService,
    private readonly clock: Clock,
    private readonly traceService: TraceService,
  ) {}

  onModuleInit(): void {
    // Jobs have their own leases, so every process works.
    for (const lane of JOB_LANES) {
      this.scheduler.register<true>({
        name: scheduledJobName(lane),
        intervalMs: POLL_INTERVAL_MS,
        runBatch: async (cursor, run) =>
          cursor === null && !this.shouldPoll(lane) ? null : this.processDueJobs(lane, run),
      });
      this.workNotifier.register(scheduledJobName(lane), (id) => this.queue.isDue(id));
    }
  }

  /** Tells a process to run the job when it is due. Returns at once. */
  wake(job: Pick<Job, 'customer_id' | 'job_id' | 'lane'>, due_at = this.clock.now()): void {
    this.workNotifier.notify(scheduledJobName(job.lane), this.queue.wakeKeyOf(job), due_at);
  }

  /** For tests: waits until no job is due. */
  async drain(): Promise<void> {
    for (const lane of JOB_LANES) await this.workNotifier.pollAndWait(scheduledJobName(lane));
  }

  private shouldPoll(lane: JobLane): boolean {
    return this.kinds.serves(lane) && this.workNotifier.shouldPoll(scheduledJobName(lane));
  }

  /** Jobs that are not started in time or before a shutdown are released. */
  private async processDueJobs(lane: JobLane, run: JobRun): Promise<true | null> {
    const claimed = await this.queue.claim(lane, this.lastServedCustomer.get(lane) ?? 0);
    const startedAt = this.clock.now();
    for (const job of claimed) {
      const shouldContinue = this.clock.now() - startedAt < CLAIM_SLICE_MS && (await run.shouldContinue());
      if (!shouldContinue) {
        await this.releaseAndWake(job);
        continue;
      }
      this.lastServedCustomer.set(lane, job.customer_id);
      const { kind, customer_id, trace, job_id } = job;
      await runWithWorkContext({ type: 'job', kind, customer_id }, () =>
        this.traceService.trace(`job ${kind}`, trace, { 'skilgrid.job_id': job_id }, () => this.runAttempt(job, run)),
      );
    }
    return claimed.length ? true : null;
  }

  private async runAttempt(job: Job, run: JobRun): Promise<void> {
    if (job.attempts > RETRY_DELAYS_MS.length) return this.giveUp(job, GIVE_UP_CODES.lost);
    if (!(await this.queue.startAttempt(job))) return;
    try {
      await this.runJob(job, run);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      if (error instanceof AppError && error.kind !== 'unavailable')
        await this.queue.end(job, { state: 'failed', error_code: error.code, error_facts: withoutLists(error.facts) });
      else await this.handleFailure(job, error, run);
    }
  }

  private async runJob(job: Job, run: JobRun): Promise<void> {
    const tenant = await this.tenantFactory.forSystem(job.customer_id);
    const payload = await this.outcomes.readInput(tenant, job.job_id);
    const kind = this.kinds.get(job.kind);
    if ('make' in kind || 'work' in kind) return this.files.make(job, kind, payload, run);
    const startedAt = this.clock.now();
    for (let isDone = false; !isDone;) {
      const current = await this.queue.reload(job);
      if (!current) return;
      const isCancelled = current.cancel_asked_at !== null && current.phase === 'work';
      if (isCancelled && !kind.undoesOnCancel?.(payload))
        return void (await this.queue.end(job, { state: 'cancelled', ...this.undoColumns(current) }));
      isDone = await this.runBatch(tenant, payload, kind, current);
      if (isDone) return;
      await yieldToEventLoop();
      const shouldContinue = await run.shouldContinue();
      const isSliceOver = this.clock.now() - startedAt > JOB_SLICE_MS && (await this.queue.hasDueJob(job.lane));
      if (!shouldContinue || isSliceOver) return this.releaseAndWake(job);
    }
  }

  private async releaseAndWake(job: Job): Promise<void> {
    if (await this.queue.release(job)) this.wake(job);
  }

  /** @returns true after the last batch */
  private runBatch(tenant: Tenant, payload: object, kind: BatchJobKind, job: Job): Promise<boolean> {
    return this.transactions.run(async () => {
      const batch = await this.outcomes.createBatch(tenant, job);
      const work = job.phase === 'undo' ? kind.undo : kind.runBatch;
      if (!work) throw new Error(`The job kind "${job.kind}" has no undo`);
      const mark = await work.call(kind, tenant, payload, batch);
      await this.outcomes.saveRows(tenant, batch);
      const { done, changed, unchanged, left_out, undone } = batch.progress;
      const progress = {
        mark,
        done: job.done + done,
        changed: job.changed + changed,
        unchanged: job.unchanged + unchanged,
        left_out: job.left_out + left_out,
        undone: job.undone + undone,
      };
      const hasLease = await (mark !== null
        ? this.queue.advance(job, progress)
        : this.queue.end(job, { ...progress, ...this.endState(job, progress), attempts: 0, error_code: null }));
      // Rolls back the batch; the current owner of the job repeats it.
      if (!hasLease) throw new LeaseLostError();
      return mark === null;
    });
  }

  private endState(job: Job, progress: Pick<Job, 'changed'>): Pick<Job, 'state'> & Partial<Job> {
    if (job.phase === 'undo') return { state: 'undone', undo_until: null };
    if (job.cancel_asked_at !== null) return { state: 'cancelled', undo_until: null };
    return { state: 'done', ...this.undoColumns({ kind: job.kind, ...progress }) };
  }

  /** The undo period starts at `ended_at`. */
  private undoColumns({ kind, changed }: Pick<Job, 'kind' | 'changed'>): Partial<Job> {
    const jobKind = this.kinds.get(kind);
    const ended_at = this.clock.now();
    const canUndo = changed > 0 && 'undo' in jobKind;
    return { ended_at, undo_until: canUndo ? ended_at + (jobKind.undo_ms ?? UNDO_PERIOD_MS) : null };
  }

  private async handleFailure(job: Job, error: unknown, run: JobRun): Promise<void> {
    if (error instanceof LeaseLostError) return;
    const current = await this.queue.reload(job);
    if (!current) return;
    const { job_id, kind, attempts } = current;
    run.recordFailure(error, { job_id, kind, attempts });
    const delayMs = RETRY_DELAYS_MS[attempts - 1];
    const code = error instanceof AppError ? error.code : GIVE_UP_CODES.fault;
    if (delayMs === undefined) return this.giveUp(current, code);
    await this.queue.postpone(current, delayMs, code);
    this.wake(current, this.clock.now() + delayMs);
  }

  /** Keeps the job as a dead letter and records an audit event of its customer. */
  private async giveUp(job: Job, error_code: string): Promise<void> {
    const tenant = await this.tenantFactory.forSystem(job.customer_id);
    await this.transactions.run(async () => {
      const kind = this.kinds.get(job.kind);
      const mark =
        'givenUp' in kind
          ? await kind.givenUp!(tenant, await this.outcomes.readInput(tenant, job.job_id), job.mark)
          : job.mark;
      if (!(await this.queue.end(job, { state: 'dead', error_code, mark, ...this.undoColumns(job) }))) return;
      const became = { kind: job.kind, attempts: job.attempts, error_code };
      await this.audit.record(buildAuditEntry(tenant, 'job.given_up', job.job_id, null, became));
    });
  }
}

/** Job details cannot hold lists: stores their length. */
const withoutLists = (facts: AppError['facts']) =>
  Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.length : (value as string | number | boolean | null),
    ]),
  );
