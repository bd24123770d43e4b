import type { DataSource } from 'typeorm';
import { migrations } from '../../src/migrations';
import { Clock } from '../../src/platform/clock';
import { openDataSource } from '../../src/platform/database/data-source';
import { Database } from '../../src/platform/database/database';
import { DatabaseSlow, withTimeOfItsOwn } from '../../src/platform/database/deadline';
import { Transactions } from '../../src/platform/database/transactions';
import { withRequestContext, type RequestContext } from '../../src/platform/http/request-context';
import { newId } from '../../src/platform/ids';
import { entities } from '../../src/schema';
import { Department } from '../../src/staff/department.entity';
import { TenantRepository } from '../../src/tenancy/tenant-repository';
import { Tenants } from '../../src/tenancy/tenants';
import type { Tenant } from '../../src/tenancy/tenant';
import { engine } from '../support/database';
import { until } from '../support/eventually';
import { testDataSource } from '../support/template';

interface Lost {
  release(): void;
  stream: { destroy(error: Error): void };
}

/** Leaves a mark on the connection that it is sent on. */
const MARK = 'SELECT @sent := 1 AS sent';

/** The embedded engine has no pool: a long answer is read by a thread of its own there. */
describe('a statement that was given up while it waited for a connection', () => {
  let close: () => Promise<void>;
  let isAsleep: () => Promise<boolean>;
  let dataSource: DataSource;
  let database: Database;
  let transactions: Transactions;
  let departments: TenantRepository<Department>;
  let tenant: Tenant;

  beforeAll(async () => {
    const opened = await testDataSource();
    dataSource = await openDataSource({ url: opened.url, entities, migrations, poolSize: 1 });
    isAsleep = async () => {
      const sleeping =
        "SELECT ID FROM information_schema.PROCESSLIST WHERE DB = DATABASE() AND INFO LIKE 'SELECT SLEEP(%'";
      return ((await opened.dataSource.query(sleeping)) as object[]).length > 0;
    };
    close = async () => {
      await dataSource.destroy();
      await opened.close();
    };
    database = new Database(dataSource);
    transactions = new Transactions(dataSource);
    departments = new TenantRepository(database, new Clock(), Department);
    const facts = { time_zone: 'UTC', financial_year_start_month: 1, matrix_version: 0, status: 'A' };
    tenant = new Tenants(database).forNew({ customer_id: 1, ...facts });
  });
  afterAll(() => close());

  const request = <T>(work: () => T): T => {
    const context: RequestContext = { requestId: 'given up', address: '', userAgent: '', surface: 'rest' };
    return withRequestContext(context, () => withTimeOfItsOwn(100, work));
  };
  const keep = (name: string) =>
    transactions.run(() => departments.insert(tenant, { department_id: newId(), name, parent_id: null }));
  const session = async () =>
    (await database.rows('SELECT CONNECTION_ID() AS id, @sent AS sent, @@in_transaction AS is_open'))[0]!;
  const ways: Record<string, () => Promise<unknown>> = {
    'for a long answer': () => database.each(MARK, [], () => undefined),
    'for a short one': () => database.rows(MARK),
    'to begin a transaction': () => keep('Hall that was given up'),
  };

  it('a connection that is lost takes nobody along who waits for one', async () => {
    if (engine !== 'mariadb') return;
    const { pool } = dataSource.driver as unknown as {
      pool: { getConnection(done: (error: unknown, one: Lost) => void): void };
    };
    const connection = await new Promise<Lost>((resolve) => pool.getConnection((_error, one) => resolve(one)));
    connection.release();
    const asleep = database.rows('SELECT SLEEP(30)').then(
      () => 'awake',
      () => 'lost',
    );
    const next = [keep('Hall behind it'), database.rows<{ n: number }>('SELECT 1 AS n')] as const;
    await until(isAsleep, 'the statement is at the server');
    connection.stream.destroy(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }));
    expect(await asleep).toBe('lost');
    expect((await Promise.all(next))[1]).toEqual([{ n: 1 }]);
    expect(await departments.count(tenant, { name: 'Hall behind it' })).toBe(1);
  });

  it.each(Object.keys(ways))('%s is told so at once, is never sent, and nobody loses a connection', async (way) => {
    if (engine !== 'mariadb') return;
    await database.rows('SET @sent = NULL');
    const before = await session();
    let [end, begun] = [(): void => undefined, (): void => undefined];
    const held = new Promise<void>((done) => (begun = done));
    const holding = transactions.run(async () => {
      begun();
      await new Promise<void>((done) => (end = done));
    });
    await held;
    // While it is still held: whoever is told when the connection comes is told too late.
    await expect(request(ways[way]!)).rejects.toThrow(DatabaseSlow);
    const next = keep(`Hall, ${way}`);
    end();
    await Promise.all([holding, next]);
    expect(await departments.count(tenant, { name: `Hall, ${way}` })).toBe(1);
    expect(await session()).toEqual(before);
  });
});
