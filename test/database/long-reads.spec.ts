import { Clock } from '../../src/common/clock';
import { Database } from '../../src/infrastructure/database/database';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { newId } from '../../src/common/ids';
import { Department } from '../../src/modules/staff/department.entity';
import { TenantQueries } from '../../src/tenancy/tenant-queries';
import { TenantRepository } from '../../src/tenancy/tenant-repository';
import { TenantFactory } from '../../src/tenancy/tenant.factory';
import type { Tenant } from '../../src/tenancy/tenant';
import { createTestDataSource } from '../support/template';

/** A long result that takes the database a while. */
const upTo = (count: number): string =>
  `(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count}) SELECT i FROM n)`;
/** Wide rows, because a late reader would find a narrow result completely in the socket buffer. */
const PADDING_COLUMN = `'${'x'.repeat(400)}' AS filling`;
const LONG_QUERY = `SELECT 200 * (a.i - 1) + b.i AS i, ${PADDING_COLUMN} FROM ${upTo(300)} a CROSS JOIN ${upTo(200)} b`;
const NAMES = 'SELECT d.name AS name FROM department d WHERE d.customer_id = :customer_id ORDER BY d.name';

describe('a long result, read row by row', () => {
  let close: () => Promise<void>;
  let database: Database;
  let queries: TenantQueries;
  let transactions: TransactionManager;
  let departments: TenantRepository<Department>;
  let tenantFactory: TenantFactory;
  let tenant: Tenant;
  let lastCustomerId = 0;
  beforeAll(async () => {
    const testSource = await createTestDataSource();
    close = testSource.close;
    database = new Database(testSource.dataSource);
    transactions = new TransactionManager(testSource.dataSource);
    queries = new TenantQueries(database);
    departments = new TenantRepository(database, new Clock(), Department);
    tenantFactory = new TenantFactory(database);
  });
  beforeEach(() => {
    const customerState = { time_zone: 'UTC', financial_year_start_month: 1, matrix_version: 0, status: 'A' };
    tenant = tenantFactory.forNewCustomer({ customer_id: ++lastCustomerId, ...customerState });
  });
  afterAll(() => close());

  const insertDepartment = (name: string) =>
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
    await database.each<{ i: number }>(LONG_QUERY, [], ({ i }) => {
      if (++rows === 1) setImmediate(() => events.push('other'));
      if (rows === 60_000) events.push('last row');
      sum += Number(i);
    });
    expect([rows, sum]).toEqual([60_000, 1_800_030_000]);
    expect(events).toEqual(['other', 'last row']);
  });

  it('contains committed rows, and inside a transaction its own writes', async () => {
    await insertDepartment('Hall 1');
    expect(await names()).toEqual(['Hall 1']);
    await insertDepartment('Hall 2');
    expect(await names()).toEqual(['Hall 1', 'Hall 2']);
    await transactions.run(async () => {
      await insertDepartment('Hall 3');
      expect(await names()).toEqual(['Hall 1', 'Hall 2', 'Hall 3']);
    });
  });

  it('passes the tenancy check and contains rows of one customer', async () => {
    await insertDepartment('Weld shop');
    tenant = tenantFactory.forNewCustomer({
      customer_id: ++lastCustomerId,
      time_zone: 'UTC',
      financial_year_start_month: 1,
      matrix_version: 0,
      status: 'A',
    });
    expect(await names()).toEqual([]);
    const unbound = queries.each(tenant, 'SELECT d.name AS name FROM department d', {}, () => undefined);
    await expect(unbound).rejects.toThrow(/customer_id/);
    await expect(database.each("DELETE FROM department WHERE name = 'Weld shop'", [], () => undefined)).rejects.toThrow(
      /transactions\.run/,
    );
  });

  it('rejects with an error of the database or of the row callback, and the next read works', async () => {
    await insertDepartment('Hall 1');
    await expect(database.each('SELECT x.nothing FROM department x', [], () => undefined)).rejects.toThrow(/nothing/);
    const failingRead = database.each(LONG_QUERY, [], () => {
      throw new Error('that is no row of mine');
    });
    await expect(failingRead).rejects.toThrow('that is no row of mine');
    expect(await names()).toEqual(['Hall 1']);
    expect(await Promise.all([names(), names(), names()])).toEqual([['Hall 1'], ['Hall 1'], ['Hall 1']]);
  });
});
