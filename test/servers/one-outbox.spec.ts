import { setTimeout as pause } from 'node:timers/promises';
import { prepared } from '../support/durable';
import { until } from '../support/eventually';
import { MailSink } from '../support/mail-sink';
import { OwnMariaDb } from '../support/own-mariadb';
import { startProcess } from '../support/process';

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
      await Promise.all(
        Array.from({ length: 60 }, (_, i) =>
          fetch(`${both[i % 2]!.url}/Common/send_otp?to_email=mailbox-${i}@example.org`).then((answer) =>
            answer.text(),
          ),
        ),
      );
      await until(() => sink.received.length >= 60);
      await pause(200);
      expect(sink.received.map(({ to }) => to[0]).sort()).toEqual(
        Array.from({ length: 60 }, (_, i) => `mailbox-${i}@example.org`).sort(),
      );
    } finally {
      await Promise.all(both.map((one) => one.kill()));
      await sink.close();
      await given.forget();
    }
  });
});
