import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { keptFiles } from '../../src/kept-files';
import { openSqlite } from '../../src/platform/database/sqlite-api';
import { api } from '../support/api';
import type { Said } from '../support/commands';
import { entry } from '../support/entry';
import { OwnMariaDb } from '../support/own-mariadb';
import { spawnProcess, startProcess, type ProductProcess } from '../support/process';

const root = join(__dirname, '../..');

/** `npm run move` as a process of its own. */
function runMove(args: string[], env: Record<string, string>): Promise<Said & { signal: string | null }> {
  const command = [...entry('move'), ...args];
  return new Promise((resolve) => {
    const options = { cwd: root, env: { ...process.env, NODE_ENV: 'development', ...env } };
    execFile(process.execPath, command, options, (error, out, err) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, text: out + err, signal: error?.signal ?? null }),
    );
  });
}

describe('an installation that has outgrown the embedded database', () => {
  let server: OwnMariaDb;
  let folder: string;
  let here: Record<string, string>;
  let there: Record<string, string>;
  let before: unknown;
  let serving: ProductProcess | undefined;
  const to = () => ['--database', server.url, '--files', `file:${join(folder, 'moved')}`];

  const stop = async () => {
    const ended = new Promise((done) => serving!.child.once('exit', done));
    serving!.child.kill('SIGTERM');
    await ended;
    serving = undefined;
  };

  /** What a whole organisation sees: everybody's levels with their targets, who took what, the newest events. */
  const seen = async (): Promise<unknown> => {
    const { user_name, password } = DEMO_ACCOUNTS.admin;
    const { body } = await api(serving!).post('/api/auth/login', { user_name, password });
    const admin = api(serving!, { authorization: `Bearer ${body.token}`, eid: body.eid, oid: body.oid });
    const answers = [];
    for (const path of [
      '/api/reports/skill-matrix',
      '/api/reports/quiz?from=2020-01-01',
      '/api/staff?_start=0&_end=200&_sort=staff_code&_order=asc',
      '/api/training-assignments?_start=0&_end=200',
    ]) {
      const answer = await admin.get(path);
      expect([path, answer.status]).toEqual([path, 200]);
      answers.push(answer.body);
    }
    return JSON.parse(JSON.stringify(answers, (key, value) => (key === 'generated_at' ? undefined : value)));
  };

  beforeAll(async () => {
    server = await OwnMariaDb.create();
    await server.start();
    folder = mkdtempSync(join(tmpdir(), 'skilgrid-move-'));
    here = { DATA_DIR: folder, DATABASE_URL: `sqlite:${join(folder, 'plant.db')}`, JWT_SECRET: '' };
    there = { DATA_DIR: folder, DATABASE_URL: server.url, FILES_URL: `file:${join(folder, 'moved')}`, JWT_SECRET: '' };
    serving = await startProcess({ ...here, SEED_DEMO: 'on' });
    before = await seen();
  });
  afterAll(async () => {
    await serving?.kill();
    await server?.forget();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is not moved while it is served', async () => {
    const { code, text } = await runMove(to(), here);
    expect({ code, text }).toEqual({ code: 1, text: expect.stringContaining('is in use') });
    await stop();
  });

  it('hears in one line what is wrong with where it shall go, and never the password', async () => {
    const wrong = server.url.replace('root@', 'nobody:a-wrong-password@');
    const bucket = { S3_ACCESS_KEY_ID: 'somebody', S3_SECRET_ACCESS_KEY: 'a-wrong-password', PUBLIC_URL: 'no address' };
    for (const [args, words, env] of [
      [[], 'Say where to'],
      [['--database', 'sqlite:./other.db'], 'must begin with mariadb://'],
      [['--database', wrong], 'cannot be used (ER_ACCESS_DENIED'],
      [['--database', server.url, '--files', '/srv'], '--files must begin with file: or s3://'],
      [['--database', server.url, '--files', 's3://films'], 'S3_ACCESS_KEY_ID is required where --files names'],
      [['--database', server.url, '--files', 's3://films?region=r'], 'PUBLIC_URL must be', bucket],
    ] as [string[], string, Record<string, string>?][]) {
      const { code, text } = await runMove(args, { ...here, ...env });
      expect([args, code, text]).toEqual([args, 1, expect.stringContaining(words)]);
      expect(text.trim().split('\n')).toHaveLength(1);
      expect(text).not.toContain('a-wrong-password');
    }
  });

  it('is not served from where a move was cut off, and the same command goes on where it was', async () => {
    const dies = { NODE_OPTIONS: `-r ${join(root, 'test/support/dies-at.cjs')}`, DIES: 'after' };
    const killed = await runMove(to(), { ...here, ...dies, DIES_AT: '^INSERT INTO `staff` ' });
    expect(killed.signal).toBe('SIGKILL');
    const refused = await spawnProcess({ ...there, SEED_DEMO: 'off' });
    await expect(refused.ready).rejects.toThrow(/The move into this database is not finished/);

    const { code, text } = await runMove(to(), here);
    expect({ code, text }).toEqual({ code: 0, text: expect.stringContaining('all levels are as the ledger says') });
    // What was whole before the kill was not sent again.
    expect(text).not.toMatch(/^account: /m);
    expect(text).toMatch(/^staff: \d+ rows$/m);
  });

  it('serves there what it served here: every level, result, person and file', async () => {
    serving = await startProcess({ ...there, SEED_DEMO: 'off' });
    expect(await seen()).toEqual(before);
    await stop();
    const db = openSqlite(join(folder, 'plant.db'), { readOnly: true });
    const paths = keptFiles.flatMap(({ sql, path }) => db.prepare(sql).all().map(path));
    db.close();
    expect(paths.length).toBeGreaterThan(0);
    for (const path of paths)
      expect(readFileSync(join(folder, 'moved', path))).toEqual(readFileSync(join(folder, 'files', path)));
  });

  it('is not moved into a database that holds anything', async () => {
    const { code, text } = await runMove(to(), here);
    expect({ code, text }).toEqual({ code: 1, text: expect.stringContaining('is not empty') });
  });
});
