import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { ThrottleService, type ThrottleSubject } from '../../src/infrastructure/throttle/throttle.service';
import { TooManyAttemptsError } from '../../src/infrastructure/throttle/throttle.errors';
import type { RunningApp } from './app';

/** Tests of throttling with and without Redis. @param getRunningApp returns the app started by the caller */
export function testThrottling(getRunningApp: () => RunningApp): void {
  let running: RunningApp;
  let throttleService: ThrottleService;
  beforeAll(() => {
    running = getRunningApp();
    throttleService = running.app.get(ThrottleService);
    running.clock.freeze('2025-03-01T08:00:00Z');
  });

  const minute = 60_000;
  let sequence = 0;
  const account = (): ThrottleSubject => ({ key: `login:asha-${(sequence += 1)}`, tries: 5, lock: 'doubling' });
  const failAttempt = (subject: ThrottleSubject) => throttleService.attempt([subject], async () => undefined);
  const passAttempt = (subject: ThrottleSubject) => throttleService.attempt([subject], async () => 'in');

  it('allows exactly the limit of thirty parallel requests', async () => {
    const hits = await Promise.all(
      Array.from({ length: 30 }, () => throttleService.hit('otp:box@plant.example', { limit: 5, windowMs: minute })),
    );
    expect(hits.filter(({ allowed }) => allowed)).toHaveLength(5);
    expect(hits.find(({ allowed }) => !allowed)?.retryAfter).toBe(60);
  });

  it('starts counting again when the window is over', async () => {
    const hit = () => throttleService.hit('forgot:x', { limit: 1, windowMs: minute });
    expect((await hit()).allowed).toBe(true);
    running.clock.advance(30_000);
    expect(await hit()).toEqual({ allowed: false, retryAfter: 30 });
    running.clock.advance(30_000);
    expect((await hit()).allowed).toBe(true);
  });

  it('counts its refusals by kind', async () => {
    const refusals = () => throttleService.refusalCounts.get('sent') ?? 0;
    const before = refusals();
    for (let times = 0; times < 3; times += 1) await throttleService.hit('sent:x', { limit: 1, windowMs: minute });
    expect(refusals() - before).toBe(2);
  });

  it('counts parallel requests with the same subject once', async () => {
    const hitSubject = (subject: string) =>
      throttleService.hit('names:ticket-1', { limit: 2, windowMs: minute }, subject);
    for (const subject of ['a', 'b']) {
      const hits = await Promise.all(Array.from({ length: 20 }, () => hitSubject(subject)));
      expect([subject, hits.filter(({ allowed }) => allowed).length]).toEqual([subject, 20]);
    }
    expect((await hitSubject('c')).allowed).toBe(false);
  });

  it('does not count a repeated subject again', async () => {
    const hitSubject = async (subject: string) =>
      (await throttleService.hit('check-email:10.0.0.1', { limit: 2, windowMs: minute }, subject)).allowed;
    expect([
      await hitSubject('a'),
      await hitSubject('a'),
      await hitSubject('b'),
      await hitSubject('b'),
      await hitSubject('c'),
      await hitSubject('b'),
    ]).toEqual([true, true, true, true, false, true]);
  });

  it('locks after five failures, also for a correct attempt, and doubles the lock up to an hour', async () => {
    const subject = account();
    const seconds: number[] = [];
    for (let lock = 0; lock < 9; lock += 1) {
      for (let attempt = 0; attempt < 5; attempt += 1) await failAttempt(subject);
      await expect(passAttempt(subject)).rejects.toBeInstanceOf(TooManyAttemptsError);
      const lockSeconds = await throttleService.secondsLocked(subject);
      seconds.push(lockSeconds);
      running.clock.advance(lockSeconds * 1000);
    }
    expect(seconds).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600]);
    expect(await passAttempt(subject)).toBe('in');
    for (let attempt = 0; attempt < 4; attempt += 1) await failAttempt(subject);
    expect(await passAttempt(subject)).toBe('in');
  });

  it('checks no more parallel guesses than successive ones', async () => {
    const subject = account();
    let checked = 0;
    const guesses = await Promise.allSettled(
      Array.from({ length: 40 }, () => throttleService.attempt([subject], async () => void (checked += 1))),
    );
    expect(checked).toBe(5);
    expect(guesses.filter(({ status }) => status === 'rejected')).toHaveLength(35);
  });

  it('limits an address across accounts, and a success does not reset it', async () => {
    const address: ThrottleSubject = { key: 'login-address:10.0.0.9', tries: 6, lock: { windowMs: 15 * minute } };
    for (let attempt = 0; attempt < 6; attempt += 1) {
      expect(await throttleService.attempt([account(), address], async () => 'in')).toBe('in');
      await throttleService.attempt([account(), address], async () => undefined);
    }
    await expect(throttleService.attempt([account(), address], async () => 'in')).rejects.toMatchObject({
      kind: 'throttled',
      retryAfter: 900,
    });
    running.clock.advance(15 * minute);
    expect(await throttleService.attempt([account(), address], async () => 'in')).toBe('in');
  });

  it('does not count what is rolled back with its transaction, however often it is retried', async () => {
    const transactions = running.app.get(TransactionManager);
    const hit = () => throttleService.hit('undone:x', { limit: 3, windowMs: minute });
    await hit();
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const transaction = transactions.run(async () => {
        expect((await hit()).allowed).toBe(true);
        throw new Error('undone');
      });
      await expect(transaction).rejects.toThrow('undone');
    }
    let attempts = 0;
    await transactions.run(async () => {
      await hit();
      if ((attempts += 1) < 4) throw Object.assign(new Error('deadlock'), { errno: 1213 });
    });
    expect([attempts, (await hit()).allowed, (await hit()).allowed]).toEqual([4, true, false]);
  });

  it('counts a demanded try even if its transaction is rolled back', async () => {
    const transactions = running.app.get(TransactionManager);
    const demandAndFail = () =>
      transactions.run(async () => {
        await throttleService.enforceAttempt('found-out:x', { limit: 2, windowMs: minute });
        throw new Error('undone');
      });
    await expect(demandAndFail()).rejects.toThrow('undone');
    await expect(demandAndFail()).rejects.toThrow('undone');
    await expect(demandAndFail()).rejects.toBeInstanceOf(TooManyAttemptsError);
  });
}
