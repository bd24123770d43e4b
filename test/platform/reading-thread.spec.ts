import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DatabaseSlow, withTimeOfItsOwn } from '../../src/platform/database/deadline';
import { ReadingThread } from '../../src/platform/database/reading-thread';
import { openSqlite } from '../../src/platform/database/sqlite-api';
import { withRequestContext, type RequestContext } from '../../src/platform/http/request-context';

const READS = `
  const { ReadingThread } = require('./src/platform/database/reading-thread');
  const { openSqlite } = require('./src/platform/database/sqlite-api');
  const [file] = process.argv.slice(1);
  openSqlite(file).exec('CREATE TABLE held (i)');
  // The thread keeps nobody alive.
  const alive = setInterval(() => undefined, 1000);
  (async () => {
    const thread = new ReadingThread(file);
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
/** Seconds: longer than its time-out, and nothing ends a statement in its middle. */
const LONG = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 5000000) SELECT max(i) AS i FROM n';

describe('the thread for long reads', () => {
  let folder: string;
  let thread: ReadingThread;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'skilgrid-thread-'));
    const file = join(folder, 'a.db');
    openSqlite(file).exec('CREATE TABLE held (i)');
    thread = new ReadingThread(file);
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

  it('gives each read its answer, or its own time-out: one that takes too long fails no other', async () => {
    const long = expect(request(() => withTimeOfItsOwn(300, () => rowsOf(LONG)))).rejects.toThrow(DatabaseSlow);
    const others = [1, 2, 3].map((i) => request(() => rowsOf(`SELECT ${i} AS i`)));
    await long;
    expect(await Promise.all(others)).toEqual([[{ i: 1 }], [{ i: 2 }], [{ i: 3 }]]);
  });

  it('ends a read whose rows are not taken to their end, and goes on with the next', async () => {
    const many = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100000) SELECT i FROM n';
    const taken: number[] = [];
    const stopped = thread.each(many, [], (row: { i: number }) => {
      if (taken.push(row.i) === 5) throw new Error('enough');
    });
    await expect(stopped).rejects.toThrow('enough');
    await expect(rowsOf('SELECT i FROM nowhere')).rejects.toThrow('no such table');
    expect(await rowsOf(many)).toHaveLength(100_000);
  });

  it('starts without the loaders of its process, for which the first report would wait', async () => {
    const loader = join(folder, 'loader.cjs');
    writeFileSync(loader, `if (!require('node:worker_threads').isMainThread) throw new Error('loaded again');`);
    const args = ['-r', '@swc-node/register', '-r', loader, '-e', READS, join(folder, 'b.db')];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: join(__dirname, '../..') });
    expect(stdout.trim()).toBe('{"i":7}');
  });
});
