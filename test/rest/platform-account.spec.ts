import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { runCommand, type CommandResult } from '../support/commands';
import type { TestDatabase } from '../support/database';
import { fixtures } from '../support/fixtures';
import { createTemplateDatabase } from '../support/template';

const EMAIL = 'Ops.Lead@example.org';
const PASSWORD = 'seven-kites-under-a-bridge';

describe('npm run platform:account', () => {
  let database: TestDatabase;
  let folder: string;
  let running: RunningApp | undefined;
  const createAccount = (...args: string[]): Promise<CommandResult> =>
    runCommand('create-platform-account', args, {
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      JWT_SECRET: 'a secret of the tests, long enough to be accepted',
    });

  beforeAll(async () => {
    database = await createTemplateDatabase();
    folder = mkdtempSync(join(tmpdir(), 'skilgrid-platform-account-'));
  });
  afterAll(async () => {
    await running?.close();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('creates accounts that set their password by "Forgot password" and then see all organisations', async () => {
    const created = await createAccount(EMAIL, 'Ada', 'Ops');
    expect(created).toEqual({ code: 0, text: expect.stringContaining(`${EMAIL} created`) });
    expect(await createAccount('second@example.org', 'Bo', 'Ops')).toMatchObject({ code: 0 });
    expect(await createAccount(EMAIL.toLowerCase(), 'Ada', 'Ops')).toEqual({
      code: 1,
      text: expect.stringContaining('exists already'),
    });

    running = await startApp({ env: { DATABASE_URL: database.url } });
    const client = api(running);
    expect((await client.post('/api/auth/login', { user_name: EMAIL, password: PASSWORD })).status).toBe(401);
    await client.post('/api/auth/forgot-password', { email: EMAIL });
    const token = (await running.mails()).find(({ link }) => link?.includes('/reset/'))!.link!.split('/reset/')[1];
    const { handle } = (await client.post('/api/auth/password-reset/check', { token })).body;
    expect((await client.post('/api/auth/password-reset', { handle, password: PASSWORD })).status).toBe(200);
    const headers = await fixtures(running).signIn({ user_name: EMAIL, password: PASSWORD });
    expect((await api(running, headers).get('/api/me')).body).toMatchObject({ kind: 'platform', oid: '0' });
    expect((await api(running, headers).get('/api/customers?_end=5')).status).toBe(200);
  });

  it.each([
    ['a blank name', ['third@example.org', 'Cy', ' ']],
    ['an address that is none', ['third@', 'Cy', 'Ops']],
    ['a name that is too long', ['third@example.org', 'C'.repeat(101), 'Ops']],
  ])('refuses %s', async (_, args) => {
    expect(await createAccount(...args)).toEqual({ code: 1, text: expect.stringMatching(/platform:account|at most/) });
  });
});
