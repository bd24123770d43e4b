import { execFile } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openSqlite } from '../../src/infrastructure/database/sqlite-api';
import { spawnProcess, startProcess, type ProductProcess } from '../support/product-process';

const JWT_SECRET = 'a secret of the tests, long enough to be accepted';

describe('the SQLite database file', () => {
  let folder: string;
  let file: string;
  let env: Record<string, string>;
  const started: ProductProcess[] = [];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'skilgrid-file-'));
    file = join(folder, 'skilgrid.db');
    env = { DATA_DIR: folder, DATABASE_URL: `sqlite:${file}`, JWT_SECRET };
  });
  afterEach(async () => {
    for (const each of started.splice(0)) await each.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  const start = async (): Promise<ProductProcess> => {
    const running = await startProcess(env);
    started.push(running);
    return running;
  };
  /** Output of a start that fails. */
  const startError = async (more: Record<string, string> = {}): Promise<string> => {
    const process = await spawnProcess({ ...env, ...more });
    started.push(process);
    const exitMessage = await process.ready.then(
      () => '',
      (error: Error) => error.message,
    );
    expect(exitMessage).toContain('ended with 1');
    expect(process.output()).not.toMatch(/^\s+at /m);
    return process.output();
  };
  const readinessStatus = async ({ url }: ProductProcess): Promise<number> =>
    (await fetch(`${url}/health/ready`)).status;
  const stop = async ({ child }: ProductProcess): Promise<void> => {
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await exited;
  };
  const sendCodes = (running: ProductProcess, count: number) =>
    Promise.all(
      Array.from({ length: count }, async (_, i) => {
        const answer = await fetch(`${running.url}/Common/send_otp?to_email=mailbox-${i}@example.org`);
        await answer.text();
      }),
    );
  const countChallenges = (path: string): number => {
    const db = openSqlite(path, { readOnly: true });
    try {
      return Number(db.prepare('SELECT COUNT(*) AS n FROM email_challenge').all()[0]!['n']);
    } finally {
      db.close();
    }
  };

  it('is used by one process; a second is refused under any name of the file until the first ended', async () => {
    const first = await start();
    expect(await startError()).toContain(`${file} is in use`);
    const name = join(folder, 'same.db');
    symlinkSync(file, name);
    expect(await startError({ DATABASE_URL: `sqlite:${name}` })).toContain('is in use');
    expect(await readinessStatus(first)).toBe(200);
    await first.kill();
    expect(await readinessStatus(await start())).toBe(200);
  });

  it('cannot be migrated by another process while in use', async () => {
    await start();
    const cli = ['-r', '@swc-node/register', 'node_modules/typeorm/cli.js', '-d', 'ormconfig.ts', 'migration:run'];
    const run = promisify(execFile)(process.execPath, cli, {
      cwd: join(__dirname, '../..'),
      env: { ...process.env, ...env },
    });
    await expect(run).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('is in use') });
  });

  it('is the complete database after a shutdown: the write-ahead log is merged into it', async () => {
    const running = await start();
    await sendCodes(running, 20);
    expect(statSync(`${file}-wal`).size).toBeGreaterThan(0);
    await stop(running);
    expect(statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0);
    const copy = join(folder, 'copy.db');
    copyFileSync(file, copy);
    expect(countChallenges(copy)).toBe(20);
  });

  it('is not recreated while there are uploads of a lost database', async () => {
    await stop(await start());
    mkdirSync(join(folder, 'files', '1', 'video'), { recursive: true });
    writeFileSync(join(folder, 'files', '1', 'video', 'left.part'), 'part of a video');
    writeFileSync(join(folder, 'files', '1', 'video', 'kept.mp4'), 'a video');
    truncateSync(file, 0);
    expect(await startError()).toMatch(/is empty, but there are uploads in .*files.*npm run restore/);
    expect(statSync(file).size).toBe(0);
    rmSync(file);
    expect(await startError()).toContain('is empty, but there are uploads');
    rmSync(join(folder, 'files', '1', 'video', 'kept.mp4'));
    expect(await readinessStatus(await start())).toBe(200);
  });

  it('is refused with a clear message when it is damaged', async () => {
    await stop(await start());
    const whole = statSync(file).size;
    truncateSync(file, Math.floor(whole / 8192) * 4096);
    expect(await startError()).toMatch(/is damaged \(.*npm run restore/);
    writeFileSync(file, 'this was a database once, and somebody has written over it'.repeat(200));
    expect(await startError()).toMatch(/is damaged \(.*npm run restore/);
  });
});
