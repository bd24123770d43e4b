import { Transactions } from '../../src/platform/database/transactions';
import { Throttle, type Subject } from '../../src/platform/throttle/throttle';
import { TooManyTries } from '../../src/platform/throttle/throttle.errors';
import type { RunningApp } from './app';

/** What throttling is, wherever it is counted: with Redis and without. @param place what is started before the tests */
export function throttling(place: () => RunningApp): void {
  let running: RunningApp;
  let throttle: Throttle;
  beforeAll(() => {
    running = place();
    throttle = running.app.get(Throttle);
    running.clock.freeze('2025-03-01T08:00:00Z');
  });

  const minute = 60_000;
  let made = 0;
  const account = (): Subject => ({ key: `login:asha-${(made += 1)}`, tries: 5, lock: 'doubling' });
  const wrong = (subject: Subject) => throttle.attempt([subject], async () => undefined);
  const right = (subject: Subject) => throttle.attempt([subject], async () => 'in');

  it('lets exactly the limit through, of thirty at once', async () => {
    const hits = await Promise.all(
      Array.from({ length: 30 }, () => throttle.hit('otp:box@plant.example', { limit: 5, windowMs: minute })),
    );
    expect(hits.filter(({ allowed }) => allowed)).toHaveLength(5);
    expect(hits.find(({ allowed }) => !allowed)?.retryAfter).toBe(60);
  });

  it('counts anew when the window is over', async () => {
    const hit = () => throttle.hit('forgot:x', { limit: 1, windowMs: minute });
    expect((await hit()).allowed).toBe(true);
    running.clock.advance(30_000);
    expect(await hit()).toEqual({ allowed: false, retryAfter: 30 });
    running.clock.advance(30_000);
    expect((await hit()).allowed).toBe(true);
  });

  it('says how often it refused, by what was tried', async () => {
    const refusals = () => throttle.refused.get('sent') ?? 0;
    const before = refusals();
    for (let times = 0; times < 3; times += 1) await throttle.hit('sent:x', { limit: 1, windowMs: minute });
    expect(refusals() - before).toBe(2);
  });

  it('counts many at once about the same as one', async () => {
    const about = (subject: string) => throttle.hit('names:ticket-1', { limit: 2, windowMs: minute }, subject);
    for (const subject of ['a', 'b']) {
      const hits = await Promise.all(Array.from({ length: 20 }, () => about(subject)));
      expect([subject, hits.filter(({ allowed }) => allowed).length]).toEqual([subject, 20]);
    }
    expect((await about('c')).allowed).toBe(false);
  });

  it('asks nothing for asking again about the same', async () => {
    const about = async (subject: string) =>
      (await throttle.hit('check-email:10.0.0.1', { limit: 2, windowMs: minute }, subject)).allowed;
    expect([
      await about('a'),
      await about('a'),
      await about('b'),
      await about('b'),
      await about('c'),
      await about('b'),
    ]).toEqual([true, true, true, true, false, true]);
  });

  it('locks after five wrong tries, also for the right one, and twice as long each time up to an hour', async () => {
    const subject = account();
    const seconds: number[] = [];
    for (let lock = 0; lock < 9; lock += 1) {
      for (let round = 0; round < 5; round += 1) await wrong(subject);
      await expect(right(subject)).rejects.toBeInstanceOf(TooManyTries);
      const locked = await throttle.secondsLocked(subject);
      seconds.push(locked);
      running.clock.advance(locked * 1000);
    }
    expect(seconds).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600]);
    expect(await right(subject)).toBe('in');
    for (let round = 0; round < 4; round += 1) await wrong(subject);
    expect(await right(subject)).toBe('in');
  });

  it('answers no more of many parallel guesses than of successive ones', async () => {
    const subject = account();
    let checked = 0;
    const guesses = await Promise.allSettled(
      Array.from({ length: 40 }, () => throttle.attempt([subject], async () => void (checked += 1))),
    );
    expect(checked).toBe(5);
    expect(guesses.filter(({ status }) => status === 'rejected')).toHaveLength(35);
  });

  it('holds an address within its window, whoever it tries to be, and a success does not wash it clean', async () => {
    const address: Subject = { key: 'login-address:10.0.0.9', tries: 6, lock: { windowMs: 15 * minute } };
    for (let round = 0; round < 6; round += 1) {
      expect(await throttle.attempt([account(), address], async () => 'in')).toBe('in');
      await throttle.attempt([account(), address], async () => undefined);
    }
    await expect(throttle.attempt([account(), address], async () => 'in')).rejects.toMatchObject({
      kind: 'throttled',
      retryAfter: 900,
    });
    running.clock.advance(15 * minute);
    expect(await throttle.attempt([account(), address], async () => 'in')).toBe('in');
  });

  it('counts nothing of what is undone with its transaction, however often that begins again', async () => {
    const transactions = running.app.get(Transactions);
    const hit = () => throttle.hit('undone:x', { limit: 3, windowMs: minute });
    await hit();
    for (let round = 0; round < 5; round += 1) {
      const undone = transactions.run(async () => {
        expect((await hit()).allowed).toBe(true);
        throw new Error('undone');
      });
      await expect(undone).rejects.toThrow('undone');
    }
    let begun = 0;
    await transactions.run(async () => {
      await hit();
      if ((begun += 1) < 4) throw Object.assign(new Error('deadlock'), { errno: 1213 });
    });
    expect([begun, (await hit()).allowed, (await hit()).allowed]).toEqual([4, true, false]);
  });

  it('counts a try by which something is found out, although it is undone', async () => {
    const transactions = running.app.get(Transactions);
    const tried = () =>
      transactions.run(async () => {
        await throttle.demandTry('found-out:x', { limit: 2, windowMs: minute });
        throw new Error('undone');
      });
    await expect(tried()).rejects.toThrow('undone');
    await expect(tried()).rejects.toThrow('undone');
    await expect(tried()).rejects.toBeInstanceOf(TooManyTries);
  });
}
