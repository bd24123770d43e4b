import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { migrations } from '../../src/migrations';
import { openDataSource } from '../../src/platform/database/data-source';
import { refold } from '../../src/platform/database/refold';
import { schemaWork } from '../../src/platform/database/transaction-context';
import { entities } from '../../src/schema';
import { foldedTable } from '../../src/tenancy/search-words';
import { startApp } from '../support/app';
import { runCommand } from '../support/commands';
import { engine, type TestDatabase } from '../support/database';
import { manyDepartments } from '../support/large-list';
import { openPlant } from '../support/plant';
import { preparedDatabase } from '../support/template';

/** Folded columns and words by other rules than this version's: without marks, and cut at vowel signs. */
const OLD = [
  "UPDATE staff SET first_name_sort = 'मन', last_name_sort = 'łukasz'",
  'DELETE FROM search_word',
  "UPDATE department SET name_sort = 'old'",
  "UPDATE customer SET customer_name_sort = 'old'",
];
const FOLDED = ['staff', 'department', 'customer', 'search_word'];

describe('what is searched and sorted by, rebuilt', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let folder: string;
  let before: unknown;

  const send = (sql: string, values: readonly unknown[] = []) =>
    schemaWork.run(true, () => dataSource.query(sql, [...values]));
  const facts = async () => {
    const found: Record<string, string[]> = {};
    for (const table of FOLDED) {
      const rows: Record<string, unknown>[] = await send(`SELECT * FROM ${table}`);
      found[table] = rows.map((row) => JSON.stringify(row)).toSorted();
    }
    return found;
  };
  const made = async () => {
    dataSource = await openDataSource({ url: database.url, entities, migrations });
  };

  beforeAll(async () => {
    database = await preparedDatabase();
    folder = mkdtempSync(join(tmpdir(), 'skilgrid-rebuild-'));
    const running = await startApp({ env: { DATABASE_URL: database.url } });
    const plant = await openPlant(running);
    await plant.staff({ first_name: 'मीना', last_name: 'Łukasz' });
    await manyDepartments(running.app, plant.tenant, 1_200);
    await running.app.close();
    await made();
    before = await facts();
  });
  afterAll(async () => {
    if (dataSource.isInitialized) await dataSource.destroy();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('by the command, on from where another one was stopped', async () => {
    for (const sql of OLD) await send(sql);
    // Stopped within the departments: the first portion is kept.
    const table = foldedTable(dataSource.getMetadata('Department'))!;
    let portions = 0;
    const stopped = refold({ engine, rows: send, write: send }, table, (work) => {
      if (++portions > 1) throw new Error('stopped');
      return work();
    });
    await expect(stopped).rejects.toThrow('stopped');
    await dataSource.destroy();
    const env = { DATABASE_URL: database.url, DATA_DIR: folder };
    const first = await runCommand('search-rebuild', null, env);
    expect([first.code, first.text]).toEqual([0, expect.stringMatching(/tables read, \d{3} records were not/)]);
    expect(await runCommand('search-rebuild', null, env)).toEqual({
      code: 0,
      text: expect.stringMatching(/tables read, 0 records were not/),
    });
    await made();
    expect(await facts()).toEqual(before);
  });
});
