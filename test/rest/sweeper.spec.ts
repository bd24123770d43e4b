import { SchedulerRegistry } from '@nestjs/schedule';
import { GracefulShutdown } from '../../src/platform/http/graceful-shutdown';
import type { Round, Sweep } from '../../src/platform/jobs/sweep';
import { Sweeper } from '../../src/platform/jobs/sweeper';
import { Log } from '../../src/platform/logging/log';
import { startApp, type RunningApp } from '../support/app';
import { until } from '../support/eventually';
import { anotherSweeper } from '../support/sweeps';

const HOUR = 3_600_000;

describe('what comes round', () => {
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

  let named = 0;
  /** The same sweep in so many processes. */
  function processes<Mark>(count: number, sweep: Omit<Sweep<Mark>, 'name' | 'every'>) {
    const name = `test-${++named}`;
    const sweepers = Array.from({ length: count }, () => anotherSweeper(running));
    for (const sweeper of sweepers) sweeper.register({ name, every: HOUR, ...sweep });
    return { name, sweepers, first: sweepers[0]! };
  }

  it('is this, and nothing else has a timer of its own', () => {
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

  it('is done in portions, each beginning where the one before ended', async () => {
    const seen: (number | null)[] = [];
    const { name, first } = processes<number>(1, {
      batch: async (from, round) => {
        seen.push(from);
        round.did(10);
        return from === 2 ? null : (from ?? 0) + 1;
      },
    });
    expect(await first.run(name)).toEqual({ whole: true, count: 30 });
    expect(seen).toEqual([null, 1, 2]);
  });

  it('knows when the last whole round began, and begins there again after one that was not', async () => {
    const before: (number | null)[] = [];
    let trouble = false;
    const { name, first } = processes<never>(1, {
      batch: async (_, round) => {
        before.push(round.before);
        if (trouble) round.left();
        return null;
      },
    });
    const began = running.clock.now();
    await first.run(name);
    running.clock.advance(HOUR);
    trouble = true;
    expect(await first.run(name)).toEqual({ whole: false, count: 0 });
    await first.run(name);
    expect(before).toEqual([null, began, began]);
  });

  it('is done by one process of those that are there, once in the time, where it has a lease', async () => {
    let done = 0;
    const { name, sweepers } = processes<never>(3, { leased: true, batch: async () => (done++, null) });
    const all = () => Promise.all(sweepers.map((sweeper) => sweeper.run(name, HOUR)));
    expect((await all()).filter(({ whole }) => whole)).toHaveLength(1);
    await all();
    expect(done).toBe(1);
    running.clock.advance(HOUR);
    await all();
    expect(done).toBe(2);
  });

  it('passes to another process a minute after the one that had it fell silent, which then lets go', async () => {
    const portions: string[] = [];
    let stuck: (() => void) | undefined;
    const batch = (who: string) => async (_: true | null, round: Round) => {
      portions.push(who);
      if (who === 'second') return null;
      await new Promise<void>((go) => (stuck = go));
      return (await round.goesOn()) ? true : null;
    };
    const name = `test-${++named}`;
    const [one, two] = [anotherSweeper(running), anotherSweeper(running)];
    one.register<true>({ name, every: HOUR, leased: true, batch: batch('first') });
    two.register<true>({ name, every: HOUR, leased: true, batch: batch('second') });
    const held = one.run(name);
    while (!stuck) await new Promise((go) => setImmediate(go));
    expect(await two.run(name)).toEqual({ whole: false, count: 0, isElsewhere: true });
    running.clock.advance(60_001);
    expect(await two.run(name)).toEqual({ whole: true, count: 0 });
    stuck();
    expect((await held).whole).toBe(false);
    expect(portions).toEqual(['first', 'second']);
  });

  it('says what failed once, and goes on', async () => {
    const log = running.app.get(Log);
    const fault = jest.spyOn(log, 'fault').mockImplementation(() => undefined);
    const warn = jest.spyOn(log, 'warn').mockImplementation(() => undefined);
    const { name, first } = processes<number>(1, {
      batch: async (from, round) => {
        round.failed(new Error('one of many'), { number: from ?? 0 });
        return from === 4 ? null : (from ?? 0) + 1;
      },
    });
    expect((await first.run(name)).whole).toBe(false);
    expect(fault.mock.calls).toEqual([
      [expect.objectContaining({ message: 'one of many' }), { sweep: name, number: 0 }],
    ]);
    await until(() => warn.mock.calls.length > 0, 'the other failures are counted in the log');
    expect(warn.mock.calls).toEqual([['4 more failures, not shown', 'Sweeper']]);
  });

  it('begins nothing once the process is ending: what runs ends with its portion', async () => {
    let portions = 0;
    let go: (() => void) | undefined;
    const { name, first } = processes<true>(1, {
      batch: async () => {
        portions++;
        await new Promise<void>((done) => (go = done));
        return true;
      },
    });
    first.onApplicationBootstrap();
    const held = first.run(name);
    while (!go) await new Promise((done) => setImmediate(done));
    jest.spyOn(running.app.get(GracefulShutdown), 'isShuttingDown', 'get').mockReturnValue(true);
    go();
    expect((await held).whole).toBe(false);
    await first.settle(name);
    expect(await first.run(name)).toEqual({ whole: false, count: 0 });
    expect(portions).toBe(1);
    await first.onModuleDestroy();
  });

  it('is done once more at the end where only that makes it whole, and its timers are gone', async () => {
    const seen: string[] = [];
    const sweeper = anotherSweeper(running);
    sweeper.register<never>({ name: 'told', every: HOUR, atEnd: true, batch: async () => (seen.push('told'), null) });
    sweeper.register<never>({ name: 'left', every: HOUR, first: HOUR, batch: async () => (seen.push('left'), null) });
    sweeper.onApplicationBootstrap();
    await sweeper.onModuleDestroy();
    await sweeper.beforeApplicationShutdown();
    expect(seen).toEqual(['told']);
  });

  it('follows itself when it is woken while it runs, and is one thing under one name', async () => {
    let rounds = 0;
    const { name, first } = processes<never>(1, {
      batch: async () => {
        if (++rounds === 1) for (let i = 0; i < 3; i++) first.wake(name);
        return null;
      },
    });
    first.wake(name);
    expect(rounds).toBe(0); // not before the process is up
    first.onApplicationBootstrap();
    await first.settle(name);
    expect(rounds).toBe(2);
    await first.onModuleDestroy();
    expect(() => first.register<never>({ name, every: HOUR, batch: async () => null })).toThrow('registered twice');
    expect(() => running.app.get(Sweeper).wake('nobody')).toThrow('No sweep "nobody"');
  });
});
