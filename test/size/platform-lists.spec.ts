import { get } from 'node:http';
import { Database } from '../../src/infrastructure/database/database';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { StreamingResponseService } from '../../src/infrastructure/http/streaming-response.service';
import { SUBSCRIPTION_STATUSES } from '../../src/contract/subscribers.resource';
import { CUSTOMER_STATUSES } from '../../src/contract/customers.resource';
import { startApp, type RunningApp } from '../support/app';
import { engine } from '../support/database';
import { EventOrder } from '../support/event-order';
import { fixtures, type RegisteredOrganisation } from '../support/fixtures';
import { filteredListUrls, registeredResources, sortedListUrls } from '../support/list-resources';
import type { Headers } from '../support/organisation';
import { requestWithReads } from '../support/large-data';

/** More than a list examines and than its filters may read. */
const CUSTOMERS = 90_000;
/** A search, and the customers of its page. */
const SEARCH_READS = 10_000 + 20 + 6 * 20;
const PAGE = 20;
/** Ten pages and the session's row. */
const PAGE_READS = 10 * PAGE + 5;
/** The count limit, the page and the session's row. */
const COUNT_READS = 10_000 + PAGE_READS;
/** The count and the page. The count stops at ten thousand index rows, which MariaDB reads twice. */
const STATUS_READS = 2 * 11_000;
/** A short way along the order with up to five reads per row, the page with two joined rows each, and the session. */
const WALK_READS = 5 * 5 * PAGE + 3 * PAGE + 5;
/** As many examined or sorted, each read up to four times. */
const FILTER_READS = 2 * 4 * 10_000 + PAGE_READS;
/** A substring filter reads each entry of a narrow index once; and the page. */
const CONTAINS_READS = CUSTOMERS + 1_000;
/** About twenty thousand customers. */
const STREAM_BYTES = 12_000_000;
const isContainsFilter = (path: string): boolean => /_like=/.test(path);
const platformDefinitions = registeredResources.filter(({ name }) => name === 'customers' || name === 'subscribers');

/** MariaDB reports the rows read; on SQLite only the responses are checked, with one customer. */
describe('many customers', () => {
  let running: RunningApp;
  let registered: RegisteredOrganisation;
  let headers: Headers;
  beforeAll(async () => {
    running = await startApp();
    running.clock.freeze('2026-03-01T12:00:00Z');
    registered = await fixtures(running).organisation({ name: 'Nordwerk Rare' });
    ({ headers } = await fixtures(running).platformStaff());
    if (engine !== 'mariadb') return;
    await running.app.get(TransactionManager).run(insertCopies);
    // The server does this itself some time after many inserts.
    const analyzed = 'ANALYZE TABLE customer, customer_state, subscriber, search_word, search_text';
    await running.app.get(TransactionManager).run(() => running.app.get(Database).rows(analyzed));
  }, 300_000);
  afterAll(async () => {
    running.clock.release();
    await running.close();
  });

  async function insertCopies(): Promise<void> {
    const id = `UNHEX(LPAD(seq, 32, '0'))`;
    const copyId = `${registered.customer_id} + seq`;
    const name = { customer_name: `CONCAT('Nordwerk ', seq)`, customer_name_sort: `CONCAT('nordwerk ', seq)` };
    await insertCopiesOf('customer', {
      customer_id: copyId,
      search_id: id,
      email_primary_key: `CONCAT('k', seq)`,
      customer_status: `IF(seq MOD 1000 = 0, 'S', 'A')`,
      ...name,
    });
    await insertCopiesOf('customer_state', {
      customer_id: copyId,
      status: `IF(seq MOD 1000 = 0, 'S', 'A')`,
      time_zone: `'UTC'`,
    });
    await insertCopiesOf('subscriber', {
      customer_id: copyId,
      current_of: copyId,
      subscriber_id: id,
      ...name,
      customer_status: `IF(seq MOD 1000 = 0, 'S', 'A')`,
      // A third expired, a third on trial, a third paid; some of them in grace or expiring.
      subs_expiry_date: `CASE WHEN seq MOD 900 = 0 THEN '2026-02-25' WHEN seq MOD 3 = 0 THEN '2020-01-01'
        WHEN seq MOD 3 = 1 THEN '2026-03-20' WHEN seq MOD 60 = 2 THEN '2026-03-05' ELSE '2030-01-01' END`,
      trial: 'IF(seq MOD 3 = 1, 1, 0)',
      standing: `CASE WHEN seq MOD 1000 = 0 THEN NULL WHEN seq MOD 3 = 1 THEN 'trial' ELSE 'paid' END`,
      no_of_staff: 'seq MOD 5000',
      no_of_training: 'seq MOD 7',
      subs_name: `CONCAT('Plan ', seq MOD 40)`,
      subs_activation_date: `CONCAT('201', seq MOD 7, '-01-01')`,
    });
    const database = running.app.get(Database);
    for (const kind of ['customers', 'subscribers']) {
      for (const word of [`'nordwerk'`, `CONCAT('', seq)`])
        await database.write(
          `INSERT INTO search_word (customer_id, kind, word, record_id) SELECT 0, ?, ${word}, ${id} FROM seq_1_to_${CUSTOMERS}`,
          [kind],
        );
      await database.write(
        `INSERT INTO search_text (customer_id, kind, record_id, words)
         SELECT 0, ?, ${id}, CONCAT(' nordwerk ', seq) FROM seq_1_to_${CUSTOMERS}`,
        [kind],
      );
    }
  }

  /** Copies the customer's row with other values in these columns. */
  async function insertCopiesOf(table: string, overrides: Readonly<Record<string, string>>): Promise<void> {
    const database = running.app.get(Database);
    const columns = await database.rows<{ Field: string }>(`SHOW COLUMNS FROM ${table}`);
    const sources = columns.map(({ Field }) => overrides[Field] ?? `s.${Field}`);
    await database.write(
      `INSERT INTO ${table} (${columns.map(({ Field }) => Field).join(', ')})
       SELECT ${sources.join(', ')} FROM ${table} s JOIN seq_1_to_${CUSTOMERS} WHERE s.customer_id = ?`,
      [registered.customer_id],
    );
  }

  interface Measured {
    outcome: string;
    rowsRead: number;
    /** Without the count. */
    page: number;
    total: string;
    rows: Record<string, unknown>[];
  }
  async function measure(path: string): Promise<Measured> {
    const ask = () => running.app.inject({ method: 'GET', url: path, headers });
    const answer = engine === 'mariadb' ? await requestWithReads(running, path, headers) : null;
    const {
      statusCode: status,
      headers: responseHeaders,
      ...plain
    } = answer ? { ...answer, statusCode: answer.status } : await ask();
    const body = answer ? answer.body : (plain as { json(): any }).json();
    const reads = answer?.reads ?? [];
    const sum = (selected: typeof reads) => selected.reduce((all, { rowsRead: read }) => all + read, 0);
    const page = sum(reads.filter(({ sql }) => !/COUNT\(/.test(sql)));
    const total =
      `${String(responseHeaders['x-total-count'])} ${String(responseHeaders['x-total-count-exact'] ?? '')}`.trim();
    return { outcome: `${status} ${body.code ?? ''}`.trim(), rowsRead: sum(reads), page, total, rows: body };
  }

  it('are read with at most ten pages of rows per page in every order', async () => {
    const expensive: unknown[] = [];
    for (const path of platformDefinitions.flatMap(sortedListUrls)) {
      const { outcome: answer, rowsRead: read, page } = await measure(`${path}_start=0&_end=${PAGE}`);
      if (answer !== '200' || page > PAGE_READS || read > COUNT_READS) expensive.push([path, answer, page, read]);
    }
    expect(expensive).toEqual([]);
  });

  it('are filtered by every filter with a bounded number of rows', async () => {
    const filters = platformDefinitions.flatMap((definition) => filteredListUrls(definition, 'customer_id'));
    expect(filters.length).toBeGreaterThan(80);
    const expensive: unknown[] = [];
    for (const path of filters) {
      const { outcome: answer, rowsRead: read } = await measure(`${path}_start=0&_end=${PAGE}`);
      const limit = isContainsFilter(path) ? CONTAINS_READS : FILTER_READS;
      if (!/^200|^422 narrow_search/.test(answer) || read > limit) expensive.push([path, answer, read]);
    }
    expect(expensive).toEqual([]);
  });

  it('use an index for substring filters', async () => {
    if (engine !== 'mariadb') return;
    const database = running.app.get(Database);
    const planSteps: string[] = [];
    const paths = platformDefinitions
      .flatMap((definition) => filteredListUrls(definition, 'customer_id'))
      .filter(isContainsFilter);
    for (const path of paths) {
      const { reads } = await requestWithReads(running, `${path}_start=0&_end=${PAGE}`, headers);
      // Fields without an index are searched in ten thousand rows.
      const containsQuery = reads.find(({ sql, rowsRead: read }) => /AS walked/.test(sql) && read > CUSTOMERS / 2);
      if (!containsQuery) continue;
      const plan = await database.rows<{ table: string; Extra: string }>(
        `EXPLAIN ${containsQuery.sql}`,
        containsQuery.values as never,
      );
      planSteps.push(...plan.filter(({ table }) => table === 'customer').map(({ Extra }) => `${path}: ${Extra}`));
    }
    expect(planSteps.length).toBeGreaterThan(3);
    expect(planSteps.filter((step) => !/Using( where; Using)? index/.test(step))).toEqual([]);
  });

  it('are filtered by current status in every order', async () => {
    const expensive: unknown[] = [];
    for (const [list, field, statuses] of [
      ['subscribers', 'status', SUBSCRIPTION_STATUSES],
      ['customers', 'customer_status', CUSTOMER_STATUSES],
    ] as const) {
      const definition = platformDefinitions.filter(({ name }) => name === list);
      for (const status of statuses) {
        for (const path of definition.flatMap(sortedListUrls)) {
          const url = `${path}${field}=${status}&_start=0&_end=${PAGE}`;
          const { outcome: answer, rowsRead: read, page, rows } = await measure(url);
          const mismatches = answer === '200' ? rows.filter((row) => row[field] !== status).length : 0;
          const isDear =
            read > STATUS_READS || (definition[0]!.name === 'subscribers' && page > WALK_READS && read > CUSTOMERS / 2);
          if (answer !== '200' || mismatches || isDear) expensive.push([url, answer, mismatches, page, read]);
        }
      }
    }
    expect(expensive).toEqual([]);
  });

  it('are counted by current status, exactly up to ten thousand', async () => {
    const totals: Record<string, string> = {};
    for (const status of SUBSCRIPTION_STATUSES)
      totals[status] = (await measure(`/api/subscribers?status=${status}&_end=1`)).total;
    const expectedTotal = (from: (n: number) => boolean): string => {
      const n = Array.from({ length: CUSTOMERS }, (_, at) => at + 1).filter(from).length;
      return n > 10_000 ? '10000 false' : String(n);
    };
    expect(totals).toEqual(
      engine === 'mariadb'
        ? {
            trial: expectedTotal((n) => n % 3 === 1 && n % 1000 !== 0),
            active: expectedTotal((n) => n % 3 === 2 && n % 60 !== 2 && n % 1000 !== 0),
            expiring: expectedTotal((n) => n % 60 === 2 && n % 1000 !== 0),
            grace: expectedTotal((n) => n % 900 === 0 && n % 1000 !== 0),
            expired: expectedTotal((n) => n % 3 === 0 && n % 900 !== 0 && n % 1000 !== 0),
            suspended: expectedTotal((n) => n % 1000 === 0),
          }
        : { trial: '1', active: '0', expiring: '0', grace: '0', expired: '0', suspended: '0' },
    );
  });

  it.each(['CustomerMaster/ListCustomers', 'Common/get_registered_customer_list', 'Common/get_subscribers_list'])(
    'are streamed completely by %s in batches, yielding to other callbacks',
    async (call) => {
      const replies = running.app.get(StreamingResponseService, { strict: false });
      const stream = replies.stream.bind(replies);
      const order = new EventOrder();
      const spy = jest
        .spyOn(replies, 'stream')
        .mockImplementation((customer_id, pieces, what) => stream(customer_id, order.observe(pieces), what));
      const bytes = await readStart(`${running.url}/${call}`);
      spy.mockRestore();
      expect([call, bytes > (engine === 'mariadb' ? STREAM_BYTES : 0)]).toEqual([call, true]);
      expect(order.parts).toBeGreaterThanOrEqual(engine === 'mariadb' ? 10 : 1);
      // The first part is read before the response starts; the last one is the end of the text.
      expect(order.longestRun).toBeLessThanOrEqual(2);
    },
  );

  /** Reads about twenty thousand customers of a response, or all. */
  const readStart = (url: string): Promise<number> =>
    new Promise((done, failed) => {
      let bytes = 0;
      get(url, { headers: { ...headers, 'accept-encoding': 'identity' } }, (answer) => {
        answer.on('data', (part: Buffer) => {
          bytes += part.length;
          if (bytes > STREAM_BYTES) answer.destroy();
        });
        answer.on('close', () => done(bytes));
      }).on('error', failed);
    });

  it.each(['customers', 'subscribers'])('%s are searched with at most ten thousand rows', async (list) => {
    for (const q of ['nord', 'rare', 'nordwerk 11', 'nordwerk rare', 'nobody']) {
      const path = `/api/${list}?_start=0&_end=20&q=${encodeURIComponent(q)}`;
      const { outcome: answer, rowsRead: read } = await measure(path);
      expect([path, answer, Math.max(read, SEARCH_READS)]).toEqual([path, '200', SEARCH_READS]);
    }
  });
});
