import { Database } from '../../src/infrastructure/database/database';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { MailKindRegistry } from '../../src/infrastructure/mail/mail-kind-registry';
import { MailWorker } from '../../src/infrastructure/mail/mail-worker';
import { MailOutbox, type MailInput } from '../../src/infrastructure/mail/mail-outbox';
import { RETENTION_MS } from '../../src/infrastructure/mail/outbox.repository';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { waitUntil } from '../support/eventually';
import { testMail } from '../support/test-mail';
import { MailSink } from '../support/mail-sink';
import { openOrganisation } from '../support/organisation';
import { runScheduledJob } from '../support/scheduled-jobs';

const SECOND = 1000;
const DAY = 86_400_000;

/** The outbox with far more mails than the mail server accepts. */
describe('an outbox with more in it than can be sent at once', () => {
  let running: RunningApp;
  const sink = new MailSink();
  let port: number;
  let customer_id: number;

  beforeAll(async () => {
    port = await sink.open();
    running = await startApp({ env: { MAIL_URL: `smtp://127.0.0.1:${port}?ignoreTLS=true`, LOG_LEVEL: 'silent' } });
    ({ customer_id } = await openOrganisation(running));
    const kinds = running.app.get(MailKindRegistry);
    for (const kind of ['test.reminder', 'test.digest', 'test.code'])
      kinds.register(kind, async ({ recipient }) => testMail(recipient));
  });
  beforeEach(() => running.clock.freeze(Date.now()));
  afterEach(async () => {
    await sink.close();
    await write('DELETE FROM outbox_mail');
    sink.behaviour = 250;
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
    running.app.get(TransactionManager).run(() => running.app.get(Database).write(sql, values));
  const rows = <R>(sql: string, values: (string | number)[] = []) => running.app.get(Database).rows<R>(sql, values);
  const enqueueMails = (count: number, kind: string, more: Partial<MailInput> = {}) =>
    running.app.get(TransactionManager).run(async () => {
      for (let i = 0; i < count; i++) {
        const recipient = `${kind}-${i}@example.org`;
        await running.app.get(MailOutbox).add(kind, { customer_id, recipient, ...more });
      }
    });
  const totalAttempts = async () =>
    (await rows<{ n: number }>('SELECT SUM(attempts) AS n FROM outbox_mail')).map(({ n }) => Number(n))[0];

  it('sends a code before much older reminders', async () => {
    await sink.close();
    await enqueueMails(60, 'test.reminder');
    await enqueueMails(60, 'test.digest');
    await worker().drain();
    running.clock.advance(SECOND);
    await enqueueMails(1, 'test.code');
    running.clock.advance(60 * SECOND);
    await sink.open(port);
    await worker().drain();
    const order = sink.received.map(({ to }) => to[0]!.split('-')[0]);
    expect(order).toHaveLength(121);
    expect(order.indexOf('test.code')).toBeLessThan(15);
    expect(new Set(order.slice(0, 15))).toEqual(new Set(['test.reminder', 'test.digest', 'test.code']));
  });

  it('retries only one mail with growing pauses while the server refuses, then sends each mail once', async () => {
    await sink.close();
    await enqueueMails(100, 'test.reminder');
    await worker().drain();
    expect(await totalAttempts()).toBe(1);
    for (let i = 0; i < 20; i++) await worker().drain();
    expect(await totalAttempts()).toBe(1);
    const pauses = [5, 10, 20, 40, 60, 60];
    for (const [at, seconds] of pauses.entries()) {
      running.clock.advance(seconds * SECOND - 1);
      await worker().drain();
      expect(await totalAttempts()).toBe(at + 1);
      running.clock.advance(1);
      await worker().drain();
      expect(await totalAttempts()).toBe(at + 2);
    }
    await sink.open(port);
    running.clock.advance(6 * 60 * SECOND);
    await worker().drain();
    expect(sink.received).toHaveLength(100);
    expect(new Set(sink.received.map(({ to }) => to[0])).size).toBe(100);
  });

  it('blocks neither requests nor the shutdown while the mail server is silent', async () => {
    sink.behaviour = 'silent';
    const silentApp = await startApp({
      env: { MAIL_URL: `smtp://127.0.0.1:${port}?ignoreTLS=true`, LOG_LEVEL: 'silent' },
    });
    const connectionsBefore = sink.connections;
    const kinds = silentApp.app.get(MailKindRegistry);
    kinds.register('test.reminder', async ({ recipient }) => testMail(recipient));
    await silentApp.app.get(TransactionManager).run(async () => {
      for (let i = 0; i < 300; i++) {
        await silentApp.app
          .get(MailOutbox)
          .add('test.reminder', { customer_id: null, recipient: `hang-${i}@example.org` });
      }
    });
    await waitUntil(() => sink.connections > connectionsBefore);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        api(silentApp).post('/api/auth/forgot-password', { email: `somebody-${i}@example.org` }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    // All of them woke the worker, which sends one mail at a time over one connection.
    expect(sink.connections).toBe(connectionsBefore + 1);
    await silentApp.close();
  });

  it('audits and keeps a dead mail', async () => {
    sink.behaviour = 451;
    await enqueueMails(1, 'test.reminder');
    for (let i = 0; i < 12; i++) {
      await worker().drain();
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

  it('deletes old settled mails, but keeps what prevents a second reminder', async () => {
    const now = running.clock.now();
    const later = { not_before: now + DAY };
    await enqueueMails(700, 'test.digest', later);
    await enqueueMails(1, 'test.reminder', { once_key: 'due:1', ...later });
    await enqueueMails(1, 'test.code', later);
    const markSettled = (at: number, status: string, kind: string) =>
      write('UPDATE outbox_mail SET status = ?, settled_at = ?, next_at = ? WHERE kind = ?', [status, at, at, kind]);
    await markSettled(now - RETENTION_MS.sent + SECOND, 'sent', 'test.digest');
    await markSettled(now - RETENTION_MS.sent - SECOND, 'sent', 'test.reminder');
    await markSettled(now - RETENTION_MS.sent - SECOND, 'dead', 'test.code');
    const runRetention = async () => (await runScheduledJob(running, 'settled-mails')).count;
    expect(await runRetention()).toBe(0);
    running.clock.advance(2 * SECOND);
    expect(await runRetention()).toBe(700);
    running.clock.advance(RETENTION_MS.dead);
    expect(await runRetention()).toBe(1);
    expect(await rows('SELECT kind FROM outbox_mail')).toEqual([{ kind: 'test.reminder' }]);
    expect(
      await running.app.get(MailOutbox).add('test.reminder', { customer_id, recipient: 'x', once_key: 'due:1' }),
    ).toBe(false);
  });
});
