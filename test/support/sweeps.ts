import { SchedulerRegistry } from '@nestjs/schedule';
import { Clock } from '../../src/platform/clock';
import { Config } from '../../src/platform/config/config';
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
    app.get(Config),
  );

/** From now on it runs only when it is told to. */
export function unscheduled({ app }: RunningApp, name: string): void {
  const scheduler = app.get(SchedulerRegistry, { strict: false });
  scheduler.deleteInterval(name);
  if (scheduler.doesExist('timeout', name)) scheduler.deleteTimeout(name);
}

const timed = ({ app }: RunningApp): string[] => app.get(SchedulerRegistry, { strict: false }).getIntervals();

/** Nothing comes round by itself any more: what is counted from now on is what was asked. */
export function allAsleep(running: RunningApp): void {
  for (const name of timed(running)) asleep(running, name);
}

/** Nothing comes round by the clock any more; what is woken still does. */
export function allUnscheduled(running: RunningApp): void {
  for (const name of timed(running)) unscheduled(running, name);
}

/** The same also when there is something to do: it is done by `swept`. */
export function asleep(running: RunningApp, name: string): void {
  unscheduled(running, name);
  const sweeper = running.app.get(Sweeper);
  const wake = sweeper.wake.bind(sweeper);
  sweeper.wake = (each) => {
    if (each !== name) wake(each);
  };
}
