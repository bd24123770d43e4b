import { findExceededLimit } from '../../src/infrastructure/http/json-body-limits';
import { instantiateDto, type ValidationIssues } from '../../src/common/http/dto-instantiation';
import { DtoValidationPipe } from '../../src/common/http/dto-validation.pipe';

import { TargetGrid } from '../../src/modules/skills/skill-ledger.dto';
import { CustomerLoginBody } from '../../src/legacy-api/login.dto';
import { SaveQuizAndVideoBody } from '../../src/legacy-api/quiz-play.dto';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { operationsOf, sampleOf, type Operation, type Schema } from '../support/openapi';
import type { Headers } from '../support/organisation';
import { createFullOrganisation } from '../support/full-organisation';

const ID = '018f0000-0000-7000-8000-0000000000ff';
const keys = (count: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [at.toString(36), 1]));
const list = (count: number, value: unknown): unknown[] => Array.from({ length: count }, () => value);
const deep = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);

/** Bodies beyond the limits, each below a megabyte; the first three go to every operation. */
const EXCESSIVE_BODIES: readonly [string, string][] = [
  ['110,000 keys', JSON.stringify(keys(110_000))],
  ['half a million brackets', '['.repeat(500_000)],
  ['a list of 300,000 objects', JSON.stringify({ a: list(300_000, {}) })],
  ['501 keys', JSON.stringify(keys(501))],
  ['501 keys one level below', JSON.stringify({ a: [keys(501)] })],
  ['31 levels', JSON.stringify(deep(31))],
  ['a list of 10,001', JSON.stringify({ a: list(10_001, 1) })],
  ['300 objects of 400 keys', JSON.stringify({ a: list(300, keys(400)) })],
];

/** The largest bodies within the limits in the shape of the operation: every property wide, deep and long in turn. */
function* largestAllowedBodies(schema: Schema): Generator<[string, object]> {
  const sample = sampleOf(schema) as object;
  yield ['500 unknown keys', keys(500)];
  yield ['a key of a megabyte', { ['k'.repeat(1_000_000)]: 1 }];
  yield ['400 keys more', { ...sample, ...keys(400) }];
  for (const [name, { items }] of Object.entries(schema.properties ?? {})) {
    yield [`30 levels as ${name}`, { ...sample, [name]: deep(29) }];
    yield [`10,000 entries as ${name}`, { ...sample, [name]: list(10_000, 'x') }];
    yield [`39 objects of 500 keys as ${name}`, { ...sample, [name]: list(39, keys(500)) }];
    yield [`a text of 1 MB as ${name}`, { ...sample, [name]: 'x'.repeat(1_000_000) }];
    if (items) yield [`9,000 wrong entries as ${name}`, { ...sample, [name]: list(9_000, {}) }];
  }
}

describe('a body', () => {
  let running: RunningApp;
  let operations: Operation[];
  let sessions: Headers[];
  let ids: Record<string, string>;

  beforeAll(async () => {
    running = await startApp();
    operations = (await operationsOf(running)).filter(({ body, media }) => body && media === 'application/json');
    const organisation = await createFullOrganisation(running);
    sessions = [organisation.plant.admin, organisation.learner];
    ids = organisation.ids;
  });
  afterAll(() => running.close());
  afterEach(() => jest.restoreAllMocks());

  const pathOf = ({ path }: Operation): string =>
    path.replaceAll(/\{\w+\}/g, ids[path.slice(0, path.indexOf('/{'))] ?? '018f0000-0000-7000-8000-0000000000ff');

  it('that is too wide, too deep or too long is refused on every operation before anything transforms it', async () => {
    const transform = jest.spyOn(DtoValidationPipe.prototype, 'transform');
    const parse = jest.spyOn(JSON, 'parse');
    const wasParsed = (text: string) => parse.mock.calls.some(([sent]) => sent === text);
    const faults: string[] = [];
    expect(operations.length).toBeGreaterThan(50);
    for (const operation of operations) {
      for (const [what, body] of EXCESSIVE_BODIES.slice(0, 3)) {
        const answer = await fetch(running.url + pathOf(operation), {
          method: operation.method,
          headers: { 'content-type': 'application/json', ...sessions[0] },
          body,
        });
        await answer.text();
        const line = `${operation.method} ${operation.path} with ${what}: ${answer.status}`;
        if (answer.status !== 400) faults.push(line);
        if (wasParsed(body)) faults.push(`${line}, parsed`);
      }
    }
    expect(faults).toEqual([]);
    expect(transform).not.toHaveBeenCalled();
  });

  it('within the bounds is answered on every operation, with at most 20 errors', async () => {
    const faults: string[] = [];
    for (const operation of operations) {
      let isForbidden = false;
      for (const headers of operation.open ? [{}] : sessions) {
        for (const [what, body] of largestAllowedBodies(operation.body!)) {
          const reply = await api(running, headers).call(operation.method, pathOf(operation), body);
          const errors = Object.keys((reply.body as { errors?: object } | null)?.errors ?? {}).length;
          const size = JSON.stringify(reply.body).length;
          const line = `${operation.method} ${operation.path} with ${what}: ${reply.status}`;
          if (reply.status >= 500) faults.push(line);
          if (errors > 20) faults.push(`${line}, ${errors} errors`);
          if (size > 20_000) faults.push(`${line}, ${size} characters`);
          isForbidden = reply.status === 401 || reply.status === 403;
          if (isForbidden) break;
        }
        if (!isForbidden) break;
      }
    }
    expect(faults).toEqual([]);
  });

  it('is counted in one pass over its bytes, ignoring characters inside strings', () => {
    expect(findExceededLimit(Buffer.from(JSON.stringify(keys(500))))).toBeNull();
    expect(findExceededLimit(Buffer.from(JSON.stringify(list(10_000, 'x'))))).toBeNull();
    expect(findExceededLimit(Buffer.from(JSON.stringify(deep(30))))).toBeNull();
    const text = `${'[{,"\\"'.repeat(20_000)} \u{1f600}`;
    expect(findExceededLimit(Buffer.from(JSON.stringify({ text, [text]: [text] })))).toBeNull();
    for (const [what, body] of EXCESSIVE_BODIES)
      expect([what, findExceededLimit(Buffer.from(body))]).toEqual([what, expect.any(String)]);
  });

  it('becomes a DTO by looking at each of its keys once', () => {
    let reads = 0;
    const countReads = <T extends object>(target: T): T =>
      new Proxy(target, { get: (target, name) => (reads++, Reflect.get(target, name) as unknown) });
    const issues: ValidationIssues = { limit: 20, unknown: [], tooLong: {}, withNulByte: [] };
    instantiateDto(CustomerLoginBody, countReads({ ...keys(500), user_name: 'a' }), issues);
    expect(reads).toBe(501);
    expect(issues.unknown).toHaveLength(20);
    reads = 0;
    const answers = list(201, countReads({ question_id: 'x', ...keys(499) }));
    instantiateDto(SaveQuizAndVideoBody, { answers }, issues);
    expect([reads, issues.tooLong]).toMatchObject([0, { answers: { message: 'At most 200 answers.' } }]);
  });

  it('of a thousand entries is judged entry by entry, each under its own number', async () => {
    const validChange = { staff_id: ID, skill_id: ID, level: 2, from_date: '2025-01-01' };
    const changes: object[] = list(1_000, validChange) as object[];
    changes[3] = { ...validChange, level: 'x' };
    changes[977] = { ...validChange, from_date: 'x' };
    const problemsOf = (changesInput: unknown[]) =>
      new DtoValidationPipe().transform({ changes: changesInput }, { type: 'body', metatype: TargetGrid });
    const errors = (changesInput: unknown[]): Promise<string[]> =>
      problemsOf(changesInput).then(
        () => [],
        (error: { errors: object }) => Object.keys(error.errors),
      );
    expect(await errors(changes)).toEqual(['changes.3.level', 'changes.977.from_date']);
    expect(await errors([...list(999, validChange), 'x'])).toEqual(['changes.999']);
    expect(await errors(list(1_000, validChange))).toEqual([]);
  });
});

describe('a query', () => {
  it('of many unknown names lists 20 of them, on every operation under /api', async () => {
    const running = await startApp();
    try {
      const { plant, ids } = await createFullOrganisation(running);
      const query = Array.from({ length: 2_000 }, (_, at) => `u${at}`).join('&');
      const faults: string[] = [];
      for (const { method, path } of await operationsOf(running)) {
        if (method !== 'GET' || !path.startsWith('/api/')) continue;
        const at = path.replace(/\{\w+\}/, ids[path.slice(0, path.indexOf('/{'))] ?? 'x');
        const reply = await plant.api.get(`${at}?${query.slice(0, 8_000)}`);
        const errors = Object.keys((reply.body as { errors?: object } | null)?.errors ?? {}).length;
        if (errors > 20 || JSON.stringify(reply.body).length > 20_000)
          faults.push(`${path}: ${reply.status}, ${errors}`);
      }
      expect(faults).toEqual([]);
    } finally {
      await running.close();
    }
  });
});
