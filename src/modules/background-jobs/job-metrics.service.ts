import { Injectable, type OnModuleInit } from '@nestjs/common';
import { JOB_LANES } from '../../contract/jobs.resource';
import { Clock } from '../../common/clock';
import { Database } from '../../infrastructure/database/database';
import { placeholders } from '../../infrastructure/database/where';
import { COUNT_LIMIT, MetricsService } from '../../infrastructure/metrics/metrics.service';
import { JobQueue } from './job-queue';

interface WaitingJobsRow {
  readonly kind: string;
  readonly state: 'due' | 'held' | 'later';
  readonly jobs: number | string;
  /** Due time of the job that waits longest. */
  readonly since: number | string;
}

/** Metrics: jobs by kind, age and outcome, of all customers (docs/operations.md). */
@Injectable()
export class JobMetricsService implements OnModuleInit {
  private pendingRead: Promise<WaitingJobsRow[]> | undefined;

  constructor(
    private readonly metrics: MetricsService,
    private readonly database: Database,
    private readonly queue: JobQueue,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    if (!this.metrics.isEnabled) return;
    this.metrics.register({
      name: 'skilgrid_jobs',
      help: `Jobs: due, held by a worker, put off until later, dead letters; ${COUNT_LIMIT} in all stands for more`,
      labels: ['kind', 'state'],
      read: async () => {
        const deadQuery = this.database.rows<{ kind: string; jobs: number | string }>(
          `SELECT kind, COUNT(*) AS jobs FROM (SELECT kind FROM job WHERE state = ? LIMIT ${COUNT_LIMIT}) AS some GROUP BY kind`,
          ['dead'],
        );
        const [waitingRows, deadRows] = await Promise.all([this.waitingJobs(), deadQuery]);
        return [...waitingRows, ...deadRows.map((row) => ({ ...row, state: 'dead' }))].map(({ kind, state, jobs }) => ({
          labels: { kind, state },
          value: Number(jobs),
        }));
      },
    });
    this.metrics.register({
      name: 'skilgrid_job_age_seconds',
      help: 'For how long the job of this kind has been due that waits longest; absent: none waits',
      labels: ['kind'],
      read: async () => {
        const dueRows = (await this.waitingJobs()).filter(({ state }) => state === 'due');
        return dueRows.map(({ kind, since }) => ({
          labels: { kind },
          value: Math.max(0, (this.clock.now() - Number(since)) / 1000),
        }));
      },
    });
    this.metrics.register({
      name: 'skilgrid_jobs_ended_total',
      help: 'Jobs that this process brought to an end: done, failed, cancelled, dead, undone',
      type: 'counter',
      labels: ['kind', 'outcome'],
      read: () =>
        [...this.queue.endCounts].flatMap(([kind, outcomes]) =>
          [...outcomes].map(([outcome, value]) => ({ labels: { kind, outcome }, value })),
        ),
    });
  }

  /** Two metrics share one query. */
  private waitingJobs(): Promise<WaitingJobsRow[]> {
    this.pendingRead ??= this.readWaitingJobs().finally(() => (this.pendingRead = undefined));
    return this.pendingRead;
  }

  /** Read from the database, so every process reports the same. Ended jobs have no queue. */
  private readWaitingJobs(): Promise<WaitingJobsRow[]> {
    const now = this.clock.now();
    return this.database.rows<WaitingJobsRow & Record<string, unknown>>(
      `SELECT kind, state, COUNT(*) AS jobs, MIN(run_after) AS since FROM (
         SELECT kind, run_after,
           CASE WHEN due_at <= ? THEN 'due' WHEN lease_owner IS NULL THEN 'later' ELSE 'held' END AS state
         FROM job WHERE queue IN (${placeholders(JOB_LANES.length)}) LIMIT ${COUNT_LIMIT}) AS some
       GROUP BY kind, state`,
      [now, ...JOB_LANES],
    );
  }
}
