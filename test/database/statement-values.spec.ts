import type { DataSource } from 'typeorm';
import { openDataSource } from '../../src/infrastructure/database/data-source';
import { Database } from '../../src/infrastructure/database/database';
import { schemaWork } from '../../src/infrastructure/database/transaction-context';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { engine, createTestDatabase, type TestDatabase } from '../support/database';

describe('a repeated statement', () => {
  let testDb: TestDatabase;
  let dataSource: DataSource;
  let database: Database;
  let transactions: TransactionManager;
  const write = (sql: string, values: unknown[] = []) => transactions.run(() => database.write(sql, values as never));
  const ddl = (sql: string) =>
    schemaWork.run(true as never, async () => {
      const runner = dataSource.createQueryRunner();
      await runner.query(sql).finally(() => runner.release());
    });

  beforeAll(async () => {
    testDb = await createTestDatabase();
    dataSource = await openDataSource({ url: testDb.url, entities: [], migrations: [] });
    database = new Database(dataSource);
    transactions = new TransactionManager(dataSource);
    const [text, bytes] = engine === 'mariadb' ? ['VARCHAR(200)', 'VARBINARY(16)'] : ['TEXT', 'BLOB'];
    await ddl(
      `CREATE TABLE kept (id BIGINT PRIMARY KEY, amount DECIMAL(12,2) NULL, said ${text} NULL, bytes ${bytes} NULL, yes BOOLEAN NULL)`,
    );
  });
  afterAll(async () => {
    await dataSource.destroy();
    await testDb.drop();
  });

  it('stores and returns the same values each time', async () => {
    const rows = [
      [1, 12.5, 'a', Buffer.from('00ff10', 'hex'), true],
      [2, null, null, null, null],
      [9_007_199_254_740_991, -0.01, 'ü'.repeat(150), Buffer.alloc(16, 7), false],
      [-3, 0, '', Buffer.alloc(1), true],
    ];
    for (const row of rows) await write('INSERT INTO kept (id, amount, said, bytes, yes) VALUES (?, ?, ?, ?, ?)', row);
    const readRows = async () =>
      (await database.rows('SELECT id, amount, said, bytes, yes FROM kept WHERE id > ? ORDER BY id LIMIT 9', [-9])).map(
        ({ id, amount, said, bytes, yes }) => [
          Number(id),
          amount === null ? null : Number(amount),
          said,
          bytes === null ? null : Buffer.from(bytes as Uint8Array),
          yes === null ? null : Boolean(yes),
        ],
      );
    const expected = rows.toSorted(([a], [b]) => Number(a) - Number(b));
    for (let time = 0; time < 4; time++) expect(await readRows()).toEqual(expected);
    const page = (limit: number, offset: number) =>
      database.rows('SELECT id FROM kept ORDER BY id LIMIT ? OFFSET ?', [limit, offset]);
    for (const [limit, offset] of [
      [2, 0],
      [1, 3],
      [9, 2],
      [0, 0],
    ] as const)
      expect((await page(limit, offset)).map(({ id }) => Number(id))).toEqual(
        expected.map(([id]) => id).slice(offset, offset + limit),
      );
  });

  it('matches IN lists of any length with short and long values', async () => {
    for (const length of [1, 998, 999, 1_000, 1_500]) {
      const placeholders = Array<string>(length).fill('?').join(', ');
      const sql = `SELECT COUNT(*) AS n FROM kept WHERE said IN (${placeholders})`;
      for (const said of ['a', 'ü'.repeat(150), 'a', 'nobody'] as const) {
        const values = [...Array.from({ length: length - 1 }, (_, testDb) => `x${testDb}`), said];
        const [countRow] = await database.rows<{ n: number }>(sql, values);
        expect([length, said, Number(countRow!.n)]).toEqual([length, said, said === 'nobody' ? 0 : 1]);
      }
    }
  });

  it('stores texts and bytes of every length and numbers of every size', async () => {
    const [text, bytes] = engine === 'mariadb' ? ['MEDIUMTEXT', 'MEDIUMBLOB'] : ['TEXT', 'BLOB'];
    await ddl(
      `CREATE TABLE long_ones (id BIGINT PRIMARY KEY, said ${text} NULL, bytes ${bytes} NULL, part DOUBLE NULL)`,
    );
    const lengths = [0, 250, 251, 252, 65_535, 65_536, 70_000];
    const numbers = [
      -1, 4_294_967_295, 4_294_967_296, -4_294_967_297, 9_007_199_254_740_991, -9_007_199_254_740_991, 7,
    ];
    for (const [testDb, length] of lengths.entries()) {
      const row = [numbers[testDb]!, 'x'.repeat(length), Buffer.alloc(length, testDb), testDb + 0.5];
      await write('INSERT INTO long_ones (id, said, bytes, part) VALUES (?, ?, ?, ?)', row);
    }
    for (const [testDb, id] of numbers.entries()) {
      const [row] = await database.rows<{ id: number; said: string; bytes: Uint8Array; part: number }>(
        'SELECT id, said, bytes, part FROM long_ones WHERE id = ? AND part = ?',
        [id, testDb + 0.5],
      );
      expect([Number(row!.id), row!.said.length, Buffer.from(row!.bytes), row!.part]).toEqual([
        ...[id, lengths[testDb]],
        ...[Buffer.alloc(lengths[testDb]!, testDb), testDb + 0.5],
      ]);
    }
  });

  // MariaDB only: SQLite tables change only before the product serves.
  it('returns the current columns of a table', async () => {
    if (engine !== 'mariadb') return;
    const all = () => database.rows('SELECT * FROM kept WHERE id = ?', [1]);
    for (let time = 0; time < 3; time++) expect(Object.keys((await all())[0]!)).toHaveLength(5);
    await ddl('ALTER TABLE kept ADD COLUMN more INTEGER NULL');
    for (let time = 0; time < 3; time++) expect(Object.keys((await all())[0]!)).toHaveLength(6);
    // The same number of columns, but one of them different: cached metadata of the former columns must not be used.
    await ddl('ALTER TABLE kept CHANGE COLUMN more later VARCHAR(9) NULL');
    await write("UPDATE kept SET later = 'now' WHERE id = 1");
    for (let time = 0; time < 3; time++) expect((await all())[0]).toMatchObject({ id: 1, later: 'now' });
  });

  it('does not store NaN as a number after numbers', async () => {
    const setAmount = (amount: number) => write('UPDATE kept SET amount = ? WHERE id = ?', [amount, 1]);
    for (let time = 0; time < 4; time++) await setAmount(time);
    await setAmount(Number.NaN).catch(() => undefined);
    const [row] = await database.rows('SELECT amount FROM kept WHERE id = 1');
    expect(row!['amount'] === null ? null : Number(row!['amount'])).toBe(engine === 'mariadb' ? 3 : null);
  });

  it('commits automatically outside transactions', async () => {
    if (engine !== 'mariadb') return;
    expect(await database.rows('SELECT @@autocommit AS does')).toEqual([{ does: 1 }]);
  });
});
