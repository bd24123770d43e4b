import { SchedulerRegistry } from '@nestjs/schedule';
import { GracefulShutdownService } from '../../src/infrastructure/http/graceful-shutdown.service';
import type { JobRun, ScheduledJob } from '../../src/infrastructure/jobs/scheduled-job';
import { JobScheduler } from '../../src/infrastructure/jobs/job-scheduler';
import { AppLogger } from '../../src/infrastructure/logging/app-logger';
import { startApp, type RunningApp } from '../support/app';
import { waitUntil } from '../support/eventually';
import { createJobScheduler } from '../support/scheduled-jobs';

const HOUR = 3_600_000;

describe('the job scheduler', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
    running.clock.freeze('2036-03-02T08:00:00Z');
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(async () => {
    running.clock.release();
    await running.close();
  });

  let jobCount = 0;
  /** Registers the same job in that many schedulers, one per process. */
  function registerInProcesses<Cursor>(count: number, job: Omit<ScheduledJob<Cursor>, 'name' | 'intervalMs'>) {
    const name = `test-${++jobCount}`;
    const schedulers = Array.from({ length: count }, () => createJobScheduler(running));
    for (const scheduler of schedulers) scheduler.register({ name, intervalMs: HOUR, ...job });
    return { name, schedulers, first: schedulers[0]! };
  }

  it('runs these jobs, and nothing else has a timer', () => {
    const scheduled = running.app.get(SchedulerRegistry, { strict: false }).getIntervals().sort();
    expect(scheduled).toEqual([
      'assignment-rules',
      'certificates',
      'ended-employments',
      'ended-uploads',
      'expired-secrets',
      'idempotency-keys',
      'jobs-bulk',
      'jobs-export',
      'jobs-interactive',
      'jobs-video',
      'live-beat',
      'live-events',
      'live-look',
      'live-sessions',
      'live-slots',
      'notices',
      'outbox',
      'overdue-attempts',
      'past-imports',
      'past-jobs',
      'past-results',
      'past-sessions',
      'pending-files',
      'renewals',
      'settled-mails',
      'sign-ins',
      'throttle-counters',
      'upload-parts',
      'video-renditions',
      'video-streams',
    ]);
  });

  it('runs a job in batches, each beginning where the one before ended', async () => {
    const calls: (number | null)[] = [];
    const { name, first } = registerInProcesses<number>(1, {
      runBatch: async (from, run) => {
        calls.push(from);
        run.countProcessed(10);
        return from === 2 ? null : (from ?? 0) + 1;
      },
    });
    expect(await first.runNow(name)).toEqual({ isComplete: true, count: 30 });
    expect(calls).toEqual([null, 1, 2]);
  });

  it('passes the start of the last complete run, also after an incomplete one', async () => {
    const before: (number | null)[] = [];
    let isFailing = false;
    const { name, first } = registerInProcesses<never>(1, {
      runBatch: async (_, run) => {
        before.push(run.previousStartedAt);
        if (isFailing) run.markIncomplete();
        return null;
      },
    });
    const startedAt = running.clock.now();
    await first.runNow(name);
    running.clock.advance(HOUR);
    isFailing = true;
    expect(await first.runNow(name)).toEqual({ isComplete: false, count: 0 });
    await first.runNow(name);
    expect(before).toEqual([null, startedAt, startedAt]);
  });

  it('runs a leased job in one process, once per interval', async () => {
    let done = 0;
    const { name, schedulers } = registerInProcesses<never>(3, {
      isLeased: true,
      runBatch: async () => (done++, null),
    });
    const all = () => Promise.all(schedulers.map((scheduler) => scheduler.runNow(name, HOUR)));
    expect((await all()).filter(({ isComplete }) => isComplete)).toHaveLength(1);
    await all();
    expect(done).toBe(1);
    running.clock.advance(HOUR);
    await all();
    expect(done).toBe(2);
  });

  it('passes a leased job to another process a minute after the first fell silent, which then stops', async () => {
    const batches: string[] = [];
    let release: (() => void) | undefined;
    const batch = (processName: string) => async (_: true | null, run: JobRun) => {
      batches.push(processName);
      if (processName === 'second') return null;
      await new Promise<void>((go) => (release = go));
      return (await run.shouldContinue()) ? true : null;
    };
    const name = `test-${++jobCount}`;
    const [one, two] = [createJobScheduler(running), createJobScheduler(running)];
    one.register<true>({ name, intervalMs: HOUR, isLeased: true, runBatch: batch('first') });
    two.register<true>({ name, intervalMs: HOUR, isLeased: true, runBatch: batch('second') });
    const pending = one.runNow(name);
    while (!release) await new Promise((go) => setImmediate(go));
    expect(await two.runNow(name)).toEqual({ isComplete: false, count: 0, isSkipped: true });
    running.clock.advance(60_001);
    expect(await two.runNow(name)).toEqual({ isComplete: true, count: 0 });
    release();
    expect((await pending).isComplete).toBe(false);
    expect(batches).toEqual(['first', 'second']);
  });

  it('logs the first failure of a run, counts the others and continues', async () => {
    const logger = running.app.get(AppLogger);
    const fault = jest.spyOn(logger, 'fault').mockImplementation(() => undefined);
    const warn = jest.spyOn(logger, 'warn').mockImplementation(() => undefined);
    const { name, first } = registerInProcesses<number>(1, {
      runBatch: async (from, run) => {
        run.recordFailure(new Error('one of many'), { number: from ?? 0 });
        return from === 4 ? null : (from ?? 0) + 1;
      },
    });
    expect((await first.runNow(name)).isComplete).toBe(false);
    expect(fault.mock.calls).toEqual([[expect.objectContaining({ message: 'one of many' }), { job: name, number: 0 }]]);
    await waitUntil(() => warn.mock.calls.length > 0, 'the other failures are counted in the log');
    expect(warn.mock.calls).toEqual([['4 more failures, not shown', 'JobScheduler']]);
  });

  it('starts nothing once the process is shutting down, and a running job ends after its batch', async () => {
    let batches = 0;
    let go: (() => void) | undefined;
    const { name, first } = registerInProcesses<true>(1, {
      runBatch: async () => {
        batches++;
        await new Promise<void>((done) => (go = done));
        return true;
      },
    });
    first.onApplicationBootstrap();
    const pending = first.runNow(name);
    while (!go) await new Promise((done) => setImmediate(done));
    jest.spyOn(running.app.get(GracefulShutdownService), 'isShuttingDown', 'get').mockReturnValue(true);
    go();
    expect((await pending).isComplete).toBe(false);
    await first.triggerAndWait(name);
    expect(await first.runNow(name)).toEqual({ isComplete: false, count: 0 });
    expect(batches).toBe(1);
    await first.onModuleDestroy();
  });

  it('runs a job once more at shutdown where that is configured, and removes its timers', async () => {
    const calls: string[] = [];
    const scheduler = createJobScheduler(running);
    scheduler.register<never>({
      name: 'told',
      intervalMs: HOUR,
      runsAtShutdown: true,
      runBatch: async () => (calls.push('told'), null),
    });
    scheduler.register<never>({
      name: 'left',
      intervalMs: HOUR,
      initialDelayMs: HOUR,
      runBatch: async () => (calls.push('left'), null),
    });
    scheduler.onApplicationBootstrap();
    await scheduler.onModuleDestroy();
    await scheduler.beforeApplicationShutdown();
    expect(calls).toEqual(['told']);
  });

  it('runs a job again when it is woken during a run, and refuses a second job of the same name', async () => {
    let runs = 0;
    const { name, first } = registerInProcesses<never>(1, {
      runBatch: async () => {
        if (++runs === 1) for (let i = 0; i < 3; i++) first.trigger(name);
        return null;
      },
    });
    first.trigger(name);
    expect(runs).toBe(0); // not before the process is up
    first.onApplicationBootstrap();
    await first.triggerAndWait(name);
    expect(runs).toBe(2);
    await first.onModuleDestroy();
    expect(() => first.register<never>({ name, intervalMs: HOUR, runBatch: async () => null })).toThrow(
      'registered twice',
    );
    expect(() => running.app.get(JobScheduler).trigger('unknown')).toThrow('No scheduled job "unknown"');
  });
});
