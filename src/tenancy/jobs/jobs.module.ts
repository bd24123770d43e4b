import { Global, Module } from '@nestjs/common';
import { directoryRepositories } from '../directory';
import { resourceParts } from '../resources/resource-parts';
import { tenantRepositories } from '../tenancy.module';
import { FewJobs } from './few-jobs';
import { JobFiles } from './job-files';
import { JobInput } from './job-input.entity';
import { JobKinds } from './job-kinds';
import { JobMeters } from './job-meters';
import { JobOutcomes } from './job-outcomes';
import { JobQueue } from './job-queue';
import { JobRow } from './job-row.entity';
import { JobWorker } from './job-worker';
import { Job } from './job.entity';
import { JobsController } from './jobs.controller';
import { Jobs } from './jobs.service';
import { PastJobs } from './past-jobs';
import { PastResults } from './past-results';

/** Exports `Jobs` and `FewJobs`, by which work is owed to the background, and `JobKinds`, by which a domain says how it is done. */
@Global()
@Module({
  controllers: [JobsController],
  providers: [
    ...directoryRepositories(Job),
    ...tenantRepositories(JobInput, JobRow),
    ...resourceParts(Job),
    FewJobs,
    JobKinds,
    JobFiles,
    JobMeters,
    JobOutcomes,
    JobQueue,
    JobWorker,
    Jobs,
    PastJobs,
    PastResults,
  ],
  exports: [Jobs, FewJobs, JobKinds],
})
export class BackgroundModule {}
