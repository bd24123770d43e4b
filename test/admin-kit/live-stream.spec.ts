import { EventStreamParser, type StreamEvent } from '../../admin/src/api/live/event-stream-parser';
import { runReconnectingStream, retryDelay, type StreamHandlers } from '../../admin/src/api/live/reconnecting-stream';
import { SharedStream, type LiveUpdate } from '../../admin/src/api/live/shared-stream';
import type { LiveEvent } from '../../src/contract/live';
import { eventually } from '../support/eventually';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (...parts: Uint8Array[]): StreamEvent[] => {
  const reader = new EventStreamParser();
  return parts.flatMap((part) => reader.push(part));
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
/** A response that streams these texts and ends. */
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

describe('a reconnecting stream', () => {
  const runStream = async (answers: (Response | Error)[], renewals: boolean[] = []) => {
    const abortController = new AbortController();
    const log = { requests: 0, messages: [] as (string | null)[], pauses: [] as number[], open: [] as boolean[] };
    const needs: StreamHandlers = {
      connect: async () => {
        log.requests += 1;
        const answer = answers.shift();
        if (!answer) abortController.abort();
        if (answer instanceof Error || !answer) throw answer ?? new Error('enough');
        return answer;
      },
      onOpen: () => void log.open.push(true),
      onDisconnect: () => void log.open.push(false),
      onEvent: ({ data }) => void log.messages.push(data),
      renewSession: async () => renewals.shift() ?? false,
      wait: async (ms) => void log.pauses.push(ms),
    };
    await runReconnectingStream(needs, abortController.signal);
    return log;
  };
  const refusal = (status: number, headers = {}): Response => new Response('{}', { status, headers });

  it('is opened again when it has ended or failed, after growing pauses', async () => {
    const log = await runStream([
      stream('data: 1\n\n'),
      new Error('away'),
      new Error('away'),
      refusal(502),
      stream('data: 2\n\n'),
    ]);
    expect(log.messages).toEqual(['1', '2']);
    expect(log.requests).toBe(6);
    expect(log.pauses).toHaveLength(5);
    log.pauses.forEach((pause, at) => expect(pause).toBeGreaterThanOrEqual(Math.min(30_000, 3_000 * 2 ** at)));
  });

  it('waits as long as it is asked to where too many are open', async () => {
    const { pauses, requests } = await runStream([
      refusal(429, { 'retry-after': '60' }),
      refusal(503, { 'retry-after': '2' }),
    ]);
    expect(requests).toBe(3);
    expect(pauses[0]).toBeGreaterThan(60_000);
    expect(pauses[1]).toBeGreaterThan(2_000);
  });

  it('is given up where the server has none, or answers something else, and where the session has ended', async () => {
    for (const answer of [
      refusal(404),
      refusal(403),
      new Response('<html>', { headers: { 'content-type': 'text/html' } }),
    ])
      expect(await runStream([answer, stream('data: 1\n\n')])).toMatchObject({ requests: 1, messages: [], pauses: [] });
    expect(await runStream([refusal(401), stream('data: 1\n\n')], [false])).toMatchObject({
      requests: 1,
      messages: [],
    });
    expect(await runStream([refusal(401), stream('data: 1\n\n')], [true])).toMatchObject({ messages: ['1'] });
  });

  it('pauses for a minute at most, and never as long as another browser', () => {
    const pauses = Array.from({ length: 50 }, () => retryDelay(30, 0));
    expect(Math.max(...pauses)).toBeLessThanOrEqual(60_000);
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(30_000);
    expect(new Set(pauses).size).toBeGreaterThan(40);
  });
});

describe('tabs of one browser', () => {
  /** The parts of a page that tabs use: one lock queue per name, and the visibility. */
  const lockQueues = new Map<string, Promise<unknown>>();
  const visibilityListeners = new Set<() => void>();
  const page = { visibilityState: 'visible' };
  beforeAll(() => {
    const request = (name: string, { signal }: { signal: AbortSignal }, whileHeld: () => Promise<unknown>) => {
      const leaving = new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('left'))));
      leaving.catch(() => undefined);
      const before = lockQueues.get(name) ?? Promise.resolve();
      const mine = Promise.race([before, leaving]).then(whileHeld);
      lockQueues.set(name, Promise.all([before, mine.catch(() => undefined)]));
      return mine;
    };
    Object.defineProperty(globalThis, 'navigator', { value: { locks: { request } }, configurable: true });
    Object.assign(globalThis, {
      document: Object.assign(page, {
        addEventListener: (_: string, listener: () => void) => visibilityListeners.add(listener),
        removeEventListener: (_: string, listener: () => void) => visibilityListeners.delete(listener),
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
  const messages = (ms: number, subject: string): string =>
    `id: ${at(ms)}\nevent: change\ndata: ${JSON.stringify(event(subject))}\n\n`;

  interface Tab {
    requests: string[];
    received: LiveUpdate[];
    live: boolean[];
    send: (text: string) => void;
    shared: SharedStream;
  }
  const tab = (name: string, since = Date.now(), date = new Date()): Tab => {
    let streamController!: ReadableStreamDefaultController<Uint8Array>;
    const log = { requests: [] as string[], received: [] as LiveUpdate[], live: [] as boolean[] };
    const shared = new SharedStream({
      name,
      since,
      connect: async (last, signal) => {
        log.requests.push(last);
        const body = new ReadableStream<Uint8Array>({ start: (controller) => void (streamController = controller) });
        signal.addEventListener('abort', () => streamController.error(new Error('aborted')));
        return new Response(body, { headers: { ...STREAM, date: date.toUTCString() } });
      },
      onUpdate: (news) => void log.received.push(news),
      onLiveChange: (isOpen) => void log.live.push(isOpen),
      renewSession: async () => false,
      wait: async () => undefined,
    });
    open.push(shared);
    return { ...log, send: (text) => streamController.enqueue(bytes(text)), shared };
  };

  it('share one stream; when its tab is closed the next one continues, and no event arrives twice', async () => {
    const [one, other] = [tab('plant'), tab('plant')];
    await eventually(() => [one.live.at(-1), other.live.at(-1)], [true, true]);
    one.send(messages(Date.now(), 'a'));
    const last = Date.now() + 1;
    one.send(messages(last, 'b'));
    for (const each of [one, other]) await eventually(() => each.received, [event('a'), event('b')]);
    one.shared.end();
    await eventually(() => other.requests, [at(last)]);
    await eventually(() => other.live.at(-1), true);
    other.send(messages(last, 'b') + messages(last + 1, 'c'));
    await eventually(() => other.received.at(-1), event('c'));
    expect(other.received).toEqual([event('a'), event('b'), event('c')]);
    expect([one.requests.length, one.received.length]).toEqual([1, 2]);
  });

  it('that open later receive the events since they loaded their data', async () => {
    const since = Date.now();
    const one = tab('late', since);
    await eventually(() => one.live.at(-1), true);
    one.send(messages(since - 60_000, 'before') + messages(since + 1, 'meanwhile'));
    await eventually(() => one.received.length, 2);
    const other = tab('late', since);
    await eventually(() => [other.live.at(-1), other.received], [true, [event('meanwhile')]]);
    expect(other.requests).toEqual([]);
  });

  it('begin when their page was loaded, and reload everything where the clocks differ too much', async () => {
    const since = Date.now();
    const good = tab('clock', since);
    await eventually(() => good.live.at(-1), true);
    expect(good.requests[0]! < at(since)).toBe(true);
    expect(good.requests[0]! > at(since - 10_000)).toBe(true);
    const bad = tab('other clock', since, new Date(since - 3_600_000));
    await eventually(() => bad.received, ['reset']);
    expect(good.received).toEqual([]);
  });

  it('continue after an id that came without an event', async () => {
    const one = tab('quiet');
    await eventually(() => one.live.at(-1), true);
    const other = tab('quiet');
    await eventually(() => other.live.at(-1), true);
    const beat = at(Date.now() + 15_000);
    one.send(`: beat\nid: ${beat}\n\n`);
    one.send(messages(Date.now() + 15_001, 'a'));
    await eventually(() => other.received, [event('a')]);
    one.send(`: beat\nid: ${at(Date.now() + 30_000)}\n\n`);
    one.shared.end();
    await eventually(() => other.requests.length, 1);
    expect(other.requests[0]! > beat).toBe(true);
  });

  it('of another session receive nothing, and have their own stream', async () => {
    const [one, other] = [tab('skilgrid-live 1 A s1'), tab('skilgrid-live 2 A s2')];
    await eventually(() => [one.requests.length, other.requests.length], [1, 1]);
    await eventually(() => [one.live.at(-1), other.live.at(-1)], [true, true]);
    one.send(messages(Date.now(), 'a'));
    await eventually(() => one.received.length, 1);
    expect(other.received).toEqual([]);
  });

  it('that are hidden do not queue for the stream until they are visible again', async () => {
    page.visibilityState = 'hidden';
    const one = tab('hidden');
    const other = tab('hidden');
    page.visibilityState = 'visible';
    for (const listener of visibilityListeners) listener();
    await eventually(() => one.requests.length + other.requests.length, 1);
    await eventually(() => [one.live.at(-1), other.live.at(-1)], [true, true]);
  });
});
