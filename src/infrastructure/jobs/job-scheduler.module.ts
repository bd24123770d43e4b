import { Global, Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { JobLeaseService } from './job-lease.service';
import { JobScheduler } from './job-scheduler';
import { WorkNotifier } from './work-notifier';
// Loads the entity into the schema: its table is used by SQL text only.
import './job-lease.entity';

/** Exports `JobScheduler` for scheduled jobs (no other code sets timers), and `WorkNotifier` to run a job early. */
@Global()
@Module({
  imports: [ScheduleModule.forRoot()],
  providers: [JobLeaseService, JobScheduler, WorkNotifier],
  exports: [JobScheduler, WorkNotifier],
})
export class JobSchedulerModule {}
