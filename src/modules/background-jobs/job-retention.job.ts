import { Injectable, type OnModuleInit } from '@nestjs/common';
import { OPEN_JOB_STATES } from '../../contract/jobs.resource';
import { Clock } from '../../common/clock';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { smallestIdAt, idFromBytes } from '../../common/ids';
import type { JobRun } from '../../infrastructure/jobs/scheduled-job';
import { JobScheduler } from '../../infrastructure/jobs/job-scheduler';
import { InjectDirectoryRepository, type DirectoryRepository } from '../../tenancy/directory-repository';
import { TenantFactory } from '../../tenancy/tenant.factory';
import { JobFilesService } from './job-files.service';
import { JobOutcomesService } from './job-outcomes.service';
import { Job } from './job.entity';

const HOUR = 3_600_000;
const RETENTION_MS = 90 * 24 * HOUR;
const ROW_BATCH_SIZE = 900;
const JOB_BATCH_SIZE = 20;

/** Deletes ended jobs that were requested ninety days ago, with their rows and unfinished files. */
@Injectable()
export class JobRetentionJob implements OnModuleInit {
  constructor(
    private readonly scheduler: JobScheduler,
    private readonly outcomes: JobOutcomesService,
    private readonly files: JobFilesService,
    private readonly tenantFactory: TenantFactory,
    private readonly transactions: TransactionManager,
    private readonly clock: Clock,
    @InjectDirectoryRepository(Job) private readonly jobs: DirectoryRepository<Job>,
  ) {}

  onModuleInit(): void {
    this.scheduler.register<true>({
      name: 'past-jobs',
      intervalMs: HOUR,
      isLeased: true,
      runBatch: (_, run) => this.deleteExpired(run),
    });
  }

  private async deleteExpired(run: JobRun): Promise<true | null> {
    const maxId = idFromBytes(smallestIdAt(this.clock.now() - RETENTION_MS));
    const expiredJobs = await this.jobs.find(
      { job_id: { lt: maxId }, state: { nin: [...OPEN_JOB_STATES] } },
      { order: [['job_id', 'asc']], limit: JOB_BATCH_SIZE },
    );
    for (const job of expiredJobs) {
      const { customer_id, job_id } = job;
      const tenant = await this.tenantFactory.forSystem(customer_id);
      // A job that was given up may have an unfinished file; only this row knows its key.
      await this.files.removeUnfinished(job);
      for (let isEmpty = false; !isEmpty;) {
        if (!(await run.shouldContinue())) return null;
        isEmpty = await this.transactions.run(async () => {
          const areRowsGone = await this.outcomes.deleteSome(tenant, job_id, ROW_BATCH_SIZE);
          if (areRowsGone) await this.jobs.remove({ customer_id, job_id });
          return areRowsGone;
        });
      }
      run.countProcessed(1);
    }
    return expiredJobs.length ? true : null;
  }
}
