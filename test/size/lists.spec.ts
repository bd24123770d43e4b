import { Database } from '../../src/infrastructure/database/database';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { engine } from '../support/database';
import { fixtures } from '../support/fixtures';
import { filteredListUrls, registeredResources, PLATFORM_LISTS, sortedListUrls } from '../support/list-resources';
import { openOrganisation, type Organisation } from '../support/organisation';
import { fillOrganisation, sizes, requestWithReads } from '../support/large-data';
import { statementsOfRequests } from '../support/recorded-statements';

const PAGE = 20;
/** Ten pages and the session's row. */
const PAGE_READS = 10 * PAGE + 5;
/** The count limit, and the page with the names of its references. */
const COUNT_READS = 10_000 + 15 * PAGE;
/** Ten thousand rows counted by the index (read twice), and as many examined in order (read four times). */
const FILTER_READS = 65_000;
/** A substring filter reads each entry of a narrow index once, then the matches, the count and the page. */
const CONTAINS_READS = sizes.staff + 5 * 10_000;
const isContainsFilter = (path: string): boolean => /^\/api\/staff\?\w+_like=/.test(path);
/** A complete search including the session's row. */
const SEARCH_READS = 10_000 + 20;

const definitions = registeredResources.filter(({ name }) => !PLATFORM_LISTS.includes(name));
const ORDERS = definitions.flatMap(sortedListUrls);
/** customer_id is not a filter but compared with the session. */
const FILTERS = definitions
  .flatMap((definition) => filteredListUrls(definition, 'customer_id'))
  .map((path) => `${path}_start=0&_end=${PAGE}`);

describe('a large organisation', () => {
  let running: RunningApp;
  let organisation: Organisation;

  beforeAll(async () => {
    running = await startApp();
    organisation = await openOrganisation(running);
    if (engine === 'mariadb') await fillOrganisation(running, organisation, sizes);
    // Writing a million rows with indexes takes minutes.
  }, 3_600_000);
  afterAll(() => running.close());

  /** MariaDB reports the rows read; for SQLite the query plan is checked. */
  const findExpensive = engine === 'mariadb' ? readsTooManyRows : sortsWithoutIndex;

  async function readsTooManyRows(path: string): Promise<string[]> {
    const { status, reads } = await requestWithReads(running, path, organisation.admin);
    const read = reads.filter(({ sql }) => !/COUNT\(/.test(sql)).reduce((sum, measured) => sum + measured.rowsRead, 0);
    return status === 200 && read <= PAGE_READS ? [] : [`${path}: ${status}, ${read} rows read`];
  }

  async function sortsWithoutIndex(path: string, headers = organisation.admin): Promise<string[]> {
    const statements = await statementsOfRequests(() => api(running, headers).get(path));
    const database = running.app.get(Database);
    const expensive: string[] = [];
    for (const sql of statements.filter((text) => / ORDER BY /.test(text))) {
      const plan = await database.rows<{ detail: string }>(
        `EXPLAIN QUERY PLAN ${sql}`,
        [...sql.matchAll(/\?/g)].map(() => null),
      );
      const steps = plan.map(({ detail }) => detail);
      if (steps.some((step) => /^SCAN|USE TEMP B-TREE FOR ORDER BY/.test(step)))
        expensive.push(`${path}: ${steps.join('; ')}`);
    }
    return expensive;
  }

  it('reads at most ten pages of rows per page of every list in every order', async () => {
    const expensive: string[] = [];
    for (const path of ORDERS) expensive.push(...(await findExpensive(`${path}_start=0&_end=${PAGE}`)));
    expect(expensive).toEqual([]);
  });

  it('keeps the lists of platform staff index-ordered, too', async () => {
    if (engine === 'mariadb') return expect(await countReads('/api/staff?_end=1')).toBeLessThanOrEqual(COUNT_READS);
    const { headers } = await fixtures(running).platformStaff();
    const expensive: string[] = [];
    for (const path of registeredResources
      .filter(({ name }) => PLATFORM_LISTS.includes(name))
      .flatMap(sortedListUrls)) {
      const page = `${path}_start=0&_end=${PAGE}`;
      expect([page, (await api(running, headers).get(page)).status]).toEqual([page, 200]);
      // Across all customers an index is read from its start: a scan only as long as the page.
      expensive.push(...(await sortsWithoutIndex(page, headers)).filter((plan) => plan.includes('TEMP B-TREE')));
    }
    expect(expensive).toEqual([]);
  });

  it('reads at most ten pages of rows per page of the quiz report, and counts at most ten thousand', async () => {
    if (engine !== 'mariadb') return;
    const report = `/api/reports/quiz?from=2017-01-01&to=2020-01-01&_end=${PAGE}&`;
    const readOf = async (path: string) => {
      const isCount = ({ sql }: { sql: string }) => /AS walked/.test(sql);
      const measurements = [];
      // Takes the minimum of three runs, because reads of table metadata vary.
      for (let attempt = 0; attempt < 3; attempt++) {
        const { status, reads, body, headers } = await requestWithReads(running, path, organisation.admin);
        const sum = (selected: typeof reads) => selected.reduce((all, { rowsRead: read }) => all + read, 0);
        expect([path, status, body.rows?.length]).toEqual([path, 200, PAGE]);
        measurements.push({
          count: sum(reads.filter(isCount)),
          page: sum(reads.filter((measured) => !isCount(measured))),
          headers,
        });
      }
      return measurements.toSorted((a, b) => a.page + a.count - b.page - b.count)[0]!;
    };
    for (const order of ['asc', 'desc']) {
      for (const attemptsFilter of ['', 'attempts=latest&', 'attempts=best&']) {
        const path = `${report}${attemptsFilter}_sort=submitted_at&_order=${order}`;
        const first = await readOf(path);
        const next = await readOf(`${path}&_after=${String(first.headers['x-page-last'])}`);
        for (const { page, count } of [first, next]) {
          expect([path, page > PAGE_READS ? page : 0, count > COUNT_READS ? count : 0]).toEqual([path, 0, 0]);
        }
        expect([path, first.headers['x-total-count-exact']]).toEqual([path, 'false']);
      }
    }
    const sorted = await request(`${report}_sort=score&_order=desc`);
    expect([sorted.status, sorted.body.code]).toEqual([422, 'narrow_search']);
    const { body } = await request('/api/reports/quiz?from=2017-01-01&to=2020-01-01');
    expect(body).toMatchObject({ code: 'too_many_rows' });
    const { totals } = (await request('/api/reports/quiz/summary?from=2017-01-01&to=2020-01-01')).body;
    expect(totals.attempts).toBe(sizes.attempts - Math.floor(sizes.attempts / 1000));
  });

  const request = (path: string) => api(running, organisation.admin).get(path);
  const countOf = ({ headers }: { headers: Headers }) => [
    headers.get('x-total-count'),
    headers.get('x-total-count-exact'),
  ];

  it('is counted up to ten thousand rows, and reports where counting stopped', async () => {
    const paths = [
      '/api/attempts?',
      '/api/attempts?result=passed&',
      '/api/audit-events?',
      '/api/training-assignments?',
    ];
    for (const path of paths) {
      const { headers } = await request(`${path}_start=0&_end=${PAGE}`);
      const [total, isExact] = countOf({ headers });
      // On SQLite there are only the events of the sign-in.
      if (engine === 'mariadb') expect([path, total, isExact]).toEqual([path, '10000', 'false']);
      else expect([path, Number(total) < 10, isExact]).toEqual([path, true, null]);
      expect(await countReads(path)).toBeLessThanOrEqual(COUNT_READS);
    }
    for (const filter of ['', 'status=active&', 'status=invited&status=active&status=suspended&']) {
      const path = `/api/staff?${filter}_start=0&_end=${PAGE}`;
      expect([path, ...countOf(await request(path))]).toEqual(
        engine === 'mariadb' ? [path, '10000', 'false'] : [path, '0', null],
      );
      // Filtered rows are counted by the index, and the page is read along the order.
      const limit = filter ? COUNT_READS + 10_000 + PAGE : COUNT_READS;
      expect([path, Math.max(await countReads(path), limit)]).toEqual([path, limit]);
    }
    const rareTerms = await request(`/api/attempts?status=in_progress&_start=0&_end=${PAGE}`);
    expect(countOf(rareTerms)).toEqual([String(engine === 'mariadb' ? Math.floor(sizes.attempts / 1000) : 0), null]);
  });

  it('is searched by word prefixes, ignoring case and accents', async () => {
    const codes = async (q: string) =>
      (await request(`/api/staff?_end=5&_sort=staff_code&_order=asc&q=${encodeURIComponent(q)}`)).body.map(
        ({ staff_code, first_name, last_name }: Record<string, string>) =>
          [staff_code, first_name, last_name].join(' '),
      );
    const admin = api(running, organisation.admin);
    for (const [staff_code, first_name, last_name] of [
      ['W-7001', 'Zoë', 'van der Merwe'],
      ['W-7002', 'Seán', 'O’Brien'],
    ]) {
      const created = await admin.post('/api/staff', { staff_code, first_name, last_name, joined: '2024-03-01' });
      expect(created.status).toBe(201);
    }
    expect(await codes('MERW')).toEqual(['W-7001 Zoë van der Merwe']);
    expect(await codes('zoe van merwe')).toEqual(['W-7001 Zoë van der Merwe']);
    expect(await codes('obrien')).toEqual(['W-7002 Seán O’Brien']);
    expect(await codes('brien sean')).toEqual(['W-7002 Seán O’Brien']);
    expect(await codes('erwe')).toEqual([]);
    expect(await codes('w-7001')).toEqual(['W-7001 Zoë van der Merwe']);
    const [{ id }] = (await request('/api/staff?q=obrien')).body;
    expect((await admin.patch(`/api/staff/${id}`, { last_name: 'Ní Bhriain' })).status).toBe(200);
    expect(await codes('obrien')).toEqual([]);
    expect(await codes('bhriain ni')).toEqual(['W-7002 Seán Ní Bhriain']);
    expect((await admin.delete(`/api/staff/${id}`)).status).toBe(204);
    expect(await codes('bhriain')).toEqual([]);
  });

  it('reads at most ten thousand rows per search', async () => {
    const commonTerms = ['p', 'maria', 'maria p', 'rao00', 'p%20a%20b%20c%20d%20e%20f%20g'];
    const rareTerms = ['rao0000', 'p0000017', 'nobody', 'rao00001 maria&status=active'];
    const [staff] = (await request('/api/staff?_end=1&department_id_null=false')).body;
    if (staff) rareTerms.push(`maria&department_id=${staff.department_id}`);
    for (const q of [...commonTerms, ...rareTerms]) {
      for (const sort of ['last_name', 'joined', 'staff_code']) {
        for (const size of [PAGE, 200]) {
          const path = `/api/staff?_start=0&_end=${size}&_sort=${sort}&_order=asc&q=${q}`;
          expect([path, (await request(path)).status]).toEqual([path, 200]);
          expect([path, Math.max(await countReads(path), SEARCH_READS)]).toEqual([path, SEARCH_READS]);
        }
      }
    }
  });

  it('reads at most ten thousand rows per kind in the global search', async () => {
    for (const q of ['p', 'maria', 'maria p', 'p%20a%20b%20c%20d%20e%20f%20g', 'nobody']) {
      const path = `/api/search?kind=staff&q=${q}`;
      expect([path, (await request(path)).status]).toEqual([path, 200]);
      expect([path, Math.max(await countReads(path), SEARCH_READS)]).toEqual([path, SEARCH_READS]);
    }
  });

  it('finds a visible record in the global search among many with the same prefix', async () => {
    const admin = api(running, organisation.admin);
    const created = await admin.post('/api/staff', {
      staff_code: 'P-LAST',
      first_name: 'Maria',
      last_name: 'Zzyzx',
      joined: '2024-03-01',
    });
    const { id } = created.body;
    const self = await organisation.signIn({ role: 'user', staff_id: id });
    for (const [headers, q] of [
      [self, 'p'],
      [self, 'm'],
      [organisation.admin, 'maria p zz'],
    ] as const) {
      const { status, body } = await api(running, headers).get(`/api/search?kind=staff&q=${encodeURIComponent(q)}`);
      expect([status, body.found[0]?.rows.map((row: { name: string }) => row.name)]).toEqual([200, ['Maria Zzyzx']]);
    }
    expect((await admin.delete(`/api/staff/${id}`)).status).toBe(204);
  });

  it('refuses a search that finds too little in ten thousand rows', async () => {
    // Each of these words is common, and no record has all of them.
    for (const q of ['maria li', 'maria li omar p', 'maria&status=left']) {
      const path = `/api/staff?_start=0&_end=${PAGE}&q=${encodeURIComponent(q).replace('%26', '&').replace('%3D', '=')}`;
      const { status, body } = await request(path);
      expect([path, status, body.code]).toEqual(
        engine === 'mariadb' ? [path, 422, 'narrow_search'] : [path, 200, undefined],
      );
      expect([path, Math.max(await countReads(path), SEARCH_READS)]).toEqual([path, SEARCH_READS]);
    }
  });

  it('refuses a filter that would read too many rows', async () => {
    const path = `/api/attempts?pass_mark=17&_start=0&_end=${PAGE}`;
    const { status, body } = await request(path);
    expect([status, body.code]).toEqual(engine === 'mariadb' ? [422, 'narrow_search'] : [200, undefined]);
    expect(await countReads(path)).toBeLessThanOrEqual(FILTER_READS);
    expect((await request(`/api/attempts?pass_mark=80&_start=0&_end=${PAGE}`)).status).toBe(200);
    const [attempt] = (await request('/api/attempts?_end=1')).body;
    if (attempt) expect((await request(`/api/attempts?pass_mark=17&staff_id=${attempt.staff_id}`)).status).toBe(200);
  });

  it('is never fully read for any filter: it answers or refuses', async () => {
    expect(FILTERS.length).toBeGreaterThan(300);
    const faults: string[] = [];
    for (const path of FILTERS) {
      const { status, body } = await request(path);
      const isExpected = status === 200 || (status === 422 && body.code === 'narrow_search');
      const read = isExpected ? await countReads(path) : 0;
      const limit = isContainsFilter(path) ? CONTAINS_READS : FILTER_READS;
      if (!isExpected || read > limit) faults.push(`${path}: ${status} ${body.code ?? ''}, ${read} rows read`);
    }
    expect(faults).toEqual([]);
  });

  it('uses an index for substring filters', async () => {
    if (engine !== 'mariadb') return;
    const database = running.app.get(Database);
    const planSteps: string[] = [];
    const expensive: unknown[] = [];
    // Matching none, a few, a hundredth and all; with other orders.
    const selected = ['zz', '9876', '12', '-00'].flatMap((text) =>
      ['staff_code', 'joined'].map(
        (sort) => `/api/staff?staff_code_like=${text}&_sort=${sort}&_order=desc&_start=0&_end=${PAGE}`,
      ),
    );
    // Matching the last thousand, at the far end of the order.
    const last = `-00${sizes.staff / 1000 - 1}`;
    selected.push(`/api/staff?staff_code_like=${last}&_sort=staff_code&_order=asc&_start=0&_end=${PAGE}`);
    for (const path of [...FILTERS.filter(isContainsFilter), ...selected]) {
      const { status, reads } = await requestWithReads(running, path, organisation.admin);
      const read = reads.reduce((sum, measured) => sum + measured.rowsRead, 0);
      const fullScans = reads.filter(
        (measured) =>
          / LIKE /.test(measured.sql) && !/AS is_last/.test(measured.sql) && measured.rowsRead >= sizes.staff,
      );
      if (status !== 200 || read > CONTAINS_READS || fullScans.length > 1)
        expensive.push([path, status, read, fullScans.length]);
      // Fields without an index are searched in ten thousand rows.
      const containsQuery = reads.find(({ sql }) => /WHERE \(\w+ LIKE /.test(sql) && /AS walked/.test(sql));
      if (!containsQuery) continue;
      const plan = await database.rows<{ table: string; Extra: string }>(
        `EXPLAIN ${containsQuery.sql}`,
        containsQuery.values as never,
      );
      planSteps.push(...plan.filter(({ table }) => table === 'staff').map(({ Extra }) => `${path}: ${Extra}`));
    }
    expect(planSteps.length).toBeGreaterThan(2);
    expect(planSteps.filter((step) => !/Using( where; Using)? index/.test(step))).toEqual([]);
    expect(expensive).toEqual([]);
  });

  it('reads the page of a common substring along the order', async () => {
    if (engine !== 'mariadb') return;
    const path = `/api/staff?first_name_like=li&_sort=last_name,first_name&_order=asc,asc&_start=0&_end=${PAGE}`;
    const { status, body, reads, headers } = await requestWithReads(running, path, organisation.admin);
    expect([status, body.length, headers['x-total-count']]).toEqual([200, PAGE, String(sizes.staff / 10)]);
    expect(reads.filter(({ values }) => values.length > 20).map(({ sql }) => sql)).toEqual([]);
    const page = reads.at(-1)!;
    expect(page.rowsRead).toBeLessThan(10 * PAGE_READS);
  });

  it('is paged by key in both directions and every order', async () => {
    const admin = api(running, organisation.admin);
    for (let n = 10; n < 22 && engine !== 'mariadb'; n++) {
      const joined = `2024-03-${n}`;
      await admin.post('/api/staff', { staff_code: `X-${n}`, first_name: `Kim ${n % 3}`, last_name: 'Lee', joined });
    }
    for (const path of ORDERS.filter((measured) => /api\/(staff|attempts|skill-targets)\?/.test(measured))) {
      const [page, next] = [10, 4].map((size) => `${path}_end=${size}`);
      const first = await request(page!);
      if (first.body.length < 10) continue;
      const middle = await request(`${path}_start=6&_end=10`);
      const six = await request(`${path}_start=0&_end=6`);
      const after = await request(`${next}&_after=${key(six, 'last')}`);
      expect([path, idsOf(after)]).toEqual([path, idsOf(middle)]);
      expect(idsOf(middle)).toEqual(idsOf(first).slice(6));
      const before = await request(`${path}_end=6&_before=${key(middle, 'first')}`);
      expect([path, idsOf(before)]).toEqual([path, idsOf(six)]);
    }
    const invalidKey = await request('/api/staff?_after=not-a-key');
    expect([invalidKey.status, Object.keys(invalidKey.body.errors)]).toEqual([400, ['_after']]);
  });

  it('seeks by key in both directions in every list and order, also among NULL values', async () => {
    if (engine !== 'mariadb') return;
    const expensive: string[] = [];
    const rareTerms = new Set<string>();
    for (const path of ORDERS) {
      // Beyond the middle, where the end of the index is nearer.
      const total = Number((await request(`${path}_end=1`)).headers.get('x-total-count'));
      const start = Math.min(9_000, Math.floor(total * 0.75));
      const deepPage = await request(`${path}_start=${start}&_end=${start + 10}`);
      if (deepPage.body.length < 10) rareTerms.add(/api\/([\w-]+)/.exec(path)![1]!);
      else
        for (const seek of [`_after=${key(deepPage, 'last')}`, `_before=${key(deepPage, 'first')}`])
          expensive.push(...(await findExpensive(`${path}_end=4&${seek}`)));
    }
    expect(expensive).toEqual([]);
    // Every list was tested.
    expect([...rareTerms]).toEqual([]);
  });

  const key = (reply: { headers: Headers }, which: string) => encodeURIComponent(reply.headers.get(`x-page-${which}`)!);
  const idsOf = ({ body }: { body: { id: string }[] }) => body.map(({ id }) => id);

  /** Total rows read by a request; 0 on SQLite. */
  async function countReads(path: string): Promise<number> {
    if (engine !== 'mariadb') return 0;
    const { reads } = await requestWithReads(running, path, organisation.admin);
    return reads.reduce((sum, { rowsRead: read }) => sum + read, 0);
  }
});
