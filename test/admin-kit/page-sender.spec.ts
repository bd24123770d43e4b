import type { DocumentAnswer } from '../../src/contract/training-answers';
import { PageSender } from '../../admin/src/features/learner/reader/page-sender';

const settle = () => new Promise((go) => setImmediate(go));

/** A sender with a server that answers as it is told, and timers that are run by hand. */
function aSender() {
  const sent: { pages: readonly number[]; page: number }[] = [];
  const timers: { run: () => void; ms: number }[] = [];
  const world = { takes: true, all: false, refusal: null as object | null, replaced: 0, told: 0 };
  const kept = new Set<number>();
  const sender = new PageSender({
    send: async (pages, page) => {
      sent.push({ pages, page });
      await settle();
      if (world.refusal) throw Object.assign(new Error('refused'), world.refusal);
      if (world.takes) for (const each of pages) kept.add(each);
      return { pages_seen: [...kept], all_seen: world.all } as unknown as DocumentAnswer;
    },
    taken: () => world.told++,
    replaced: () => world.replaced++,
    later: (run, ms) => {
      const timer = { run, ms };
      timers.push(timer);
      return () => void (timers.includes(timer) && timers.splice(timers.indexOf(timer), 1));
    },
  });
  /** The next timer goes off; answers how long it waited. */
  const tick = async () => {
    const timer = timers.shift();
    timer?.run();
    await settle();
    await settle();
    return timer?.ms;
  };
  return { sender, sent, timers, world, tick };
}

describe('telling which pages were seen', () => {
  it('sends a page that was looked at for a while, and one that was turned over at once not', async () => {
    const { sender, sent, timers, tick } = aSender();
    sender.look([1]);
    sender.look([2]);
    expect(await tick()).toBe(1_200);
    expect(sent).toEqual([{ pages: [2], page: 2 }]);
    expect(timers).toEqual([]);
  });

  it('sends what was opened elsewhere at once', async () => {
    const { sender, sent } = aSender();
    sender.look([1], true);
    await settle();
    expect(sent).toEqual([{ pages: [1], page: 1 }]);
  });

  it.each([
    ['that takes nothing', { takes: false }],
    ['that is away', { refusal: { statusCode: 0 } }],
    ['that fails', { refusal: { statusCode: 503 } }],
    ['that has too much to do', { refusal: { statusCode: 429 } }],
    ['of which the document is open in too many places', { refusal: { statusCode: 409, code: 'too_many_readers' } }],
  ])('asks a server %s ever later, at last once a minute', async (_what, answers) => {
    const { sender, sent, timers, world, tick } = aSender();
    Object.assign(world, answers);
    sender.look([1], true);
    await settle();
    await settle();
    const waited: unknown[] = [];
    for (let tried = 0; tried < 8; tried++) waited.push(await tick());
    expect(waited).toEqual([2_400, 4_800, 9_600, 19_200, 38_400, 60_000, 60_000, 60_000]);
    Object.assign(world, { takes: true, refusal: null });
    await tick();
    expect(sent).toHaveLength(10);
    expect(timers).toEqual([]);
  });

  it('waits as long as the server asks for', async () => {
    const { sender, timers, world } = aSender();
    world.refusal = { statusCode: 429, retryAfter: 90 };
    sender.look([1], true);
    await settle();
    await settle();
    expect(timers.map(({ ms }) => ms)).toEqual([90_000]);
  });

  it.each([403, 404, 409, 422])(
    'is content with a refusal (%s), and sends it with the next page',
    async (statusCode) => {
      const { sender, sent, timers, world, tick } = aSender();
      world.refusal = { statusCode };
      sender.look([1], true);
      await settle();
      await settle();
      expect(timers).toEqual([]);
      world.refusal = null;
      sender.look([2]);
      await tick();
      expect(sent.map(({ pages }) => pages)).toEqual([[1], [1, 2]]);
    },
  );

  it('says once that there is another document, and sends nothing of the one before', async () => {
    const { sender, sent, timers, world, tick } = aSender();
    world.refusal = { statusCode: 409, code: 'document_not_opened' };
    sender.look([1, 2], true);
    await settle();
    await settle();
    expect([world.replaced, timers]).toEqual([1, []]);
    world.refusal = null;
    sender.look([1]);
    await tick();
    expect(sent.at(-1)).toEqual({ pages: [1], page: 1 });
  });

  it('asks nothing more once all is seen, nor once it is left', async () => {
    const { sender, sent, timers, world } = aSender();
    Object.assign(world, { takes: false, all: true });
    sender.look([1], true);
    await settle();
    await settle();
    expect(timers).toEqual([]);
    world.all = false;
    sender.look([2], true);
    await settle();
    await settle();
    sender.look([3]);
    expect(timers).toHaveLength(2);
    sender.forget();
    expect(timers).toEqual([]);
    expect(sent).toHaveLength(2);
  });
});
