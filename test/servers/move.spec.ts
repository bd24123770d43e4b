import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { storedFiles } from '../../src/cli/stored-files';
import { openSqlite } from '../../src/infrastructure/database/sqlite-api';
import { api } from '../support/api';
import type { CommandResult } from '../support/commands';
import { entryPointArgs } from '../support/entry-point';
import { TestMariaDb } from '../support/test-mariadb';
import { spawnProcess, startProcess, type ProductProcess } from '../support/product-process';

const root = join(__dirname, '../..');

/** Runs `npm run move` as a separate process. */
function runMove(args: string[], env: Record<string, string>): Promise<CommandResult & { signal: string | null }> {
  const command = [...entryPointArgs('move'), ...args];
  return new Promise((resolve) => {
    const options = { cwd: root, env: { ...process.env, NODE_ENV: 'development', ...env } };
    execFile(process.execPath, command, options, (error, out, err) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, text: out + err, signal: error?.signal ?? null }),
    );
  });
}

describe('an installation that moves from SQLite to MariaDB', () => {
  let server: TestMariaDb;
  let folder: string;
  let sourceEnv: Record<string, string>;
  let targetEnv: Record<string, string>;
  let before: unknown;
  let serving: ProductProcess | undefined;
  const targetArgs = () => ['--database', server.url, '--files', `file:${join(folder, 'moved')}`];

  const stop = async () => {
    const exited = new Promise((done) => serving!.child.once('exit', done));
    serving!.child.kill('SIGTERM');
    await exited;
    serving = undefined;
  };

  /** The data of the organisation: levels with targets, results, staff and assignments. */
  const readOrganisation = async (): Promise<unknown> => {
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
    server = await TestMariaDb.create();
    await server.start();
    folder = mkdtempSync(join(tmpdir(), 'skilgrid-move-'));
    sourceEnv = { DATA_DIR: folder, DATABASE_URL: `sqlite:${join(folder, 'plant.db')}`, JWT_SECRET: '' };
    targetEnv = {
      DATA_DIR: folder,
      DATABASE_URL: server.url,
      FILES_URL: `file:${join(folder, 'moved')}`,
      JWT_SECRET: '',
    };
    serving = await startProcess({ ...sourceEnv, SEED_DEMO: 'on' });
    before = await readOrganisation();
  });
  afterAll(async () => {
    await serving?.kill();
    await server?.cleanUp();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is not moved while in use', async () => {
    const { code, text } = await runMove(targetArgs(), sourceEnv);
    expect({ code, text }).toEqual({ code: 1, text: expect.stringContaining('is in use') });
    await stop();
  });

  it('reports a wrong target in one line, without the password', async () => {
    const wrongUrl = server.url.replace('root@', 'nobody:a-wrong-password@');
    const bucket = { S3_ACCESS_KEY_ID: 'somebody', S3_SECRET_ACCESS_KEY: 'a-wrong-password', PUBLIC_URL: 'no address' };
    const production = { NODE_ENV: 'production', JWT_SECRET: 'x'.repeat(40), PUBLIC_URL: '' };
    for (const [args, message, env] of [
      [[], 'Name the target'],
      [['--database', 'sqlite:./other.db'], 'must begin with mariadb://'],
      [['--database', wrongUrl], 'cannot be used (ER_ACCESS_DENIED'],
      [['--database', server.url, '--files', '/srv'], '--files must begin with file: or s3://'],
      [['--database', server.url, '--files', 's3://films'], 'S3_ACCESS_KEY_ID is required where --files names'],
      [['--database', server.url, '--files', 's3://films?region=r'], 'PUBLIC_URL must be', bucket],
      [['--database', server.url], 'PUBLIC_URL is required in production', production],
    ] as [string[], string, Record<string, string>?][]) {
      const { code, text } = await runMove(args, { ...sourceEnv, ...env });
      expect([args, code, text]).toEqual([args, 1, expect.stringContaining(message)]);
      expect(text.trim().split('\n')).toHaveLength(1);
      expect(text).not.toContain('a-wrong-password');
    }
  });

  it('is not served from an unfinished target, and the same command resumes', async () => {
    const killSettings = { NODE_OPTIONS: `-r ${join(root, 'test/support/kill-at-statement.cjs')}`, DIES: 'after' };
    const killedMove = await runMove(targetArgs(), { ...sourceEnv, ...killSettings, DIES_AT: '^INSERT INTO `staff` ' });
    expect(killedMove.signal).toBe('SIGKILL');
    const refusedStart = await spawnProcess({ ...targetEnv, SEED_DEMO: 'off' });
    await expect(refusedStart.ready).rejects.toThrow(/The move into this database is not finished/);

    const { code, text } = await runMove(targetArgs(), sourceEnv);
    expect({ code, text }).toEqual({ code: 0, text: expect.stringContaining('all levels agree with the evidence') });
    // Tables completed before the kill are not copied again.
    expect(text).not.toMatch(/^account: /m);
    expect(text).toMatch(/^staff: \d+ rows$/m);
  });

  it('serves the same levels, results, staff and files after the move', async () => {
    serving = await startProcess({ ...targetEnv, SEED_DEMO: 'off' });
    expect(await readOrganisation()).toEqual(before);
    await stop();
    const db = openSqlite(join(folder, 'plant.db'), { readOnly: true });
    const paths = storedFiles.flatMap(({ sql, path }) => db.prepare(sql).all().map(path));
    db.close();
    expect(paths.length).toBeGreaterThan(0);
    for (const path of paths)
      expect(readFileSync(join(folder, 'moved', path))).toEqual(readFileSync(join(folder, 'files', path)));
  });

  it('is not moved into a non-empty database', async () => {
    const { code, text } = await runMove(targetArgs(), sourceEnv);
    expect({ code, text }).toEqual({ code: 1, text: expect.stringContaining('is not empty') });
  });
});
