import type { DataSource } from 'typeorm';
import { openDataSource } from '../../src/platform/database/data-source';
import { Database } from '../../src/platform/database/database';
import { schemaWork } from '../../src/platform/database/transaction-context';
import { Transactions } from '../../src/platform/database/transactions';
import { engine, testDatabase, type TestDatabase } from '../support/database';

describe('a statement that is asked again and again', () => {
  let at: TestDatabase;
  let dataSource: DataSource;
  let database: Database;
  let transactions: Transactions;
  const write = (sql: string, values: unknown[] = []) => transactions.run(() => database.write(sql, values as never));
  const ddl = (sql: string) =>
    schemaWork.run(true as never, async () => {
      const runner = dataSource.createQueryRunner();
      await runner.query(sql).finally(() => runner.release());
    });

  beforeAll(async () => {
    at = await testDatabase();
    dataSource = await openDataSource({ url: at.url, entities: [], migrations: [] });
    database = new Database(dataSource);
    transactions = new Transactions(dataSource);
    const [text, bytes] = engine === 'mariadb' ? ['VARCHAR(200)', 'VARBINARY(16)'] : ['TEXT', 'BLOB'];
    await ddl(
      `CREATE TABLE kept (id BIGINT PRIMARY KEY, amount DECIMAL(12,2) NULL, said ${text} NULL, bytes ${bytes} NULL, yes BOOLEAN NULL)`,
    );
  });
  afterAll(async () => {
    await dataSource.destroy();
    await at.drop();
  });

  it('keeps and answers what it did the first time, whatever the values', async () => {
    const rows = [
      [1, 12.5, 'a', Buffer.from('00ff10', 'hex'), true],
      [2, null, null, null, null],
      [9_007_199_254_740_991, -0.01, 'ü'.repeat(150), Buffer.alloc(16, 7), false],
      [-3, 0, '', Buffer.alloc(1), true],
    ];
    for (const row of rows) await write('INSERT INTO kept (id, amount, said, bytes, yes) VALUES (?, ?, ?, ?, ?)', row);
    const told = async () =>
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
    for (let time = 0; time < 4; time++) expect(await told()).toEqual(expected);
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

  it('finds all of a list, of a thousand and more too, short values or long', async () => {
    for (const length of [1, 998, 999, 1_000, 1_500]) {
      const places = Array<string>(length).fill('?').join(', ');
      const sql = `SELECT COUNT(*) AS n FROM kept WHERE said IN (${places})`;
      for (const said of ['a', 'ü'.repeat(150), 'a', 'nobody'] as const) {
        const values = [...Array.from({ length: length - 1 }, (_, at) => `x${at}`), said];
        const [found] = await database.rows<{ n: number }>(sql, values);
        expect([length, said, Number(found!.n)]).toEqual([length, said, said === 'nobody' ? 0 : 1]);
      }
    }
  });

  it('keeps texts and bytes of every length whole, and numbers of every size', async () => {
    const [text, bytes] = engine === 'mariadb' ? ['MEDIUMTEXT', 'MEDIUMBLOB'] : ['TEXT', 'BLOB'];
    await ddl(
      `CREATE TABLE long_ones (id BIGINT PRIMARY KEY, said ${text} NULL, bytes ${bytes} NULL, part DOUBLE NULL)`,
    );
    const lengths = [0, 250, 251, 252, 65_535, 65_536, 70_000];
    const numbers = [
      -1, 4_294_967_295, 4_294_967_296, -4_294_967_297, 9_007_199_254_740_991, -9_007_199_254_740_991, 7,
    ];
    for (const [at, length] of lengths.entries()) {
      const row = [numbers[at]!, 'x'.repeat(length), Buffer.alloc(length, at), at + 0.5];
      await write('INSERT INTO long_ones (id, said, bytes, part) VALUES (?, ?, ?, ?)', row);
    }
    for (const [at, id] of numbers.entries()) {
      const [row] = await database.rows<{ id: number; said: string; bytes: Uint8Array; part: number }>(
        'SELECT id, said, bytes, part FROM long_ones WHERE id = ? AND part = ?',
        [id, at + 0.5],
      );
      expect([Number(row!.id), row!.said.length, Buffer.from(row!.bytes), row!.part]).toEqual([
        ...[id, lengths[at]],
        ...[Buffer.alloc(lengths[at]!, at), at + 0.5],
      ]);
    }
  });

  // The embedded engine's tables change before it serves, and at no other time.
  it('answers of a table as it is now', async () => {
    if (engine !== 'mariadb') return;
    const all = () => database.rows('SELECT * FROM kept WHERE id = ?', [1]);
    for (let time = 0; time < 3; time++) expect(Object.keys((await all())[0]!)).toHaveLength(5);
    await ddl('ALTER TABLE kept ADD COLUMN more INTEGER NULL');
    for (let time = 0; time < 3; time++) expect(Object.keys((await all())[0]!)).toHaveLength(6);
    // As many as before, and another one: what was read of the former columns holds for the first ones only.
    await ddl('ALTER TABLE kept CHANGE COLUMN more later VARCHAR(9) NULL');
    await write("UPDATE kept SET later = 'now' WHERE id = 1");
    for (let time = 0; time < 3; time++) expect((await all())[0]).toMatchObject({ id: 1, later: 'now' });
  });

  it('keeps no number for what is none, however often it was asked with numbers', async () => {
    const put = (amount: number) => write('UPDATE kept SET amount = ? WHERE id = ?', [amount, 1]);
    for (let time = 0; time < 4; time++) await put(time);
    await put(Number.NaN).catch(() => undefined);
    const [row] = await database.rows('SELECT amount FROM kept WHERE id = 1');
    expect(row!['amount'] === null ? null : Number(row!['amount'])).toBe(engine === 'mariadb' ? 3 : null);
  });

  it('commits alone, whatever else the server would do by itself', async () => {
    if (engine !== 'mariadb') return;
    expect(await database.rows('SELECT @@autocommit AS does')).toEqual([{ does: 1 }]);
  });
});
