import { SchedulerRegistry } from '@nestjs/schedule';
import { Clock } from '../../src/common/clock';
import { Config } from '../../src/infrastructure/config/config';
import { GracefulShutdownService } from '../../src/infrastructure/http/graceful-shutdown.service';
import { JobLeaseService } from '../../src/infrastructure/jobs/job-lease.service';
import type { JobRunResult } from '../../src/infrastructure/jobs/scheduled-job';
import { JobScheduler } from '../../src/infrastructure/jobs/job-scheduler';
import { AppLogger } from '../../src/infrastructure/logging/app-logger';
import type { RunningApp } from './app';

/** Runs a scheduled job immediately. Two concurrent calls behave like two processes. */
export const runScheduledJob = ({ app }: RunningApp, name: string): Promise<JobRunResult> =>
  app.get(JobScheduler).runNow(name);

/** A scheduler like that of a newly started process, with the database and clock of the running app. */
export const createJobScheduler = ({ app }: RunningApp): JobScheduler =>
  new JobScheduler(
    new SchedulerRegistry(),
    app.get(JobLeaseService, { strict: false }),
    app.get(GracefulShutdownService),
    app.get(Clock),
    app.get(AppLogger),
    app.get(Config),
  );

/** Removes the timer of a job: it runs only when called or woken. */
export function unschedule({ app }: RunningApp, name: string): void {
  const scheduler = app.get(SchedulerRegistry, { strict: false });
  scheduler.deleteInterval(name);
  if (scheduler.doesExist('timeout', name)) scheduler.deleteTimeout(name);
}

const scheduledNames = ({ app }: RunningApp): string[] => app.get(SchedulerRegistry, { strict: false }).getIntervals();

/** Disables all jobs, so that only explicit calls are counted. */
export function disableAllJobs(running: RunningApp): void {
  for (const name of scheduledNames(running)) disableJob(running, name);
}

/** Removes the timers of all jobs; wake-ups still run them. */
export function unscheduleAll(running: RunningApp): void {
  for (const name of scheduledNames(running)) unschedule(running, name);
}

/** Also ignores wake-ups of the job; `runScheduledJob` still runs it. */
export function disableJob(running: RunningApp, name: string): void {
  unschedule(running, name);
  const jobScheduler = running.app.get(JobScheduler);
  const wake = jobScheduler.trigger.bind(jobScheduler);
  jobScheduler.trigger = (jobName) => {
    if (jobName !== name) wake(jobName);
  };
}
