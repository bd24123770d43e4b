import { onStatement } from '../../src/infrastructure/database/transaction-context';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { eventually } from '../support/eventually';
import { fixtures, type RegisteredOrganisation } from '../support/fixtures';
import { statementsOfRequests } from '../support/recorded-statements';

interface Row {
  id: string;
  session_id: string;
  current: boolean;
  surface: string;
}

describe('the sessions of an account', () => {
  let running: RunningApp;
  let plant: RegisteredOrganisation;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    plant = await fixtures(running).organisation();
  });
  afterAll(() => running.close());

  const login = () => ({ user_name: plant.user_name, password: plant.password });
  const sessions = async (headers = plant.admin): Promise<Row[]> =>
    (await api(running, headers).get('/api/me/sessions')).body;
  const isSignedIn = async (headers: Record<string, string>) =>
    (await api(running, headers).get('/api/me')).status === 200;

  it('are listed with place and time, the current one marked, without secrets', async () => {
    await api(running).post('/api/auth/login', login(), { 'user-agent': 'Firefox of the test' });
    const reply = await api(running, plant.admin).get('/api/me/sessions');
    expect([reply.status, reply.headers.get('x-total-count')]).toEqual([200, '2']);
    const rows = reply.body as Row[];
    expect(rows.filter(({ current }) => current)).toHaveLength(1);
    expect(rows.find(({ current }) => current)).toMatchObject({ surface: 'legacy' });
    expect(rows.find(({ current }) => !current)).toMatchObject({
      surface: 'modern',
      address: '127.0.0.1',
      user_agent: 'Firefox of the test',
      signed_in_at: expect.stringMatching(/Z$/),
      last_seen_at: expect.stringMatching(/Z$/),
      expires_at: expect.stringMatching(/Z$/),
    });
    expect(JSON.stringify(rows)).not.toMatch(/digest|token/);
  });

  it('cost two statements, the session included', async () => {
    expect(await statementsOfRequests(() => api(running, plant.admin).get('/api/me/sessions'))).toHaveLength(2);
  });

  it('are noted as seen at most once a minute', async () => {
    running.clock.freeze(Date.now());
    const lastSeenUpdates: string[] = [];
    const stop = onStatement((sql) => sql.startsWith('UPDATE session SET last_seen_at') && lastSeenUpdates.push(sql));
    try {
      const ownApi = api(running, await fixtures(running).signIn(plant));
      const callThreeTimes = async () => {
        for (let calls = 0; calls < 3; calls++) await ownApi.get('/api/me');
        return lastSeenUpdates.length;
      };
      expect(await callThreeTimes()).toBe(0);
      running.clock.advance(61_000);
      // DeferredWriteService updates last_seen_at after the response.
      await eventually(callThreeTimes, 1);
      expect(await callThreeTimes()).toBe(1);
    } finally {
      stop();
      running.clock.release();
    }
  });

  it('can be ended one by one, with 404 for a second try', async () => {
    const otherSession = await fixtures(running).signIn(plant);
    const otherSessionRow = (await sessions()).find(({ current }) => !current)!;
    const end = () => api(running, plant.admin).delete(`/api/me/sessions/${otherSessionRow.id}`);
    expect((await end()).status).toBe(204);
    expect([await isSignedIn(otherSession), await isSignedIn(plant.admin)]).toEqual([false, true]);
    expect((await end()).status).toBe(404);
    expect(await sessions()).toHaveLength(1);
  });

  it('can be ended except the current one, with their refresh cookies', async () => {
    const second = await fixtures(running).signIn(plant);
    const { headers } = await api(running).post('/api/auth/login', login());
    const cookie = headers.get('set-cookie')!.split(';')[0]!;
    const reply = await api(running, plant.admin).post('/api/me/sessions/end-others');
    expect(reply).toMatchObject({ status: 200, body: { ended: 2 } });
    expect([await isSignedIn(second), await isSignedIn(plant.admin)]).toEqual([false, true]);
    expect((await api(running).post('/api/auth/refresh', {}, { cookie })).status).toBe(401);
    expect((await api(running, plant.admin).post('/api/me/sessions/end-others')).body).toEqual({ ended: 0 });
    const events = await api(running, plant.admin).get('/api/audit-events?action=session.end_others');
    expect(events.body).toMatchObject([{ who: plant.user_name, became: { ended: 2 } }]);
  });

  it('include the current one: ending it is signing out', async () => {
    const [current] = await sessions();
    expect((await api(running, plant.admin).delete(`/api/me/sessions/${current!.id}`)).status).toBe(204);
    expect(await isSignedIn(plant.admin)).toBe(false);
  });

  it('of other accounts are neither listed nor ended', async () => {
    const other = await fixtures(running).organisation();
    const [foreignSession] = await sessions(other.admin);
    expect((await api(running, plant.admin).delete(`/api/me/sessions/${foreignSession!.id}`)).status).toBe(404);
    await api(running, plant.admin).post('/api/me/sessions/end-others');
    expect(await isSignedIn(other.admin)).toBe(true);
    expect((await sessions()).map(({ id }) => id)).not.toContain(foreignSession!.id);
  });

  it('can be ended also by platform staff, each their own', async () => {
    const { headers, ...user } = await fixtures(running).platformStaff();
    await fixtures(running).signIn(user);
    expect(await sessions(headers)).toHaveLength(2);
    expect((await api(running, headers).post('/api/me/sessions/end-others')).body).toEqual({ ended: 1 });
  });
});
