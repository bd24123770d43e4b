import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '../support/api';
import { waitUntil } from '../support/eventually';
import { PASSWORD, registrationForm } from '../support/fixtures';
import type { Headers } from '../support/organisation';
import { TestMariaDb } from '../support/test-mariadb';
import { startProcess, type ProductProcess } from '../support/product-process';

/** The API is stateless: challenges, sessions, throttles, locks and jobs are stored in the database. */
describe('two processes on one database', () => {
  let server: TestMariaDb;
  let folder: string;
  let processes: [ProductProcess, ProductProcess];

  beforeAll(async () => {
    server = await TestMariaDb.create();
    await server.start();
    folder = mkdtempSync(join(tmpdir(), 'skilgrid-two-'));
    const env = {
      DATA_DIR: folder,
      DATABASE_URL: server.url,
      JWT_SECRET: 'a secret of the tests, long enough to be accepted',
    };
    // Both start with an empty database: one migrates, the other waits.
    processes = await Promise.all([startProcess(env), startProcess(env)]);
  });
  afterAll(async () => {
    for (const each of processes ?? []) await each.kill();
    await server?.cleanUp();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  const mailsTo = async (address: string): Promise<{ code?: string }[]> => {
    let mails: { to: string; code?: string }[] = [];
    await waitUntil(async () => {
      const allMails = (await api(processes[1]).get('/dev/outbox.json')).body as { to: string; code?: string }[];
      mails = allMails.filter((mail) => mail.to === address);
      return mails.length > 0;
    }, `a mail to ${address}`);
    return mails;
  };

  it('act as one: a flow started on one continues on the other', async () => {
    const [first, second] = processes;
    const packages = (await api(first).get('/Common/get_subscription_list')).body.data as { subscription_id: number }[];
    const form = registrationForm(packages[0]!.subscription_id);
    const codeReply = await api(first).get(`/Common/send_otp?to_email=${form.email_primary}`);
    const mails = await mailsTo(form.email_primary);
    expect(mails).toHaveLength(1);
    const verified = await api(second).get(`/Common/verify_otp?otp=${mails[0]!.code}`, {
      'x-challenge': codeReply.body.data.challenge,
    });
    const ticket = { 'x-registration-token': verified.body.data.registration_token };
    const saveReplies = await Promise.all(
      processes.flatMap((each) => [1, 2].map(() => api(each, ticket).post('/CustomerMaster/SaveCustomer', form))),
    );
    const customerIds = new Set(saveReplies.filter(({ body }) => body.Status).map(({ body }) => body.data.customer_id));
    expect(customerIds.size).toBe(1);

    const login = { c_user_name: form.c_user_name, c_password: PASSWORD };
    const { data: user } = (await api(first).post('/Customer/customer_login', login)).body;
    const headers: Headers = { authorization: `Bearer ${user.token}`, eid: user.eid, oid: String(user.oid) };
    const limit = (await api(second, headers).get(`/Common/get_available_count/${user.customer_id}`)).body.data
      .no_of_staff as number;
    const answers = await Promise.all(
      Array.from({ length: limit * 2 }, (_, at) =>
        api(processes[at % 2]!, headers).post('/api/staff', {
          staff_code: `T-${at}`,
          first_name: 'Two',
          last_name: `Of ${at}`,
          joined: '2024-01-01',
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(limit);
    expect(answers.filter(({ body }) => body.code === 'plan_limit_reached')).toHaveLength(limit);

    await api(second, headers).post('/api/auth/logout');
    expect((await api(first, headers).get('/api/me')).status).toBe(401);
    for (const at of [0, 1, 0, 1, 0]) {
      const wrongLogin = await api(processes[at]!).post('/users/authenticate', {
        email: form.email_primary,
        password: 'wrong',
      });
      expect(wrongLogin.status).toBe(400);
    }
    expect((await api(second).post('/Customer/customer_login', login)).status).toBe(429);
  });
});
