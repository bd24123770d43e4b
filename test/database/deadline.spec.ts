import { AsyncResource } from 'node:async_hooks';
import { tmpdir } from 'node:os';
import type { Config } from '../../src/platform/config/config';
import {
  DatabaseSlow,
  statementTime,
  timeLeft,
  withTimeOfItsOwn,
  withTimeout,
} from '../../src/platform/database/deadline';
import { Semaphore } from '../../src/platform/database/semaphore';
import { withRequestContext, type RequestContext } from '../../src/platform/http/request-context';
import { LongReplies } from '../../src/platform/long-replies';
import { TooSlow } from '../../src/platform/report-concurrency-limiter';
import { ReportQueue } from '../../src/reports/report-queue';

const request = <T>(work: () => T): T => {
  const context: RequestContext = { requestId: 'deadline', address: '', userAgent: '', surface: 'rest' };
  return withRequestContext(context, work);
};
const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);
const pause = (milliseconds: number) => new Promise<void>((done) => void setTimeout(done, milliseconds));
const never = () => new Promise<never>(() => undefined);
/** Its outcome while so much time passes. */
const meanwhile = async <T>(milliseconds: number, work: Promise<T>): Promise<T> =>
  (await Promise.all([work, pass(milliseconds)]))[0];
const statement = (work: Promise<unknown>, onTimeout = (): void => undefined) =>
  withTimeout(work, statementTime(), onTimeout);
const answered = (milliseconds: number) => meanwhile(milliseconds, statement(pause(milliseconds)));

/** docs, Integrity: 503 within 5 s of silence of one statement; a request ends after 30 s, a report after 60 s. */
describe('the time that a request waits for the database', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    // As real ones do, they go off in the request that set them.
    const { setTimeout: faked } = globalThis;
    jest
      .spyOn(globalThis, 'setTimeout')
      .mockImplementation(((off: () => void, after: number) => faked(AsyncResource.bind(off), after)) as never);
  });
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  it('is below 5 s for a statement, 30 s for a request and 60 s for a report and each of its statements', async () => {
    const limits: number[][] = [];
    const look = async () => void limits.push([timeLeft(), statementTime()]);
    await request(async () => {
      await look();
      await new ReportQueue().run(look);
    });
    expect(limits).toEqual([
      [30_000, 4_000],
      [60_000, 60_000],
    ]);
  });

  it('begins anew with each statement, and all of them count for the request', async () => {
    await request(async () => {
      for (let sent = 0; sent < 4; sent++) await answered(3_000);
      expect([timeLeft(), statementTime()]).toEqual([18_000, 4_000]);
      for (let sent = 0; sent < 5; sent++) await answered(3_000);
      expect([timeLeft(), statementTime()]).toEqual([3_000, 3_000]);
    });
  });

  it('ends a silent statement, and tells the caller and what is left behind', async () => {
    await request(async () => {
      let discarded = 0;
      const silent = statement(never(), () => (discarded += 1));
      await meanwhile(4_000, expect(silent).rejects.toThrow(DatabaseSlow));
      expect(discarded).toBe(1);
    });
  });

  it('ends for a request as a whole, however well it is answered', async () => {
    await request(() =>
      withTimeOfItsOwn(300, async () => {
        await answered(200);
        await meanwhile(100, expect(statement(pause(400))).rejects.toThrow(DatabaseSlow));
      }),
    );
  });

  it('in line for a place is that of the request', async () => {
    const line = new Semaphore(1);
    const holder = {};
    await line.acquire(holder);
    await request(async () => {
      const waiting = line.acquire({});
      await pass(20_000);
      line.release(holder);
      await waiting;
      await meanwhile(10_000, expect(line.acquire({})).rejects.toThrow(DatabaseSlow));
      expect([line.taken, line.waitingFor]).toEqual([1, 0]);
    });
  });

  it('of a report that waits in line, or is read, for longer than it has ends in words of its own', async () => {
    const queue = new ReportQueue();
    await request(async () => {
      void queue.run(never);
      void queue.run(never);
      const waiting = queue.run(() => Promise.resolve('made'));
      await meanwhile(61_000, expect(waiting).rejects.toThrow(TooSlow));
    });
    await request(async () => {
      const long = new ReportQueue().run(async () => {
        for (;;) await statement(pause(3_000));
      });
      await meanwhile(61_000, expect(long).rejects.toThrow(TooSlow));
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
