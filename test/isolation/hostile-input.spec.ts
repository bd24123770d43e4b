import { Database } from '../../src/platform/database/database';
import { entities } from '../../src/schema';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { operationsOf, sampleOf, type Operation, type Schema } from '../support/openapi';
import type { Headers } from '../support/organisation';
import { openWorld } from '../support/world';
import { allAsleep } from '../support/sweeps';

/** Tables that a refused call may write to: what it counts, tells and remembers of the refusal. */
const TELLTALE = new Set(['Session', 'AuditEvent', 'ThrottleCounter', 'OutboxMail', 'EmailChallenge']);
/** Written by jobs, whatever is called meanwhile, some of it a moment later (tenancy/live). */
const OF_A_JOB = new Set(['SweepLease', 'LiveEventRow']);
/** Asked for by GET as the specification has it, or because a player can do no other; wall time counts from here. */
const WRITES_BY_GET = ['/api/trainings/{id}/video-link', '/api/trainings/{id}/document'];
const onlyReads = ({ method, path }: Operation): boolean =>
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

/** What one can send where a body of this shape is expected. */
function* hostileBodies(schema: Schema): Generator<[string, unknown]> {
  const fitting = sampleOf(schema);
  yield ['broken JSON', '{"a": '];
  yield ['an empty body', '{}'];
  for (const body of ['null', '[]', '"text"', '42', 'true', '[{"a":1}]']) yield [`the body ${body}`, body];
  yield ['a body nested 40 deep', `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`];
  yield ['a body of 1.2 MB', JSON.stringify({ text: 'x'.repeat(1_200_000) })];
  yield ['a polluting key', '{"__proto__":{"role":"admin"},"constructor":{"prototype":{"a":1}}}'];
  if (fitting === null || typeof fitting !== 'object' || Array.isArray(fitting)) return;
  yield ['an unknown key', { ...fitting, surprise: 1 }];
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const { [name]: _, ...without } = fitting as Record<string, unknown>;
    yield [`no ${name}`, without];
    for (const [what, value] of VALUES) yield [`${what} as ${name}`, { ...fitting, [name]: value }];
    if (property.items?.properties) {
      for (const inner of Object.keys(property.items.properties)) {
        for (const [what, value] of VALUES) {
          yield [
            `${what} as ${name}.${inner}`,
            { ...fitting, [name]: [{ ...(sampleOf(property.items) as object), [inner]: value }] },
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
  let everyone: [string, Headers][];
  let own: Record<string, string>;

  beforeAll(async () => {
    running = await startApp();
    // Rounds and jobs would write between two calls.
    allAsleep(running);
    operations = await operationsOf(running);
    const { plant, ids, learner } = await openWorld(running);
    own = ids;
    // What ends a record comes last, so that the others find it.
    const ending = (operation: Operation) =>
      Number(
        operation.method === 'DELETE' || /archive|leave|suspend|close|remove|void|reject|end$/.test(operation.path),
      );
    operations.sort((a, b) => ending(a) - ending(b));
    everyone = [
      ['an admin', plant.admin],
      ['a learner', learner],
    ];
  });
  afterAll(() => running.close());

  /** Rows of every table but the telltale ones, in one statement. */
  const rowsKept = async (): Promise<string> => {
    const database = running.app.get(Database);
    const tables = entities
      .filter(({ name }) => !TELLTALE.has(name) && !OF_A_JOB.has(name))
      .map((entity) => database.metadata(entity).tableName);
    const [row] = await database.rows(
      `SELECT ${tables.map((table) => `(SELECT COUNT(*) FROM ${table}) AS ${table}`).join(', ')}`,
    );
    return JSON.stringify(row);
  };

  /** Sends it and returns what is wrong with the answer, if anything. */
  const trial = async (
    who: Headers,
    operation: Operation,
    path: string,
    body: unknown,
    what: string,
  ): Promise<string | null> => {
    kept ??= await rowsKept();
    const isRead = onlyReads(operation);
    const reply = await api(running, who).call(operation.method, path, body);
    const line = `${operation.method} ${operation.path} with ${what}: ${reply.status}`;
    shut = reply.status === 401 || reply.status === 403;
    if (reply.status >= 500) return `${line} ${JSON.stringify(reply.body).slice(0, 200)}`;
    const refused = reply.status >= 400 || (reply.body as { Status?: boolean })?.Status === false;
    // What only reads changes nothing, refused or not: that is looked at once it has had all of its share.
    if (isRead) return null;
    const before = kept;
    kept = refused ? await rowsKept() : undefined;
    return refused && kept !== before ? `${line}, and something was written: ${before} → ${kept}` : null;
  };

  let kept: string | undefined;
  let shut = false;

  const pathOf = (operation: Operation, id: string) => operation.path.replaceAll(/\{\w+\}/g, id);

  it('is never answered with a 5xx, and a refused call writes nothing', async () => {
    const wrong: string[] = [];
    let sent = 0;
    for (const operation of operations) {
      for (const [, who] of operation.open ? ([['', {}]] as [string, Headers][]) : everyone) {
        const path = pathOf(operation, own[operation.path.slice(0, operation.path.indexOf('/{'))] ?? UNKNOWN);
        const cases: [string, string, unknown][] = [];
        for (const [what, query] of hostileQueries(operation)) cases.push([what, `${path}?${query}`, undefined]);
        for (const id of ['x', '%00', '..%2f..%2fetc', 'x'.repeat(400), '0', '-1', '1e9']) {
          if (operation.path.includes('{')) cases.push([`the id ${id.slice(0, 12)}`, pathOf(operation, id), undefined]);
        }
        if (operation.body && operation.media === 'application/json') {
          for (const [what, body] of hostileBodies(operation.body)) cases.push([what, path, body]);
        }
        for (const [what, target, body] of cases) {
          const given = body ?? (operation.body && operation.media === 'application/json' ? {} : undefined);
          const problem = await trial(who, operation, target, given, what);
          sent++;
          if (problem) wrong.push(problem);
          // Who may not call it at all is refused before anything else is looked at.
          if (shut) break;
        }
        const before = kept;
        if (onlyReads(operation) && before !== (kept = await rowsKept()))
          wrong.push(`${operation.path} wrote something: ${before} → ${kept}`);
      }
    }
    expect(sent).toBeGreaterThan(1000);
    expect(wrong).toEqual([]);
  }, 600_000);
});
