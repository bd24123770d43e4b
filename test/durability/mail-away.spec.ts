import { Database } from '../../src/platform/database/database';
import { MailKinds } from '../../src/platform/mail/mail-kinds';
import { MailWorker } from '../../src/platform/mail/mail-worker';
import { Outbox } from '../../src/platform/mail/outbox';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { until } from '../support/eventually';
import { given, type Registered } from '../support/given';
import { letter } from '../support/letter';
import { MailSink } from '../support/mail-sink';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** The pauses after each failure; the last one is followed by giving up. */
const PAUSES = [10 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE, 180 * MINUTE, 360 * MINUTE, 720 * MINUTE];

describe('a mail server that is down', () => {
  let running: RunningApp;
  let firm: Registered;
  const sink = new MailSink();
  let port: number;

  beforeAll(async () => {
    port = await sink.open();
    running = await startApp({ env: { MAIL_URL: `smtp://127.0.0.1:${port}?ignoreTLS=true`, LOG_LEVEL: 'silent' } });
  });
  beforeEach(async () => {
    running.clock.freeze(Date.now());
    sink.received.length = 0;
    sink.mood = 250;
    firm = await given(running).organisation();
    await sink.close();
  });
  afterEach(() => running.clock.release());
  afterAll(async () => {
    await running.close();
    await sink.close();
  });

  const settle = () => running.app.get(MailWorker).settle();
  const owed = async (kind: string) => {
    const [row] = await running.app
      .get(Database)
      .rows<{ status: string; attempts: number; next_at: number }>(
        'SELECT status, attempts, next_at FROM outbox_mail WHERE kind = ? ORDER BY created_at DESC LIMIT 1',
        [kind],
      );
    return row && { status: row.status, attempts: Number(row.attempts), next_at: Number(row.next_at) };
  };
  const toFirm = () => sink.received.filter((mail) => mail.to.includes(firm.email));

  it('costs the caller nothing, and the mail arrives once the server is back', async () => {
    const reply = await api(running).post('/api/auth/forgot-password', { email: firm.email });
    expect(reply.status).toBe(200);
    // The answer does not wait for the mail: every address is answered alike.
    await until(anyOwed);
    await settle();
    await sink.open(port);
    await settle();
    expect(toFirm()).toEqual([]); // not before its time
    running.clock.advance(10 * SECOND);
    await settle();
    expect(toFirm()).toHaveLength(1);
    expect(toFirm()[0]!.text).toMatch(/Message-ID: <[0-9a-f-]{36}@skilgrid>/i);
    running.clock.advance(24 * 60 * MINUTE);
    await settle();
    expect(toFirm()).toHaveLength(1);
  });

  it('is tried again after growing pauses, also when it answers "later", and delivers in the end', async () => {
    await owe('test.patient');
    for (const [tries, wait] of PAUSES.slice(0, 5).entries()) {
      await settle();
      expect(await owed('test.patient')).toEqual({
        status: 'waiting',
        attempts: tries + 1,
        next_at: running.clock.now() + wait,
      });
      running.clock.advance(wait - 1);
      await settle();
      expect((await owed('test.patient'))?.attempts).toBe(tries + 1);
      running.clock.advance(1);
      if (tries === 1) {
        await sink.open(port);
        sink.mood = 451;
      }
    }
    sink.mood = 250;
    await settle();
    expect(toFirm()).toHaveLength(1);
    expect(await owed('test.patient')).toMatchObject({ status: 'sent', attempts: 6 });
  });

  it('is given up after about a day, and the mail is kept as a dead letter', async () => {
    await owe('test.dead');
    for (const wait of PAUSES) {
      await settle();
      running.clock.advance(wait);
    }
    await settle();
    expect(await owed('test.dead')).toMatchObject({ status: 'dead', attempts: PAUSES.length + 1 });
    await sink.open(port);
    running.clock.advance(24 * 60 * MINUTE);
    await settle();
    expect(toFirm()).toEqual([]);
  });

  it('is asked once between two pauses where it takes connections and says nothing', async () => {
    await sink.open(port);
    sink.mood = 'silent';
    const env = { MAIL_URL: `smtp://127.0.0.1:${port}?ignoreTLS=true&greetingTimeout=100`, LOG_LEVEL: 'silent' };
    const patient = await startApp({ env });
    try {
      patient.clock.freeze('2025-03-01T08:00:00Z');
      patient.app.get(MailKinds).register('test.silent', async ({ recipient }) => letter(recipient));
      for (const recipient of ['a@plant.example', 'b@plant.example', 'c@plant.example'])
        await patient.app.get(Outbox).add('test.silent', { customer_id: null, recipient });
      await patient.app.get(MailWorker).settle();
      const rows = await patient.app
        .get(Database)
        .rows<{ attempts: number; next_at: number }>('SELECT attempts, next_at FROM outbox_mail ORDER BY attempts');
      expect(rows.map(({ attempts }) => Number(attempts))).toEqual([0, 0, 1]);
      expect(Number(rows[2]!.next_at)).toBe(patient.clock.now() + 10 * SECOND);
    } finally {
      await patient.close();
    }
  });

  async function anyOwed(): Promise<boolean> {
    const rows = await running.app.get(Database).rows("SELECT mail_id FROM outbox_mail WHERE status = 'waiting'");
    return rows.length > 0;
  }

  /** A mail that does not go out of date, as a reset link does. */
  async function owe(kind: string): Promise<void> {
    const to = firm.email;
    running.app.get(MailKinds).register(kind, async () => letter(to));
    await running.app.get(Outbox).add(kind, { customer_id: firm.customer_id, recipient: to });
  }
});
