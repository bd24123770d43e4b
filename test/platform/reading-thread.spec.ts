import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const READS = `
  const { ReadingThread } = require('./src/platform/database/reading-thread');
  const { openSqlite } = require('./src/platform/database/sqlite-api');
  const [file] = process.argv.slice(1);
  openSqlite(file).exec('CREATE TABLE held (i)');
  // The thread keeps nobody alive.
  const alive = setInterval(() => undefined, 1000);
  (async () => {
    const thread = new ReadingThread(file);
    for await (const rows of thread.parts('SELECT 7 AS i', [])) console.log(JSON.stringify(rows));
    await thread.close();
    clearInterval(alive);
  })().catch((error) => {
    console.error(error);
    process.exit(1);
  });`;

describe('the thread for long reads', () => {
  it('starts without the loaders of its process, for which the first report would wait', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'skilgrid-thread-'));
    try {
      const loader = join(folder, 'loader.cjs');
      writeFileSync(loader, `if (!require('node:worker_threads').isMainThread) throw new Error('loaded again');`);
      const args = ['-r', '@swc-node/register', '-r', loader, '-e', READS, join(folder, 'a.db')];
      const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: join(__dirname, '../..') });
      expect(stdout.trim()).toBe('[{"i":7}]');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
