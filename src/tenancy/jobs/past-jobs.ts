import { Injectable, type OnModuleInit } from '@nestjs/common';
import { OPEN_JOB_STATES } from '../../contract/jobs.resource';
import { Clock } from '../../platform/clock';
import { Transactions } from '../../platform/database/transactions';
import { firstIdAt, idFromBytes } from '../../platform/ids';
import type { Round } from '../../platform/jobs/sweep';
import { Sweeper } from '../../platform/jobs/sweeper';
import { Directory, type DirectoryRepository } from '../directory';
import { Tenants } from '../tenants';
import { JobFiles } from './job-files';
import { JobOutcomes } from './job-outcomes';
import { Job } from './job.entity';

const HOUR = 3_600_000;
const PAST_MS = 90 * 24 * HOUR;
const ROWS_AT_ONCE = 900;
const JOBS_AT_ONCE = 20;

/** Jobs that were asked for ninety days ago and have come to their end are forgotten, with their rows and what they left. */
@Injectable()
export class PastJobs implements OnModuleInit {
  constructor(
    private readonly sweeper: Sweeper,
    private readonly outcomes: JobOutcomes,
    private readonly files: JobFiles,
    private readonly tenants: Tenants,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    @Directory(Job) private readonly jobs: DirectoryRepository<Job>,
  ) {}

  onModuleInit(): void {
    this.sweeper.register<true>({
      name: 'past-jobs',
      every: HOUR,
      leased: true,
      batch: (_, round) => this.forgetSome(round),
    });
  }

  private async forgetSome(round: Round): Promise<true | null> {
    const before = idFromBytes(firstIdAt(this.clock.now() - PAST_MS));
    const over = await this.jobs.find(
      { job_id: { lt: before }, state: { nin: [...OPEN_JOB_STATES] } },
      { order: [['job_id', 'asc']], limit: JOBS_AT_ONCE },
    );
    for (const job of over) {
      const { customer_id, job_id } = job;
      const tenant = await this.tenants.forSystem(customer_id);
      // Of one that was given up, whatever its last process had written and not named: nobody else knows the key.
      await this.files.forget(job);
      for (let isEmpty = false; !isEmpty;) {
        if (!(await round.goesOn())) return null;
        isEmpty = await this.transactions.run(async () => {
          const none = await this.outcomes.forget(tenant, job_id, ROWS_AT_ONCE);
          if (none) await this.jobs.remove({ customer_id, job_id });
          return none;
        });
      }
      round.did(1);
    }
    return over.length ? true : null;
  }
}
