import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { migrations } from '../../src/migrations';
import { openDataSource } from '../../src/infrastructure/database/data-source';
import { rebuildDerivedData } from '../../src/infrastructure/database/rebuild-derived-data';
import { schemaWork } from '../../src/infrastructure/database/transaction-context';
import { entities } from '../../src/schema';
import { derivedTable } from '../../src/tenancy/search-index';
import { startApp } from '../support/app';
import { runCommand } from '../support/commands';
import { engine, type TestDatabase } from '../support/database';
import { insertDepartments } from '../support/large-list';
import { openPlant } from '../support/plant';
import { createTemplateDatabase } from '../support/template';

/** Sort columns and search words by the rules of another version: without marks, and split at vowel signs. */
const OUTDATED_SEARCH_DATA = [
  "UPDATE staff SET first_name_sort = 'मन', last_name_sort = 'łukasz'",
  'DELETE FROM search_word',
  "UPDATE search_text SET words = ' old'",
  "UPDATE department SET name_sort = 'old'",
  "UPDATE customer SET customer_name_sort = 'old'",
];
const SEARCH_TABLES = ['staff', 'department', 'customer', 'search_word', 'search_text'];

describe('the rebuild of search and sort columns', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let folder: string;
  let before: unknown;

  const execute = (sql: string, values: readonly unknown[] = []) =>
    schemaWork.run(true, () => dataSource.query(sql, [...values]));
  const readSearchData = async () => {
    const rowsByTable: Record<string, string[]> = {};
    for (const table of SEARCH_TABLES) {
      const rows: Record<string, unknown>[] = await execute(`SELECT * FROM ${table}`);
      rowsByTable[table] = rows
        .map((row) => JSON.stringify({ ...row, words: String(row['words']).split(' ').toSorted() }))
        .toSorted();
    }
    return rowsByTable;
  };
  const openSource = async () => {
    dataSource = await openDataSource({ url: database.url, entities, migrations });
  };

  beforeAll(async () => {
    database = await createTemplateDatabase();
    folder = mkdtempSync(join(tmpdir(), 'skilgrid-rebuild-'));
    const running = await startApp({ env: { DATABASE_URL: database.url } });
    const plant = await openPlant(running);
    await plant.createStaff({ first_name: 'मीना', last_name: 'Łukasz' });
    await insertDepartments(running.app, plant.tenant, 1_200);
    await running.app.close();
    await openSource();
    before = await readSearchData();
  });
  afterAll(async () => {
    if (dataSource.isInitialized) await dataSource.destroy();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('continues an interrupted rebuild by the command', async () => {
    for (const sql of OUTDATED_SEARCH_DATA) await execute(sql);
    // Interrupted within the departments: the first batch is stored.
    const table = derivedTable(dataSource.getMetadata('Department'))!;
    let portions = 0;
    const interrupted = rebuildDerivedData({ engine, rows: execute, write: execute }, table, (work) => {
      if (++portions > 1) throw new Error('stopped');
      return work();
    });
    await expect(interrupted).rejects.toThrow('stopped');
    await dataSource.destroy();
    // Stored files are not read: they may be in object storage.
    const env = { DATABASE_URL: database.url, DATA_DIR: folder, FILES_URL: 's3://bucket?endpoint=http://127.0.0.1:1' };
    const first = await runCommand('search-rebuild', [], env);
    expect([first.code, first.text]).toEqual([0, expect.stringMatching(/tables read, \d{3} records were wrong/)]);
    expect(await runCommand('search-rebuild', [], env)).toEqual({
      code: 0,
      text: expect.stringMatching(/tables read, 0 records were wrong/),
    });
    await openSource();
    expect(await readSearchData()).toEqual(before);
  });
});
