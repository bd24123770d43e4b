import { prepared } from '../support/durable';
import { until } from '../support/eventually';
import { MailSink } from '../support/mail-sink';
import { OwnMariaDb } from '../support/own-mariadb';
import { OwnRedis } from '../support/own-redis';
import { startProcess, type ProductProcess } from '../support/process';

/** A code was asked for; again where a busy server has not taken it on. */
const asked = (at: ProductProcess, email: string): Promise<void> =>
  until(async () => {
    const answer = await fetch(`${at.url}/Common/send_otp?to_email=${email}`);
    await answer.text();
    return answer.status < 500;
  }, `a code for ${email} is asked for`);

/** Every mail is marked as sent: no process sends one again. */
const isEmpty = async (server: OwnMariaDb): Promise<boolean> => {
  const [row] = await server.ask<{ waiting: number }>(
    "SELECT COUNT(*) AS waiting FROM outbox_mail WHERE status = 'waiting'",
  );
  return Number(row!.waiting) === 0;
};

describe('two processes with one outbox', () => {
  it('send each of its mails exactly once', async () => {
    const sink = new MailSink();
    const port = await sink.open();
    const server = await OwnMariaDb.create();
    await server.start();
    const given = await prepared({ url: server.url, drop: () => server.forget() });
    const env = { ...given.env, MAIL_URL: `smtp://127.0.0.1:${port}?ignoreTLS=true` };
    const both = await Promise.all([startProcess(env), startProcess(env)]);
    try {
      // Asked of both at once: each wakes its own worker, and both look for what the other has left.
      await Promise.all(Array.from({ length: 60 }, (_, i) => asked(both[i % 2]!, `mailbox-${i}@example.org`)));
      await until(() => sink.received.length >= 60);
      await until(() => isEmpty(server), 'no mail is left to be sent');
      expect(sink.received.map(({ to }) => to[0]).sort()).toEqual(
        Array.from({ length: 60 }, (_, i) => `mailbox-${i}@example.org`).sort(),
      );
    } finally {
      await Promise.all(both.map((one) => one.kill()));
      await sink.close();
      await given.forget();
    }
  });

  it('are a web process that owes and a worker that sends, told by Redis, and without it: each mail exactly once', async () => {
    const sink = new MailSink();
    const port = await sink.open();
    const redis = await OwnRedis.start();
    const server = await OwnMariaDb.create();
    await server.start();
    const given = await prepared({ url: server.url, drop: () => server.forget() });
    const env = { ...given.env, MAIL_URL: `smtp://127.0.0.1:${port}?ignoreTLS=true`, REDIS_URL: redis.url };
    const web = await startProcess({ ...env, ROLE: 'web' });
    const worker = await startProcess({ ...env, ROLE: 'worker' });
    const all: string[] = [];
    const ask = async (when: string) => {
      const mailboxes = Array.from({ length: 20 }, (_, i) => `${when}-${i}@example.org`);
      all.push(...mailboxes);
      await Promise.all(mailboxes.map((email) => asked(web, email)));
    };
    try {
      await ask('told');
      await until(() => sink.received.length >= all.length);
      await redis.kill();
      await ask('away');
      await until(() => sink.received.length >= all.length);
      await redis.start();
      await ask('back');
      await until(() => sink.received.length >= all.length);
      await until(() => isEmpty(server), 'no mail is left to be sent');
      expect(sink.received.map(({ to }) => to[0]).sort()).toEqual(all.sort());
    } finally {
      await Promise.all([web.kill(), worker.kill(), redis.kill()]);
      await sink.close();
      await given.forget();
    }
  });
});
