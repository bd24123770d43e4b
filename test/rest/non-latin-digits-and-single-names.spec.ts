import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { enrolSecondFactor } from '../support/authenticator';
import { fixtures, PASSWORD, registrationForm, type RegisteredOrganisation } from '../support/fixtures';
import { downloadFile } from '../support/downloaded-file';
import { importClient } from '../support/imports';

const convertDigits =
  (zeroDigit: string) =>
  (text: string): string =>
    text.replace(/\d/g, (digit) => String.fromCodePoint(zeroDigit.codePointAt(0)! + Number(digit)));
const arabic = convertDigits('٠');
const persian = convertDigits('۰');

describe('non-Latin digits', () => {
  let running: RunningApp;
  let plant: RegisteredOrganisation;
  beforeAll(async () => {
    running = await startApp();
    running.clock.freeze('2026-03-02T08:00:10Z');
    plant = await fixtures(running).organisation();
  });
  afterAll(async () => {
    running.clock.release();
    await running.close();
  });
  const admin = () => api(running, plant.admin);

  it.each([
    ['Arabic', arabic],
    ['Persian', persian],
    ['fullwidth', convertDigits('０')],
  ])('register an organisation: the code of the mail and the telephone numbers (%s)', async (_, convert) => {
    const { subscription_id } = await fixtures(running).package();
    const form = registrationForm(subscription_id);
    const post = (path: string, body: object) => api(running).post(path, body);
    const { challenge } = (await post('/api/auth/email-challenges', { email: form.email_primary })).body;
    const { code } = (await running.mails()).find(({ to }) => to === form.email_primary)!;
    const verified = await post('/api/auth/email-challenges/verify', { challenge, otp: convert(code!) });
    expect(verified.status).toBe(200);
    const registerReply = await post('/api/auth/register', {
      ...form,
      mobile_one: convert('9845012345'),
      mobile_two: convert('+91 98450 1'),
      ...verified.body,
    });
    expect(registerReply.status).toBe(201);
    const owner = api(running, await fixtures(running).signIn({ user_name: form.c_user_name }));
    expect((await owner.get(`/api/customers/${registerReply.body.customer_id}`)).body).toMatchObject({
      mobile_one: '9845012345',
      mobile_two: '+91 98450 1',
    });
  });

  it('are accepted in second factor codes and recovery codes', async () => {
    const firm = await fixtures(running).organisation();
    const phone = await enrolSecondFactor(running, firm.admin);
    const login = (code: string) =>
      api(running).post('/api/auth/login', { user_name: firm.user_name, password: PASSWORD, code });
    expect((await login(arabic(phone.code()))).status).toBe(200);
    expect((await login(persian(phone.recovery_codes[0]!))).status).toBe(200);
    running.clock.advance(30_000);
    expect((await login(arabic('000000'))).body.code).toBe('second_factor_wrong');
    const adminApi = api(running, firm.admin);
    const proof = { current_password: PASSWORD, code: arabic(phone.code()) };
    const { secret } = (await adminApi.post('/api/me/second-factor/start', proof)).body;
    expect(secret).toEqual(expect.any(String));
  });

  it('are stored as 0 to 9 and found by filters', async () => {
    const body = { staff_code: 'P-1', first_name: 'Asha', last_name: 'Rao' };
    const createReply = await admin().post('/api/staff', {
      ...body,
      mobile: arabic('+91 98450 12345'),
      joined: arabic('2024-03-01'),
    });
    expect(createReply).toMatchObject({ status: 201, body: { mobile: '+91 98450 12345', joined: '2024-03-01' } });
    const changeReply = await admin().patch(`/api/staff/${createReply.body.id}`, { joined: persian('2024-04-01') });
    expect(changeReply.body.joined).toBe('2024-04-01');
    const query = (name: string, value: string) => `${name}=${encodeURIComponent(value)}`;
    for (const filter of [
      query('joined', arabic('2024-04-01')),
      query('joined_between', `${persian('2024-01-01')},${arabic('2024-12-31')}`),
      query('row_version', arabic('2')),
      query('created_at_gte', arabic('2026-03-01T00:00:00Z')),
      `${query('_start', arabic('0'))}&${query('_end', arabic('10'))}`,
    ]) {
      const { status, body: rows } = await admin().get(`/api/staff?${filter}`);
      expect([filter, status, rows.length]).toEqual([filter, 200, 1]);
    }
  });

  it('are accepted in report queries and commands', async () => {
    const to = encodeURIComponent(arabic('2026-03-01'));
    expect((await admin().get(`/api/reports/skill-matrix?to=${to}`)).status).toBe(200);
    expect((await admin().get(`/api/reports/skill-matrix?to=${encodeURIComponent(arabic('2026-02-30'))}`)).status).toBe(
      422,
    );
    const pages = `_start=${encodeURIComponent(arabic('0'))}&_end=${encodeURIComponent(persian('5'))}`;
    expect((await admin().get(`/api/reports/expiring-skills?${pages}`)).status).toBe(200);
    const { id } = (await admin().post('/api/staff', { staff_code: 'P-2', first_name: 'Omar', joined: '2024-03-01' }))
      .body;
    const leaveReply = await admin().post(`/api/staff/${id}/leave`, { last_active_day: arabic('2026-03-01') });
    expect(leaveReply.body).toMatchObject({ last_active_day: '2026-03-01' });
  });

  it('are accepted in import files', async () => {
    const file = `skill_code,name,min_level,review_months\nDIG,Digging,${arabic('2')},${persian('12')}\n`;
    expect((await importClient(running, plant.admin).sendAndRun('skills', file)).counts).toMatchObject({
      create: 1,
      error: 0,
    });
    const [skill] = (await admin().get('/api/skills?skill_code=DIG')).body;
    expect(skill).toMatchObject({ min_level: 2 });
  });
});

describe('a person with one name', () => {
  let running: RunningApp;
  let plant: RegisteredOrganisation;
  beforeAll(async () => {
    running = await startApp();
    plant = await fixtures(running).organisation();
  });
  afterAll(() => running.close());
  const admin = () => api(running, plant.admin);
  const person = { joined: '2024-03-01' };

  it.each([
    ['left out', {}],
    ['empty', { last_name: '' }],
    ['null', { last_name: null }],
    ['blank', { last_name: '  ' }],
  ])('is made, changed and read with a last name that is %s', async (description, last_name) => {
    const createReply = await admin().post('/api/staff', {
      ...person,
      staff_code: description,
      first_name: 'Suharto',
      ...last_name,
    });
    expect(createReply).toMatchObject({ status: 201, body: { first_name: 'Suharto', last_name: '' } });
    const path = `/api/staff/${createReply.body.id}`;
    expect((await admin().patch(path, { last_name: 'Sukarno' })).body.last_name).toBe('Sukarno');
    const changeReply = await admin().patch(path, { first_name: 'Suharto', ...last_name });
    expect(changeReply).toMatchObject({
      status: 200,
      body: { last_name: description === 'left out' ? 'Sukarno' : '' },
    });
  });

  it('still has a first name', async () => {
    const createReply = await admin().post('/api/staff', { ...person, staff_code: 'NONE', last_name: 'Suharto' });
    expect(createReply).toMatchObject({ status: 422, body: { errors: { first_name: expect.any(Array) } } });
  });

  it('is imported, with an empty cell and without the column, and the same file again changes nothing', async () => {
    const client = importClient(running, plant.admin);
    const files = [
      'staff_code,first_name,last_name,joined\nI-1,Pele,,2024-03-01\n',
      'staff_code,first_name,joined\nI-2,Madonna,2024-03-01\n',
    ];
    for (const file of files) {
      expect((await client.sendAndRun('staff', file)).counts).toEqual({ create: 1, update: 0, skip: 0, error: 0 });
      expect((await client.sendAndCheck('staff', file)).counts).toEqual({ create: 0, update: 0, skip: 1, error: 0 });
    }
    expect((await admin().get('/api/staff?staff_code=I-1')).body).toMatchObject([
      { first_name: 'Pele', last_name: '' },
    ]);
  });

  it('comes before the others by last name, in the order of the first', async () => {
    const firm = await fixtures(running).organisation();
    const firmApi = api(running, firm.admin);
    for (const [first_name, last_name] of [
      ['Asha', 'Rao'],
      ['Suharto', ''],
      ['Björk', ''],
      ['Omar', 'Aziz'],
    ])
      await firmApi.post('/api/staff', { ...person, staff_code: first_name, first_name, last_name });
    const rows = (await firmApi.get('/api/staff?_sort=last_name,first_name&_order=asc,asc')).body as object[];
    expect(rows.map((row) => (row as { first_name: string }).first_name)).toEqual(['Björk', 'Suharto', 'Omar', 'Asha']);
    expect((await firmApi.get('/api/staff?q=suharto')).body).toHaveLength(1);
  });

  it('is shown by that name alone in reports, files and error messages', async () => {
    const firm = await fixtures(running).organisation();
    const firmApi = api(running, firm.admin);
    const make = async (staff_code: string, first_name: string, more: object = {}) =>
      (await firmApi.post('/api/staff', { ...person, staff_code, first_name, ...more })).body as { staff_id: string };
    const { staff_id } = await make('S-1', 'Suharto');
    const subordinate = await make('S-2', 'Megawati', { manager_id: staff_id });
    const { body: skill } = await firmApi.post('/api/skills', { skill_code: 'FORK', name: 'Forklift' });
    const target = { staff_id, skill_id: skill.id, level: 2, from_date: '2024-03-01' };
    expect((await firmApi.post('/api/skill-targets', target)).status).toBe(201);
    const report = await firmApi.get(`/api/reports/targeted-skills?staff_id=${staff_id}`);
    expect(report.body.rows).toMatchObject([{ staff_name: 'Suharto' }]);
    const { text } = await downloadFile(running, '/api/exports/staff?format=csv&lang=en', firm.admin);
    expect(text).not.toMatch(/Suharto |, Suharto/);
    const circle = await firmApi.patch(`/api/staff/${staff_id}`, { manager_id: subordinate.staff_id });
    expect(circle.status).toBeGreaterThanOrEqual(400);
    expect(JSON.stringify(circle.body)).toContain('Suharto (S-1)');
  });
});
