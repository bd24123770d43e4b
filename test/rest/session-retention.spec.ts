import { Database } from '../../src/infrastructure/database/database';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { newId } from '../../src/common/ids';
import { SESSION_RETENTION_MS } from '../../src/auth/session-retention.job';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { engine } from '../support/database';
import { openOrganisation, type Organisation } from '../support/organisation';
import { runScheduledJob } from '../support/scheduled-jobs';

const DAY = 86_400_000;

describe('retention of sessions and secrets', () => {
  let running: RunningApp;
  let firm: Organisation;
  beforeAll(async () => {
    running = await startApp();
    // Ids never go back in time, and some were made with the real clock.
    running.clock.freeze('2036-03-02T08:00:00Z');
    firm = await openOrganisation(running);
  });
  afterAll(async () => {
    running.clock.release();
    await running.close();
  });

  const sessions = async (): Promise<number> => {
    const [row] = await running.app.get(Database).rows<{ n: number }>('SELECT COUNT(*) AS n FROM session');
    return Number(row!.n);
  };
  const runSessionRetention = async () => (await runScheduledJob(running, 'past-sessions')).count;

  it('a session is deleted ninety days after it ended or expired, not sooner', async () => {
    const before = await sessions();
    const session = await firm.signIn({ role: 'admin' });
    await firm.signIn({ role: 'admin' });
    expect((await api(running, session).post('/api/auth/logout')).status).toBeLessThan(300);
    running.clock.advance(SESSION_RETENTION_MS);
    expect(await runSessionRetention()).toBe(0);
    running.clock.advance(2);
    expect(await runSessionRetention()).toBe(1);
    expect(await sessions()).toBe(before + 1);
    running.clock.advance(60 * DAY);
    const live = await firm.signIn({ role: 'admin' });
    await runSessionRetention();
    expect(await sessions()).toBe(1);
    expect((await api(running, live).get('/api/departments')).status).toBe(200);
  });

  it('many sessions are all deleted, in batches', async () => {
    for (let i = 0; i < 1_203; i++) await firm.signIn({ role: 'admin' });
    running.clock.advance(SESSION_RETENTION_MS + 60 * DAY);
    await runSessionRetention();
    expect(await sessions()).toBe(0);
  });

  it('secrets that have expired are found by an index, among however many that have not', async () => {
    const database = running.app.get(Database);
    const now = running.clock.now();
    await running.app.get(TransactionManager).run(async () => {
      for (let i = 0; i < 300; i++) {
        const id = Buffer.from(newId(now).replaceAll('-', ''), 'hex');
        const digest = Buffer.concat([id, id]);
        await database.write(
          'INSERT INTO password_link (link_id, token_digest, account_id, purpose, expires_at, ended_at, created_at) VALUES (?, ?, ?, ?, ?, NULL, ?)',
          [id, digest, id, 'invitation', now + (i < 2 ? -3 : 3) * DAY, now],
        );
      }
    });
    const tables = ['email_challenge', 'registration_ticket', 'password_link', 'sign_in_change', 'passkey_challenge'];
    for (const table of [...tables, 'session']) {
      const [column, value] = table === 'session' ? ['session_id', Buffer.alloc(16)] : ['expires_at', now - 2 * DAY];
      const plan = await database.rows(
        `EXPLAIN ${engine === 'sqlite' ? 'QUERY PLAN ' : ''}SELECT * FROM ${table} WHERE ${column} < ?`,
        [value as number],
      );
      // MariaDB reads a small table completely; it is enough that it may use the index.
      expect(JSON.stringify(plan)).toMatch(
        engine === 'sqlite' ? /USING (COVERING )?INDEX|USING PRIMARY KEY/ : /ix_|PRIMARY/,
      );
    }
    await runScheduledJob(running, 'expired-secrets');
    const [remaining] = await database.rows<{ n: number }>('SELECT COUNT(*) AS n FROM password_link');
    expect(Number(remaining!.n)).toBe(298);
  });

  it('many expired secrets, also of one instant, are deleted in batches of one transaction each', async () => {
    const database = running.app.get(Database);
    const transactions = running.app.get(TransactionManager);
    const now = running.clock.now();
    const many = 1_203;
    await transactions.run(async () => {
      for (let n = 0; n < many; n++) {
        const id = Buffer.from(newId(now).replaceAll('-', ''), 'hex');
        await database.write(
          "INSERT INTO passkey_challenge (challenge_id, purpose, account_id, expires_at, created_at) VALUES (?, 'sign_in', NULL, ?, ?)",
          [id, now - 3 * DAY, now],
        );
      }
    });
    const run = jest.spyOn(transactions, 'run');
    try {
      expect((await runScheduledJob(running, 'expired-secrets')).count).toBe(many);
      const changed = (await Promise.all(run.mock.results.map(({ value }) => value as unknown))).map(Number);
      const batches = changed.filter((rows) => rows > 100);
      expect(batches.reduce((sum, rows) => sum + rows, 0)).toBe(many);
      expect(batches.filter((rows) => rows > 1_000)).toEqual([]);
    } finally {
      run.mockRestore();
    }
  });
});
