import { AsyncResource } from 'node:async_hooks';
import { tmpdir } from 'node:os';
import type { Config } from '../../src/infrastructure/config/config';
import {
  DatabaseTimeoutError,
  statementTimeout,
  timeLeft,
  withOwnDeadline,
  withTimeout,
} from '../../src/infrastructure/database/deadline';
import { Semaphore } from '../../src/infrastructure/database/semaphore';
import { withRequestContext, type RequestContext } from '../../src/common/http/request-context';
import { StreamingResponseService } from '../../src/infrastructure/http/streaming-response.service';
import { TooSlowError } from '../../src/infrastructure/throttle/report-concurrency-limiter';
import { ReportQueue } from '../../src/modules/reports/report-queue';

const request = <T>(work: () => T): T => {
  const context: RequestContext = { requestId: 'deadline', address: '', userAgent: '', surface: 'rest' };
  return withRequestContext(context, work);
};
const advanceTime = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);
const pause = (milliseconds: number) => new Promise<void>((done) => void setTimeout(done, milliseconds));
const neverResolves = () => new Promise<never>(() => undefined);
/** Resolves the promise while fake time advances. */
const whileTimePasses = async <T>(milliseconds: number, work: Promise<T>): Promise<T> =>
  (await Promise.all([work, advanceTime(milliseconds)]))[0];
const statement = (work: Promise<unknown>, onTimeout = (): void => undefined) =>
  withTimeout(work, statementTimeout(), onTimeout);
const statementTaking = (milliseconds: number) => whileTimePasses(milliseconds, statement(pause(milliseconds)));

/** 503 after less than 5 s of one silent statement; a request ends after 30 s, a report after 60 s. */
describe('the time that a request waits for the database', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    // Like real timers, fake ones must run in the async context that set them.
    const { setTimeout: fakeSetTimeout } = globalThis;
    jest
      .spyOn(globalThis, 'setTimeout')
      .mockImplementation(((callback: () => void, after: number) =>
        fakeSetTimeout(AsyncResource.bind(callback), after)) as never);
  });
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  it('is below 5 s for a statement, 30 s for a request and 60 s for a report and each of its statements', async () => {
    const limits: number[][] = [];
    const recordLimits = async () => void limits.push([timeLeft(), statementTimeout()]);
    await request(async () => {
      await recordLimits();
      await new ReportQueue().run(recordLimits);
    });
    expect(limits).toEqual([
      [30_000, 4_000],
      [60_000, 60_000],
    ]);
  });

  it('starts again with each statement, while all statements count for the request', async () => {
    await request(async () => {
      for (let sent = 0; sent < 4; sent++) await statementTaking(3_000);
      expect([timeLeft(), statementTimeout()]).toEqual([18_000, 4_000]);
      for (let sent = 0; sent < 5; sent++) await statementTaking(3_000);
      expect([timeLeft(), statementTimeout()]).toEqual([3_000, 3_000]);
    });
  });

  it('aborts a silent statement and notifies the caller and the timeout handler', async () => {
    await request(async () => {
      let discarded = 0;
      const silentStatement = statement(neverResolves(), () => (discarded += 1));
      await whileTimePasses(4_000, expect(silentStatement).rejects.toThrow(DatabaseTimeoutError));
      expect(discarded).toBe(1);
    });
  });

  it('ends for the request as a whole, even if each statement is fast', async () => {
    await request(() =>
      withOwnDeadline(300, async () => {
        await statementTaking(200);
        await whileTimePasses(100, expect(statement(pause(400))).rejects.toThrow(DatabaseTimeoutError));
      }),
    );
  });

  it('waiting for a free slot is limited by the request', async () => {
    const semaphore = new Semaphore(1);
    const firstHolder = {};
    await semaphore.acquire(firstHolder);
    await request(async () => {
      const waiting = semaphore.acquire({});
      await advanceTime(20_000);
      semaphore.release(firstHolder);
      await waiting;
      await whileTimePasses(10_000, expect(semaphore.acquire({})).rejects.toThrow(DatabaseTimeoutError));
      expect([semaphore.activeCount, semaphore.waitingCount]).toEqual([1, 0]);
    });
  });

  it('of a report that queues or runs too long ends with its own error', async () => {
    const queue = new ReportQueue();
    await request(async () => {
      void queue.run(neverResolves);
      void queue.run(neverResolves);
      const waiting = queue.run(() => Promise.resolve('made'));
      await whileTimePasses(61_000, expect(waiting).rejects.toThrow(TooSlowError));
    });
    await request(async () => {
      const longReport = new ReportQueue().run(async () => {
        for (;;) await statement(pause(3_000));
      });
      await whileTimePasses(61_000, expect(longReport).rejects.toThrow(TooSlowError));
    });
  });

  it('of an export that queues too long ends with an error of its kind', async () => {
    const replies = new StreamingResponseService({ dataFolder: tmpdir() } as Config);
    const openStream = (first: () => Promise<string>, kind: 'report' | 'list' = 'report') => {
      const pieces = async function* () {
        yield await first();
      };
      return replies.stream(1, pieces(), kind);
    };
    await request(async () => {
      for (let index = 0; index < 2; index++) void openStream(neverResolves);
      const rejections = (['report', 'list'] as const).map((kind) =>
        expect(openStream(async () => '', kind)).rejects.toMatchObject({ code: `${kind}_too_slow`, retryAfter: 10 }),
      );
      await whileTimePasses(61_000, Promise.all(rejections));
    });
  });
});
