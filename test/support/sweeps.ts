import { SchedulerRegistry } from '@nestjs/schedule';
import { Clock } from '../../src/platform/clock';
import { GracefulShutdown } from '../../src/platform/http/graceful-shutdown';
import { Leases } from '../../src/platform/jobs/leases';
import type { Swept } from '../../src/platform/jobs/sweep';
import { Sweeper } from '../../src/platform/jobs/sweeper';
import { Log } from '../../src/platform/logging/log';
import type { RunningApp } from './app';

/** One round of a sweep, now: nobody waits for a timer. Called twice at once, they are as of two processes. */
export const swept = ({ app }: RunningApp, name: string): Promise<Swept> => app.get(Sweeper).run(name);

/** The sweeper of a process that has just started, with the database and the clock of the running one. */
export const anotherSweeper = ({ app }: RunningApp): Sweeper =>
  new Sweeper(
    new SchedulerRegistry(),
    app.get(Leases, { strict: false }),
    app.get(GracefulShutdown),
    app.get(Clock),
    app.get(Log),
  );

/** From now on it runs only when it is told to. */
export function unscheduled({ app }: RunningApp, name: string): void {
  const scheduler = app.get(SchedulerRegistry, { strict: false });
  scheduler.deleteInterval(name);
  if (scheduler.doesExist('timeout', name)) scheduler.deleteTimeout(name);
}
