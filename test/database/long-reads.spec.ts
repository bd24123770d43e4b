import { Clock } from '../../src/platform/clock';
import { Database } from '../../src/platform/database/database';
import { Transactions } from '../../src/platform/database/transactions';
import { newId } from '../../src/platform/ids';
import { Department } from '../../src/staff/department.entity';
import { TenantQueries } from '../../src/tenancy/tenant-queries';
import { TenantRepository } from '../../src/tenancy/tenant-repository';
import { Tenants } from '../../src/tenancy/tenants';
import type { Tenant } from '../../src/tenancy/tenant';
import { testDataSource } from '../support/template';

/** Takes the database a while, and is long. */
const upTo = (most: number): string =>
  `(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${most}) SELECT i FROM n)`;
/** Wide rows: of a narrow answer a late reader finds all in the socket, and needs three turns for it. */
const FILLING = `'${'x'.repeat(400)}' AS filling`;
const COUNTED = `SELECT 200 * (a.i - 1) + b.i AS i, ${FILLING} FROM ${upTo(300)} a CROSS JOIN ${upTo(200)} b`;
const NAMES = 'SELECT d.name AS name FROM department d WHERE d.customer_id = :customer_id ORDER BY d.name';

describe('a long answer, read row by row', () => {
  let close: () => Promise<void>;
  let database: Database;
  let queries: TenantQueries;
  let transactions: Transactions;
  let departments: TenantRepository<Department>;
  let tenants: Tenants;
  let tenant: Tenant;
  let last = 0;
  beforeAll(async () => {
    const opened = await testDataSource();
    close = opened.close;
    database = new Database(opened.dataSource);
    transactions = new Transactions(opened.dataSource);
    queries = new TenantQueries(database);
    departments = new TenantRepository(database, new Clock(), Department);
    tenants = new Tenants(database);
  });
  beforeEach(() => {
    const facts = { time_zone: 'UTC', financial_year_start_month: 1, matrix_version: 0, status: 'A' };
    tenant = tenants.forNew({ customer_id: ++last, ...facts });
  });
  afterAll(() => close());

  const keep = (name: string) =>
    transactions.run(() => departments.insert(tenant, { department_id: newId(), name, parent_id: null }));
  const names = async (): Promise<string[]> => {
    const all: string[] = [];
    await queries.each<{ name: string }>(tenant, NAMES, {}, ({ name }) => all.push(name));
    return all;
  };

  it('lets other callbacks run before its last row, on either engine', async () => {
    let rows = 0;
    let sum = 0;
    const events: string[] = [];
    await database.each<{ i: number }>(COUNTED, [], ({ i }) => {
      if (++rows === 1) setImmediate(() => events.push('other'));
      if (rows === 60_000) events.push('last row');
      sum += Number(i);
    });
    expect([rows, sum]).toEqual([60_000, 1_800_030_000]);
    expect(events).toEqual(['other', 'last row']);
  });

  it('has what was committed before it, and within a transaction what that has written', async () => {
    await keep('Hall 1');
    expect(await names()).toEqual(['Hall 1']);
    await keep('Hall 2');
    expect(await names()).toEqual(['Hall 1', 'Hall 2']);
    await transactions.run(async () => {
      await keep('Hall 3');
      expect(await names()).toEqual(['Hall 1', 'Hall 2', 'Hall 3']);
    });
  });

  it('passes the judge, and is of one organisation', async () => {
    await keep('Weld shop');
    tenant = tenants.forNew({
      ...{ customer_id: ++last, time_zone: 'UTC', financial_year_start_month: 1 },
      ...{ matrix_version: 0, status: 'A' },
    });
    expect(await names()).toEqual([]);
    const unbound = queries.each(tenant, 'SELECT d.name AS name FROM department d', {}, () => undefined);
    await expect(unbound).rejects.toThrow(/customer_id/);
    await expect(database.each("DELETE FROM department WHERE name = 'Weld shop'", [], () => undefined)).rejects.toThrow(
      /transactions\.run/,
    );
  });

  it('ends with what went wrong, in the database or in whoever takes the rows, and the next one is whole', async () => {
    await keep('Hall 1');
    await expect(database.each('SELECT x.nothing FROM department x', [], () => undefined)).rejects.toThrow(/nothing/);
    const taking = database.each(COUNTED, [], () => {
      throw new Error('that is no row of mine');
    });
    await expect(taking).rejects.toThrow('that is no row of mine');
    expect(await names()).toEqual(['Hall 1']);
    expect(await Promise.all([names(), names(), names()])).toEqual([['Hall 1'], ['Hall 1'], ['Hall 1']]);
  });
});
