import { createServer as createTcp, type Server } from 'node:net';
import { Test } from '@nestjs/testing';
import { MailerService } from '@nestjs-modules/mailer';
import { loadConfig } from '../../src/infrastructure/config/load-config';
import { Database } from '../../src/infrastructure/database/database';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { MailKindRegistry } from '../../src/infrastructure/mail/mail-kind-registry';
import { MailWorker } from '../../src/infrastructure/mail/mail-worker';
import { createMailerModule } from '../../src/infrastructure/mail/mailer';
import { OutboxRepository } from '../../src/infrastructure/mail/outbox.repository';
import { MailOutbox } from '../../src/infrastructure/mail/mail-outbox';
import { startApp, type RunningApp } from '../support/app';
import { testMail } from '../support/test-mail';

describe('mail', () => {
  let running: RunningApp;
  let outbox: MailOutbox;
  let broken: Set<string>;

  beforeAll(async () => {
    running = await startApp();
    outbox = running.app.get(MailOutbox);
    broken = new Set();
    running.app.get(MailKindRegistry).register('code', async ({ recipient, facts }) => {
      if (broken.has(recipient)) throw new Error('smtp says no');
      return facts.dead ? null : testMail(recipient, { code: '4711' });
    });
    running.clock.freeze('2025-03-01T08:00:00Z');
  });
  afterAll(() => running.close());

  const statuses = async () =>
    running.app
      .get(Database)
      .rows<{ status: string; attempts: number; facts: string }>('SELECT status, attempts, facts FROM outbox_mail');
  const to = async (address: string) => (await running.mails()).filter((mail) => mail.to === address);

  it('is sent after its transaction commits, and never after a rollback', async () => {
    const transactions = running.app.get(TransactionManager);
    await transactions.run(() => outbox.add('code', { customer_id: null, recipient: 'a@plant.example' }));
    await expect(
      transactions.run(async () => {
        await outbox.add('code', { customer_id: null, recipient: 'b@plant.example' });
        throw new Error('changed our mind');
      }),
    ).rejects.toThrow('changed our mind');
    expect(await to('a@plant.example')).toMatchObject([{ kind: 'code', code: '4711', subject: 'Your code' }]);
    expect(await to('b@plant.example')).toEqual([]);
  });

  it('is queued once per key, and dropped when obsolete', async () => {
    const once = () => outbox.add('code', { customer_id: null, recipient: 'c@plant.example', once_key: 'reminder:1' });
    expect([await once(), await once()]).toEqual([true, false]);
    expect(await to('c@plant.example')).toHaveLength(1);
    await outbox.add('code', { customer_id: null, recipient: 'd@plant.example', facts: { dead: true } });
    expect(await to('d@plant.example')).toEqual([]);
    expect((await statuses()).at(-1)).toMatchObject({ status: 'dropped' });
  });

  it('stores no code in its row', async () => {
    expect(JSON.stringify(await statuses())).not.toContain('4711');
  });

  it('is retried with growing pauses, and finally kept as a dead mail', async () => {
    broken.add('e@plant.example');
    await outbox.add('code', { customer_id: null, recipient: 'e@plant.example' });
    await running.mails();
    broken.delete('e@plant.example');
    expect(await to('e@plant.example')).toHaveLength(0);
    running.clock.advance(10_000);
    expect(await to('e@plant.example')).toHaveLength(1);

    broken.add('f@plant.example');
    await outbox.add('code', { customer_id: null, recipient: 'f@plant.example' });
    for (let attempt = 0; attempt < 12; attempt += 1) {
      await running.mails();
      running.clock.advance(12 * 3_600_000);
    }
    expect((await statuses()).filter(({ status }) => status === 'dead')).toMatchObject([{ attempts: 9 }]);
  });

  it('is leased by one worker only', async () => {
    const outboxRepository = running.app.get(OutboxRepository);
    await running.app
      .get(TransactionManager)
      .run(() =>
        outbox.add('code', { customer_id: null, recipient: 'g@plant.example', not_before: running.clock.now() + 1000 }),
      );
    await running.mails();
    running.clock.advance(2000);
    const [id] = await outboxRepository.findDue(['code']);
    const leases = await Promise.all(Array.from({ length: 8 }, () => outboxRepository.lease(id!)));
    expect(leases.filter(Boolean)).toHaveLength(1);
    expect(await to('g@plant.example')).toHaveLength(0);
    running.clock.advance(120_000); // the lease of a dead worker expires
    expect(await to('g@plant.example')).toHaveLength(1);
  });

  it('can be browsed from this machine', async () => {
    const list = await fetch(`${running.url}/dev/outbox`);
    expect(list.headers.get('content-type')).toContain('text/html');
    expect(await list.text()).toContain('g@plant.example');
    const [mail] = (await (await fetch(`${running.url}/dev/outbox.json`)).json()) as { mail_id: string }[];
    const page = await (await fetch(`${running.url}/dev/outbox/${mail!.mail_id}`)).text();
    expect(page).toContain('sandbox=');
    expect((await fetch(`${running.url}/dev/outbox/..%2f..%2fjwt-secret`)).status).toBe(404);
  });

  it('escapes foreign text, and keeps a subject on one line', async () => {
    running.app.get(MailKindRegistry).register('hostile', async ({ recipient }) =>
      testMail(recipient, {
        subject: 'Hi {{say}}\r\nBcc: z@y.example',
        heading: '<script>alert(1)</script> {{code}}',
      }),
    );
    await outbox.add('hostile', { customer_id: null, recipient: 'x@y.example' });
    const [mail] = await to('x@y.example');
    expect(mail!.html).not.toContain('<script>');
    expect(mail!.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; {{code}}');
    expect(mail!.text).toContain('<script>alert(1)</script> {{code}}');
    expect(mail!.subject).toBe('Hi {{say}} Bcc: z@y.example');
  });

  it('is retried alone while the mail server is away, and the others only afterwards', async () => {
    const secondApp = await startApp();
    try {
      secondApp.clock.freeze('2025-03-01T08:00:00Z');
      const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ESOCKET' });
      const sendMail = jest.spyOn(secondApp.app.get(MailerService), 'sendMail').mockRejectedValue(away);
      secondApp.app.get(MailKindRegistry).register('code', async ({ recipient }) => testMail(recipient));
      for (const name of ['i', 'j', 'k'])
        await secondApp.app.get(MailOutbox).add('code', { customer_id: null, recipient: `${name}@plant.example` });
      const tries = async () => {
        const rows = await secondApp.app
          .get(Database)
          .rows<{ attempts: number }>('SELECT attempts FROM outbox_mail ORDER BY attempts');
        return rows.map(({ attempts }) => Number(attempts));
      };
      await secondApp.app.get(MailWorker).drain();
      expect(await tries()).toEqual([0, 0, 1]);
      secondApp.clock.advance(5_000);
      await secondApp.app.get(MailWorker).drain();
      expect(await tries()).toEqual([0, 1, 1]);
      sendMail.mockRestore();
      secondApp.clock.advance(10_000);
      expect(await secondApp.mails()).toHaveLength(3);
    } finally {
      await secondApp.close();
    }
  });

  it.each([
    ['', { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }],
    ['?socketTimeout=5000&tls.servername=m.example', { greetingTimeout: 10_000, socketTimeout: 5_000 }],
  ])('uses short timeouts for a silent mail server, or those of the URL (%s)', async (query, limits) => {
    const config = loadConfig({ NODE_ENV: 'test', MAIL_URL: `smtps://post:a%3Ab%26c@127.0.0.1:2525/${query}` });
    const module = await Test.createTestingModule({ imports: [createMailerModule(config)] }).compile();
    const { transporter } = module.get(MailerService) as unknown as { transporter: { transporter: object } };
    expect(transporter.transporter).toMatchObject({
      name: 'SMTP',
      options: {
        host: '127.0.0.1',
        port: 2525,
        secure: true,
        auth: { user: 'post', pass: 'a:b&c' },
        ...limits,
        ...(query && { tls: { servername: 'm.example' } }),
      },
    });
    await module.close();
  });

  it('is delivered with HTML and text parts', async () => {
    const received: string[] = [];
    const server = await smtpServer(received);
    const { port } = server.address() as { port: number };
    const sendMail = await startApp({
      env: { MAIL_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Plant <plant@example.org>' },
    });
    try {
      sendMail.app
        .get(MailKindRegistry)
        .register('code', async ({ recipient }) => testMail(recipient, { code: '4711' }));
      await sendMail.app.get(MailOutbox).add('code', { customer_id: null, recipient: 'h@plant.example' });
      await sendMail.app.get(MailWorker).drain();
      expect(received.join('')).toMatch(/From: Plant <plant@example.org>[\s\S]*text\/plain[\s\S]*text\/html/);
      expect(received.join('')).toContain('To: h@plant.example');
      expect((await fetch(`${sendMail.url}/dev/outbox`)).status).toBe(404);
    } finally {
      await sendMail.close();
      server.close();
    }
  });
});

/** A minimal SMTP server. */
function smtpServer(received: string[]): Promise<Server> {
  const server = createTcp((socket) => {
    let inData = false;
    socket.write('220 test\r\n');
    socket.on('error', () => undefined);
    socket.on('data', (part) => {
      const text = part.toString();
      if (inData) {
        received.push(text);
        if (!text.endsWith('\r\n.\r\n')) return;
        inData = false;
        socket.write('250 kept\r\n');
      } else if (/^DATA/i.test(text)) {
        inData = true;
        socket.write('354 go on\r\n');
      } else if (/^QUIT/i.test(text)) socket.end('221 bye\r\n');
      else socket.write('250 fine\r\n');
    });
  });
  return new Promise((ready) => server.listen(0, '127.0.0.1', () => ready(server)));
}
