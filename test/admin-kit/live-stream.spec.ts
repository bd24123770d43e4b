import { FrameReader, type Frame } from '../../admin/src/api/live/frames';
import { keepStream, pauseOf, type StreamNeeds } from '../../admin/src/api/live/keep-stream';
import { SharedStream, type News } from '../../admin/src/api/live/shared-stream';
import type { LiveEvent } from '../../src/contract/live';
import { comesTo } from '../support/eventually';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (...parts: Uint8Array[]): Frame[] => {
  const reader = new FrameReader();
  return parts.flatMap((part) => reader.take(part));
};

describe('the blocks of an event stream', () => {
  const text = ': here\nid: 7\n\nid: 8\nevent: change\ndata: {"name":"Größe 技能 😀"}\n\n: beat\n\n';
  const frames = [
    { id: '7', event: 'message', data: null },
    { id: '8', event: 'change', data: '{"name":"Größe 技能 😀"}' },
    { event: 'message', data: null },
  ];

  it('are the same wherever they are cut, also within a letter', () => {
    const whole = bytes(text);
    expect(read(whole)).toEqual(frames);
    for (let at = 1; at < whole.length; at++)
      expect([at, read(whole.slice(0, at), whole.slice(at))]).toEqual([at, frames]);
    expect(read(...[...whole].map((byte) => Uint8Array.of(byte)))).toEqual(frames);
  });

  it('end their lines as their server likes, also where CR and LF come apart', () => {
    for (const end of ['\n', '\r', '\r\n'])
      expect(
        read(
          ...bytes(`data: a${end}data:b${end}${end}id${end}data${end}${end}!`)
            .toString()
            .split(',')
            .map((byte) => Uint8Array.of(Number(byte))),
        ),
      ).toEqual([
        { event: 'message', data: 'a\nb' },
        { id: '', event: 'message', data: '' },
      ]);
  });

  it('are none until they have ended, and carry no id with a null in it', () => {
    expect(read(bytes('data: half\n'))).toEqual([]);
    expect(read(bytes('id: a\0b\ndata: x\n\n'))).toEqual([{ event: 'message', data: 'x' }]);
  });
});

const STREAM = { 'content-type': 'text/event-stream; charset=utf-8' };
/** What a server sends, and whether it then ends. */
const stream = (...texts: string[]): Response =>
  new Response(
    new ReadableStream({
      start(controller) {
        for (const text of texts) controller.enqueue(bytes(text));
        controller.close();
      },
    }),
    { headers: STREAM },
  );

describe('a stream that is kept', () => {
  const kept = async (answers: (Response | Error)[], mended: boolean[] = []) => {
    const leave = new AbortController();
    const seen = { asked: 0, told: [] as (string | null)[], pauses: [] as number[], open: [] as boolean[] };
    const needs: StreamNeeds = {
      ask: async () => {
        seen.asked += 1;
        const answer = answers.shift();
        if (!answer) leave.abort();
        if (answer instanceof Error || !answer) throw answer ?? new Error('enough');
        return answer;
      },
      opened: () => void seen.open.push(true),
      lost: () => void seen.open.push(false),
      told: ({ data }) => void seen.told.push(data),
      refused: async () => mended.shift() ?? false,
      pause: async (ms) => void seen.pauses.push(ms),
    };
    await keepStream(needs, leave.signal);
    return seen;
  };
  const refusal = (status: number, headers = {}): Response => new Response('{}', { status, headers });

  it('is opened again when it has ended, or when nobody answers, after pauses that grow', async () => {
    const seen = await kept([
      stream('data: 1\n\n'),
      new Error('away'),
      new Error('away'),
      refusal(502),
      stream('data: 2\n\n'),
    ]);
    expect(seen.told).toEqual(['1', '2']);
    expect(seen.asked).toBe(6);
    expect(seen.pauses).toHaveLength(5);
    seen.pauses.forEach((pause, at) => expect(pause).toBeGreaterThanOrEqual(Math.min(30_000, 3_000 * 2 ** at)));
  });

  it('waits as long as it is asked to where too many are open', async () => {
    const { pauses, asked } = await kept([refusal(429, { 'retry-after': '60' }), refusal(503, { 'retry-after': '2' })]);
    expect(asked).toBe(3);
    expect(pauses[0]).toBeGreaterThan(60_000);
    expect(pauses[1]).toBeGreaterThan(2_000);
  });

  it('is given up where the server has none, or answers something else, and where the session has ended', async () => {
    for (const answer of [
      refusal(404),
      refusal(403),
      new Response('<html>', { headers: { 'content-type': 'text/html' } }),
    ])
      expect(await kept([answer, stream('data: 1\n\n')])).toMatchObject({ asked: 1, told: [], pauses: [] });
    expect(await kept([refusal(401), stream('data: 1\n\n')], [false])).toMatchObject({ asked: 1, told: [] });
    expect(await kept([refusal(401), stream('data: 1\n\n')], [true])).toMatchObject({ told: ['1'] });
  });

  it('pauses for a minute at most, and never as long as another browser', () => {
    const pauses = Array.from({ length: 50 }, () => pauseOf(30, 0));
    expect(Math.max(...pauses)).toBeLessThanOrEqual(60_000);
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(30_000);
    expect(new Set(pauses).size).toBeGreaterThan(40);
  });
});

describe('tabs of one browser', () => {
  /** As little of a page as they use: one line for each name, and whether it is looked at. */
  const lines = new Map<string, Promise<unknown>>();
  const looks = new Set<() => void>();
  const page = { visibilityState: 'visible' };
  beforeAll(() => {
    const request = (name: string, { signal }: { signal: AbortSignal }, turn: () => Promise<unknown>) => {
      const left = new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('left'))));
      left.catch(() => undefined);
      const before = lines.get(name) ?? Promise.resolve();
      const mine = Promise.race([before, left]).then(turn);
      lines.set(name, Promise.all([before, mine.catch(() => undefined)]));
      return mine;
    };
    Object.defineProperty(globalThis, 'navigator', { value: { locks: { request } }, configurable: true });
    Object.assign(globalThis, {
      document: Object.assign(page, {
        addEventListener: (_: string, look: () => void) => looks.add(look),
        removeEventListener: (_: string, look: () => void) => looks.delete(look),
      }),
    });
  });

  const open: SharedStream[] = [];
  afterEach(() => open.splice(0).forEach((each) => each.end()));

  const at = (ms: number): string => {
    const time = ms.toString(16).padStart(12, '0');
    return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000001`;
  };
  const event = (id: string): LiveEvent => ({ kind: 'change', resource: 'staff', id, version: 1 });
  const told = (ms: number, subject: string): string =>
    `id: ${at(ms)}\nevent: change\ndata: ${JSON.stringify(event(subject))}\n\n`;

  interface Tab {
    asked: string[];
    heard: News[];
    live: boolean[];
    send: (text: string) => void;
    shared: SharedStream;
  }
  const tab = (name: string, since = Date.now(), date = new Date()): Tab => {
    let wire!: ReadableStreamDefaultController<Uint8Array>;
    const seen = { asked: [] as string[], heard: [] as News[], live: [] as boolean[] };
    const shared = new SharedStream({
      ...{ name, since },
      ask: async (last, signal) => {
        seen.asked.push(last);
        const body = new ReadableStream<Uint8Array>({ start: (controller) => void (wire = controller) });
        signal.addEventListener('abort', () => wire.error(new Error('aborted')));
        return new Response(body, { headers: { ...STREAM, date: date.toUTCString() } });
      },
      heard: (news) => void seen.heard.push(news),
      live: (isOpen) => void seen.live.push(isOpen),
      refused: async () => false,
      pause: async () => undefined,
    });
    open.push(shared);
    return { ...seen, send: (text) => wire.enqueue(bytes(text)), shared };
  };

  it('share one stream; when its tab is closed the next one goes on where it was, and nothing is heard twice', async () => {
    const [one, other] = [tab('plant'), tab('plant')];
    await comesTo(() => [one.live.at(-1), other.live.at(-1)], [true, true]);
    one.send(told(Date.now(), 'a'));
    const last = Date.now() + 1;
    one.send(told(last, 'b'));
    for (const each of [one, other]) await comesTo(() => each.heard, [event('a'), event('b')]);
    one.shared.end();
    await comesTo(() => other.asked, [at(last)]);
    await comesTo(() => other.live.at(-1), true);
    other.send(told(last, 'b') + told(last + 1, 'c'));
    await comesTo(() => other.heard.at(-1), event('c'));
    expect(other.heard).toEqual([event('a'), event('b'), event('c')]);
    expect([one.asked.length, one.heard.length]).toEqual([1, 2]);
  });

  it('that come later are told what has happened since they asked for what they show', async () => {
    const since = Date.now();
    const one = tab('late', since);
    await comesTo(() => one.live.at(-1), true);
    one.send(told(since - 60_000, 'before') + told(since + 1, 'meanwhile'));
    await comesTo(() => one.heard.length, 2);
    const other = tab('late', since);
    await comesTo(() => [other.live.at(-1), other.heard], [true, [event('meanwhile')]]);
    expect(other.asked).toEqual([]);
  });

  it('begin where their page began, and read everything again where their clock cannot say when that was', async () => {
    const since = Date.now();
    const good = tab('clock', since);
    await comesTo(() => good.live.at(-1), true);
    expect(good.asked[0]! < at(since)).toBe(true);
    expect(good.asked[0]! > at(since - 10_000)).toBe(true);
    const bad = tab('other clock', since, new Date(since - 3_600_000));
    await comesTo(() => bad.heard, ['reset']);
    expect(good.heard).toEqual([]);
  });

  it('begin with the next id although nothing was told with it', async () => {
    const one = tab('quiet');
    await comesTo(() => one.live.at(-1), true);
    const other = tab('quiet');
    await comesTo(() => other.live.at(-1), true);
    const beat = at(Date.now() + 15_000);
    one.send(`: beat\nid: ${beat}\n\n`);
    one.send(told(Date.now() + 15_001, 'a'));
    await comesTo(() => other.heard, [event('a')]);
    one.send(`: beat\nid: ${at(Date.now() + 30_000)}\n\n`);
    one.shared.end();
    await comesTo(() => other.asked.length, 1);
    expect(other.asked[0]! > beat).toBe(true);
  });

  it('of another session hear nothing, and have their own', async () => {
    const [one, other] = [tab('skilgrid-live 1 A s1'), tab('skilgrid-live 2 A s2')];
    await comesTo(() => [one.asked.length, other.asked.length], [1, 1]);
    await comesTo(() => [one.live.at(-1), other.live.at(-1)], [true, true]);
    one.send(told(Date.now(), 'a'));
    await comesTo(() => one.heard.length, 1);
    expect(other.heard).toEqual([]);
  });

  it('that nobody looks at stand in no line; whoever looks again does', async () => {
    page.visibilityState = 'hidden';
    const one = tab('hidden');
    const other = tab('hidden');
    page.visibilityState = 'visible';
    for (const look of looks) look();
    await comesTo(() => one.asked.length + other.asked.length, 1);
    await comesTo(() => [one.live.at(-1), other.live.at(-1)], [true, true]);
  });
});
