import { GracefulShutdown } from '../../src/platform/http/graceful-shutdown';
import { Database } from '../../src/platform/database/database';
import { firstIdAt, idFromBytes, idToBytes } from '../../src/platform/ids';
import { onStatement } from '../../src/platform/database/transaction-context';
import { JobWorker } from '../../src/tenancy/jobs/job-worker';
import { Jobs } from '../../src/tenancy/jobs/jobs.service';
import { LiveEvents } from '../../src/tenancy/live/live-events';
import { LiveStreams } from '../../src/tenancy/live/live-streams';
import { Tenants } from '../../src/tenancy/tenants';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { comesTo } from '../support/eventually';
import { listen, type Listening } from '../support/listening';
import { openOrganisation, type Organisation } from '../support/organisation';
import { statementsOfRequests } from '../support/statements';
import { swept, unscheduled } from '../support/sweeps';

describe('a live stream', () => {
  let running: RunningApp;
  let plant: Organisation;
  const open: Listening[] = [];
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    plant = await openOrganisation(running);
  });
  afterEach(() => open.splice(0).forEach((each) => each.close()));
  afterAll(() => running.close());

  const listening = async (headers = plant.admin): Promise<Listening> => {
    const stream = await listen(running, headers);
    open.push(stream);
    return stream;
  };
  const skill = async (name: string) =>
    (await api(running, plant.admin).post('/api/skills', { skill_code: `L-${name}`, name })).body as { id: string };

  it('tells what has changed by resource, id and version, and nothing of what it is now', async () => {
    const stream = await listening();
    expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(stream.headers.get('cache-control')).toBe('no-store, no-transform');
    expect(stream.headers.get('content-encoding')).toBeNull();
    expect(stream.headers.get('content-security-policy')).toBeTruthy();
    const { id } = await skill('Welding');
    const change = { event: 'change', kind: 'change', resource: 'skills', subject: id };
    await stream.hears({ ...change, version: 1 });
    await api(running, plant.admin).patch(`/api/skills/${id}`, { name: 'TIG welding' });
    await stream.hears({ ...change, version: 2 });
    await api(running, plant.admin).delete(`/api/skills/${id}`);
    await stream.hears({ ...change, version: null });
    expect(JSON.stringify(stream.events)).not.toMatch(/weld/i);
  });

  it('tells nothing of what was undone', async () => {
    const stream = await listening();
    const { id } = await skill('Once');
    expect((await api(running, plant.admin).post('/api/skills', { skill_code: 'L-Once', name: 'Twice' })).status).toBe(
      422,
    );
    await skill('After');
    await comesTo(() => stream.events.length, 2);
    expect(stream.events.map(({ subject }) => subject)).toContain(id);
  });

  it('tells whoever asked for a piece of work how it goes on, and nobody else', async () => {
    const [asker, other] = [await listening(), await listening(await plant.signIn({ role: 'admin', eid: 'E-2' }))];
    const claims = JSON.parse(Buffer.from(plant.admin['authorization']!.split('.')[1]!, 'base64url').toString()) as {
      sid: string;
    };
    const session = (await api(running, plant.admin).get('/api/me/sessions')).body as { id: string }[];
    expect(session.map(({ id }) => id)).toEqual([claims.sid]);
    const streams = running.app.get(LiveStreams);
    expect(streams.count).toBeGreaterThanOrEqual(2);
    const tenant = await running.app.get(Tenants).forSystem(plant.customer_id);
    const account_id = await accountOf(claims.sid);
    running.app.get(LiveEvents).publish(tenant, { kind: 'job', resource: 'jobs', id: 'one', account_id });
    running.app.get(LiveEvents).publish(tenant, { kind: 'notice', resource: 'plan', id: null, account_id: null });
    await asker.hears({ event: 'job', resource: 'jobs', subject: 'one' });
    for (const each of [asker, other]) await each.hears({ event: 'notice', resource: 'plan', subject: null });
    expect(other.events.filter(({ event }) => event === 'job')).toEqual([]);
  });

  const accountOf = async (session_id: string): Promise<string> => {
    const [row] = await running.app
      .get(Database)
      .rows<{ account_id: Uint8Array }>('SELECT account_id FROM session WHERE session_id = ?', [idToBytes(session_id)]);
    return idFromBytes(row!.account_id);
  };

  it('goes on where it was left: what happened meanwhile is told first', async () => {
    const first = await listening();
    await skill('Before');
    await comesTo(() => first.events.length, 1);
    expect(first.events[0]!.id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7/);
    first.close();
    // As an event of now has it: ids never go back, and another file of this process may have been far ahead with its clock.
    const last = idFromBytes(firstIdAt(running.clock.now()));
    const { id } = await skill('Meanwhile');
    const again = await listening({ ...plant.admin, 'last-event-id': last });
    await again.hears({ resource: 'skills', subject: id });
    // By a clock that is ahead nobody knows what was missed.
    const ahead = await listening({ ...plant.admin, 'last-event-id': 'ffffffff-ffff-7000-8000-000000000000' });
    await ahead.hears({ event: 'reset' });
    const { id: afterwards } = await skill('Afterwards');
    await ahead.hears({ resource: 'skills', subject: afterwards });
    const late = await listening({ ...plant.admin, 'last-event-id': '0197f2a0-0000-7000-8000-000000000000' });
    await late.hears({ event: 'reset' });
  });

  it('says that everything is to be asked for again where what happened cannot be looked up', async () => {
    const first = await listening();
    await skill('Before it');
    await comesTo(() => first.events.length, 1);
    const fails = (part: string) =>
      onStatement((sql) => {
        if (sql.includes(part)) throw new Error('the database is away');
      });
    const missed = fails('FROM live_event');
    const again = await listening({ ...plant.admin, 'last-event-id': first.events[0]!.id! });
    await again.hears({ event: 'reset' });
    missed();
    const records = fails('skill_id AS record_id');
    await skill('Behind it');
    await first.hears({ event: 'reset' });
    records();
  });

  it('goes on where it was although nothing was told: each beat says with which id to come again', async () => {
    const first = await listening();
    await swept(running, 'live-beat');
    await comesTo(() => first.places.length, 2);
    first.close();
    const { id } = await skill('Unheard');
    const again = await listening({ ...plant.admin, 'last-event-id': first.places.at(-1)! });
    await again.hears({ resource: 'skills', subject: id });
    expect(again.events.filter(({ event }) => event === 'reset')).toEqual([]);
  });

  it('tells an organisation’s admins how its jobs go on, and no other one’s', async () => {
    const stranger = await listening((await openOrganisation(running)).admin);
    const [asker, other] = [await listening(), await listening(await plant.signIn({ role: 'admin', eid: 'E-3' }))];
    const nothing = { staff_id: [], training_id: [], due_on: null };
    const tenant = await running.app.get(Tenants).forSystem(plant.customer_id);
    const job = await running.app.get(Jobs, { strict: false }).enqueue(tenant, 'bulk_assign', nothing, 0);
    await running.app.get(JobWorker, { strict: false }).settle();
    expect((await api(running, plant.admin).get(`/api/jobs/${job}`)).body.state).toBe('done');
    for (const each of [asker, other]) await each.hears({ event: 'job', resource: 'jobs', subject: job });
    expect(stranger.events).toEqual([]);
  });

  it('is closed to whoever has no session, and to the seventh of an account until one is closed', async () => {
    expect((await listening({})).status).toBe(401);
    const streams = await Promise.all(Array.from({ length: 7 }, () => listening()));
    expect(streams.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 200, 429]);
    const refused = await api(running, plant.admin).get('/api/live');
    expect([refused.body.code, refused.headers.get('retry-after')]).toEqual(['too_many_streams', '60']);
    streams.find(({ status }) => status === 200)!.close();
    await comesTo(async () => {
      await swept(running, 'live-beat');
      return (await listening()).status;
    }, 200);
  });

  it('ends with its session', async () => {
    const [ends, stays] = [await listening(), await listening(await plant.signIn({ role: 'admin', eid: 'E-2' }))];
    await api(running, plant.admin).post('/api/auth/logout');
    await comesTo(() => ends.isOver, true);
    expect(ends.events.at(-1)).toMatchObject({ event: 'end' });
    expect(stays.isOver).toBe(false);
  });

  it('says that it is there', async () => {
    const stream = await listening();
    await swept(running, 'live-beat');
    await comesTo(() => stream.beats, ['here', 'beat']);
  });

  it('costs a change nothing: no statement more, whoever listens', async () => {
    const statements = async (name: string): Promise<number> =>
      (await statementsOfRequests(() => skill(name))).filter((sql) => !sql.startsWith('UPDATE session')).length;
    await skill('First');
    const alone = await statements('Alone');
    for (let count = 0; count < 4; count += 1) await listening();
    expect(await statements('Watched')).toBe(alone);
  });

  it('looks for others’ news by one statement however many listen, and by none where nobody does', async () => {
    for (const name of ['live-look', 'live-events']) unscheduled(running, name);
    const looks = async (): Promise<number> => {
      const sent: string[] = [];
      const stop = onStatement((sql) => sql.includes('UNION ALL') && sql.includes('live_event') && sent.push(sql));
      await swept(running, 'live-look');
      stop();
      return sent.length;
    };
    const embedded = running.config.databaseUrl.startsWith('sqlite:');
    await comesTo(() => running.app.get(LiveStreams).count, 0);
    expect(await looks()).toBe(0);
    for (let count = 0; count < 3; count += 1) await listening();
    expect(await looks()).toBe(embedded ? 0 : 1);
  });

  it('is ended first when the process ends, which refuses new ones; HEAD runs nothing', async () => {
    expect((await fetch(`${running.url}/api/live`, { method: 'HEAD', headers: plant.admin })).status).toBe(404);
    const stream = await listening();
    const ended = running.app.get(GracefulShutdown).begin(running.app.getHttpServer(), 300);
    const refused = await api(running, plant.admin).get('/api/live');
    expect([refused.status, refused.body.code]).toEqual([503, 'draining']);
    expect(await ended).toBe(true);
    await comesTo(() => stream.isOver, true);
    expect(stream.events.at(-1)).toMatchObject({ event: 'end' });
  });
});
