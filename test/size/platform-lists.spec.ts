import { get } from 'node:http';
import { Database } from '../../src/platform/database/database';
import { Transactions } from '../../src/platform/database/transactions';
import { LongReplies } from '../../src/platform/long-replies';
import { SUBSCRIPTION_STATUSES } from '../../src/contract/subscribers.resource';
import { CUSTOMER_STATUSES } from '../../src/contract/customers.resource';
import { startApp, type RunningApp } from '../support/app';
import { engine } from '../support/database';
import { EventOrder } from '../support/event-order';
import { given, type Registered } from '../support/given';
import { filtersOf, listed, ordersOf } from '../support/listed';
import type { Headers } from '../support/organisation';
import { walk } from '../support/size';

/** More than a list looks through, and than its filters may read. */
const MANY = 90_000;
/** A search, and of what a page shows its organisation. */
const SEARCH_READS = 10_000 + 20 + 6 * 20;
const PAGE = 20;
/** Ten times its page, and the session's row (speed.md). */
const PAGE_READS = 10 * PAGE + 5;
/** Ten thousand, the page, and the session's row. */
const COUNT_READS = 10_000 + PAGE_READS;
/**
 * The whole count, and the page. The count stops at ten thousand rows by the index; MariaDB keeps those aside and reads them
 * once more to add them up, so it is twice ten thousand, and with the few others between them and a page not 22,000.
 */
const STATUS_READS = 2 * 11_000;
/** A short way along the order, each row of it up to five times, and the page's, each with two others, and the session's. */
const WALK_READS = 5 * 5 * PAGE + 3 * PAGE + 5;
/** Those, and as many looked through or sorted; each is read up to four times. */
const FILTER_READS = 2 * 4 * 10_000 + PAGE_READS;
/** What a text contains is looked for in a narrow index: each of its entries once, never a row; and the page. */
const CONTAINED_READS = MANY + 1_000;
/** Twenty thousand organisations. */
const WHOLE_BYTES = 12_000_000;
const isContained = (path: string): boolean => /_like=/.test(path);
const ofPlatform = listed.filter(({ name }) => name === 'customers' || name === 'subscribers');

/** MariaDB says how many rows it read; the embedded engine is asked for the answers alone, of one organisation. */
describe('many organisations', () => {
  let running: RunningApp;
  let firm: Registered;
  let headers: Headers;
  beforeAll(async () => {
    running = await startApp();
    running.clock.freeze('2026-03-01T12:00:00Z');
    firm = await given(running).organisation({ name: 'Nordwerk Rare' });
    ({ headers } = await given(running).platformStaff());
    if (engine !== 'mariadb') return;
    await running.app.get(Transactions).run(copies);
    // What the server does by itself some time after as many rows are new.
    const analyzed = 'ANALYZE TABLE customer, customer_state, subscriber, search_word, search_text';
    await running.app.get(Transactions).run(() => running.app.get(Database).rows(analyzed));
  }, 300_000);
  afterAll(async () => {
    running.clock.release();
    await running.close();
  });

  async function copies(): Promise<void> {
    const id = `UNHEX(LPAD(seq, 32, '0'))`;
    const own = `${firm.customer_id} + seq`;
    const name = { customer_name: `CONCAT('Nordwerk ', seq)`, customer_name_sort: `CONCAT('nordwerk ', seq)` };
    await copy('customer', {
      ...{ customer_id: own, search_id: id, email_primary_key: `CONCAT('k', seq)` },
      customer_status: `IF(seq MOD 1000 = 0, 'S', 'A')`,
      ...name,
    });
    await copy('customer_state', {
      ...{ customer_id: own, status: `IF(seq MOD 1000 = 0, 'S', 'A')`, time_zone: `'UTC'` },
    });
    await copy('subscriber', {
      ...{ customer_id: own, current_of: own, subscriber_id: id, ...name },
      customer_status: `IF(seq MOD 1000 = 0, 'S', 'A')`,
      // A third is over, a third on trial, a third paid; of each of those some are in grace or expiring.
      subs_expiry_date: `CASE WHEN seq MOD 900 = 0 THEN '2026-02-25' WHEN seq MOD 3 = 0 THEN '2020-01-01'
        WHEN seq MOD 3 = 1 THEN '2026-03-20' WHEN seq MOD 60 = 2 THEN '2026-03-05' ELSE '2030-01-01' END`,
      trial: 'IF(seq MOD 3 = 1, 1, 0)',
      standing: `CASE WHEN seq MOD 1000 = 0 THEN NULL WHEN seq MOD 3 = 1 THEN 'trial' ELSE 'paid' END`,
      ...{ no_of_staff: 'seq MOD 5000', no_of_training: 'seq MOD 7', subs_name: `CONCAT('Plan ', seq MOD 40)` },
      subs_activation_date: `CONCAT('201', seq MOD 7, '-01-01')`,
    });
    const database = running.app.get(Database);
    for (const kind of ['customers', 'subscribers']) {
      for (const word of [`'nordwerk'`, `CONCAT('', seq)`])
        await database.write(
          `INSERT INTO search_word (customer_id, kind, word, record_id) SELECT 0, ?, ${word}, ${id} FROM seq_1_to_${MANY}`,
          [kind],
        );
      await database.write(
        `INSERT INTO search_text (customer_id, kind, record_id, words)
         SELECT 0, ?, ${id}, CONCAT(' nordwerk ', seq) FROM seq_1_to_${MANY}`,
        [kind],
      );
    }
  }

  /** The organisation's row as often again, other in these columns. */
  async function copy(table: string, other: Readonly<Record<string, string>>): Promise<void> {
    const database = running.app.get(Database);
    const columns = await database.rows<{ Field: string }>(`SHOW COLUMNS FROM ${table}`);
    const sources = columns.map(({ Field }) => other[Field] ?? `s.${Field}`);
    await database.write(
      `INSERT INTO ${table} (${columns.map(({ Field }) => Field).join(', ')})
       SELECT ${sources.join(', ')} FROM ${table} s JOIN seq_1_to_${MANY} WHERE s.customer_id = ?`,
      [firm.customer_id],
    );
  }

  interface Asked {
    answer: string;
    read: number;
    /** Without what was counted. */
    page: number;
    total: string;
    rows: Record<string, unknown>[];
  }
  async function readOf(path: string): Promise<Asked> {
    const ask = () => running.app.inject({ method: 'GET', url: path, headers });
    const answer = engine === 'mariadb' ? await walk(running, path, headers) : null;
    const {
      statusCode: status,
      headers: heads,
      ...plain
    } = answer ? { ...answer, statusCode: answer.status } : await ask();
    const body = answer ? answer.body : (plain as { json(): any }).json();
    const reads = answer?.reads ?? [];
    const sum = (some: typeof reads) => some.reduce((all, { read }) => all + read, 0);
    const page = sum(reads.filter(({ sql }) => !/COUNT\(/.test(sql)));
    const total = `${String(heads['x-total-count'])} ${String(heads['x-total-count-exact'] ?? '')}`.trim();
    return { answer: `${status} ${body.code ?? ''}`.trim(), read: sum(reads), page, total, rows: body };
  }

  it('are shown page by page in every order, each page from no more rows than ten of it', async () => {
    const dear: unknown[] = [];
    for (const path of ofPlatform.flatMap(ordersOf)) {
      const { answer, read, page } = await readOf(`${path}_start=0&_end=${PAGE}`);
      if (answer !== '200' || page > PAGE_READS || read > COUNT_READS) dear.push([path, answer, page, read]);
    }
    expect(dear).toEqual([]);
  });

  it('are filtered by whatever their lists offer from a bounded number of rows', async () => {
    const filters = ofPlatform.flatMap((definition) => filtersOf(definition, 'customer_id'));
    expect(filters.length).toBeGreaterThan(80);
    const dear: unknown[] = [];
    for (const path of filters) {
      const { answer, read } = await readOf(`${path}_start=0&_end=${PAGE}`);
      const most = isContained(path) ? CONTAINED_READS : FILTER_READS;
      if (!/^200|^422 narrow_search/.test(answer) || read > most) dear.push([path, answer, read]);
    }
    expect(dear).toEqual([]);
  });

  it('are looked through for what a text contains by the entries of an index, never by their rows', async () => {
    if (engine !== 'mariadb') return;
    const database = running.app.get(Database);
    const seen: string[] = [];
    const paths = ofPlatform.flatMap((definition) => filtersOf(definition, 'customer_id')).filter(isContained);
    for (const path of paths) {
      const { reads } = await walk(running, `${path}_start=0&_end=${PAGE}`, headers);
      // What no index has is looked for in ten thousand rows.
      const sized = reads.find(({ sql, read }) => /AS walked/.test(sql) && read > MANY / 2);
      if (!sized) continue;
      const plan = await database.rows<{ table: string; Extra: string }>(`EXPLAIN ${sized.sql}`, sized.values as never);
      seen.push(...plan.filter(({ table }) => table === 'customer').map(({ Extra }) => `${path}: ${Extra}`));
    }
    expect(seen.length).toBeGreaterThan(3);
    expect(seen.filter((step) => !/Using( where; Using)? index/.test(step))).toEqual([]);
  });

  it('are filtered by what they are today, in every order beside it', async () => {
    const dear: unknown[] = [];
    for (const [list, field, statuses] of [
      ['subscribers', 'status', SUBSCRIPTION_STATUSES],
      ['customers', 'customer_status', CUSTOMER_STATUSES],
    ] as const) {
      const definition = ofPlatform.filter(({ name }) => name === list);
      for (const status of statuses) {
        for (const path of definition.flatMap(ordersOf)) {
          const asked = `${path}${field}=${status}&_start=0&_end=${PAGE}`;
          const { answer, read, page, rows } = await readOf(asked);
          const others = answer === '200' ? rows.filter((row) => row[field] !== status).length : 0;
          const isDear =
            read > STATUS_READS || (definition[0]!.name === 'subscribers' && page > WALK_READS && read > MANY / 2);
          if (answer !== '200' || others || isDear) dear.push([asked, answer, others, page, read]);
        }
      }
    }
    expect(dear).toEqual([]);
  });

  it('are counted by what they are today: exactly to ten thousand', async () => {
    const totals: Record<string, string> = {};
    for (const status of SUBSCRIPTION_STATUSES)
      totals[status] = (await readOf(`/api/subscribers?status=${status}&_end=1`)).total;
    const exact = (from: (n: number) => boolean): string => {
      const n = Array.from({ length: MANY }, (_, at) => at + 1).filter(from).length;
      return n > 10_000 ? '10000 false' : String(n);
    };
    expect(totals).toEqual(
      engine === 'mariadb'
        ? {
            trial: exact((n) => n % 3 === 1 && n % 1000 !== 0),
            active: exact((n) => n % 3 === 2 && n % 60 !== 2 && n % 1000 !== 0),
            expiring: exact((n) => n % 60 === 2 && n % 1000 !== 0),
            grace: exact((n) => n % 900 === 0 && n % 1000 !== 0),
            expired: exact((n) => n % 3 === 0 && n % 900 !== 0 && n % 1000 !== 0),
            suspended: exact((n) => n % 1000 === 0),
          }
        : { trial: '1', active: '0', expiring: '0', grace: '0', expired: '0', suspended: '0' },
    );
  });

  it.each(['CustomerMaster/ListCustomers', 'Common/get_registered_customer_list', 'Common/get_subscribers_list'])(
    'are sent whole by %s in batches, and other callbacks run between them',
    async (call) => {
      const replies = running.app.get(LongReplies, { strict: false });
      const stream = replies.stream.bind(replies);
      const order = new EventOrder();
      const spy = jest
        .spyOn(replies, 'stream')
        .mockImplementation((customer_id, pieces, what) => stream(customer_id, order.observe(pieces), what));
      const bytes = await begunOf(`${running.url}/${call}`);
      spy.mockRestore();
      expect([call, bytes > (engine === 'mariadb' ? WHOLE_BYTES : 0)]).toEqual([call, true]);
      expect(order.parts).toBeGreaterThanOrEqual(engine === 'mariadb' ? 10 : 1);
      // The first part is read before the answer begins; the last one is the end of the text.
      expect(order.longestRun).toBeLessThanOrEqual(2);
    },
  );

  /** Of an answer some twenty thousand organisations, or all there are. */
  const begunOf = (url: string): Promise<number> =>
    new Promise((done, failed) => {
      let bytes = 0;
      get(url, { headers: { ...headers, 'accept-encoding': 'identity' } }, (answer) => {
        answer.on('data', (part: Buffer) => {
          bytes += part.length;
          if (bytes > WHOLE_BYTES) answer.destroy();
        });
        answer.on('close', () => done(bytes));
      }).on('error', failed);
    });

  it.each(['customers', 'subscribers'])('%s are searched from ten thousand rows at most', async (list) => {
    for (const q of ['nord', 'rare', 'nordwerk 11', 'nordwerk rare', 'nobody']) {
      const path = `/api/${list}?_start=0&_end=20&q=${encodeURIComponent(q)}`;
      const { answer, read } = await readOf(path);
      expect([path, answer, Math.max(read, SEARCH_READS)]).toEqual([path, '200', SEARCH_READS]);
    }
  });
});
