import { Database } from '../../src/platform/database/database';
import { Transactions } from '../../src/platform/database/transactions';
import { MailKinds } from '../../src/platform/mail/mail-kinds';
import { MailWorker } from '../../src/platform/mail/mail-worker';
import { Outbox } from '../../src/platform/mail/outbox';
import { KEPT_MS } from '../../src/platform/mail/owed-mails';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { until } from '../support/eventually';
import { letter } from '../support/letter';
import { MailSink } from '../support/mail-sink';
import { openOrganisation } from '../support/organisation';
import { swept } from '../support/sweeps';

const SECOND = 1000;
const DAY = 86_400_000;

/** contract.md, Integrity: the outbox, when far more is owed than the mail server takes. */
describe('an outbox with more in it than can be sent at once', () => {
  let running: RunningApp;
  const sink = new MailSink();
  let port: number;
  let customer_id: number;

  beforeAll(async () => {
    port = await sink.open();
    running = await startApp({ env: { MAIL_URL: `smtp://127.0.0.1:${port}?ignoreTLS=true`, LOG_LEVEL: 'silent' } });
    ({ customer_id } = await openOrganisation(running));
    const kinds = running.app.get(MailKinds);
    for (const kind of ['test.reminder', 'test.digest', 'test.code'])
      kinds.register(kind, async ({ recipient }) => letter(recipient));
  });
  beforeEach(() => running.clock.freeze(Date.now()));
  afterEach(async () => {
    await sink.close();
    await write('DELETE FROM outbox_mail');
    sink.mood = 250;
    sink.received.length = 0;
    running.clock.advance(10 * 60 * SECOND);
    running.clock.release();
    await sink.open(port);
  });
  afterAll(async () => {
    await sink.close();
    await running.close();
  });

  const worker = () => running.app.get(MailWorker);
  const write = (sql: string, values: (string | number)[] = []) =>
    running.app.get(Transactions).run(() => running.app.get(Database).write(sql, values));
  const rows = <R>(sql: string, values: (string | number)[] = []) => running.app.get(Database).rows<R>(sql, values);
  const owe = (count: number, kind: string, more: object = {}) =>
    running.app.get(Transactions).run(async () => {
      for (let i = 0; i < count; i++) {
        const recipient = `${kind}-${i}@example.org`;
        await running.app.get(Outbox).add(kind, { customer_id, recipient, ...more });
      }
    });
  const tried = async () =>
    (await rows<{ n: number }>('SELECT SUM(attempts) AS n FROM outbox_mail')).map(({ n }) => Number(n))[0];

  it('sends a code before the reminders that were owed long before it', async () => {
    await sink.close();
    await owe(60, 'test.reminder');
    await owe(60, 'test.digest');
    await worker().settle();
    running.clock.advance(SECOND);
    await owe(1, 'test.code');
    running.clock.advance(60 * SECOND);
    await sink.open(port);
    await worker().settle();
    const order = sink.received.map(({ to }) => to[0]!.split('-')[0]);
    expect(order).toHaveLength(121);
    expect(order.indexOf('test.code')).toBeLessThan(15);
    expect(new Set(order.slice(0, 15))).toEqual(new Set(['test.reminder', 'test.digest', 'test.code']));
  });

  it('tries one mail, not all of them, while the server refuses; more and more seldom; and then sends every one once', async () => {
    await sink.close();
    await owe(100, 'test.reminder');
    await worker().settle();
    expect(await tried()).toBe(1);
    for (let i = 0; i < 20; i++) await worker().settle();
    expect(await tried()).toBe(1);
    const pauses = [5, 10, 20, 40, 60, 60];
    for (const [at, seconds] of pauses.entries()) {
      running.clock.advance(seconds * SECOND - 1);
      await worker().settle();
      expect(await tried()).toBe(at + 1);
      running.clock.advance(1);
      await worker().settle();
      expect(await tried()).toBe(at + 2);
    }
    await sink.open(port);
    running.clock.advance(6 * 60 * SECOND);
    await worker().settle();
    expect(sink.received).toHaveLength(100);
    expect(new Set(sink.received.map(({ to }) => to[0])).size).toBe(100);
  });

  it('keeps nobody waiting while the server takes the connection and says nothing, and lets the process end', async () => {
    sink.mood = 'silent';
    const silent = await startApp({
      env: { MAIL_URL: `smtp://127.0.0.1:${port}?ignoreTLS=true`, LOG_LEVEL: 'silent' },
    });
    const came = sink.connections;
    const kinds = silent.app.get(MailKinds);
    kinds.register('test.reminder', async ({ recipient }) => letter(recipient));
    await silent.app.get(Transactions).run(async () => {
      for (let i = 0; i < 300; i++) {
        await silent.app.get(Outbox).add('test.reminder', { customer_id: null, recipient: `hang-${i}@example.org` });
      }
    });
    await until(() => sink.connections > came);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        api(silent).post('/api/auth/forgot-password', { email: `somebody-${i}@example.org` }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    // All of that woke the worker, which has one mail in hand and holds one connection.
    expect(sink.connections).toBe(came + 1);
    await silent.close();
  });

  it('tells a letter that was given up in the audit log, and keeps it', async () => {
    sink.mood = 451;
    await owe(1, 'test.reminder');
    for (let i = 0; i < 12; i++) {
      await worker().settle();
      running.clock.advance(DAY / 2);
    }
    const [event] = await rows<{ customer_id: number; became: string }>(
      "SELECT customer_id, became FROM audit_event WHERE action = 'mail.given_up'",
    );
    expect(event!.customer_id).toBe(customer_id);
    expect(JSON.parse(event!.became)).toMatchObject({ kind: 'test.reminder', attempts: 9 });
    expect(event!.became).not.toContain('@example.org');
    expect(await rows("SELECT mail_id FROM outbox_mail WHERE status = 'dead'")).toHaveLength(1);
  });

  it('forgets what was settled long ago, and keeps what stops a reminder from being sent twice', async () => {
    const now = running.clock.now();
    const later = { not_before: now + DAY };
    await owe(700, 'test.digest', later);
    await owe(1, 'test.reminder', { once: 'due:1', ...later });
    await owe(1, 'test.code', later);
    const settled = (at: number, status: string, kind: string) =>
      write('UPDATE outbox_mail SET status = ?, settled_at = ?, next_at = ? WHERE kind = ?', [status, at, at, kind]);
    await settled(now - KEPT_MS.sent + SECOND, 'sent', 'test.digest');
    await settled(now - KEPT_MS.sent - SECOND, 'sent', 'test.reminder');
    await settled(now - KEPT_MS.sent - SECOND, 'dead', 'test.code');
    const forget = async () => (await swept(running, 'settled-mails')).count;
    expect(await forget()).toBe(0);
    running.clock.advance(2 * SECOND);
    expect(await forget()).toBe(700);
    running.clock.advance(KEPT_MS.dead);
    expect(await forget()).toBe(1);
    expect(await rows('SELECT kind FROM outbox_mail')).toEqual([{ kind: 'test.reminder' }]);
    expect(await running.app.get(Outbox).add('test.reminder', { customer_id, recipient: 'x', once: 'due:1' })).toBe(
      false,
    );
  });
});
