import { Injectable, type OnModuleInit } from '@nestjs/common';
import { JOB_LANES } from '../../contract/jobs.resource';
import { Clock } from '../../platform/clock';
import { Database } from '../../platform/database/database';
import { marks } from '../../platform/database/where';
import { COUNTED, Meters } from '../../platform/metrics/meters';
import { JobQueue } from './job-queue';

interface Waiting {
  readonly kind: string;
  readonly state: 'due' | 'held' | 'later';
  readonly jobs: number | string;
  /** When the turn of the one came that waits longest. */
  readonly since: number | string;
}

/** Jobs by kind, age and outcome (speed.md, "Beyond one machine"), of all organisations together. */
@Injectable()
export class JobMeters implements OnModuleInit {
  private asked: Promise<Waiting[]> | undefined;

  constructor(
    private readonly meters: Meters,
    private readonly database: Database,
    private readonly queue: JobQueue,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    if (!this.meters.isOn) return;
    this.meters.watch({
      name: 'skilgrid_jobs',
      help: `Jobs: due, held by a worker, put off until later, dead letters; ${COUNTED} in all stands for more`,
      labels: ['kind', 'state'],
      read: async () => {
        const dead = this.database.rows<{ kind: string; jobs: number | string }>(
          `SELECT kind, COUNT(*) AS jobs FROM (SELECT kind FROM job WHERE state = ? LIMIT ${COUNTED}) AS some GROUP BY kind`,
          ['dead'],
        );
        const [waiting, given_up] = await Promise.all([this.waiting(), dead]);
        return [...waiting, ...given_up.map((row) => ({ ...row, state: 'dead' }))].map(({ kind, state, jobs }) => ({
          labels: { kind, state },
          value: Number(jobs),
        }));
      },
    });
    this.meters.watch({
      name: 'skilgrid_job_age_seconds',
      help: 'For how long the job of this kind has been due that waits longest; absent: none waits',
      labels: ['kind'],
      read: async () => {
        const due = (await this.waiting()).filter(({ state }) => state === 'due');
        return due.map(({ kind, since }) => ({
          labels: { kind },
          value: Math.max(0, (this.clock.now() - Number(since)) / 1000),
        }));
      },
    });
    this.meters.watch({
      name: 'skilgrid_jobs_ended_total',
      help: 'Jobs that this process brought to an end: done, failed, cancelled, dead, undone',
      type: 'counter',
      labels: ['kind', 'outcome'],
      read: () =>
        [...this.queue.ended].flatMap(([kind, outcomes]) =>
          [...outcomes].map(([outcome, value]) => ({ labels: { kind, outcome }, value })),
        ),
    });
  }

  /** Two figures of one look. */
  private waiting(): Promise<Waiting[]> {
    this.asked ??= this.readWaiting().finally(() => (this.asked = undefined));
    return this.asked;
  }

  /** Of the database, so every process tells the same. Those that nobody waits for any more have no queue. */
  private readWaiting(): Promise<Waiting[]> {
    const now = this.clock.now();
    return this.database.rows<Waiting & Record<string, unknown>>(
      `SELECT kind, state, COUNT(*) AS jobs, MIN(run_after) AS since FROM (
         SELECT kind, run_after,
           CASE WHEN due_at <= ? THEN 'due' WHEN lease_owner IS NULL THEN 'later' ELSE 'held' END AS state
         FROM job WHERE queue IN (${marks(JOB_LANES.length)}) LIMIT ${COUNTED}) AS some
       GROUP BY kind, state`,
      [now, ...JOB_LANES],
    );
  }
}
