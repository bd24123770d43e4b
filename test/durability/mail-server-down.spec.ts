import { Database } from '../../src/infrastructure/database/database';
import { MailKindRegistry } from '../../src/infrastructure/mail/mail-kind-registry';
import { MailWorker } from '../../src/infrastructure/mail/mail-worker';
import { MailOutbox } from '../../src/infrastructure/mail/mail-outbox';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { waitUntil } from '../support/eventually';
import { fixtures, type RegisteredOrganisation } from '../support/fixtures';
import { testMail } from '../support/test-mail';
import { MailSink } from '../support/mail-sink';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** The pause after each failure; after the last one the mail is dead. */
const PAUSES = [10 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE, 180 * MINUTE, 360 * MINUTE, 720 * MINUTE];

describe('a mail server that is down', () => {
  let running: RunningApp;
  let registered: RegisteredOrganisation;
  const sink = new MailSink();
  let port: number;

  beforeAll(async () => {
    port = await sink.open();
    running = await startApp({ env: { MAIL_URL: `smtp://127.0.0.1:${port}?ignoreTLS=true`, LOG_LEVEL: 'silent' } });
  });
  beforeEach(async () => {
    running.clock.freeze(Date.now());
    sink.received.length = 0;
    sink.behaviour = 250;
    registered = await fixtures(running).organisation();
    await sink.close();
  });
  afterEach(() => running.clock.release());
  afterAll(async () => {
    await running.close();
    await sink.close();
  });

  const runWorker = () => running.app.get(MailWorker).drain();
  const readOutboxRow = async (kind: string) => {
    const [row] = await running.app
      .get(Database)
      .rows<{ status: string; attempts: number; next_at: number }>(
        'SELECT status, attempts, next_at FROM outbox_mail WHERE kind = ? ORDER BY created_at DESC LIMIT 1',
        [kind],
      );
    return row && { status: row.status, attempts: Number(row.attempts), next_at: Number(row.next_at) };
  };
  const mailsToCustomer = () => sink.received.filter((mail) => mail.to.includes(registered.email));

  it('does not affect the caller, and the mail arrives once the server is back', async () => {
    const reply = await api(running).post('/api/auth/forgot-password', { email: registered.email });
    expect(reply.status).toBe(200);
    // The response does not wait for the mail, so that all addresses get the same response time.
    await waitUntil(hasWaitingMail);
    await runWorker();
    await sink.open(port);
    await runWorker();
    expect(mailsToCustomer()).toEqual([]); // the pause is not over
    running.clock.advance(10 * SECOND);
    await runWorker();
    expect(mailsToCustomer()).toHaveLength(1);
    expect(mailsToCustomer()[0]!.text).toMatch(/Message-ID: <[0-9a-f-]{36}@skilgrid>/i);
    running.clock.advance(24 * 60 * MINUTE);
    await runWorker();
    expect(mailsToCustomer()).toHaveLength(1);
  });

  it('is tried again after growing pauses, also when it answers "later", and delivers in the end', async () => {
    await enqueueMail('test.patient');
    for (const [tries, pause] of PAUSES.slice(0, 5).entries()) {
      await runWorker();
      expect(await readOutboxRow('test.patient')).toEqual({
        status: 'waiting',
        attempts: tries + 1,
        next_at: running.clock.now() + pause,
      });
      running.clock.advance(pause - 1);
      await runWorker();
      expect((await readOutboxRow('test.patient'))?.attempts).toBe(tries + 1);
      running.clock.advance(1);
      if (tries === 1) {
        await sink.open(port);
        sink.behaviour = 451;
      }
    }
    sink.behaviour = 250;
    await runWorker();
    expect(mailsToCustomer()).toHaveLength(1);
    expect(await readOutboxRow('test.patient')).toMatchObject({ status: 'sent', attempts: 6 });
  });

  it('is given up after about a day, and the mail is kept as a dead letter', async () => {
    await enqueueMail('test.dead');
    for (const pause of PAUSES) {
      await runWorker();
      running.clock.advance(pause);
    }
    await runWorker();
    expect(await readOutboxRow('test.dead')).toMatchObject({ status: 'dead', attempts: PAUSES.length + 1 });
    await sink.open(port);
    running.clock.advance(24 * 60 * MINUTE);
    await runWorker();
    expect(mailsToCustomer()).toEqual([]);
  });

  it('is tried once per pause when it accepts connections but is silent', async () => {
    await sink.open(port);
    sink.behaviour = 'silent';
    const env = { MAIL_URL: `smtp://127.0.0.1:${port}?ignoreTLS=true&greetingTimeout=100`, LOG_LEVEL: 'silent' };
    const silentApp = await startApp({ env });
    try {
      silentApp.clock.freeze('2025-03-01T08:00:00Z');
      silentApp.app.get(MailKindRegistry).register('test.silent', async ({ recipient }) => testMail(recipient));
      for (const recipient of ['a@plant.example', 'b@plant.example', 'c@plant.example'])
        await silentApp.app.get(MailOutbox).add('test.silent', { customer_id: null, recipient });
      await silentApp.app.get(MailWorker).drain();
      const rows = await silentApp.app
        .get(Database)
        .rows<{ attempts: number; next_at: number }>('SELECT attempts, next_at FROM outbox_mail ORDER BY attempts');
      expect(rows.map(({ attempts }) => Number(attempts))).toEqual([0, 0, 1]);
      expect(Number(rows[2]!.next_at)).toBe(silentApp.clock.now() + 10 * SECOND);
    } finally {
      await silentApp.close();
    }
  });

  async function hasWaitingMail(): Promise<boolean> {
    const rows = await running.app.get(Database).rows("SELECT mail_id FROM outbox_mail WHERE status = 'waiting'");
    return rows.length > 0;
  }

  /** Enqueues a mail that does not expire (a reset link does). */
  async function enqueueMail(kind: string): Promise<void> {
    const to = registered.email;
    running.app.get(MailKindRegistry).register(kind, async () => testMail(to));
    await running.app.get(MailOutbox).add(kind, { customer_id: registered.customer_id, recipient: to });
  }
});
