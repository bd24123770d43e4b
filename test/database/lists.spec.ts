import type { DataSource, ObjectLiteral } from 'typeorm';
import { LIST_OPERATORS } from '../../src/contract/list-dialect';
import { Clock } from '../../src/common/clock';
import { Database } from '../../src/infrastructure/database/database';
import type { ListPage } from '../../src/infrastructure/database/list-page';
import { decodeSeekKey, encodeSeekKey, type SeekKey } from '../../src/infrastructure/database/seek-pagination';
import {
  parseListQuery,
  sortableNames,
  type ListRequest,
  type RawQuery,
} from '../../src/infrastructure/rest/list-query';
import { AttemptHead } from '../../src/modules/quizzes/attempt.entity';
import { listResources, type ResourceMetadata } from '../../src/tenancy/resource-metadata';
import type { Tenant } from '../../src/tenancy/tenant';
import { TenantRepository } from '../../src/tenancy/tenant-repository';
import { TenantFactory } from '../../src/tenancy/tenant.factory';
import { seededRandom } from '../support/seeded-random';
import { statementsOf } from '../support/recorded-statements';
import { createTestDataSource } from '../support/template';
import { registeredResources, type Definition } from '../support/list-resources';
import { idAt, sortRows, matchesWhere, randomRows, withoutForeignKeys, type Row } from '../support/random-rows';

const PAGE = 10;
const ROWS = 160;
const NAMES = [
  ...['skill-evidence', 'skill-targets', 'exemptions', 'revocations', 'role-targets', 'staff', 'attempts'],
  ...['training-assignments', 'departments'],
];
type Records = TenantRepository<ObjectLiteral & { customer_id: number }>;
type Request = ListRequest<ObjectLiteral & { customer_id: number }>;

describe('a list', () => {
  let close: () => Promise<void>;
  let dataSource: DataSource;
  let database: Database;
  let tenantFactory: TenantFactory;
  let customers = 0;

  beforeAll(async () => {
    ({ dataSource, close } = await createTestDataSource());
    database = new Database(dataSource);
    tenantFactory = new TenantFactory(database);
  });
  afterAll(() => close());

  const newTenant = (): Tenant =>
    tenantFactory.forNewCustomer({
      customer_id: ++customers,
      time_zone: 'UTC',
      financial_year_start_month: 1,
      matrix_version: 0,
      status: 'A',
    });
  const resourceNamed = (name: string): ResourceMetadata =>
    listResources().find(({ definition }) => definition.name === name)!;
  const repositoryOf = (entity: ResourceMetadata['entity']) =>
    new TenantRepository(database, new Clock(), entity as never) as Records;
  const buildSeek = (key: string, { order }: Request, direction: SeekKey['direction']): SeekKey => ({
    direction,
    values: decodeSeekKey(key, order)!,
  });

  /** Each filter with each operator, by common values and by a rare one. */
  function buildFilters(definition: Definition, rows: readonly Row[]): RawQuery[] {
    return Object.entries(definition.fields)
      .filter(([name, field]) => field.filter && rows.every((row) => row[name] !== undefined))
      .flatMap(([name, { kind }]): RawQuery[] => {
        const formatValue = (value: unknown) =>
          kind === 'instant' ? new Date(value as number).toISOString() : String(value);
        const values = rows.flatMap((row) => (row[name] === null ? [] : [formatValue(row[name])]));
        const [rareValue, commonValue, otherCommonValue] = [values[0]!, values.at(-1)!, values.at(-2)!];
        const isText = ['text', 'email', 'phone', 'url', 'markdown'].includes(kind);
        const operatorFilters = LIST_OPERATORS.flatMap((operator): RawQuery[] => {
          if (operator === 'null') return ['true', 'false'].map((is) => ({ [`${name}_null`]: is }));
          if (operator === 'in' || operator === 'nin')
            return [{ [`${name}_${operator}`]: `${commonValue},${otherCommonValue}` }];
          if (operator === 'between') return [{ [`${name}_between`]: [commonValue, rareValue].toSorted().join() }];
          if (operator === 'like' || operator === 'startswith')
            return isText ? [{ [`${name}_${operator}`]: commonValue.slice(0, 2) }] : [];
          return [{ [`${name}_${operator}`]: commonValue }];
        });
        return values.length
          ? [{ [name]: rareValue }, { [name]: commonValue }, ...operatorFilters]
          : operatorFilters.slice(-2);
      });
  }

  /** Reads the whole list page by page. @param next the request for the following page, or null at the end */
  async function readAllPages(
    readPage: (page: Partial<Request>) => Promise<ListPage<Row>>,
    next: (page: ListPage<Row>, at: number) => Partial<Request> | null,
    checkPage: (page: ListPage<Row>) => void,
  ): Promise<Row[]> {
    const rows: Row[] = [];
    for (let request: Partial<Request> | null = {}; request;) {
      const page: ListPage<Row> = await readPage(request);
      checkPage(page);
      rows.push(...page.rows);
      request = page.rows.length ? next(page, rows.length) : null;
    }
    return rows;
  }

  it.each(NAMES)('%s: the pages of every query contain all matching rows once and in order', async (name) => {
    const { entity, definition } = resourceNamed(name);
    expect(registeredResources.map((template) => template.name)).toContain(name);
    const random = seededRandom(7);
    const tenant = newTenant();
    const metadata = dataSource.getMetadata(entity);
    await withoutForeignKeys(dataSource, () =>
      repositoryOf(entity).insert(tenant, randomRows(metadata, definition, ROWS, random) as never),
    );
    const records = repositoryOf(name === 'attempts' ? AttemptHead : entity);
    const all = (await records.find(tenant)) as Row[];
    const sorts = [...sortableNames(definition), 'id'];
    const faults: unknown[] = [];
    let largestMatch = 0;
    for (const filter of buildFilters(definition, sortRows(all, parseListQuery(definition, {}).order))) {
      const sorted = { _sort: random.pick(sorts), _order: random.pick(['asc', 'desc']) };
      for (const query of [filter, { ...filter, ...sorted }]) {
        const request = parseListQuery(definition, { ...query, _end: String(PAGE) }) as Request;
        const matching = sortRows(
          all.filter((row) => matchesWhere(row, request.where as Row)),
          request.order,
        );
        largestMatch = Math.max(largestMatch, matching.length);
        const readPage = async (page: Partial<Request>) =>
          (await records.findPage(tenant, { ...request, ...page })) as ListPage<Row>;
        const wrongTotals: unknown[] = [];
        const checkPage = ({ total, exact = true }: ListPage<Row>) => {
          if (exact ? total !== matching.length : total > matching.length) wrongTotals.push([total, exact]);
        };
        const idsOf = (rows: readonly Row[]) => rows.map((row) => row[definition.id]);
        const byStart = await readAllPages(readPage, (_, at) => ({ offset: at }), checkPage);
        const after = ({ last }: ListPage<Row>) => (last ? { seek: buildSeek(last, request, 'after') } : null);
        const byAfter = await readAllPages(readPage, after, checkPage);
        for (const [method, rows] of Object.entries({ byStart, byAfter })) {
          if (wrongTotals.length || idsOf(rows).join() !== idsOf(matching).join())
            faults.push({ query, method, pageRows: rows.length, matching: matching.length, wrongTotals });
        }
      }
    }
    expect(faults).toEqual([]);
    expect(largestMatch).toBeGreaterThan(5 * PAGE);
  });

  // test/size counts the rows that MariaDB reads; for SQLite this test checks the query plan.
  it.each(NAMES)('%s: seeks by an index in every order, also among NULL values', async (name) => {
    if (database.engine !== 'sqlite') return;
    const { entity, definition } = resourceNamed(name);
    const tenant = newTenant();
    const generatedRows = randomRows(dataSource.getMetadata(entity), definition, ROWS, seededRandom(5));
    await withoutForeignKeys(dataSource, () => repositoryOf(entity).insert(tenant, generatedRows as never));
    const records = repositoryOf(name === 'attempts' ? AttemptHead : entity);
    const all = (await records.find(tenant)) as Row[];
    const expensive: unknown[] = [];
    let keys = 0;
    for (const _sort of [...sortableNames(definition), 'id']) {
      for (const _order of ['asc', 'desc']) {
        const request = parseListQuery(definition, { _sort, _order, _end: '5' }) as Request;
        const rows = sortRows(all, request.order);
        const empty = rows.findIndex((row) => row[request.order[0]![0]] === null);
        for (const at of [rows.length >> 1, empty + 1].filter((place) => place > 0)) {
          for (const direction of ['after', 'before'] as const) {
            keys++;
            const seek = buildSeek(encodeSeekKey(rows[at]!, request.order), request, direction);
            const [sql] = await statementsOf(() => records.findPage(tenant, { ...request, seek }));
            const values = [...sql!.matchAll(/\?/g)].map(() => null);
            const plan = await database.rows<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, values);
            const steps = plan.map(({ detail }) => detail);
            // A search by customer_id only, a full scan or a sort.
            const scans = steps.filter((step) => /\(customer_id=\?\)$|^SCAN (?!f$)|TEMP B-TREE/.test(step));
            if (scans.length) expensive.push([_sort, _order, direction, at === empty + 1 ? 'empty' : '', scans]);
          }
        }
      }
    }
    expect(expensive).toEqual([]);
    expect(keys).toBeGreaterThan(5);
  });

  it('of more than ten thousand rows never reports a partial count as exact, and loses no row', async () => {
    const { entity, definition } = resourceNamed('skill-evidence');
    const [tenant, records] = [newTenant(), repositoryOf(entity)];
    const [template] = randomRows(dataSource.getMetadata(entity), definition, 1, seededRandom(11));
    // The first rows and the last one belong to one person and have another level; every 200th of the others has level
    // 3.
    const rows = Array.from({ length: 10_040 }, (_, n) => {
      const isSamePerson = n < 3 || n === 10_039;
      return {
        ...template,
        evidence_id: idAt(1, n),
        source_id: idAt(1, n),
        valid_until: null,
        staff_id: idAt(2, isSamePerson ? 1 : n),
        skill_id: idAt(2, n),
        level: n % 200 === 7 ? 3 : 1,
        effective_date: `20${String(10 + Math.floor(n / 336)).padStart(2, '0')}-${String(1 + (Math.floor(n / 28) % 12)).padStart(2, '0')}-${String(1 + (n % 28)).padStart(2, '0')}`,
      };
    });
    await withoutForeignKeys(dataSource, () => records.insert(tenant, rows as never));
    const matching = rows.filter(({ level }) => level === 3).map(({ evidence_id }) => evidence_id);
    for (const _order of ['asc', 'desc']) {
      const query = { level: '3', _sort: 'effective_date', _order, _end: '20' };
      const request = parseListQuery(definition, query) as Request;
      const expected = _order === 'asc' ? matching : matching.toReversed();
      for (const offset of [0, 20]) {
        const page = await records.findPage(tenant, { ...request, offset });
        const isTrue = page.exact === false ? page.total <= matching.length : page.total === matching.length;
        expect([page.rows.map((row) => row.evidence_id), isTrue]).toEqual([expected.slice(offset, offset + 20), true]);
      }
    }
  });

  it('of more than ten thousand rows reports the exact count when it has read to the end', async () => {
    const { entity, definition } = resourceNamed('skill-evidence');
    const [tenant, records] = [newTenant(), repositoryOf(entity)];
    const [template] = randomRows(dataSource.getMetadata(entity), definition, 1, seededRandom(13));
    // All rows belong to one person, so that the filter's best index leaves too many rows; the date range leaves a
    // few.
    const rows = Array.from({ length: 10_040 }, (_, n) => ({
      ...template,
      evidence_id: idAt(1, n),
      source_id: idAt(1, n),
      staff_id: idAt(2, 1),
      skill_id: idAt(3, n),
      level: n % 20 === 7 ? 3 : 1,
      effective_date: n < 100 ? `2020-01-${10 + (n % 20)}` : '2021-01-01',
    }));
    await withoutForeignKeys(dataSource, () => records.insert(tenant, rows as never));
    const days = { effective_date_between: '2020-01-01,2020-02-01', _sort: 'effective_date' };
    for (const _order of ['asc', 'desc']) {
      const query = { staff_id: idAt(2, 1), level: '3', ...days, _order, _end: '3' };
      const request = parseListQuery(definition, query) as Request;
      const answers = [];
      for (const offset of [0, 2, 3, 4, 5, 6, 40]) {
        const { rows: pageRows, total, exact } = await records.findPage(tenant, { ...request, offset });
        answers.push([offset, pageRows.length, total, exact ?? true]);
      }
      expect(answers).toEqual([
        ...[0, 2].map((offset) => [offset, 3, expect.any(Number), expect.any(Boolean)]),
        ...[3, 4].map((offset) => [offset, 5 - offset, 5, true]),
        ...[5, 6, 40].map((offset) => [offset, 0, 5, true]),
      ]);
    }
  });

  it.each(['skill-targets', 'skill-evidence', 'staff'])('%s: is read in batches by one key', async (name) => {
    const { entity, definition } = resourceNamed(name);
    const [tenant, records] = [newTenant(), repositoryOf(entity)];
    const [template] = randomRows(dataSource.getMetadata(entity), definition, 1, seededRandom(17));
    // Many rows per person and per skill: a batch that filtered by both would read all of them.
    const rows = Array.from({ length: 2_010 }, (_, n) => ({
      ...template,
      ...('source_id' in template! && { source_id: idAt(4, n) }),
      ...(name === 'staff' ? { staff_code: `P-${n}` } : { staff_id: idAt(2, n % 45), skill_id: idAt(3, n) }),
      [definition.id]: idAt(name === 'staff' ? 2 : 1, n),
    }));
    await withoutForeignKeys(dataSource, () => records.insert(tenant, rows as never));
    const { order } = parseListQuery(definition, {}) as Request;
    const batchesRead: Row[][] = [];
    const statements = await statementsOf(async () => {
      for await (const batch of records.findInBatches(tenant, {}, { order })) batchesRead.push(batch as Row[]);
    });
    const ids = sortRows((await records.find(tenant)) as Row[], order).map((row) => row[definition.id]);
    expect(batchesRead.map(({ length }) => length)).toEqual([999, 999, 12]);
    expect(batchesRead.flat().map((row) => row[definition.id])).toEqual(ids);
    expect(statements.map((sql) => sql.match(/ IN \(/g)?.length ?? 0)).toEqual([0, 1, 1, 1]);
  });

  it('with a search is empty after its last row and still has its total', async () => {
    const { entity, definition } = resourceNamed('staff');
    const [tenant, records] = [newTenant(), repositoryOf(entity)];
    const [template] = randomRows(dataSource.getMetadata(entity), definition, 1, seededRandom(3));
    const people = Array.from({ length: 1_500 }, (_, n) => ({
      ...template,
      staff_id: idAt(1, n),
      staff_code: `P-${n}`,
    }));
    await withoutForeignKeys(dataSource, () => records.insert(tenant, people as never));
    for (const filter of [
      { q: 'p' },
      { status: String(template!['status']), q: 'p' },
      { last_name: String(template!['last_name']) },
    ]) {
      for (const [from, remaining] of [
        [1_480, 20],
        [1_495, 5],
        [1_500, 0],
        [1_700, 0],
      ] as const) {
        const query = { ...filter, _start: String(from), _end: String(from + 20) };
        const page = await records.findPage(tenant, parseListQuery(definition, query) as Request);
        expect([query, page.rows.length, remaining && remaining < 20 ? page.total : 1_500, page.total > 1_500]).toEqual(
          [...[query, remaining, 1_500, false]],
        );
        if (!remaining) expect([query, page.total, page.exact ?? true]).toEqual([query, 1_500, true]);
      }
    }
  });
});
