import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DatabaseTimeoutError, withOwnDeadline } from '../../src/infrastructure/database/deadline';
import { SqliteReadWorker } from '../../src/infrastructure/database/sqlite-read-worker';
import { openSqlite } from '../../src/infrastructure/database/sqlite-api';
import { withRequestContext, type RequestContext } from '../../src/common/http/request-context';

const READ_SCRIPT = `
  const { SqliteReadWorker } = require('./src/infrastructure/database/sqlite-read-worker');
  const { openSqlite } = require('./src/infrastructure/database/sqlite-api');
  const [file] = process.argv.slice(1);
  openSqlite(file).exec('CREATE TABLE held (i)');
  // The thread does not keep the process alive; this interval does.
  const alive = setInterval(() => undefined, 1000);
  (async () => {
    const thread = new SqliteReadWorker(file);
    await thread.each('SELECT 7 AS i', [], (row) => console.log(JSON.stringify(row)));
    await thread.close();
    clearInterval(alive);
  })().catch((error) => {
    console.error(error);
    process.exit(1);
  });`;

const request = <T>(work: () => T): T => {
  const context: RequestContext = { requestId: 'thread', address: '', userAgent: '', surface: 'rest' };
  return withRequestContext(context, work);
};
/** Takes seconds, longer than its timeout; a running statement cannot be interrupted. */
const LONG_QUERY =
  'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 5000000) SELECT max(i) AS i FROM n';

describe('the thread for long reads', () => {
  let folder: string;
  let thread: SqliteReadWorker;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'skilgrid-thread-'));
    const file = join(folder, 'a.db');
    openSqlite(file).exec('CREATE TABLE held (i)');
    thread = new SqliteReadWorker(file);
  });
  afterEach(async () => {
    await thread.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const rowsOf = async (sql: string): Promise<unknown[]> => {
    const rows: unknown[] = [];
    await thread.each(sql, [], (row) => rows.push(row));
    return rows;
  };

  it('gives each read its rows or its own timeout, without affecting others', async () => {
    const timedOut = expect(request(() => withOwnDeadline(300, () => rowsOf(LONG_QUERY)))).rejects.toThrow(
      DatabaseTimeoutError,
    );
    const others = [1, 2, 3].map((i) => request(() => rowsOf(`SELECT ${i} AS i`)));
    await timedOut;
    expect(await Promise.all(others)).toEqual([[{ i: 1 }], [{ i: 2 }], [{ i: 3 }]]);
  });

  it('stops a read whose callback throws, and continues with the next', async () => {
    const manyRows = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100000) SELECT i FROM n';
    const receivedRows: number[] = [];
    const interrupted = thread.each(manyRows, [], (row: { i: number }) => {
      if (receivedRows.push(row.i) === 5) throw new Error('enough');
    });
    await expect(interrupted).rejects.toThrow('enough');
    await expect(rowsOf('SELECT i FROM nowhere')).rejects.toThrow('no such table');
    expect(await rowsOf(manyRows)).toHaveLength(100_000);
  });

  it('starts without the loaders of its process, which would delay the first report', async () => {
    const loader = join(folder, 'loader.cjs');
    writeFileSync(loader, `if (!require('node:worker_threads').isMainThread) throw new Error('loaded again');`);
    const args = ['-r', '@swc-node/register', '-r', loader, '-e', READ_SCRIPT, join(folder, 'b.db')];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: join(__dirname, '../..') });
    expect(stdout.trim()).toBe('{"i":7}');
  });
});
