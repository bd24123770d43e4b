import { Global, Module } from '@nestjs/common';
import { directoryRepositories } from '../../tenancy/directory-repository';
import { resourceContextProviders } from '../../crud/resource-context';
import { tenantRepositories } from '../../tenancy/tenancy.module';
import { LimitedJobsService } from './limited-jobs.service';
import { JobFilesService } from './job-files.service';
import { JobInput } from './job-input.entity';
import { JobKindRegistry } from './job-kind.registry';
import { JobMetricsService } from './job-metrics.service';
import { JobOutcomesService } from './job-outcomes.service';
import { JobQueue } from './job-queue';
import { JobRow } from './job-row.entity';
import { JobWorker } from './job-worker';
import { Job } from './job.entity';
import { JobsController } from './jobs.controller';
import { JobsService } from './jobs.service';
import { JobRetentionJob } from './job-retention.job';
import { JobResultRetentionJob } from './job-result-retention.job';

/** Domains create jobs with `JobsService` and `LimitedJobsService` and register how they run in `JobKindRegistry`. */
@Global()
@Module({
  controllers: [JobsController],
  providers: [
    ...directoryRepositories(Job),
    ...tenantRepositories(JobInput, JobRow),
    ...resourceContextProviders(Job),
    LimitedJobsService,
    JobKindRegistry,
    JobFilesService,
    JobMetricsService,
    JobOutcomesService,
    JobQueue,
    JobWorker,
    JobsService,
    JobRetentionJob,
    JobResultRetentionJob,
  ],
  exports: [JobsService, LimitedJobsService, JobKindRegistry],
})
export class BackgroundJobsModule {}
