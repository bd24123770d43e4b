import { boundBroken } from '../../src/platform/http/body-bounds';
import { dtoOf, type Misfits } from '../../src/platform/http/dto-shape';
import { ValidationPipe } from '../../src/platform/http/validation.pipe';

import { TargetGrid } from '../../src/skills/skill-ledger.dto';
import { CustomerLoginBody } from '../../src/wire/login.dto';
import { SaveQuizAndVideoBody } from '../../src/wire/quiz-play.dto';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { operationsOf, sampleOf, type Operation, type Schema } from '../support/openapi';
import type { Headers } from '../support/organisation';
import { openWorld } from '../support/world';

const ID = '018f0000-0000-7000-8000-0000000000ff';
const keys = (many: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: many }, (_, at) => [at.toString(36), 1]));
const list = (many: number, of: unknown): unknown[] => Array.from({ length: many }, () => of);
const deep = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);

/** Bodies beyond the bounds, each below a megabyte; the first three go to every operation. */
const BEYOND: readonly [string, string][] = [
  ['110,000 keys', JSON.stringify(keys(110_000))],
  ['half a million brackets', '['.repeat(500_000)],
  ['a list of 300,000 objects', JSON.stringify({ a: list(300_000, {}) })],
  ['501 keys', JSON.stringify(keys(501))],
  ['501 keys one level below', JSON.stringify({ a: [keys(501)] })],
  ['31 levels', JSON.stringify(deep(31))],
  ['a list of 10,001', JSON.stringify({ a: list(10_001, 1) })],
  ['300 objects of 400 keys', JSON.stringify({ a: list(300, keys(400)) })],
];

/** The most that stays within them, in the shape of this operation: every property wide, deep and long in turn. */
function* within(schema: Schema): Generator<[string, object]> {
  const fitting = sampleOf(schema) as object;
  yield ['500 keys that nobody knows', keys(500)];
  yield ['a key of a megabyte', { ['k'.repeat(1_000_000)]: 1 }];
  yield ['400 keys more', { ...fitting, ...keys(400) }];
  for (const [name, { items }] of Object.entries(schema.properties ?? {})) {
    yield [`30 levels as ${name}`, { ...fitting, [name]: deep(29) }];
    yield [`10,000 entries as ${name}`, { ...fitting, [name]: list(10_000, 'x') }];
    yield [`39 objects of 500 keys as ${name}`, { ...fitting, [name]: list(39, keys(500)) }];
    yield [`a text of 1 MB as ${name}`, { ...fitting, [name]: 'x'.repeat(1_000_000) }];
    if (items) yield [`9,000 wrong entries as ${name}`, { ...fitting, [name]: list(9_000, {}) }];
  }
}

describe('a body', () => {
  let running: RunningApp;
  let operations: Operation[];
  let everyone: Headers[];
  let ids: Record<string, string>;

  beforeAll(async () => {
    running = await startApp();
    operations = (await operationsOf(running)).filter(({ body, media }) => body && media === 'application/json');
    const world = await openWorld(running);
    everyone = [world.plant.admin, world.learner];
    ids = world.ids;
  });
  afterAll(() => running.close());
  afterEach(() => jest.restoreAllMocks());

  const pathOf = ({ path }: Operation): string =>
    path.replaceAll(/\{\w+\}/g, ids[path.slice(0, path.indexOf('/{'))] ?? '018f0000-0000-7000-8000-0000000000ff');

  it('that is too wide, too deep or too long is refused on every operation before anything transforms it', async () => {
    const transform = jest.spyOn(ValidationPipe.prototype, 'transform');
    const parse = jest.spyOn(JSON, 'parse');
    const made = (text: string) => parse.mock.calls.some(([sent]) => sent === text);
    const wrong: string[] = [];
    expect(operations.length).toBeGreaterThan(50);
    for (const operation of operations) {
      for (const [what, body] of BEYOND.slice(0, 3)) {
        const answer = await fetch(running.url + pathOf(operation), {
          method: operation.method,
          headers: { 'content-type': 'application/json', ...everyone[0] },
          body,
        });
        await answer.text();
        const line = `${operation.method} ${operation.path} with ${what}: ${answer.status}`;
        if (answer.status !== 400) wrong.push(line);
        if (made(body)) wrong.push(`${line}, parsed`);
      }
    }
    expect(wrong).toEqual([]);
    expect(transform).not.toHaveBeenCalled();
  });

  it('within the bounds is answered on every operation, with at most 20 errors, whatever it holds', async () => {
    const wrong: string[] = [];
    for (const operation of operations) {
      let shut = false;
      for (const who of operation.open ? [{}] : everyone) {
        for (const [what, body] of within(operation.body!)) {
          const reply = await api(running, who).call(operation.method, pathOf(operation), body);
          const errors = Object.keys((reply.body as { errors?: object } | null)?.errors ?? {}).length;
          const size = JSON.stringify(reply.body).length;
          const line = `${operation.method} ${operation.path} with ${what}: ${reply.status}`;
          if (reply.status >= 500) wrong.push(line);
          if (errors > 20) wrong.push(`${line}, ${errors} errors`);
          if (size > 20_000) wrong.push(`${line}, ${size} characters`);
          shut = reply.status === 401 || reply.status === 403;
          if (shut) break;
        }
        if (!shut) break;
      }
    }
    expect(wrong).toEqual([]);
  });

  it('is counted in one pass over its bytes, and what is no structure counts for nothing', () => {
    expect(boundBroken(Buffer.from(JSON.stringify(keys(500))))).toBeNull();
    expect(boundBroken(Buffer.from(JSON.stringify(list(10_000, 'x'))))).toBeNull();
    expect(boundBroken(Buffer.from(JSON.stringify(deep(30))))).toBeNull();
    const text = `${'[{,"\\"'.repeat(20_000)} \u{1f600}`;
    expect(boundBroken(Buffer.from(JSON.stringify({ text, [text]: [text] })))).toBeNull();
    for (const [what, body] of BEYOND)
      expect([what, boundBroken(Buffer.from(body))]).toEqual([what, expect.any(String)]);
  });

  it('becomes a DTO by looking at each of its keys once', () => {
    let looks = 0;
    const counted = <T extends object>(given: T): T =>
      new Proxy(given, { get: (target, name) => (looks++, Reflect.get(target, name) as unknown) });
    const misfits: Misfits = { most: 20, unknown: [], tooLong: {}, cut: [] };
    dtoOf(CustomerLoginBody, counted({ ...keys(500), user_name: 'a' }), misfits);
    expect(looks).toBe(501);
    expect(misfits.unknown).toHaveLength(20);
    looks = 0;
    const answers = list(201, counted({ question_id: 'x', ...keys(499) }));
    dtoOf(SaveQuizAndVideoBody, { answers }, misfits);
    expect([looks, misfits.tooLong]).toMatchObject([0, { answers: { message: 'At most 200 answers.' } }]);
  });

  it('of a thousand entries is judged entry by entry, each under its own number', async () => {
    const right = { staff_id: ID, skill_id: ID, level: 2, from_date: '2025-01-01' };
    const changes: object[] = list(1_000, right) as object[];
    changes[3] = { ...right, level: 'x' };
    changes[977] = { ...right, from_date: 'x' };
    const problemsOf = (given: unknown[]) =>
      new ValidationPipe().transform({ changes: given }, { type: 'body', metatype: TargetGrid });
    const errors = (given: unknown[]): Promise<string[]> =>
      problemsOf(given).then(
        () => [],
        (error: { errors: object }) => Object.keys(error.errors),
      );
    expect(await errors(changes)).toEqual(['changes.3.level', 'changes.977.from_date']);
    expect(await errors([...list(999, right), 'x'])).toEqual(['changes.999']);
    expect(await errors(list(1_000, right))).toEqual([]);
  });
});

describe('a query', () => {
  it('of many unknown names lists 20 of them, on every operation under /api', async () => {
    const running = await startApp();
    try {
      const { plant, ids } = await openWorld(running);
      const query = Array.from({ length: 2_000 }, (_, at) => `u${at}`).join('&');
      const wrong: string[] = [];
      for (const { method, path } of await operationsOf(running)) {
        if (method !== 'GET' || !path.startsWith('/api/')) continue;
        const at = path.replace(/\{\w+\}/, ids[path.slice(0, path.indexOf('/{'))] ?? 'x');
        const reply = await plant.api.get(`${at}?${query.slice(0, 8_000)}`);
        const errors = Object.keys((reply.body as { errors?: object } | null)?.errors ?? {}).length;
        if (errors > 20 || JSON.stringify(reply.body).length > 20_000)
          wrong.push(`${path}: ${reply.status}, ${errors}`);
      }
      expect(wrong).toEqual([]);
    } finally {
      await running.close();
    }
  });
});
