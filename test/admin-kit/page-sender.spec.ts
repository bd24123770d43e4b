import type { DocumentResponse } from '../../src/contract/training.responses';
import { PageSender } from '../../admin/src/features/learner/reader/page-sender';

const settle = () => new Promise((go) => setImmediate(go));

/** A sender with a configurable server, and timers that are run by hand. */
function createSender() {
  const sent: { pages: readonly number[]; page: number }[] = [];
  const timers: { run: () => void; ms: number }[] = [];
  const world = { takes: true, all: false, refusal: null as object | null, replaced: 0, acknowledgements: 0 };
  const receivedPages = new Set<number>();
  const sender = new PageSender({
    send: async (pages, page) => {
      sent.push({ pages, page });
      await settle();
      if (world.refusal) throw Object.assign(new Error('refused'), world.refusal);
      if (world.takes) for (const each of pages) receivedPages.add(each);
      return { pages_seen: [...receivedPages], all_seen: world.all } as unknown as DocumentResponse;
    },
    onResponse: () => world.acknowledgements++,
    onDocumentReplaced: () => world.replaced++,
    schedule: (run, ms) => {
      const timer = { run, ms };
      timers.push(timer);
      return () => void (timers.includes(timer) && timers.splice(timers.indexOf(timer), 1));
    },
  });
  /** Runs the next timer. @returns its delay */
  const tick = async () => {
    const timer = timers.shift();
    timer?.run();
    await settle();
    await settle();
    return timer?.ms;
  };
  return { sender, sent, timers, world, tick };
}

describe('reporting which pages were seen', () => {
  it('sends a page that was viewed for a while, but not one that was turned over at once', async () => {
    const { sender, sent, timers, tick } = createSender();
    sender.recordView([1]);
    sender.recordView([2]);
    expect(await tick()).toBe(1_200);
    expect(sent).toEqual([{ pages: [2], page: 2 }]);
    expect(timers).toEqual([]);
  });

  it('sends what was opened elsewhere at once', async () => {
    const { sender, sent } = createSender();
    sender.recordView([1], true);
    await settle();
    expect(sent).toEqual([{ pages: [1], page: 1 }]);
  });

  it.each([
    ['that takes nothing', { takes: false }],
    ['that is away', { refusal: { statusCode: 0 } }],
    ['that fails', { refusal: { statusCode: 503 } }],
    ['that has too much to do', { refusal: { statusCode: 429 } }],
    ['of which the document is open in too many places', { refusal: { statusCode: 409, code: 'too_many_readers' } }],
  ])('retries a server %s with growing pauses of at most a minute', async (_what, answers) => {
    const { sender, sent, timers, world, tick } = createSender();
    Object.assign(world, answers);
    sender.recordView([1], true);
    await settle();
    await settle();
    const delays: unknown[] = [];
    for (let tried = 0; tried < 8; tried++) delays.push(await tick());
    expect(delays).toEqual([2_400, 4_800, 9_600, 19_200, 38_400, 60_000, 60_000, 60_000]);
    Object.assign(world, { takes: true, refusal: null });
    await tick();
    expect(sent).toHaveLength(10);
    expect(timers).toEqual([]);
  });

  it('waits as long as the server asks for', async () => {
    const { sender, timers, world } = createSender();
    world.refusal = { statusCode: 429, retryAfter: 90 };
    sender.recordView([1], true);
    await settle();
    await settle();
    expect(timers.map(({ ms }) => ms)).toEqual([90_000]);
  });

  it.each([403, 404, 409, 422])(
    'does not retry after a refusal (%s), and sends the page with the next one',
    async (statusCode) => {
      const { sender, sent, timers, world, tick } = createSender();
      world.refusal = { statusCode };
      sender.recordView([1], true);
      await settle();
      await settle();
      expect(timers).toEqual([]);
      world.refusal = null;
      sender.recordView([2]);
      await tick();
      expect(sent.map(({ pages }) => pages)).toEqual([[1], [1, 2]]);
    },
  );

  it('says once that there is another document, and sends nothing of the one before', async () => {
    const { sender, sent, timers, world, tick } = createSender();
    world.refusal = { statusCode: 409, code: 'document_not_opened' };
    sender.recordView([1, 2], true);
    await settle();
    await settle();
    expect([world.replaced, timers]).toEqual([1, []]);
    world.refusal = null;
    sender.recordView([1]);
    await tick();
    expect(sent.at(-1)).toEqual({ pages: [1], page: 1 });
  });

  it('sends nothing more once all is seen or the reader is closed', async () => {
    const { sender, sent, timers, world } = createSender();
    Object.assign(world, { takes: false, all: true });
    sender.recordView([1], true);
    await settle();
    await settle();
    expect(timers).toEqual([]);
    world.all = false;
    sender.recordView([2], true);
    await settle();
    await settle();
    sender.recordView([3]);
    expect(timers).toHaveLength(2);
    sender.reset();
    expect(timers).toEqual([]);
    expect(sent).toHaveLength(2);
  });
});
