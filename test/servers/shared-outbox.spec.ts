import { prepareOrganisation } from '../support/durability';
import { waitUntil } from '../support/eventually';
import { MailSink } from '../support/mail-sink';
import { TestMariaDb } from '../support/test-mariadb';
import { TestRedis } from '../support/test-redis';
import { startProcess, type ProductProcess } from '../support/product-process';

/** Requests a code; retries while a busy server answers 5xx. */
const requestCode = (process: ProductProcess, email: string): Promise<void> =>
  waitUntil(async () => {
    const answer = await fetch(`${process.url}/Common/send_otp?to_email=${email}`);
    await answer.text();
    return answer.status < 500;
  }, `a code for ${email} is asked for`);

/** True when no mail is waiting. */
const isEmpty = async (server: TestMariaDb): Promise<boolean> => {
  const [row] = await server.query<{ waiting: number }>(
    "SELECT COUNT(*) AS waiting FROM outbox_mail WHERE status = 'waiting'",
  );
  return Number(row!.waiting) === 0;
};

describe('two processes with one outbox', () => {
  it('send each of its mails exactly once', async () => {
    const sink = new MailSink();
    const port = await sink.open();
    const server = await TestMariaDb.create();
    await server.start();
    const prepared = await prepareOrganisation({ url: server.url, drop: () => server.cleanUp() });
    const env = { ...prepared.env, MAIL_URL: `smtp://127.0.0.1:${port}?ignoreTLS=true` };
    const processes = await Promise.all([startProcess(env), startProcess(env)]);
    try {
      // Requests at both processes: each wakes its own worker, and both find the mails of the other.
      await Promise.all(
        Array.from({ length: 60 }, (_, i) => requestCode(processes[i % 2]!, `mailbox-${i}@example.org`)),
      );
      await waitUntil(() => sink.received.length >= 60);
      await waitUntil(() => isEmpty(server), 'no mail is left to be sent');
      expect(sink.received.map(({ to }) => to[0]).sort()).toEqual(
        Array.from({ length: 60 }, (_, i) => `mailbox-${i}@example.org`).sort(),
      );
    } finally {
      await Promise.all(processes.map((one) => one.kill()));
      await sink.close();
      await prepared.cleanUp();
    }
  });

  it('as web and worker send each mail exactly once, with and without Redis', async () => {
    const sink = new MailSink();
    const port = await sink.open();
    const redis = await TestRedis.start();
    const server = await TestMariaDb.create();
    await server.start();
    const prepared = await prepareOrganisation({ url: server.url, drop: () => server.cleanUp() });
    const env = { ...prepared.env, MAIL_URL: `smtp://127.0.0.1:${port}?ignoreTLS=true`, REDIS_URL: redis.url };
    const web = await startProcess({ ...env, ROLE: 'web' });
    const worker = await startProcess({ ...env, ROLE: 'worker' });
    const all: string[] = [];
    const requestCodes = async (prefix: string) => {
      const mailboxes = Array.from({ length: 20 }, (_, i) => `${prefix}-${i}@example.org`);
      all.push(...mailboxes);
      await Promise.all(mailboxes.map((email) => requestCode(web, email)));
    };
    try {
      await requestCodes('told');
      await waitUntil(() => sink.received.length >= all.length);
      await redis.kill();
      await requestCodes('away');
      await waitUntil(() => sink.received.length >= all.length);
      await redis.start();
      await requestCodes('back');
      await waitUntil(() => sink.received.length >= all.length);
      await waitUntil(() => isEmpty(server), 'no mail is left to be sent');
      expect(sink.received.map(({ to }) => to[0]).sort()).toEqual(all.sort());
    } finally {
      await Promise.all([web.kill(), worker.kill(), redis.kill()]);
      await sink.close();
      await prepared.cleanUp();
    }
  });
});
