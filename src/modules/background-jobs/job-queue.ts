import { Injectable } from '@nestjs/common';
import { OPEN_JOB_STATES, type JobLane } from '../../contract/jobs.resource';
import { Clock } from '../../common/clock';
import { Database, type SqlValue } from '../../infrastructure/database/database';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { placeholders } from '../../infrastructure/database/where';
import { idFromBytes, idToBytes, newId } from '../../common/ids';
import { LiveEventsService } from '../live/live-events.service';
import { InjectDirectoryRepository, type DirectoryRepository } from '../../tenancy/directory-repository';
import { ENDED_JOB_COLUMNS, Job } from './job.entity';

/** Renewed with each batch; the jobs of a killed process are free after this time. */
const LEASE_MS = 30_000;
const CLAIM_BATCH_SIZE = 20;
const NOTIFY_INTERVAL_MS = 1_000;

/** Claims, advances and releases jobs of all customers for the workers. */
@Injectable()
export class JobQueue {
  private readonly notifiedAt = new Map<string, number>();
  /** Jobs ended by this process: kind → outcome → count */
  readonly endCounts = new Map<string, Map<string, number>>();

  constructor(
    private readonly database: Database,
    private readonly transactions: TransactionManager,
    private readonly clock: Clock,
    @InjectDirectoryRepository(Job) private readonly jobs: DirectoryRepository<Job>,
    private readonly live: LiveEventsService,
  ) {}

  /**
   * Claims due jobs round-robin: the first ones of each customer, starting after the customer served last. The number
   * of jobs of one customer does not delay others.
   */
  async claim(lane: JobLane, afterCustomer: number): Promise<Job[]> {
    const now = this.clock.now();
    const dueIds = await this.findDueIds(lane, await this.findDueCustomers(lane, afterCustomer, now), now);
    if (!dueIds.length) return [];
    const owner = newId(now);
    // The guarded update decides: jobs claimed by another process are no longer due.
    const claimedCount = await this.transactions.run(() =>
      this.database.write(
        `UPDATE job SET due_at = ?, lease_owner = ? WHERE job_id IN (${placeholders(dueIds.length)}) AND queue = ? AND due_at <= ?`,
        [now + LEASE_MS, idToBytes(owner), ...dueIds, lane, now],
      ),
    );
    if (!claimedCount) return [];
    const ids = dueIds.map(idFromBytes);
    const claimed = await this.jobs.find({ job_id: ids, lease_owner: owner });
    return claimed.toSorted((a, b) => ids.indexOf(a.job_id) - ids.indexOf(b.job_id));
  }

  /** Key that identifies the job in messages between processes. */
  wakeKeyOf({ customer_id, job_id }: Pick<Job, 'customer_id' | 'job_id'>): string {
    return `${customer_id}.${job_id}`;
  }

  async isDue(wakeKey: string): Promise<boolean> {
    const [customer_id, job_id] = wakeKey.split('.');
    const job = await this.jobs.findOne({ customer_id: Number(customer_id), job_id: String(job_id) });
    return job?.due_at != null && job.due_at <= this.clock.now();
  }

  /** Starts an attempt; it counts until the job advances. @returns false: the lease is lost */
  async startAttempt(job: Job): Promise<boolean> {
    const state = job.phase === 'undo' ? 'undoing' : 'running';
    const now = this.clock.now();
    const started_at = job.started_at ?? now;
    return this.notify(
      job,
      this.change(job, { state, attempts: job.attempts + 1, started_at, due_at: now + LEASE_MS }),
    );
  }

  /** Reads the current row; null: the lease is lost */
  async reload({ customer_id, job_id, lease_owner }: Job): Promise<Job | null> {
    return this.jobs.findOne({ customer_id, job_id, lease_owner });
  }

  async hasDueJob(lane: JobLane): Promise<boolean> {
    const [one] = await this.jobs.find({ queue: lane, due_at: { lte: this.clock.now() } }, { limit: 1 });
    return one !== undefined;
  }

  /** Renews the lease; the attempt count stays. */
  renewLease(job: Job, change: Partial<Job>): Promise<boolean> {
    return this.change(job, { ...change, due_at: this.clock.now() + LEASE_MS });
  }

  /** Whether the file is the result of the job, also after a COMMIT whose response was lost. */
  async isResultFile({ customer_id, job_id }: Job, result_file: string): Promise<boolean> {
    return (await this.jobs.findOne({ customer_id, job_id, result_file })) !== null;
  }

  release(job: Job, change: Partial<Job> = {}): Promise<boolean> {
    return this.change(job, { ...change, due_at: job.run_after, lease_owner: null });
  }

  postpone(job: Job, delayMs: number, error_code: string): Promise<boolean> {
    const run_after = this.clock.now() + delayMs;
    return this.notify(job, this.change(job, { run_after, due_at: run_after, lease_owner: null, error_code }));
  }

  end(job: Job, change: Pick<Job, 'state'> & Partial<Job>): Promise<boolean> {
    const endColumns = { ...ENDED_JOB_COLUMNS, lease_owner: null, cancel_asked_at: null, ended_at: this.clock.now() };
    return this.notify(job, this.change(job, { ...endColumns, ...change })).then((hasLease) => {
      if (hasLease) this.transactions.afterCommit(() => this.countEnd(job.kind, change.state));
      return hasLease;
    });
  }

  private countEnd(kind: string, outcome: string): void {
    const outcomes = this.endCounts.get(kind) ?? new Map<string, number>();
    this.endCounts.set(kind, outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1));
  }

  /** Stores the progress in the transaction of the batch. */
  advance(job: Job, change: Partial<Job>): Promise<boolean> {
    const now = this.clock.now();
    const changed = this.change(job, { ...change, attempts: 0, error_code: null, due_at: now + LEASE_MS });
    return now - (this.notifiedAt.get(job.job_id) ?? 0) < NOTIFY_INTERVAL_MS ? changed : this.notify(job, changed);
  }

  /** Notifies users who may see the job of its progress or end. */
  private async notify({ customer_id, job_id }: Job, changed: Promise<boolean>): Promise<boolean> {
    const hasLease = await changed;
    if (!hasLease) return false;
    if (this.notifiedAt.size > CLAIM_BATCH_SIZE) this.notifiedAt.clear();
    this.notifiedAt.set(job_id, this.clock.now());
    this.live.publishFor(customer_id, { kind: 'job', resource: 'jobs', id: job_id, account_id: null });
    return true;
  }

  private async change({ customer_id, job_id, lease_owner }: Job, change: Partial<Job>): Promise<boolean> {
    const where = { customer_id, job_id, lease_owner, state: OPEN_JOB_STATES };
    return (await this.transactions.run(() => this.jobs.update(where, change))) > 0;
  }

  /** Customers with due jobs. Skips along the index, so the number of jobs does not matter. */
  private async findDueCustomers(lane: JobLane, afterCustomer: number, now: number): Promise<number[]> {
    const rows = await this.database.rows<{ customer_id: number }>(
      `SELECT t.customer_id FROM (WITH RECURSIVE waiting (customer_id) AS (
           SELECT MIN(f.customer_id) FROM job f WHERE f.queue = ?
           UNION ALL
           SELECT (SELECT MIN(n.customer_id) FROM job n WHERE n.queue = ? AND n.customer_id > w.customer_id)
           FROM waiting w WHERE w.customer_id IS NOT NULL)
         SELECT x.customer_id FROM waiting x WHERE x.customer_id IS NOT NULL) AS t
       WHERE EXISTS (SELECT 1 FROM job d WHERE d.queue = ? AND d.customer_id = t.customer_id AND d.due_at <= ?)`,
      [lane, lane, lane, now],
    );
    const all = rows.map(({ customer_id }) => Number(customer_id)).toSorted((a, b) => a - b);
    return [...all.filter((each) => each > afterCustomer), ...all.filter((each) => each <= afterCustomer)].slice(
      0,
      CLAIM_BATCH_SIZE,
    );
  }

  /** The first job of each customer, then the second of each. */
  private async findDueIds(lane: JobLane, customers: readonly number[], now: number): Promise<Uint8Array[]> {
    if (!customers.length) return [];
    const jobsPerCustomer = Math.ceil(CLAIM_BATCH_SIZE / customers.length);
    const selectForCustomer = (_: number, index: number) => `SELECT c${index}.customer_id, c${index}.job_id FROM (
      SELECT customer_id, job_id, due_at FROM job WHERE queue = ? AND customer_id = ? AND due_at <= ?
      ORDER BY due_at LIMIT ${jobsPerCustomer}) AS c${index}`;
    const values: SqlValue[] = customers.flatMap((customer_id) => [lane, customer_id, now]);
    const rows = await this.database.rows<{ customer_id: number; job_id: Uint8Array }>(
      customers.map(selectForCustomer).join(' UNION ALL '),
      values,
    );
    const positions = new Map<number, number>();
    return rows
      .map(({ customer_id, job_id }) => {
        const position = positions.get(Number(customer_id)) ?? 0;
        positions.set(Number(customer_id), position + 1);
        return { job_id, position };
      })
      .toSorted((a, b) => a.position - b.position)
      .slice(0, CLAIM_BATCH_SIZE)
      .map(({ job_id }) => job_id);
  }
}
