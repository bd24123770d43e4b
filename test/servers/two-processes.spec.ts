import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '../support/api';
import { until } from '../support/eventually';
import { PASSWORD, registrationForm } from '../support/given';
import type { Headers } from '../support/organisation';
import { OwnMariaDb } from '../support/own-mariadb';
import { startProcess, type ProductProcess } from '../support/process';

/** speed.md, Beyond one machine: "The API is stateless: challenges, sessions, throttles, locks and jobs live in the database". */
describe('two processes on one database', () => {
  let server: OwnMariaDb;
  let folder: string;
  let both: [ProductProcess, ProductProcess];

  beforeAll(async () => {
    server = await OwnMariaDb.create();
    await server.start();
    folder = mkdtempSync(join(tmpdir(), 'skilgrid-two-'));
    const env = {
      DATA_DIR: folder,
      DATABASE_URL: server.url,
      JWT_SECRET: 'a secret of the tests, long enough to be accepted',
    };
    // Both find an empty database: one migrates, the other waits for it.
    both = await Promise.all([startProcess(env), startProcess(env)]);
  });
  afterAll(async () => {
    for (const each of both ?? []) await each.kill();
    await server?.forget();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  const mailsTo = async (address: string): Promise<{ code?: string }[]> => {
    let own: { to: string; code?: string }[] = [];
    await until(async () => {
      const mails = (await api(both[1]).get('/dev/outbox.json')).body as { to: string; code?: string }[];
      own = mails.filter((mail) => mail.to === address);
      return own.length > 0;
    }, `a mail to ${address}`);
    return own;
  };

  it('are one product: whatever begins on one of them goes on and ends on the other', async () => {
    const [one, other] = both;
    const packages = (await api(one).get('/Common/get_subscription_list')).body.data as { subscription_id: number }[];
    const form = registrationForm(packages[0]!.subscription_id);
    const sent = await api(one).get(`/Common/send_otp?to_email=${form.email_primary}`);
    const mails = await mailsTo(form.email_primary);
    expect(mails).toHaveLength(1);
    const verified = await api(other).get(`/Common/verify_otp?otp=${mails[0]!.code}`, {
      'x-challenge': sent.body.data.challenge,
    });
    const ticket = { 'x-registration-token': verified.body.data.registration_token };
    const saves = await Promise.all(
      both.flatMap((each) => [1, 2].map(() => api(each, ticket).post('/CustomerMaster/SaveCustomer', form))),
    );
    const made = new Set(saves.filter(({ body }) => body.Status).map(({ body }) => body.data.customer_id));
    expect(made.size).toBe(1);

    const login = { c_user_name: form.c_user_name, c_password: PASSWORD };
    const { data: user } = (await api(one).post('/Customer/customer_login', login)).body;
    const headers: Headers = { authorization: `Bearer ${user.token}`, eid: user.eid, oid: String(user.oid) };
    const limit = (await api(other, headers).get(`/Common/get_available_count/${user.customer_id}`)).body.data
      .no_of_staff as number;
    const answers = await Promise.all(
      Array.from({ length: limit * 2 }, (_, at) =>
        api(both[at % 2]!, headers).post('/api/staff', {
          staff_code: `T-${at}`,
          first_name: 'Two',
          last_name: `Of ${at}`,
          joined: '2024-01-01',
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(limit);
    expect(answers.filter(({ body }) => body.code === 'plan_limit_reached')).toHaveLength(limit);

    await api(other, headers).post('/api/auth/logout');
    expect((await api(one, headers).get('/api/me')).status).toBe(401);
    for (const at of [0, 1, 0, 1, 0]) {
      const wrong = await api(both[at]!).post('/users/authenticate', { email: form.email_primary, password: 'wrong' });
      expect(wrong.status).toBe(400);
    }
    expect((await api(other).post('/Customer/customer_login', login)).status).toBe(429);
  });
});
