import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { FileStorage } from '../../infrastructure/files/file-storage';
import type { JobRun } from '../../infrastructure/jobs/scheduled-job';
import { JobScheduler } from '../../infrastructure/jobs/job-scheduler';
import { InjectDirectoryRepository, type DirectoryRepository } from '../../tenancy/directory-repository';
import { Job } from './job.entity';

const HOUR = 3_600_000;
const BATCH_SIZE = 50;

/** Deletes result files after seven days. The job rows stay. */
@Injectable()
export class JobResultRetentionJob implements OnModuleInit {
  constructor(
    private readonly scheduler: JobScheduler,
    private readonly fileStorage: FileStorage,
    private readonly transactions: TransactionManager,
    private readonly clock: Clock,
    @InjectDirectoryRepository(Job) private readonly jobs: DirectoryRepository<Job>,
  ) {}

  onModuleInit(): void {
    this.scheduler.register<true>({
      name: 'past-results',
      intervalMs: HOUR,
      isLeased: true,
      runBatch: (_, run) => this.removeExpired(run),
    });
  }

  private async removeExpired(run: JobRun): Promise<true | null> {
    const expiredResults = await this.jobs.find(
      { result_until: { lte: this.clock.now() }, result_file: { gt: '' } },
      { order: [['result_until', 'asc']], limit: BATCH_SIZE },
    );
    for (const { customer_id, job_id, result_file } of expiredResults) {
      if (!(await run.shouldContinue())) return null;
      // The file first; removing a missing file is no error.
      await this.fileStorage.remove(result_file!);
      await this.transactions.run(() => this.jobs.update({ customer_id, job_id }, { result_file: null }));
      run.countProcessed(1);
    }
    return expiredResults.length ? true : null;
  }
}
