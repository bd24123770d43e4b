import { drift } from '../../src/platform/database/migrate';
import { DataSource } from 'typeorm';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { given, type Registered } from '../support/given';
import { statementsOfRequests } from '../support/statements';

describe('me', () => {
  let running: RunningApp;
  let plant: Registered;
  beforeAll(async () => {
    running = await startApp();
    plant = await given(running).organisation({ name: 'Nordwerk', staffLimit: 50, time_zone: 'Europe/Berlin' });
  });
  afterAll(() => running.close());

  it('tells who is signed in, what the plan allows and uses, and how long it lasts', async () => {
    const reply = await api(running, plant.admin).get('/api/me');
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      customer_id: plant.customer_id,
      oid: String(plant.customer_id),
      customer_name: 'Nordwerk',
      first_name: 'Ines Maria',
      last_name: 'Brandt',
      role: 0,
      kind: 'customer',
      staff_id: null,
      total_staff: 0,
      no_of_staff: 50,
      no_of_training: 10,
      time_zone: 'Europe/Berlin',
      locale: 'en',
      theme: 'light',
      subscription: { status: 'trial', expires_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
    });
    expect(JSON.stringify(reply.body)).not.toMatch(/password|argon/);
  });

  it('keeps language and theme, and refuses others', async () => {
    const admin = api(running, plant.admin);
    expect((await admin.patch('/api/me', { locale: 'de', theme: 'dark' })).body).toMatchObject({
      locale: 'de',
      theme: 'dark',
    });
    expect((await admin.get('/api/me')).body).toMatchObject({ locale: 'de', theme: 'dark' });
    expect((await admin.patch('/api/me', { theme: 'pink' })).status).toBe(422);
  });

  it('costs five statements, the session included', async () => {
    expect(await statementsOfRequests(() => api(running, plant.admin).get('/api/me'))).toHaveLength(5);
  });

  it('judges the token first, then the presence of EID and OID, then their values', async () => {
    const { authorization, ...scope } = plant.admin;
    const call = (headers: Record<string, string>) => api(running, headers).get('/api/me');
    expect((await call({ authorization: 'Bearer nonsense' })).status).toBe(401);
    expect((await call(scope)).status).toBe(401);
    const missing = await call({ authorization: authorization! });
    expect(missing).toMatchObject({ status: 400, body: { code: 'scope_headers_missing' } });
    expect(missing.body.message).toContain('EID and OID');
    expect(await call({ ...plant.admin, oid: '1' })).toMatchObject({ status: 403, body: { code: 'tenant_mismatch' } });
  });

  it('lives in tables that both engines keep exactly as the entities say', async () => {
    expect(await drift(running.app.get(DataSource))).toEqual([]);
  });
});
