import { AnswerSaver, type ServerAnswer } from '../../admin/src/features/learner/quiz/answer-saver';
import { formatCountdown, ServerClock, timeLeft, urgencyOf } from '../../admin/src/features/learner/quiz/server-clock';
import { selectOption, toKeyCommand } from '../../admin/src/features/learner/quiz/quiz-shortcuts';

type Put = { slot: number; option_id?: readonly string[]; text?: string | null; sequence: number };
const settle = () => new Promise((go) => setImmediate(go));

/** A saver with a network that can be cut, a clock and timers that are run by hand. */
function createSaver(store = { text: null as string | null }) {
  const puts: Put[] = [];
  const timers: { run: () => void; ms: number }[] = [];
  const world = { online: true, refusal: null as object | null, now: 1000, over: 0, outdated: 0 };
  const saver = new AnswerSaver({
    put: async (slot, body): Promise<ServerAnswer> => {
      puts.push({ slot, ...body });
      await settle();
      if (!world.online) throw Object.assign(new Error('offline'), { statusCode: 0 });
      if (world.refusal) throw Object.assign(new Error('refused'), world.refusal);
      return { slot, ...body, saved_at: `2026-01-01T10:00:0${puts.length}.000Z` };
    },
    store: { read: () => store.text, write: (text) => void (store.text = text) },
    now: () => world.now,
    schedule: (run, ms) => {
      const timer = { run, ms };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), 1);
    },
    onAttemptOver: () => world.over++,
    onOutdated: () => world.outdated++,
  });
  const tick = async () => {
    timers.shift()?.run();
    await settle();
    await settle();
  };
  return { saver, puts, timers, world, store, tick };
}
const flush = async () => {
  for (let n = 0; n < 6; n++) await settle();
};

describe('saving answers', () => {
  it('saves each as it is given and shows the server’s time', async () => {
    const { saver, puts } = createSaver();
    saver.setAnswer(1, { option_id: ['a'] });
    expect(saver.getSnapshot()).toMatchObject({ state: 'saving' });
    await flush();
    expect(puts).toEqual([{ slot: 1, option_id: ['a'], sequence: 1000 }]);
    expect(saver.getSnapshot()).toMatchObject({ state: 'saved', last_saved_at: '2026-01-01T10:00:01.000Z' });
  });

  it('sends the last of several quick choices after the first, with a higher sequence', async () => {
    const { saver, puts } = createSaver();
    for (const option of ['a', 'b', 'c']) saver.setAnswer(1, { option_id: [option] });
    await flush();
    expect(puts.map((put) => [put.option_id?.[0], put.sequence])).toEqual([
      ['a', 1000],
      ['c', 1002],
    ]);
    expect(saver.getSnapshot().answers.get(1)).toMatchObject({ option_id: ['c'], state: 'saved' });
  });

  it('sends what is typed when it rests, keeps it on this device meanwhile, and waits no longer at the end', async () => {
    const { saver, puts, timers, store, tick } = createSaver();
    for (const text of ['a', 'ar', 'arg']) saver.setAnswer(1, { text }, 600);
    expect([puts.length, timers.map(({ ms }) => ms), saver.getSnapshot().state]).toEqual([0, [600], 'saving']);
    expect(JSON.parse(store.text!)).toEqual([[1, { text: 'arg', sequence: 1002 }]]);
    await tick();
    await flush();
    expect(puts).toEqual([{ slot: 1, text: 'arg', sequence: 1002 }]);
    saver.setAnswer(1, { text: 'argon' }, 600);
    expect(await saver.waitUntilSaved()).toBe(true);
    expect(puts.at(-1)).toEqual({ slot: 1, text: 'argon', sequence: 1003 });
    expect(timers).toEqual([]);
  });

  it('tries again with growing pauses until the connection is back', async () => {
    const { saver, world, timers, tick } = createSaver();
    world.online = false;
    saver.setAnswer(1, { option_id: ['a'] });
    await flush();
    expect(saver.getSnapshot().state).toBe('waiting');
    expect(timers.map(({ ms }) => ms)).toEqual([1000]);
    await tick();
    expect(timers.map(({ ms }) => ms)).toEqual([2000]);
    world.online = true;
    await tick();
    expect(saver.getSnapshot().state).toBe('saved');
    expect(timers).toEqual([]);
  });

  it('loses nothing on a reload before it was saved', async () => {
    const first = createSaver();
    first.world.online = false;
    first.saver.setAnswer(2, { option_id: ['x'] });
    await flush();
    const again = createSaver(first.store);
    again.saver.load([{ slot: 2, option_id: ['old'], sequence: 5, saved_at: '2026-01-01T09:00:00.000Z' }]);
    expect(again.saver.getSnapshot().answers.get(2)).toMatchObject({ option_id: ['x'], state: 'waiting' });
    await flush();
    expect(again.puts).toEqual([{ slot: 2, option_id: ['x'], sequence: 1000 }]);
    expect(again.store.text).toBeNull();
  });

  it('lets a newer choice of another tab stand', async () => {
    const first = createSaver();
    first.world.online = false;
    first.saver.setAnswer(2, { option_id: ['x'] });
    await flush();
    const again = createSaver(first.store);
    again.saver.load([{ slot: 2, option_id: ['newer'], sequence: 2000, saved_at: '2026-01-01T10:00:00.000Z' }]);
    await flush();
    expect(again.puts).toEqual([]);
    expect(again.saver.getSnapshot().answers.get(2)).toMatchObject({ option_id: ['newer'], state: 'saved' });
  });

  it('reads the sheet again when the server has a newer one', async () => {
    const { saver, world } = createSaver();
    world.refusal = { statusCode: 409, code: 'answer_outdated' };
    saver.setAnswer(1, { option_id: ['a'] });
    await flush();
    expect(world.outdated).toBe(1);
    expect(saver.getSnapshot().answers.has(1)).toBe(false);
  });

  it('stops when the attempt is over, and leaves nothing behind on the device', async () => {
    const { saver, world, store } = createSaver();
    world.refusal = { statusCode: 409, code: 'attempt_over' };
    saver.setAnswer(1, { option_id: ['a'] });
    const settled = saver.waitUntilSaved();
    await flush();
    expect([world.over, store.text, await settled]).toEqual([1, null, false]);
    saver.setAnswer(1, { option_id: ['b'] });
    await flush();
    expect(saver.getSnapshot().answers.get(1)?.option_id).toEqual(['a']);
  });

  it('is settled only when everything is saved', async () => {
    const { saver, world, tick } = createSaver();
    world.online = false;
    saver.setAnswer(1, { option_id: ['a'] });
    let settled: boolean | null = null;
    void saver.waitUntilSaved().then((result) => (settled = result));
    await flush();
    expect(settled).toBeNull();
    world.online = true;
    await tick();
    await flush();
    expect(settled).toBe(true);
  });
});

describe('the server’s clock', () => {
  it('is known best from the answer that travelled quickest', () => {
    const clock = new ServerClock(() => 10_000);
    clock.sync('1970-01-01T00:01:00.000Z', 9000, 10_000);
    expect(clock.now()).toBe(60_500);
    clock.sync('1970-01-01T00:01:00.000Z', 9900, 10_000);
    clock.sync('1970-01-01T01:00:00.000Z', 5000, 10_000);
    expect(clock.now()).toBe(60_050);
  });

  it('counts down to the deadline and not below', () => {
    expect(timeLeft('1970-01-01T00:01:00.000Z', 59_000)).toBe(1000);
    expect(timeLeft('1970-01-01T00:01:00.000Z', 90_000)).toBe(0);
    expect(timeLeft(null, 0)).toBeNull();
    expect([formatCountdown(0), formatCountdown(1), formatCountdown(725_000), formatCountdown(3_725_000)]).toEqual([
      '0:00',
      '0:01',
      '12:05',
      '1:02:05',
    ]);
    expect([urgencyOf(700_000, 1_200_000), urgencyOf(200_000, 1_200_000), urgencyOf(50_000, 1_200_000)]).toEqual([
      'calm',
      'near',
      'last',
    ]);
    // A quiz of one minute does not begin in alarm.
    expect(urgencyOf(59_000, 60_000)).toBe('calm');
  });
});

describe('the keys of a quiz', () => {
  const press = (key: string, more = {}) => ({
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    tag: 'body',
    isText: false,
    isRadio: false,
    ...more,
  });

  it('choose, move and flag, mirrored where the text runs from right to left', () => {
    expect(toKeyCommand(press('3'), false)).toEqual({ kind: 'choose', at: 2 });
    expect(toKeyCommand(press('ArrowRight'), false)).toEqual({ kind: 'next' });
    expect(toKeyCommand(press('ArrowRight'), true)).toEqual({ kind: 'previous' });
    expect(toKeyCommand(press('f'), false)).toEqual({ kind: 'flag' });
    expect(toKeyCommand(press('1', { ctrlKey: true }), false)).toBeNull();
    expect(toKeyCommand(press('0'), false)).toBeNull();
  });

  it('leave Enter to a button and letters to a field', () => {
    expect(toKeyCommand(press('Enter'), false)).toEqual({ kind: 'next' });
    expect(toKeyCommand(press('Enter', { tag: 'button' }), false)).toBeNull();
    expect(toKeyCommand(press('f', { isText: true }), false)).toBeNull();
  });

  it('leave the arrows to radio buttons', () => {
    expect(toKeyCommand(press('ArrowRight', { tag: 'input', isRadio: true }), false)).toBeNull();
    expect(toKeyCommand(press('2', { tag: 'input', isRadio: true }), false)).toEqual({ kind: 'choose', at: 1 });
  });

  it('choose one of several, or one more and one less', () => {
    expect(selectOption('single', ['a'], 'b')).toEqual(['b']);
    expect(selectOption('multiple', ['a'], 'b')).toEqual(['a', 'b']);
    expect(selectOption('multiple', ['a', 'b'], 'a')).toEqual(['b']);
  });
});
