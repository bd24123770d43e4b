import { Database } from '../../src/infrastructure/database/database';
import { entities } from '../../src/schema';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { operationsOf, sampleOf, type Operation, type Schema } from '../support/openapi';
import type { Headers } from '../support/organisation';
import { createFullOrganisation } from '../support/full-organisation';
import { disableAllJobs } from '../support/scheduled-jobs';

/** Tables that a refused call may write to: counters, audit and mails. */
const IGNORED_TABLES = new Set(['Session', 'AuditEvent', 'ThrottleCounter', 'OutboxMail', 'EmailChallenge']);
/** Written by background jobs, some of it with a delay (tenancy/live). */
const JOB_TABLES = new Set(['JobLease', 'LiveEventRow']);
/** GET operations that write, because the specification or a player requires GET. */
const WRITES_BY_GET = ['/api/trainings/{id}/video-link', '/api/trainings/{id}/document'];
const isReadOnly = ({ method, path }: Operation): boolean =>
  method === 'GET' && path.startsWith('/api/') && !WRITES_BY_GET.includes(path);
const UNKNOWN = '018f0000-0000-7000-8000-0000000000ff';

const VALUES: readonly [string, unknown][] = [
  ['null', null],
  ['a number', 12345],
  ['a fraction', 1.5],
  ['a huge number', 1e308],
  ['a negative number', -1],
  ['true', true],
  ['an object', { a: 1 }],
  ['a list', [[], null, 'x', {}]],
  ['empty text', ''],
  ['a blank', ' '],
  ['over-long text', 'x'.repeat(20_000)],
  ['a zero byte', 'a\u0000b'],
  ['half a surrogate pair', 'a\ud800b'],
  ['letters that spell out long', 'ﷺ'.repeat(300)],
  ['SQL', `'; DROP TABLE staff; --`],
  ['a template', '{{7*7}}${7*7}<script>'],
];

/** Hostile bodies for this schema. */
function* hostileBodies(schema: Schema): Generator<[string, unknown]> {
  const sample = sampleOf(schema);
  yield ['broken JSON', '{"a": '];
  yield ['an empty body', '{}'];
  for (const body of ['null', '[]', '"text"', '42', 'true', '[{"a":1}]']) yield [`the body ${body}`, body];
  yield ['a body nested 40 deep', `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`];
  yield ['a body of 1.2 MB', JSON.stringify({ text: 'x'.repeat(1_200_000) })];
  yield ['a polluting key', '{"__proto__":{"role":"admin"},"constructor":{"prototype":{"a":1}}}'];
  if (sample === null || typeof sample !== 'object' || Array.isArray(sample)) return;
  yield ['an unknown key', { ...sample, surprise: 1 }];
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const { [name]: _, ...incomplete } = sample as Record<string, unknown>;
    yield [`no ${name}`, incomplete];
    for (const [what, value] of VALUES) yield [`${what} as ${name}`, { ...sample, [name]: value }];
    if (property.items?.properties) {
      for (const inner of Object.keys(property.items.properties)) {
        for (const [what, value] of VALUES) {
          yield [
            `${what} as ${name}.${inner}`,
            { ...sample, [name]: [{ ...(sampleOf(property.items) as object), [inner]: value }] },
          ];
        }
      }
    }
  }
}

function* hostileQueries(operation: Operation): Generator<[string, string]> {
  yield ['an unknown key', 'surprise=1'];
  yield ['a repeated key', '_start=0&_start=1'];
  yield ['broken percent signs', 'q=%E0%A4%A&_end=%'];
  yield ['a list where one is meant', 'q[]=1&q[a]=2'];
  for (const { name } of operation.parameters.filter((parameter) => parameter.in === 'query')) {
    for (const value of ['', 'x', '-1', '%00', '%27%22%3B--', 'x'.repeat(3000), '1e9', '%F0%9F%98%80', UNKNOWN]) {
      yield [`${name}=${value.slice(0, 20)}`, `${name}=${value}`];
    }
    yield [`${name} twice`, `${name}=a&${name}=b`];
  }
}

describe('hostile input', () => {
  let running: RunningApp;
  let operations: Operation[];
  let accounts: [string, Headers][];
  let ownIds: Record<string, string>;

  beforeAll(async () => {
    running = await startApp();
    // Scheduled jobs would write between two calls.
    disableAllJobs(running);
    operations = await operationsOf(running);
    const { plant, ids, learner } = await createFullOrganisation(running);
    ownIds = ids;
    // Operations that end a record come last.
    const endsRecord = (operation: Operation) =>
      Number(
        operation.method === 'DELETE' || /archive|leave|suspend|close|remove|void|reject|end$/.test(operation.path),
      );
    operations.sort((a, b) => endsRecord(a) - endsRecord(b));
    accounts = [
      ['an admin', plant.admin],
      ['a learner', learner],
    ];
  });
  afterAll(() => running.close());

  /** Row counts of all other tables, in one statement. */
  const countRows = async (): Promise<string> => {
    const database = running.app.get(Database);
    const tables = entities
      .filter(({ name }) => !IGNORED_TABLES.has(name) && !JOB_TABLES.has(name))
      .map((entity) => database.metadata(entity).tableName);
    const [row] = await database.rows(
      `SELECT ${tables.map((table) => `(SELECT COUNT(*) FROM ${table}) AS ${table}`).join(', ')}`,
    );
    return JSON.stringify(row);
  };

  /** Sends a request and returns the fault of the response, if any. */
  const tryRequest = async (
    headers: Headers,
    operation: Operation,
    path: string,
    body: unknown,
    what: string,
  ): Promise<string | null> => {
    rowCounts ??= await countRows();
    const isRead = isReadOnly(operation);
    const reply = await api(running, headers).call(operation.method, path, body);
    const line = `${operation.method} ${operation.path} with ${what}: ${reply.status}`;
    isForbidden = reply.status === 401 || reply.status === 403;
    if (reply.status >= 500) return `${line} ${JSON.stringify(reply.body).slice(0, 200)}`;
    const isRefused = reply.status >= 400 || (reply.body as { Status?: boolean })?.Status === false;
    // Read-only operations are checked once after all their cases.
    if (isRead) return null;
    const before = rowCounts;
    rowCounts = isRefused ? await countRows() : undefined;
    return isRefused && rowCounts !== before ? `${line}, and something was written: ${before} → ${rowCounts}` : null;
  };

  let rowCounts: string | undefined;
  let isForbidden = false;

  const pathOf = (operation: Operation, id: string) => operation.path.replaceAll(/\{\w+\}/g, id);

  it('is never answered with a 5xx, and a refused call writes nothing', async () => {
    const faults: string[] = [];
    let sent = 0;
    for (const operation of operations) {
      for (const [, headers] of operation.open ? ([['', {}]] as [string, Headers][]) : accounts) {
        const path = pathOf(operation, ownIds[operation.path.slice(0, operation.path.indexOf('/{'))] ?? UNKNOWN);
        const cases: [string, string, unknown][] = [];
        for (const [what, query] of hostileQueries(operation)) cases.push([what, `${path}?${query}`, undefined]);
        for (const id of ['x', '%00', '..%2f..%2fetc', 'x'.repeat(400), '0', '-1', '1e9']) {
          if (operation.path.includes('{')) cases.push([`the id ${id.slice(0, 12)}`, pathOf(operation, id), undefined]);
        }
        if (operation.body && operation.media === 'application/json') {
          for (const [what, body] of hostileBodies(operation.body)) cases.push([what, path, body]);
        }
        for (const [what, target, body] of cases) {
          const requestBody = body ?? (operation.body && operation.media === 'application/json' ? {} : undefined);
          const problem = await tryRequest(headers, operation, target, requestBody, what);
          sent++;
          if (problem) faults.push(problem);
          // A forbidden account is refused before any other check.
          if (isForbidden) break;
        }
        const before = rowCounts;
        if (isReadOnly(operation) && before !== (rowCounts = await countRows()))
          faults.push(`${operation.path} wrote something: ${before} → ${rowCounts}`);
      }
    }
    expect(sent).toBeGreaterThan(1000);
    expect(faults).toEqual([]);
  }, 600_000);
});
