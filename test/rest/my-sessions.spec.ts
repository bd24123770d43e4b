import { onStatement } from '../../src/platform/database/transaction-context';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { comesTo } from '../support/eventually';
import { given, type Registered } from '../support/given';
import { statementsOfRequests } from '../support/statements';

interface Row {
  id: string;
  session_id: string;
  current: boolean;
  surface: string;
}

describe('the sessions of an account', () => {
  let running: RunningApp;
  let plant: Registered;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    plant = await given(running).organisation();
  });
  afterAll(() => running.close());

  const login = () => ({ user_name: plant.user_name, password: plant.password });
  const sessions = async (headers = plant.admin): Promise<Row[]> =>
    (await api(running, headers).get('/api/me/sessions')).body;
  const isIn = async (headers: Record<string, string>) => (await api(running, headers).get('/api/me')).status === 200;

  it('are listed with where and when; the one that asks is marked; nothing secret is told', async () => {
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
    const notes: string[] = [];
    const stop = onStatement((sql) => sql.startsWith('UPDATE session SET last_seen_at') && notes.push(sql));
    try {
      const own = api(running, await given(running).signIn(plant));
      const seen = async () => {
        for (let calls = 0; calls < 3; calls++) await own.get('/api/me');
        return notes.length;
      };
      expect(await seen()).toBe(0);
      running.clock.advance(61_000);
      // DeferredWrites beside the call, which does not wait long for it.
      await comesTo(seen, 1);
      expect(await seen()).toBe(1);
    } finally {
      stop();
      running.clock.release();
    }
  });

  it('can be ended one by one: the next call there is refused, a second ending finds nothing', async () => {
    const elsewhere = await given(running).signIn(plant);
    const there = (await sessions()).find(({ current }) => !current)!;
    const end = () => api(running, plant.admin).delete(`/api/me/sessions/${there.id}`);
    expect((await end()).status).toBe(204);
    expect([await isIn(elsewhere), await isIn(plant.admin)]).toEqual([false, true]);
    expect((await end()).status).toBe(404);
    expect(await sessions()).toHaveLength(1);
  });

  it('can be ended all but the one that asks, and a refresh cookie of theirs is dead', async () => {
    const second = await given(running).signIn(plant);
    const { headers } = await api(running).post('/api/auth/login', login());
    const cookie = headers.get('set-cookie')!.split(';')[0]!;
    const reply = await api(running, plant.admin).post('/api/me/sessions/end-others');
    expect(reply).toMatchObject({ status: 200, body: { ended: 2 } });
    expect([await isIn(second), await isIn(plant.admin)]).toEqual([false, true]);
    expect((await api(running).post('/api/auth/refresh', {}, { cookie })).status).toBe(401);
    expect((await api(running, plant.admin).post('/api/me/sessions/end-others')).body).toEqual({ ended: 0 });
    const events = await api(running, plant.admin).get('/api/audit-events?action=session.end_others');
    expect(events.body).toMatchObject([{ who: plant.user_name, became: { ended: 2 } }]);
  });

  it('include the current one: ending it is signing out', async () => {
    const [current] = await sessions();
    expect((await api(running, plant.admin).delete(`/api/me/sessions/${current!.id}`)).status).toBe(204);
    expect(await isIn(plant.admin)).toBe(false);
  });

  it('of somebody else are neither listed nor found, nor ended with the others', async () => {
    const other = await given(running).organisation();
    const [theirs] = await sessions(other.admin);
    expect((await api(running, plant.admin).delete(`/api/me/sessions/${theirs!.id}`)).status).toBe(404);
    await api(running, plant.admin).post('/api/me/sessions/end-others');
    expect(await isIn(other.admin)).toBe(true);
    expect((await sessions()).map(({ id }) => id)).not.toContain(theirs!.id);
  });

  it('can be ended also by platform staff, each their own', async () => {
    const { headers, ...user } = await given(running).platformStaff();
    await given(running).signIn(user);
    expect(await sessions(headers)).toHaveLength(2);
    expect((await api(running, headers).post('/api/me/sessions/end-others')).body).toEqual({ ended: 1 });
  });
});
