import type { DataSource, ObjectLiteral } from 'typeorm';
import { LIST_OPERATORS } from '../../src/contract/list-dialect';
import { Clock } from '../../src/platform/clock';
import { Database } from '../../src/platform/database/database';
import type { PageOf } from '../../src/platform/database/list-page';
import { readSeekKey, seekKeyOf, type SeekKey } from '../../src/platform/database/seek';
import { parseList, sortsOf, type ListRequest, type RawQuery } from '../../src/platform/definitions/list-query';
import { AttemptHead } from '../../src/quizzes/attempt.entity';
import { everyKept, type Kept } from '../../src/tenancy/resources/kept';
import type { Tenant } from '../../src/tenancy/tenant';
import { TenantRepository } from '../../src/tenancy/tenant-repository';
import { Tenants } from '../../src/tenancy/tenants';
import { chance } from '../support/chance';
import { statementsOf } from '../support/statements';
import { testDataSource } from '../support/template';
import { listed, type Definition } from '../support/listed';
import { idAt, inOrder, isAskedFor, rowsOf, unlinked, type Row } from '../support/listed-rows';

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
  let tenants: Tenants;
  let customers = 0;

  beforeAll(async () => {
    ({ dataSource, close } = await testDataSource());
    database = new Database(dataSource);
    tenants = new Tenants(database);
  });
  afterAll(() => close());

  const newTenant = (): Tenant =>
    tenants.forNew({
      ...{ customer_id: ++customers, time_zone: 'UTC', financial_year_start_month: 1 },
      ...{ matrix_version: 0, status: 'A' },
    });
  const keptAs = (name: string): Kept => everyKept().find(({ definition }) => definition.name === name)!;
  const recordsOf = (entity: Kept['entity']) => new TenantRepository(database, new Clock(), entity as never) as Records;
  const seekOf = (key: string, { order }: Request, direction: SeekKey['direction']): SeekKey => ({
    direction,
    values: readSeekKey(key, order)!,
  });

  /** Each filter in each way, by values that many have and by one that few have. */
  function filtersOf(definition: Definition, rows: readonly Row[]): RawQuery[] {
    return Object.entries(definition.fields)
      .filter(([name, field]) => field.filter && rows.every((row) => row[name] !== undefined))
      .flatMap(([name, { kind }]): RawQuery[] => {
        const shown = (value: unknown) =>
          kind === 'instant' ? new Date(value as number).toISOString() : String(value);
        const values = rows.flatMap((row) => (row[name] === null ? [] : [shown(row[name])]));
        const [few, many, more] = [values[0]!, values.at(-1)!, values.at(-2)!];
        const isText = ['text', 'email', 'phone', 'url', 'markdown'].includes(kind);
        const ways = LIST_OPERATORS.flatMap((operator): RawQuery[] => {
          if (operator === 'null') return ['true', 'false'].map((is) => ({ [`${name}_null`]: is }));
          if (operator === 'in' || operator === 'nin') return [{ [`${name}_${operator}`]: `${many},${more}` }];
          if (operator === 'between') return [{ [`${name}_between`]: [many, few].toSorted().join() }];
          if (operator === 'like' || operator === 'startswith')
            return isText ? [{ [`${name}_${operator}`]: many.slice(0, 2) }] : [];
          return [{ [`${name}_${operator}`]: many }];
        });
        return values.length ? [{ [name]: few }, { [name]: many }, ...ways] : ways.slice(-2);
      });
  }

  /** All of it, page by page. @param next where the page behind one begins; null: nowhere */
  async function joined(
    ask: (page: Partial<Request>) => Promise<PageOf<Row>>,
    next: (page: PageOf<Row>, at: number) => Partial<Request> | null,
    seen: (page: PageOf<Row>) => void,
  ): Promise<Row[]> {
    const rows: Row[] = [];
    for (let part: Partial<Request> | null = {}; part;) {
      const page: PageOf<Row> = await ask(part);
      seen(page);
      rows.push(...page.rows);
      part = page.rows.length ? next(page, rows.length) : null;
    }
    return rows;
  }

  it.each(NAMES)('%s: whatever is asked for, its pages are all that match, each once and in order', async (name) => {
    const { entity, definition } = keptAs(name);
    expect(listed.map((one) => one.name)).toContain(name);
    const random = chance(7);
    const tenant = newTenant();
    const metadata = dataSource.getMetadata(entity);
    await unlinked(dataSource, () =>
      recordsOf(entity).insert(tenant, rowsOf(metadata, definition, ROWS, random) as never),
    );
    const records = recordsOf(name === 'attempts' ? AttemptHead : entity);
    const all = (await records.find(tenant)) as Row[];
    const sorts = [...sortsOf(definition), 'id'];
    const wrong: unknown[] = [];
    let most = 0;
    for (const filter of filtersOf(definition, inOrder(all, parseList(definition, {}).order))) {
      const sorted = { _sort: random.one(sorts), _order: random.one(['asc', 'desc']) };
      for (const query of [filter, { ...filter, ...sorted }]) {
        const request = parseList(definition, { ...query, _end: String(PAGE) }) as Request;
        const matching = inOrder(
          all.filter((row) => isAskedFor(row, request.where as Row)),
          request.order,
        );
        most = Math.max(most, matching.length);
        const ask = async (page: Partial<Request>) =>
          (await records.page(tenant, { ...request, ...page })) as PageOf<Row>;
        const untrue: unknown[] = [];
        const seen = ({ total, exact = true }: PageOf<Row>) => {
          if (exact ? total !== matching.length : total > matching.length) untrue.push([total, exact]);
        };
        const idsOf = (rows: readonly Row[]) => rows.map((row) => row[definition.id]);
        const byStart = await joined(ask, (_, at) => ({ offset: at }), seen);
        const after = ({ last }: PageOf<Row>) => (last ? { seek: seekOf(last, request, 'after') } : null);
        const byAfter = await joined(ask, after, seen);
        for (const [way, rows] of Object.entries({ byStart, byAfter })) {
          if (untrue.length || idsOf(rows).join() !== idsOf(matching).join())
            wrong.push({ query, way, found: rows.length, matching: matching.length, untrue });
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(most).toBeGreaterThan(5 * PAGE);
  });

  // MariaDB says how many rows it read (test/size); the embedded engine, how it goes about it.
  it.each(NAMES)('%s: is entered in the middle at a key, in every order and among empty values too', async (name) => {
    if (database.engine !== 'sqlite') return;
    const { entity, definition } = keptAs(name);
    const tenant = newTenant();
    const made = rowsOf(dataSource.getMetadata(entity), definition, ROWS, chance(5));
    await unlinked(dataSource, () => recordsOf(entity).insert(tenant, made as never));
    const records = recordsOf(name === 'attempts' ? AttemptHead : entity);
    const all = (await records.find(tenant)) as Row[];
    const dear: unknown[] = [];
    let keys = 0;
    for (const _sort of [...sortsOf(definition), 'id']) {
      for (const _order of ['asc', 'desc']) {
        const request = parseList(definition, { _sort, _order, _end: '5' }) as Request;
        const rows = inOrder(all, request.order);
        const empty = rows.findIndex((row) => row[request.order[0]![0]] === null);
        for (const at of [rows.length >> 1, empty + 1].filter((place) => place > 0)) {
          for (const direction of ['after', 'before'] as const) {
            keys++;
            const seek = seekOf(seekKeyOf(rows[at]!, request.order), request, direction);
            const [sql] = await statementsOf(() => records.page(tenant, { ...request, seek }));
            const values = [...sql!.matchAll(/\?/g)].map(() => null);
            const plan = await database.rows<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, values);
            const steps = plan.map(({ detail }) => detail);
            // By no more than whose rows they are; or all that are found, sorted.
            const walked = steps.filter((step) => /\(customer_id=\?\)$|^SCAN (?!f$)|TEMP B-TREE/.test(step));
            if (walked.length) dear.push([_sort, _order, direction, at === empty + 1 ? 'empty' : '', walked]);
          }
        }
      }
    }
    expect(dear).toEqual([]);
    expect(keys).toBeGreaterThan(5);
  });

  it('of more than ten thousand rows says of no short part that it is the whole, and loses none of it', async () => {
    const { entity, definition } = keptAs('skill-evidence');
    const [tenant, records] = [newTenant(), recordsOf(entity)];
    const [oldest] = rowsOf(dataSource.getMetadata(entity), definition, 1, chance(11));
    // The first rows and the last one are one person's and of another level; of the others every 200th is of the third.
    const rows = Array.from({ length: 10_040 }, (_, n) => {
      const isHolders = n < 3 || n === 10_039;
      return {
        ...{ ...oldest, evidence_id: idAt(1, n), source_id: idAt(1, n), valid_until: null },
        ...{ staff_id: idAt(2, isHolders ? 1 : n), skill_id: idAt(2, n), level: n % 200 === 7 ? 3 : 1 },
        effective_date: `20${String(10 + Math.floor(n / 336)).padStart(2, '0')}-${String(1 + (Math.floor(n / 28) % 12)).padStart(2, '0')}-${String(1 + (n % 28)).padStart(2, '0')}`,
      };
    });
    await unlinked(dataSource, () => records.insert(tenant, rows as never));
    const matching = rows.filter(({ level }) => level === 3).map(({ evidence_id }) => evidence_id);
    for (const _order of ['asc', 'desc']) {
      const query = { level: '3', _sort: 'effective_date', _order, _end: '20' };
      const request = parseList(definition, query) as Request;
      const wanted = _order === 'asc' ? matching : matching.toReversed();
      for (const offset of [0, 20]) {
        const page = await records.page(tenant, { ...request, offset });
        const isTrue = page.exact === false ? page.total <= matching.length : page.total === matching.length;
        expect([page.rows.map((row) => row.evidence_id), isTrue]).toEqual([wanted.slice(offset, offset + 20), true]);
      }
    }
  });

  it('of more than ten thousand rows says exactly how many match where its way along the order came to the end', async () => {
    const { entity, definition } = keptAs('skill-evidence');
    const [tenant, records] = [newTenant(), recordsOf(entity)];
    const [one] = rowsOf(dataSource.getMetadata(entity), definition, 1, chance(13));
    // All of one person, so that the filter's best index leaves more than are looked through; the days leave a few.
    const rows = Array.from({ length: 10_040 }, (_, n) => ({
      ...{ ...one, evidence_id: idAt(1, n), source_id: idAt(1, n), staff_id: idAt(2, 1), skill_id: idAt(3, n) },
      ...{ level: n % 20 === 7 ? 3 : 1, effective_date: n < 100 ? `2020-01-${10 + (n % 20)}` : '2021-01-01' },
    }));
    await unlinked(dataSource, () => records.insert(tenant, rows as never));
    const days = { effective_date_between: '2020-01-01,2020-02-01', _sort: 'effective_date' };
    for (const _order of ['asc', 'desc']) {
      const query = { staff_id: idAt(2, 1), level: '3', ...days, _order, _end: '3' };
      const request = parseList(definition, query) as Request;
      const answers = [];
      for (const offset of [0, 2, 3, 4, 5, 6, 40]) {
        const { rows: found, total, exact } = await records.page(tenant, { ...request, offset });
        answers.push([offset, found.length, total, exact ?? true]);
      }
      expect(answers).toEqual([
        ...[0, 2].map((offset) => [offset, 3, expect.any(Number), expect.any(Boolean)]),
        ...[3, 4].map((offset) => [offset, 5 - offset, 5, true]),
        ...[5, 6, 40].map((offset) => [offset, 0, 5, true]),
      ]);
    }
  });

  it.each(['skill-targets', 'skill-evidence', 'staff'])('%s: is read in batches by one key', async (name) => {
    const { entity, definition } = keptAs(name);
    const [tenant, records] = [newTenant(), recordsOf(entity)];
    const [one] = rowsOf(dataSource.getMetadata(entity), definition, 1, chance(17));
    // Many rows of each person and of each skill: a batch that named both would read all of them.
    const rows = Array.from({ length: 2_010 }, (_, n) => ({
      ...{ ...one, ...('source_id' in one! && { source_id: idAt(4, n) }) },
      ...(name === 'staff' ? { staff_code: `P-${n}` } : { staff_id: idAt(2, n % 45), skill_id: idAt(3, n) }),
      [definition.id]: idAt(name === 'staff' ? 2 : 1, n),
    }));
    await unlinked(dataSource, () => records.insert(tenant, rows as never));
    const { order } = parseList(definition, {}) as Request;
    const read: Row[][] = [];
    const statements = await statementsOf(async () => {
      for await (const batch of records.batches(tenant, {}, { order })) read.push(batch as Row[]);
    });
    const ids = inOrder((await records.find(tenant)) as Row[], order).map((row) => row[definition.id]);
    expect(read.map(({ length }) => length)).toEqual([999, 999, 12]);
    expect(read.flat().map((row) => row[definition.id])).toEqual(ids);
    expect(statements.map((sql) => sql.match(/ IN \(/g)?.length ?? 0)).toEqual([0, 1, 1, 1]);
  });

  it('that is searched is empty behind its last row, and still says how many there are', async () => {
    const { entity, definition } = keptAs('staff');
    const [tenant, records] = [newTenant(), recordsOf(entity)];
    const [one] = rowsOf(dataSource.getMetadata(entity), definition, 1, chance(3));
    const people = Array.from({ length: 1_500 }, (_, n) => ({ ...one, staff_id: idAt(1, n), staff_code: `P-${n}` }));
    await unlinked(dataSource, () => records.insert(tenant, people as never));
    for (const filter of [
      { q: 'p' },
      { status: String(one!['status']), q: 'p' },
      { last_name: String(one!['last_name']) },
    ]) {
      for (const [from, left] of [
        [1_480, 20],
        [1_495, 5],
        [1_500, 0],
        [1_700, 0],
      ] as const) {
        const query = { ...filter, _start: String(from), _end: String(from + 20) };
        const page = await records.page(tenant, parseList(definition, query) as Request);
        expect([query, page.rows.length, left && left < 20 ? page.total : 1_500, page.total > 1_500]).toEqual([
          ...[query, left, 1_500, false],
        ]);
        if (!left) expect([query, page.total, page.exact ?? true]).toEqual([query, 1_500, true]);
      }
    }
  });
});
