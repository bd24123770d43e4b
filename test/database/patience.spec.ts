import { AsyncResource } from 'node:async_hooks';
import { tmpdir } from 'node:os';
import { performance } from 'node:perf_hooks';
import type { Config } from '../../src/platform/config/config';
import { Semaphore } from '../../src/platform/database/semaphore';
import {
  DatabaseSlow,
  ENDING_MS,
  inOwnTime,
  patienceLeft,
  timeLeft,
  withPatience,
} from '../../src/platform/database/patience';
import { withRequestContext, type RequestContext } from '../../src/platform/http/request-context';
import { LongReplies } from '../../src/platform/long-replies';
import { TooSlow } from '../../src/platform/report-concurrency-limiter';
import { ReportQueue } from '../../src/reports/report-queue';

const request = <T>(work: () => T): T => {
  const context: RequestContext = { requestId: 'patience', address: '', userAgent: '', surface: 'rest' };
  return withRequestContext(context, work);
};
const nothing = (): void => undefined;
const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);
const pause = (milliseconds: number) => new Promise<void>((done) => void setTimeout(done, milliseconds));
const never = () => new Promise<never>(nothing);
/** What becomes of it while so much time passes. */
const meanwhile = async <T>(milliseconds: number, work: Promise<T>): Promise<T> =>
  (await Promise.all([work, pass(milliseconds)]))[0];
const answered = (milliseconds: number) =>
  meanwhile(
    milliseconds,
    withPatience(() => pause(milliseconds), nothing),
  );

/** contract.md, Integrity: the silence of one statement, not the sum of a request. */
describe('patience with a database', () => {
  // Time passes when it is told to, and all of it in idleness: a busy machine is no silent database.
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['performance', 'nextTick', 'setImmediate', 'queueMicrotask'] });
    // As real ones do, they go off in the request that set them.
    const { setTimeout: faked } = globalThis;
    jest
      .spyOn(globalThis, 'setTimeout')
      .mockImplementation(((off: () => void, after: number) => faked(AsyncResource.bind(off), after)) as never);
    jest
      .spyOn(performance, 'eventLoopUtilization')
      .mockImplementation((since) => ({ idle: Date.now() - (since?.idle ?? 0), active: 0, utilization: 0 }));
  });
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  it('that answers late each time is as great as before, and what it has taken counts for the whole request', async () => {
    await request(async () => {
      const whole = timeLeft();
      const before = patienceLeft();
      for (let sent = 0; sent < 4; sent++) await answered(400);
      expect(patienceLeft()).toBe(before);
      expect(whole - timeLeft()).toBe(1_600);
    });
  });

  it('that was silent until it refused a lock is the less for it, though it answers the next statement', async () => {
    await request(async () => {
      const before = patienceLeft();
      const refused = withPatience(async () => {
        await pause(600);
        throw new Error('no lock');
      }, nothing);
      await meanwhile(600, expect(refused).rejects.toThrow('no lock'));
      await answered(1);
      expect(before - patienceLeft()).toBe(600);
    });
  });

  it('that does not answer ends, and what is given up is told so', async () => {
    await request(async () => {
      let given = 0;
      const silent = withPatience(never, () => (given += 1));
      await meanwhile(patienceLeft(), expect(silent).rejects.toThrow(DatabaseSlow));
      expect(given).toBe(1);
      await expect(answered(1)).rejects.toThrow(DatabaseSlow);
    });
  });

  it('ends for a request as a whole, however well it is answered', async () => {
    await request(() =>
      inOwnTime(300, async () => {
        await answered(200);
        await expect(answered(400)).rejects.toThrow(DatabaseSlow);
      }),
    );
  });

  it('in a line begins anew with each that got what it came for, and a line of the house costs none', async () => {
    const line = new Semaphore(1);
    const holder = {};
    await line.acquire(holder);
    await request(async () => {
      const before = patienceLeft();
      const waiting = line.acquire({});
      await pass(600);
      line.moved();
      await pass(50);
      line.release(holder);
      await waiting;
      expect(before - patienceLeft()).toBe(50);
    });
    const house = new Semaphore(1, true);
    await house.acquire(holder);
    await request(async () => {
      const before = patienceLeft();
      const waiting = house.acquire({});
      await pass(600);
      house.release(holder);
      await waiting;
      expect(patienceLeft()).toBe(before);
    });
  });

  it('is what the contract says: silence is answered within 5 s, a request ends after 30 s, a report after 60 s', async () => {
    const waits: number[][] = [];
    const limits = async () => void waits.push([timeLeft(), patienceLeft() + ENDING_MS]);
    await request(async () => {
      await limits();
      await new ReportQueue().run(limits);
    });
    expect(waits.map(([whole]) => whole)).toEqual([30_000, 60_000]);
    expect(waits.filter(([, silence]) => silence! > 5_000)).toEqual([]);
  });

  it('of a report that waits in line, or is read, for longer than it has ends in words of its own', async () => {
    const queue = new ReportQueue();
    // The process had something to do for half a millisecond: no waiting ends to the instant.
    jest.spyOn(performance, 'eventLoopUtilization').mockImplementation((since) => ({
      idle: Date.now() - (since ? since.idle + 0.5 : 0),
      active: 0,
      utilization: 0,
    }));
    await request(async () => {
      void queue.run(never);
      void queue.run(never);
      const waiting = queue.run(() => Promise.resolve('made'));
      await meanwhile(61_000, expect(waiting).rejects.toThrow(TooSlow));
    });
    await request(async () => {
      const long = new ReportQueue().run(async () => {
        for (;;) await withPatience(() => pause(3_000), nothing);
      });
      await meanwhile(61_000, expect(long).rejects.toThrow(TooSlow));
    });
    // A database that is silent is no long report.
    await request(async () => {
      const silent = new ReportQueue().run(() => withPatience(never, nothing));
      await meanwhile(5_000, expect(silent).rejects.toThrow(DatabaseSlow));
    });
  });

  it('of an export that waits in line for longer than it has ends as a report does, by the name of what it is', async () => {
    const replies = new LongReplies({ dataFolder: tmpdir() } as Config);
    const open = (first: () => Promise<string>, what: 'report' | 'list' = 'report') => {
      const pieces = async function* () {
        yield await first();
      };
      return replies.stream(1, pieces(), what);
    };
    await request(async () => {
      for (let place = 0; place < 2; place++) void open(never);
      const ends = (['report', 'list'] as const).map((what) =>
        expect(open(async () => '', what)).rejects.toMatchObject({ code: `${what}_too_slow`, retryAfter: 10 }),
      );
      await meanwhile(61_000, Promise.all(ends));
    });
  });
});
