import { Injectable, type OnModuleInit } from '@nestjs/common';
import { JOB_LANES, type JobLane } from '../../contract/jobs.resource';
import { AuditTrail } from '../../platform/audit/audit-trail';
import { yieldToEventLoop } from '../../platform/event-loop';
import { Clock } from '../../platform/clock';
import { Transactions } from '../../platform/database/transactions';
import { AppError } from '../../platform/errors/app-error';
import { isDatabaseAway } from '../../platform/errors/database-away';
import type { Round } from '../../platform/jobs/sweep';
import { Sweeper } from '../../platform/jobs/sweeper';
import { Wakes } from '../../platform/jobs/wakes';
import { Traces } from '../../platform/tracing/traces';
import { inWork } from '../../platform/work';
import { auditEntry } from '../audit-entry';
import { Tenants } from '../tenants';
import type { Tenant } from '../tenant';
import { JobKinds, type PortionKind } from './job-kinds';
import { JobFiles } from './job-files';
import { JobOutcomes } from './job-outcomes';
import { JobQueue } from './job-queue';
import type { Job } from './job.entity';
import { GIVEN_UP, LeaseLost } from './job.errors';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
const LOOK_EVERY = 2 * SECOND;
/** Pauses after the first, second, … failure in a row; after the last one it is given up. */
const PAUSES = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 60 * MINUTE, 180 * MINUTE];
/** So long one job goes on while others wait for their turn, and all that were claimed at once together. */
const SLICE_MS = SECOND;
const CLAIM_MS = 2 * SECOND;
/** How long what was done may be taken back. */
const UNDO_MS = 7 * DAY;

const sweepOf = (lane: JobLane): string => `jobs-${lane}`;

/**
 * Does the jobs of all organisations: at once after a commit that owed one, and every two seconds for what others left.
 * Each lane goes its own way. A job goes on portion by portion; how far it came is written with each, so that one whose
 * process was killed goes on there when its lease has ended.
 */
@Injectable()
export class JobWorker implements OnModuleInit {
  /** The organisation that was served last, by lane. */
  private readonly served = new Map<JobLane, number>();

  constructor(
    private readonly sweeper: Sweeper,
    private readonly wakes: Wakes,
    private readonly queue: JobQueue,
    private readonly kinds: JobKinds,
    private readonly outcomes: JobOutcomes,
    private readonly files: JobFiles,
    private readonly tenants: Tenants,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
    private readonly traces: Traces,
  ) {}

  onModuleInit(): void {
    // Each job has a lease of its own: every process works.
    for (const lane of JOB_LANES) {
      this.sweeper.register<true>({
        name: sweepOf(lane),
        every: LOOK_EVERY,
        batch: async (from, round) => (from === null && !this.isToLook(lane) ? null : this.workOff(lane, round)),
      });
      this.wakes.serve(sweepOf(lane), (id) => this.queue.isDue(id));
    }
  }

  /** It is due, at once or then: whichever process it reaches does it. Returns at once. */
  wake(job: Pick<Job, 'customer_id' | 'job_id' | 'lane'>, due_at = this.clock.now()): void {
    this.wakes.send(sweepOf(job.lane), this.queue.nameOf(job), due_at);
  }

  /** Tests: until nothing that is due is left. */
  async settle(): Promise<void> {
    for (const lane of JOB_LANES) await this.wakes.settle(sweepOf(lane));
  }

  private isToLook(lane: JobLane): boolean {
    return this.kinds.serves(lane) && this.wakes.isToLook(sweepOf(lane));
  }

  /** What is not begun when time is over, or the process ends, is everybody's again. */
  private async workOff(lane: JobLane, round: Round): Promise<true | null> {
    const claimed = await this.queue.claim(lane, this.served.get(lane) ?? 0);
    const began = this.clock.now();
    for (const job of claimed) {
      const goesOn = this.clock.now() - began < CLAIM_MS && (await round.goesOn());
      if (!goesOn) {
        await this.letGo(job);
        continue;
      }
      this.served.set(lane, job.customer_id);
      const { kind, customer_id, trace, job_id } = job;
      await inWork({ what: 'job', kind, customer_id }, () =>
        this.traces.over(`job ${kind}`, trace, { 'skilgrid.job_id': job_id }, () => this.attempt(job, round)),
      );
    }
    return claimed.length ? true : null;
  }

  private async attempt(job: Job, round: Round): Promise<void> {
    if (job.attempts > PAUSES.length) return this.giveUp(job, GIVEN_UP.lost);
    if (!(await this.queue.begin(job))) return;
    try {
      await this.goOn(job, round);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      if (error instanceof AppError && error.kind !== 'unavailable')
        await this.queue.end(job, { state: 'failed', error_code: error.code, error_facts: plain(error.facts) });
      else await this.failed(job, error, round);
    }
  }

  private async goOn(job: Job, round: Round): Promise<void> {
    const tenant = await this.tenants.forSystem(job.customer_id);
    const payload = await this.outcomes.inputOf(tenant, job.job_id);
    const kind = this.kinds.named(job.kind);
    if ('make' in kind || 'work' in kind) return this.files.make(job, kind, payload, round);
    const began = this.clock.now();
    for (let isOver = false; !isOver;) {
      const current = await this.queue.current(job);
      if (!current) return;
      const isCancelled = current.cancel_asked_at !== null && current.phase === 'work';
      if (isCancelled && !kind.undoesOnCancel?.(payload))
        return void (await this.queue.end(job, { state: 'cancelled', ...this.undoable(current) }));
      isOver = await this.portion(tenant, payload, kind, current);
      if (isOver) return;
      await yieldToEventLoop();
      const mayGoOn = await round.goesOn();
      const hadItsTime = this.clock.now() - began > SLICE_MS && (await this.queue.isAwaited(job.lane));
      if (!mayGoOn || hadItsTime) return this.letGo(job);
    }
  }

  /** Whoever has a hand free goes on with it. */
  private async letGo(job: Job): Promise<void> {
    if (await this.queue.release(job)) this.wake(job);
  }

  /** @returns whether it was the last */
  private portion(tenant: Tenant, payload: object, kind: PortionKind, job: Job): Promise<boolean> {
    return this.transactions.run(async () => {
      const portion = await this.outcomes.portionOf(tenant, job);
      const work = job.phase === 'undo' ? kind.undo : kind.portion;
      if (!work) throw new Error(`The job kind "${job.kind}" cannot be taken back`);
      const mark = await work.call(kind, tenant, payload, portion);
      await this.outcomes.keep(tenant, portion);
      const { done, changed, unchanged, left_out, undone } = portion.progress;
      const came = {
        mark,
        done: job.done + done,
        changed: job.changed + changed,
        unchanged: job.unchanged + unchanged,
        left_out: job.left_out + left_out,
        undone: job.undone + undone,
      };
      const isOurs = await (mark !== null
        ? this.queue.advance(job, came)
        : this.queue.end(job, { ...came, ...this.ended(job, came), attempts: 0, error_code: null }));
      // Undoes the portion: whoever has the job now does it.
      if (!isOurs) throw new LeaseLost();
      return mark === null;
    });
  }

  private ended(job: Job, came: Pick<Job, 'changed'>): Pick<Job, 'state'> & Partial<Job> {
    if (job.phase === 'undo') return { state: 'undone', undo_until: null };
    if (job.cancel_asked_at !== null) return { state: 'cancelled', undo_until: null };
    return { state: 'done', ...this.undoable({ kind: job.kind, ...came }) };
  }

  /** Counted from the very moment at which it is told to have ended. */
  private undoable({ kind, changed }: Pick<Job, 'kind' | 'changed'>): Partial<Job> {
    const named = this.kinds.named(kind);
    const ended_at = this.clock.now();
    const canUndo = changed > 0 && 'undo' in named;
    return { ended_at, undo_until: canUndo ? ended_at + (named.undo_ms ?? UNDO_MS) : null };
  }

  private async failed(job: Job, error: unknown, round: Round): Promise<void> {
    if (error instanceof LeaseLost) return;
    const current = await this.queue.current(job);
    if (!current) return;
    const { job_id, kind, attempts } = current;
    round.failed(error, { job_id, kind, attempts });
    const pause = PAUSES[attempts - 1];
    const code = error instanceof AppError ? error.code : GIVEN_UP.fault;
    if (pause === undefined) return this.giveUp(current, code);
    await this.queue.postpone(current, pause, code);
    this.wake(current, this.clock.now() + pause);
  }

  /** Kept as a dead letter, and told in the audit log of whose job it was. */
  private async giveUp(job: Job, error_code: string): Promise<void> {
    const tenant = await this.tenants.forSystem(job.customer_id);
    await this.transactions.run(async () => {
      const kind = this.kinds.named(job.kind);
      const mark =
        'givenUp' in kind
          ? await kind.givenUp!(tenant, await this.outcomes.inputOf(tenant, job.job_id), job.mark)
          : job.mark;
      if (!(await this.queue.end(job, { state: 'dead', error_code, mark, ...this.undoable(job) }))) return;
      const became = { kind: job.kind, attempts: job.attempts, error_code };
      await this.audit.record(auditEntry(tenant, 'job.given_up', job.job_id, null, became));
    });
  }
}

/** Of a refusal's facts what is no list. */
const plain = (facts: AppError['facts']) =>
  Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.length : (value as string | number | boolean | null),
    ]),
  );
