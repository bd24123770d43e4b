import type { DataSource } from 'typeorm';
import { migrations } from '../../src/migrations';
import { Clock } from '../../src/common/clock';
import { openDataSource } from '../../src/infrastructure/database/data-source';
import { Database } from '../../src/infrastructure/database/database';
import { DatabaseTimeoutError, withOwnDeadline } from '../../src/infrastructure/database/deadline';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { withRequestContext, type RequestContext } from '../../src/common/http/request-context';
import { newId } from '../../src/common/ids';
import { entities } from '../../src/schema';
import { Department } from '../../src/modules/staff/department.entity';
import { TenantRepository } from '../../src/tenancy/tenant-repository';
import { TenantFactory } from '../../src/tenancy/tenant.factory';
import type { Tenant } from '../../src/tenancy/tenant';
import { engine } from '../support/database';
import { waitUntil } from '../support/eventually';
import { createTestDataSource } from '../support/template';

interface PooledConnection {
  release(): void;
  stream: { destroy(error: Error): void };
}

/** Sets a session variable, which shows that the statement was sent on this connection. */
const MARK_CONNECTION = 'SELECT @sent := 1 AS sent';

/** MariaDB only: SQLite has no pool, and reads long results in a separate thread. */
describe('a statement that timed out while it waited for a connection', () => {
  let close: () => Promise<void>;
  let isStatementRunning: () => Promise<boolean>;
  let dataSource: DataSource;
  let database: Database;
  let transactions: TransactionManager;
  let departments: TenantRepository<Department>;
  let tenant: Tenant;

  beforeAll(async () => {
    const testSource = await createTestDataSource();
    dataSource = await openDataSource({ url: testSource.url, entities, migrations, poolSize: 1 });
    isStatementRunning = async () => {
      const sleeping =
        "SELECT ID FROM information_schema.PROCESSLIST WHERE DB = DATABASE() AND INFO LIKE 'SELECT SLEEP(%'";
      return ((await testSource.dataSource.query(sleeping)) as object[]).length > 0;
    };
    close = async () => {
      await dataSource.destroy();
      await testSource.close();
    };
    database = new Database(dataSource);
    transactions = new TransactionManager(dataSource);
    departments = new TenantRepository(database, new Clock(), Department);
    const customerState = { time_zone: 'UTC', financial_year_start_month: 1, matrix_version: 0, status: 'A' };
    tenant = new TenantFactory(database).forNewCustomer({ customer_id: 1, ...customerState });
  });
  afterAll(() => close());

  const request = <T>(callback: () => T): T => {
    const context: RequestContext = { requestId: 'given up', address: '', userAgent: '', surface: 'rest' };
    return withRequestContext(context, () => withOwnDeadline(100, callback));
  };
  const insertDepartment = (name: string) =>
    transactions.run(() => departments.insert(tenant, { department_id: newId(), name, parent_id: null }));
  const session = async () =>
    (await database.rows('SELECT CONNECTION_ID() AS id, @sent AS sent, @@in_transaction AS is_open'))[0]!;
  const statementsByName: Record<string, () => Promise<unknown>> = {
    'for a long answer': () => database.each(MARK_CONNECTION, [], () => undefined),
    'for a short one': () => database.rows(MARK_CONNECTION),
    'to begin a transaction': () => insertDepartment('Hall that was given up'),
  };

  it('a lost connection does not fail statements that wait for one', async () => {
    if (engine !== 'mariadb') return;
    const { pool } = dataSource.driver as unknown as {
      pool: { getConnection(done: (error: unknown, one: PooledConnection) => void): void };
    };
    const connection = await new Promise<PooledConnection>((resolve) =>
      pool.getConnection((_error, one) => resolve(one)),
    );
    connection.release();
    const runningStatement = database.rows('SELECT SLEEP(30)').then(
      () => 'awake',
      () => 'lost',
    );
    const next = [insertDepartment('Hall behind it'), database.rows<{ n: number }>('SELECT 1 AS n')] as const;
    await waitUntil(isStatementRunning, 'the statement is at the server');
    connection.stream.destroy(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }));
    expect(await runningStatement).toBe('lost');
    expect((await Promise.all(next))[1]).toEqual([{ n: 1 }]);
    expect(await departments.count(tenant, { name: 'Hall behind it' })).toBe(1);
  });

  it.each(Object.keys(statementsByName))('%s fails at once, is never sent, and leaks no connection', async (name) => {
    if (engine !== 'mariadb') return;
    await database.rows('SET @sent = NULL');
    const before = await session();
    let [end, onStarted] = [(): void => undefined, (): void => undefined];
    const transactionStarted = new Promise<void>((done) => (onStarted = done));
    const blockingTransaction = transactions.run(async () => {
      onStarted();
      await new Promise<void>((done) => (end = done));
    });
    await transactionStarted;
    // While the connection is still in use: the timeout must not wait for a free connection.
    await expect(request(statementsByName[name]!)).rejects.toThrow(DatabaseTimeoutError);
    const next = insertDepartment(`Hall, ${name}`);
    end();
    await Promise.all([blockingTransaction, next]);
    expect(await departments.count(tenant, { name: `Hall, ${name}` })).toBe(1);
    expect(await session()).toEqual(before);
  });
});
