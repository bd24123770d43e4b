import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { fixtures, type RegisteredOrganisation } from '../support/fixtures';
import { statementsOfRequests } from '../support/recorded-statements';

describe('Contact us', () => {
  let running: RunningApp;
  let plant: RegisteredOrganisation;
  let platform: Record<string, string>;
  let staff: string;
  beforeAll(async () => {
    running = await startApp();
    const { headers, user_name } = await fixtures(running).platformStaff();
    [platform, staff] = [headers, `${user_name}@example.org`];
  });
  beforeEach(async () => {
    plant = await fixtures(running).organisation({ name: 'Nordwerk' });
  });
  afterAll(() => running.close());

  const sendMessage = (subject: string, message = 'Twelve join in March.\n\nWhat would it <b>cost</b>?', more = {}) =>
    api(running, plant.admin).post('/api/support-messages', { subject, message }, more);

  it('reaches platform staff: in their list, with who wrote and where to answer', async () => {
    const sent = await sendMessage('We need more seats');
    expect(sent).toMatchObject({ status: 201, body: { subject: 'We need more seats', row_version: 1 } });
    const list = await api(running, platform).get(`/api/support-messages?customer_id=${plant.customer_id}`);
    expect(list.headers.get('x-total-count')).toBe('1');
    expect(list.body).toEqual([sent.body]);
    expect(sent.body).toMatchObject({
      customer_id: plant.customer_id,
      customer_name: 'Nordwerk',
      user_name: plant.user_name,
      reply_to: plant.email,
    });
    expect((await api(running, platform).get('/api/support-messages?q=seats')).body).toContainEqual(sent.body);
    expect((await api(running, platform).get(`/api/support-messages/${sent.body.id}`)).body).toEqual(sent.body);
    expect(await statementsOfRequests(() => api(running, platform).get('/api/support-messages'))).toHaveLength(2);
  });

  it('is mailed to them, written as it was', async () => {
    expect(await sendMessage('Lost a key\r\nBcc: all@example.org')).toMatchObject({
      status: 422,
      body: { errors: { subject: [expect.any(String)] } },
    });
    await sendMessage('Lost a key Bcc: all@example.org');
    const mail = (await running.mails()).find(({ to, subject }) => to === staff && subject.includes('Lost a key'))!;
    expect(mail.subject).toBe('Contact us: Lost a key Bcc: all@example.org');
    expect(mail.text).toContain(`${plant.user_name} of Nordwerk (customer ${plant.customer_id}) writes:`);
    expect(mail.text).toContain('What would it <b>cost</b>?');
    expect(mail.html).not.toContain('<b>cost</b>');
    expect(mail.text).toContain(plant.email);
  });

  it('is marked as answered, and opened again, by platform staff', async () => {
    const { body } = await sendMessage('When do you call?');
    expect(body.answered_at).toBeNull();
    const path = `/api/support-messages/${body.id}`;
    const platformApi = api(running, platform);
    const answered = await platformApi.post(`${path}/answered`);
    expect([answered.status, typeof answered.body.answered_at]).toEqual([200, 'string']);
    expect((await platformApi.post(`${path}/answered`)).body).toEqual(answered.body);
    const fetchUnanswered = async () =>
      (await platformApi.get('/api/support-messages?answered_at_null=true')).body.map(({ id }: { id: string }) => id);
    expect(await fetchUnanswered()).not.toContain(body.id);
    expect((await platformApi.post(`${path}/reopen`)).body.answered_at).toBeNull();
    expect(await fetchUnanswered()).toContain(body.id);
    expect((await api(running, plant.admin).post(`${path}/answered`)).status).toBe(403);
    const eventsPath = `/api/audit-events?subject_id=${body.id}&_sort=at&_order=asc`;
    // The organisation of the sender can read these events, too.
    const events = (await api(running, plant.admin).get(eventsPath)).body;
    expect(new Set(events.map((event: any) => event.subject_name))).toEqual(new Set(['When do you call?']));
    expect(events.map(({ action }: { action: string }) => action)).toEqual([
      'support_message.send',
      'support_message.answered',
      'support_message.reopen',
    ]);
  });

  it('is readable by platform staff only', async () => {
    const { body } = await sendMessage('For you only');
    for (const path of ['/api/support-messages', `/api/support-messages/${body.id}`]) {
      expect([path, (await api(running, plant.admin).get(path)).status]).toEqual([path, 403]);
    }
  });

  it('needs a subject and a message, and is sent once for an Idempotency-Key', async () => {
    for (const [subject, message, field] of [
      [' ', 'Hello', 'subject'],
      ['Hello', ' ', 'message'],
      ['x'.repeat(201), 'Hello', 'subject'],
      ['Hello', 'x'.repeat(5001), 'message'],
    ] as const) {
      const reply = await sendMessage(subject, message);
      expect([field, reply.status, Object.keys(reply.body.errors)]).toEqual([field, 422, [field]]);
    }
    const once = { 'idempotency-key': 'support-1' };
    expect((await sendMessage('Once', 'Hello', once)).body).toEqual((await sendMessage('Once', 'Hello', once)).body);
    const list = await api(running, platform).get(`/api/support-messages?customer_id=${plant.customer_id}`);
    expect(list.body).toHaveLength(1);
  });

  it('is limited to ten messages an hour per account', async () => {
    for (let n = 0; n < 10; n++) expect((await sendMessage(`Number ${n}`)).status).toBe(201);
    const reply = await sendMessage('One too many');
    expect([reply.status, Number(reply.headers.get('retry-after')) > 0]).toEqual([429, true]);
  });
});
