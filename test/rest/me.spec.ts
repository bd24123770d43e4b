import { findSchemaDrift } from '../../src/infrastructure/database/migrate';
import { DataSource } from 'typeorm';
import { LAYOUT_CHOICES, LAYOUT_DEFAULTS } from '../../src/contract/layout';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { fixtures, type RegisteredOrganisation } from '../support/fixtures';
import { statementsOfRequests } from '../support/recorded-statements';

describe('me', () => {
  let running: RunningApp;
  let plant: RegisteredOrganisation;
  beforeAll(async () => {
    running = await startApp();
    plant = await fixtures(running).organisation({ name: 'Nordwerk', staffLimit: 50, time_zone: 'Europe/Berlin' });
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
      staff_time_zone: 'Europe/Berlin',
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

  it('replaces all theme customizer options; missing ones get their default', async () => {
    const { admin } = await fixtures(running).organisation({ name: 'Ostwerk' });
    const person = api(running, admin);
    expect((await person.get('/api/me')).body.layout).toBeNull();
    const chosenOptions = { layout: 'horizontal', sidebar_color: 'gradient-2', data_preloader: 'enable' };
    const expectedLayout = { ...LAYOUT_DEFAULTS, ...chosenOptions };
    expect((await person.patch('/api/me', { layout: chosenOptions })).body.layout).toEqual(expectedLayout);
    // Other preferences change independently.
    await person.patch('/api/me', { theme: 'dark' });
    expect((await person.get('/api/me')).body).toMatchObject({ layout: expectedLayout, theme: 'dark' });
    expect((await person.patch('/api/me', { layout: {} })).body.layout).toEqual(LAYOUT_DEFAULTS);
    // Another account has its own options.
    expect((await api(running, plant.admin).get('/api/me')).body.layout).toBeNull();
  });

  it('keeps every choice of every option', async () => {
    const person = api(running, plant.admin);
    for (const [name, choices] of Object.entries(LAYOUT_CHOICES))
      for (const choice of choices)
        expect((await person.patch('/api/me', { layout: { [name]: choice } })).body.layout[name]).toBe(choice);
  });

  it.each([
    [{ sidebar_size: 'xl' }, 'layout.sidebar_size'],
    [{ sidebar_image: 'img-5' }, 'layout.sidebar_image'],
    [{ layout: null }, 'layout.layout'],
    [{ topbar: ['dark'] }, 'layout.topbar'],
    [{ colour: 'dark' }, 'layout.colour'],
    ['horizontal', 'layout'],
    [null, 'layout'],
    [[], 'layout'],
  ])('refuses the option %j by its name', async (layout, field) => {
    const person = api(running, plant.admin);
    const layoutBefore = (await person.get('/api/me')).body.layout;
    const reply = await person.patch('/api/me', { layout, theme: 'dark' });
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, [field]]);
    expect((await person.get('/api/me')).body.layout).toEqual(layoutBefore);
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

  it('has tables that match the entities on both engines', async () => {
    expect(await findSchemaDrift(running.app.get(DataSource))).toEqual([]);
  });
});
