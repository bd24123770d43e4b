import { Connection } from 'mysql2';
import type { DataSource } from 'typeorm';
import { openDataSource } from '../../src/infrastructure/database/data-source';
import { Database } from '../../src/infrastructure/database/database';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { engine, createTestDatabase, type TestDatabase } from '../support/database';

type Query = (sql: string | { sql: string }, ...rest: unknown[]) => unknown;

const SETTINGS =
  'SELECT @@tx_isolation AS isolation, @@autocommit AS autocommit, @@innodb_lock_wait_timeout AS lock_wait';

/** MariaDB only: SQLite has one connection and no session settings. */
describe('the session settings of a connection to a database server', () => {
  let testDb: TestDatabase;
  const openSources: DataSource[] = [];
  beforeAll(async () => {
    testDb = await createTestDatabase();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    for (const dataSource of openSources.splice(0)) await dataSource.destroy();
  });
  afterAll(() => testDb.drop());

  const open = async (url = testDb.url) => {
    const dataSource = await openDataSource({ url, entities: [], migrations: [], poolSize: 1 });
    openSources.push(dataSource);
    return { database: new Database(dataSource), transactions: new TransactionManager(dataSource) };
  };
  /** From now on the server refuses matching settings. */
  const refuseSetting = (pattern: RegExp) => {
    const query = Connection.prototype.query as unknown as Query;
    jest.spyOn(Connection.prototype as unknown as { query: Query }, 'query').mockImplementation(function (
      this: unknown,
      sql,
      ...rest
    ) {
      const text = typeof sql === 'string' ? sql : sql.sql;
      return query.call(this, pattern.test(text) ? 'SET SESSION no_such_variable = 1' : sql, ...rest);
    });
  };

  it.each([['mariadb'], ['mysql']])('are applied for a URL of %s', async (kind) => {
    if (engine !== 'mariadb') return;
    const { database } = await open(testDb.url.replace(/^\w+/, kind));
    const expected = { isolation: 'READ-COMMITTED', autocommit: 1, lock_wait: 3 };
    expect(await database.rows(SETTINGS)).toEqual([expected]);
  });

  it.each([['ISOLATION LEVEL'], ['innodb_lock_wait_timeout'], ['group_concat_max_len']])(
    'fail the statement if the server refuses %s, and the next connection is a new one',
    async (setting) => {
      if (engine !== 'mariadb') return;
      refuseSetting(new RegExp(setting));
      const { database, transactions } = await open();
      await expect(database.rows('SELECT 1 AS n')).rejects.toThrow('no_such_variable');
      await expect(transactions.run(() => database.rows('SELECT 1 AS n'))).rejects.toThrow('no_such_variable');
      jest.restoreAllMocks();
      expect(await database.rows(SETTINGS)).toMatchObject([{ isolation: 'READ-COMMITTED', lock_wait: 3 }]);
      expect(await transactions.run(() => database.rows('SELECT 1 AS n'))).toEqual([{ n: 1 }]);
    },
  );
});
