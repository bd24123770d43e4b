import { Connection } from 'mysql2';
import type { DataSource } from 'typeorm';
import { openDataSource } from '../../src/platform/database/data-source';
import { Database } from '../../src/platform/database/database';
import { Transactions } from '../../src/platform/database/transactions';
import { engine, testDatabase, type TestDatabase } from '../support/database';

type Query = (sql: string | { sql: string }, ...rest: unknown[]) => unknown;

const SETTINGS =
  'SELECT @@tx_isolation AS isolation, @@autocommit AS autocommit, @@innodb_lock_wait_timeout AS lock_wait';

/** The embedded engine has one connection, and no session settings. */
describe('the session settings of a connection to a database server', () => {
  let at: TestDatabase;
  const opened: DataSource[] = [];
  beforeAll(async () => {
    at = await testDatabase();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    for (const dataSource of opened.splice(0)) await dataSource.destroy();
  });
  afterAll(() => at.drop());

  const open = async (url = at.url) => {
    const dataSource = await openDataSource({ url, entities: [], migrations: [], poolSize: 1 });
    opened.push(dataSource);
    return { database: new Database(dataSource), transactions: new Transactions(dataSource) };
  };
  /** From here on the server knows no setting that matches. */
  const refuse = (pattern: RegExp) => {
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

  it.each([['mariadb'], ['mysql']])('are in force by an address of %s', async (kind) => {
    if (engine !== 'mariadb') return;
    const { database } = await open(at.url.replace(/^\w+/, kind));
    const expected = { isolation: 'READ-COMMITTED', autocommit: 1, lock_wait: 3 };
    expect(await database.rows(SETTINGS)).toEqual([expected]);
  });

  it.each([['ISOLATION LEVEL'], ['innodb_lock_wait_timeout'], ['group_concat_max_len']])(
    'fail the statement if the server refuses %s, and the next connection is a new one',
    async (setting) => {
      if (engine !== 'mariadb') return;
      refuse(new RegExp(setting));
      const { database, transactions } = await open();
      await expect(database.rows('SELECT 1 AS n')).rejects.toThrow('no_such_variable');
      await expect(transactions.run(() => database.rows('SELECT 1 AS n'))).rejects.toThrow('no_such_variable');
      jest.restoreAllMocks();
      expect(await database.rows(SETTINGS)).toMatchObject([{ isolation: 'READ-COMMITTED', lock_wait: 3 }]);
      expect(await transactions.run(() => database.rows('SELECT 1 AS n'))).toEqual([{ n: 1 }]);
    },
  );
});
