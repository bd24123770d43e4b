import { randomUUID } from 'node:crypto';
import { ExpiredSecrets } from '../../src/accounts/expired-secrets';
import { Database } from '../../src/platform/database/database';
import { Transactions } from '../../src/platform/database/transactions';
import { newId } from '../../src/platform/ids';
import { Throttle } from '../../src/platform/throttle/throttle';
import { PastSessions, PAST_MS } from '../../src/tenancy/past-sessions';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { engine } from '../support/database';
import { openOrganisation, type Organisation } from '../support/organisation';

const DAY = 86_400_000;

describe('what has served its time', () => {
  let running: RunningApp;
  let firm: Organisation;
  beforeAll(async () => {
    running = await startApp();
    // Ids never go back in time, and some were made at the real one.
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
  const forget = () => running.app.get(PastSessions, { strict: false }).forget();

  it('a session is forgotten ninety days after it ended or ran out, and not a day sooner', async () => {
    const before = await sessions();
    const out = await firm.signIn({ role: 'admin' });
    await firm.signIn({ role: 'admin' });
    expect((await api(running, out).post('/api/auth/logout')).status).toBeLessThan(300);
    running.clock.advance(PAST_MS);
    expect(await forget()).toBe(0);
    running.clock.advance(2);
    expect(await forget()).toBe(1);
    expect(await sessions()).toBe(before + 1);
    running.clock.advance(60 * DAY);
    const live = await firm.signIn({ role: 'admin' });
    await forget();
    expect(await sessions()).toBe(1);
    expect((await api(running, live).get('/api/departments')).status).toBe(200);
  });

  it('many sessions are forgotten in portions, whole', async () => {
    for (let i = 0; i < 1_203; i++) await firm.signIn({ role: 'admin' });
    running.clock.advance(PAST_MS + 60 * DAY);
    await forget();
    expect(await sessions()).toBe(0);
  });

  it('is swept by one process of those that are there, once in an hour', async () => {
    const throttle = running.app.get(Throttle);
    let swept = 0;
    const name = `sweep:${randomUUID()}`;
    const sweep = () => throttle.onceIn(name, 3_600_000, async () => void swept++);
    await Promise.all([sweep(), sweep(), sweep()]);
    expect(swept).toBe(1);
    running.clock.advance(3_600_000);
    await sweep();
    expect(swept).toBe(2);
  });

  it('secrets that have expired are found by an index, among however many that have not', async () => {
    const database = running.app.get(Database);
    const now = running.clock.now();
    await running.app.get(Transactions).run(async () => {
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
      // The planner of MariaDB reads a small table whole; that it may use the index is what counts.
      expect(JSON.stringify(plan)).toMatch(
        engine === 'sqlite' ? /USING (COVERING )?INDEX|USING PRIMARY KEY/ : /ix_|PRIMARY/,
      );
    }
    await running.app.get(ExpiredSecrets, { strict: false }).forget();
    const [left] = await database.rows<{ n: number }>('SELECT COUNT(*) AS n FROM password_link');
    expect(Number(left!.n)).toBe(298);
  });
});
