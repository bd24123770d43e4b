import { Injectable } from '@nestjs/common';
import { OPEN_JOB_STATES, type JobLane } from '../../contract/jobs.resource';
import { Clock } from '../../platform/clock';
import { Database, type SqlValue } from '../../platform/database/database';
import { Transactions } from '../../platform/database/transactions';
import { marks } from '../../platform/database/where';
import { idFromBytes, idToBytes, newId } from '../../platform/ids';
import { LiveEvents } from '../live/live-events';
import { Directory, type DirectoryRepository } from '../directory';
import { ENDED, Job } from './job.entity';

/** Renewed with each portion; what a process that was killed held is free again after this. */
const LEASE_MS = 30_000;
const CLAIMED_AT_ONCE = 20;
/** How far a job is, at most. */
const TOLD_EVERY_MS = 1_000;

/** The rows of all organisations as the workers see them: whose turn it is, claimed, moved on, released. */
@Injectable()
export class JobQueue {
  private readonly toldAt = new Map<string, number>();
  /** What became of those that this process brought to an end, by their kind. */
  readonly ended = new Map<string, Map<string, number>>();

  constructor(
    private readonly database: Database,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    @Directory(Job) private readonly jobs: DirectoryRepository<Job>,
    private readonly live: LiveEvents,
  ) {}

  /**
   * Some of those that are due, by turns: of each organisation that has any its first ones, beginning behind the
   * organisation that was served last. So it does not matter how many jobs another one has.
   */
  async claim(lane: JobLane, behind: number): Promise<Job[]> {
    const now = this.clock.now();
    const due = await this.due(lane, await this.turns(lane, behind, now), now);
    if (!due.length) return [];
    const owner = newId(now);
    // One guarded update decides: what another process took meanwhile is not due any more.
    const ours = await this.transactions.run(() =>
      this.database.write(
        `UPDATE job SET due_at = ?, lease_owner = ? WHERE job_id IN (${marks(due.length)}) AND queue = ? AND due_at <= ?`,
        [now + LEASE_MS, idToBytes(owner), ...due, lane, now],
      ),
    );
    if (!ours) return [];
    const ids = due.map(idFromBytes);
    const claimed = await this.jobs.find({ job_id: ids, lease_owner: owner });
    return claimed.toSorted((a, b) => ids.indexOf(a.job_id) - ids.indexOf(b.job_id));
  }

  /** Its row, for whoever is told of it by another process. */
  nameOf({ customer_id, job_id }: Pick<Job, 'customer_id' | 'job_id'>): string {
    return `${customer_id}.${job_id}`;
  }

  /** Whether the row of that name waits for somebody now. */
  async isDue(name: string): Promise<boolean> {
    const [customer_id, job_id] = name.split('.');
    const job = await this.jobs.one({ customer_id: Number(customer_id), job_id: String(job_id) });
    return job?.due_at != null && job.due_at <= this.clock.now();
  }

  /** A try begins, and counts until the job comes forward. @returns whether it is still ours */
  async begin(job: Job): Promise<boolean> {
    const state = job.phase === 'undo' ? 'undoing' : 'running';
    const now = this.clock.now();
    const started_at = job.started_at ?? now;
    return this.tell(job, this.change(job, { state, attempts: job.attempts + 1, started_at, due_at: now + LEASE_MS }));
  }

  /** As its row says now; null: it is not ours any more. */
  async current({ customer_id, job_id, lease_owner }: Job): Promise<Job | null> {
    return this.jobs.one({ customer_id, job_id, lease_owner });
  }

  /** Whether another job of this lane is due. */
  async isAwaited(lane: JobLane): Promise<boolean> {
    const [one] = await this.jobs.find({ queue: lane, due_at: { lte: this.clock.now() } }, { limit: 1 });
    return one !== undefined;
  }

  /** The lease goes on; the try counts as before. */
  hold(job: Job, change: Partial<Job>): Promise<boolean> {
    return this.change(job, { ...change, due_at: this.clock.now() + LEASE_MS });
  }

  /** Whether this is the file that it has come to: also when nobody heard that the commit succeeded. */
  async isResult({ customer_id, job_id }: Job, result_file: string): Promise<boolean> {
    return (await this.jobs.one({ customer_id, job_id, result_file })) !== null;
  }

  /** It waits for its next turn, where it was. */
  release(job: Job, change: Partial<Job> = {}): Promise<boolean> {
    return this.change(job, { ...change, due_at: job.run_after, lease_owner: null });
  }

  postpone(job: Job, pause: number, error_code: string): Promise<boolean> {
    const run_after = this.clock.now() + pause;
    return this.tell(job, this.change(job, { run_after, due_at: run_after, lease_owner: null, error_code }));
  }

  end(job: Job, change: Pick<Job, 'state'> & Partial<Job>): Promise<boolean> {
    const over = { ...ENDED, lease_owner: null, cancel_asked_at: null, ended_at: this.clock.now() };
    return this.tell(job, this.change(job, { ...over, ...change })).then((isOurs) => {
      if (isOurs) this.transactions.afterCommit(() => this.count(job.kind, change.state));
      return isOurs;
    });
  }

  private count(kind: string, outcome: string): void {
    const outcomes = this.ended.get(kind) ?? new Map<string, number>();
    this.ended.set(kind, outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1));
  }

  /** How far it came, in the portion's own transaction. */
  advance(job: Job, change: Partial<Job>): Promise<boolean> {
    const now = this.clock.now();
    const changed = this.change(job, { ...change, attempts: 0, error_code: null, due_at: now + LEASE_MS });
    return now - (this.toldAt.get(job.job_id) ?? 0) < TOLD_EVERY_MS ? changed : this.tell(job, changed);
  }

  /** Whoever may see all of its organisation, that it goes on, or has ended. */
  private async tell({ customer_id, job_id }: Job, changed: Promise<boolean>): Promise<boolean> {
    const isOurs = await changed;
    if (!isOurs) return false;
    if (this.toldAt.size > CLAIMED_AT_ONCE) this.toldAt.clear();
    this.toldAt.set(job_id, this.clock.now());
    this.live.publishOf(customer_id, { kind: 'job', resource: 'jobs', id: job_id, account_id: null });
    return true;
  }

  private async change({ customer_id, job_id, lease_owner }: Job, change: Partial<Job>): Promise<boolean> {
    const isOurs = { customer_id, job_id, lease_owner, state: OPEN_JOB_STATES };
    return (await this.transactions.run(() => this.jobs.update(isOurs, change))) > 0;
  }

  /** Organisations with something due, one after the other along the index, however much each has. */
  private async turns(lane: JobLane, behind: number, now: number): Promise<number[]> {
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
    return [...all.filter((each) => each > behind), ...all.filter((each) => each <= behind)].slice(0, CLAIMED_AT_ONCE);
  }

  /** The first of each, then the second of each. */
  private async due(lane: JobLane, customers: readonly number[], now: number): Promise<Uint8Array[]> {
    if (!customers.length) return [];
    const share = Math.ceil(CLAIMED_AT_ONCE / customers.length);
    const ofOne = (_: number, at: number) => `SELECT c${at}.customer_id, c${at}.job_id FROM (
      SELECT customer_id, job_id, due_at FROM job WHERE queue = ? AND customer_id = ? AND due_at <= ?
      ORDER BY due_at LIMIT ${share}) AS c${at}`;
    const values: SqlValue[] = customers.flatMap((customer_id) => [lane, customer_id, now]);
    const rows = await this.database.rows<{ customer_id: number; job_id: Uint8Array }>(
      customers.map(ofOne).join(' UNION ALL '),
      values,
    );
    const taken = new Map<number, number>();
    return rows
      .map(({ customer_id, job_id }) => {
        const turn = taken.get(Number(customer_id)) ?? 0;
        taken.set(Number(customer_id), turn + 1);
        return { job_id, turn };
      })
      .toSorted((a, b) => a.turn - b.turn)
      .slice(0, CLAIMED_AT_ONCE)
      .map(({ job_id }) => job_id);
  }
}
