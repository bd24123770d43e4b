import { GracefulShutdownService } from '../../src/infrastructure/http/graceful-shutdown.service';
import { Database } from '../../src/infrastructure/database/database';
import { smallestIdAt, idFromBytes, idToBytes } from '../../src/common/ids';
import { onStatement } from '../../src/infrastructure/database/transaction-context';
import { JobWorker } from '../../src/modules/background-jobs/job-worker';
import { JobsService } from '../../src/modules/background-jobs/jobs.service';
import { LiveEventsService } from '../../src/modules/live/live-events.service';
import { LiveStreamsService } from '../../src/modules/live/live-streams.service';
import { TenantFactory } from '../../src/tenancy/tenant.factory';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { eventually } from '../support/eventually';
import { openLiveStream, type LiveStreamClient } from '../support/live-stream-client';
import { openOrganisation, type Organisation } from '../support/organisation';
import { statementsOfRequests } from '../support/recorded-statements';
import { runScheduledJob, unschedule } from '../support/scheduled-jobs';

describe('a live stream', () => {
  let running: RunningApp;
  let plant: Organisation;
  const openStreams: LiveStreamClient[] = [];
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    plant = await openOrganisation(running);
  });
  afterEach(() => openStreams.splice(0).forEach((each) => each.close()));
  afterAll(() => running.close());

  const openStream = async (headers = plant.admin): Promise<LiveStreamClient> => {
    const stream = await openLiveStream(running, headers);
    openStreams.push(stream);
    return stream;
  };
  const skill = async (name: string) =>
    (await api(running, plant.admin).post('/api/skills', { skill_code: `L-${name}`, name })).body as { id: string };

  it('sends resource, id and version of a change, but no data', async () => {
    const stream = await openStream();
    expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(stream.headers.get('cache-control')).toBe('no-store, no-transform');
    expect(stream.headers.get('content-encoding')).toBeNull();
    expect(stream.headers.get('content-security-policy')).toBeTruthy();
    const { id } = await skill('Welding');
    const change = { event: 'change', kind: 'change', resource: 'skills', subject: id };
    await stream.waitForEvent({ ...change, version: 1 });
    await api(running, plant.admin).patch(`/api/skills/${id}`, { name: 'TIG welding' });
    await stream.waitForEvent({ ...change, version: 2 });
    await api(running, plant.admin).delete(`/api/skills/${id}`);
    await stream.waitForEvent({ ...change, version: null });
    expect(JSON.stringify(stream.events)).not.toMatch(/weld/i);
  });

  it('sends nothing after a rollback', async () => {
    const stream = await openStream();
    const { id } = await skill('Once');
    expect((await api(running, plant.admin).post('/api/skills', { skill_code: 'L-Once', name: 'Twice' })).status).toBe(
      422,
    );
    await skill('After');
    await eventually(() => stream.events.length, 2);
    expect(stream.events.map(({ subject }) => subject)).toContain(id);
  });

  it('sends job progress to the requester only', async () => {
    const [requester, other] = [
      await openStream(),
      await openStream(await plant.signIn({ role: 'admin', eid: 'E-2' })),
    ];
    const claims = JSON.parse(Buffer.from(plant.admin['authorization']!.split('.')[1]!, 'base64url').toString()) as {
      sid: string;
    };
    const session = (await api(running, plant.admin).get('/api/me/sessions')).body as { id: string }[];
    expect(session.map(({ id }) => id)).toEqual([claims.sid]);
    const streams = running.app.get(LiveStreamsService);
    expect(streams.count).toBeGreaterThanOrEqual(2);
    const tenant = await running.app.get(TenantFactory).forSystem(plant.customer_id);
    const account_id = await accountOf(claims.sid);
    running.app.get(LiveEventsService).publish(tenant, { kind: 'job', resource: 'jobs', id: 'one', account_id });
    running.app
      .get(LiveEventsService)
      .publish(tenant, { kind: 'notice', resource: 'plan', id: null, account_id: null });
    await requester.waitForEvent({ event: 'job', resource: 'jobs', subject: 'one' });
    for (const each of [requester, other])
      await each.waitForEvent({ event: 'notice', resource: 'plan', subject: null });
    expect(other.events.filter(({ event }) => event === 'job')).toEqual([]);
  });

  const accountOf = async (session_id: string): Promise<string> => {
    const [row] = await running.app
      .get(Database)
      .rows<{ account_id: Uint8Array }>('SELECT account_id FROM session WHERE session_id = ?', [idToBytes(session_id)]);
    return idFromBytes(row!.account_id);
  };

  it('resumes with the missed events', async () => {
    const first = await openStream();
    await skill('Before');
    await eventually(() => first.events.length, 1);
    expect(first.events[0]!.id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7/);
    first.close();
    // A current event id: ids only grow, and another test of this process may have moved the clock far ahead.
    const last = idFromBytes(smallestIdAt(running.clock.now()));
    const { id } = await skill('Meanwhile');
    const resumed = await openStream({ ...plant.admin, 'last-event-id': last });
    await resumed.waitForEvent({ resource: 'skills', subject: id });
    // An id from the future: missed events are unknown.
    const resumedAhead = await openStream({ ...plant.admin, 'last-event-id': 'ffffffff-ffff-7000-8000-000000000000' });
    await resumedAhead.waitForEvent({ event: 'reset' });
    const { id: laterSkillId } = await skill('Afterwards');
    await resumedAhead.waitForEvent({ resource: 'skills', subject: laterSkillId });
    const resumedLate = await openStream({ ...plant.admin, 'last-event-id': '0197f2a0-0000-7000-8000-000000000000' });
    await resumedLate.waitForEvent({ event: 'reset' });
  });

  it('asks for a full reload when missed events cannot be read', async () => {
    const first = await openStream();
    await skill('Before it');
    await eventually(() => first.events.length, 1);
    const failStatement = (sqlPart: string) =>
      onStatement((sql) => {
        if (sql.includes(sqlPart)) throw new Error('the database is away');
      });
    const restoreStatements = failStatement('FROM live_event');
    const resumed = await openStream({ ...plant.admin, 'last-event-id': first.events[0]!.id! });
    await resumed.waitForEvent({ event: 'reset' });
    restoreStatements();
    const records = failStatement('skill_id AS record_id');
    await skill('Behind it');
    await first.waitForEvent({ event: 'reset' });
    records();
  });

  it('resumes without earlier events by the id of the heartbeat', async () => {
    const first = await openStream();
    await runScheduledJob(running, 'live-beat');
    await eventually(() => first.resumeIds.length, 2);
    first.close();
    const { id } = await skill('Unheard');
    const resumed = await openStream({ ...plant.admin, 'last-event-id': first.resumeIds.at(-1)! });
    await resumed.waitForEvent({ resource: 'skills', subject: id });
    expect(resumed.events.filter(({ event }) => event === 'reset')).toEqual([]);
  });

  it('sends an organisation’s job events to its admins only', async () => {
    const foreignStream = await openStream((await openOrganisation(running)).admin);
    const [requester, other] = [
      await openStream(),
      await openStream(await plant.signIn({ role: 'admin', eid: 'E-3' })),
    ];
    const emptyOrder = { staff_id: [], training_id: [], due_on: null };
    const tenant = await running.app.get(TenantFactory).forSystem(plant.customer_id);
    const job = await running.app.get(JobsService, { strict: false }).enqueue(tenant, 'bulk_assign', emptyOrder, 0);
    await running.app.get(JobWorker, { strict: false }).drain();
    expect((await api(running, plant.admin).get(`/api/jobs/${job}`)).body.state).toBe('done');
    for (const each of [requester, other]) await each.waitForEvent({ event: 'job', resource: 'jobs', subject: job });
    expect(foreignStream.events).toEqual([]);
  });

  it('needs a session and allows six streams per account', async () => {
    expect((await openStream({})).status).toBe(401);
    const streams = await Promise.all(Array.from({ length: 7 }, () => openStream()));
    expect(streams.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 200, 429]);
    const refusedReply = await api(running, plant.admin).get('/api/live');
    expect([refusedReply.body.code, refusedReply.headers.get('retry-after')]).toEqual(['too_many_streams', '60']);
    streams.find(({ status }) => status === 200)!.close();
    await eventually(async () => {
      await runScheduledJob(running, 'live-beat');
      return (await openStream()).status;
    }, 200);
  });

  it('ends with its session', async () => {
    const [endingStream, remainingStream] = [
      await openStream(),
      await openStream(await plant.signIn({ role: 'admin', eid: 'E-2' })),
    ];
    await api(running, plant.admin).post('/api/auth/logout');
    await eventually(() => endingStream.isClosed, true);
    expect(endingStream.events.at(-1)).toMatchObject({ event: 'end' });
    expect(remainingStream.isClosed).toBe(false);
  });

  it('sends heartbeats', async () => {
    const stream = await openStream();
    await runScheduledJob(running, 'live-beat');
    await eventually(() => stream.heartbeats, ['here', 'beat']);
  });

  it('adds no statement to a change', async () => {
    const statements = async (name: string): Promise<number> =>
      (await statementsOfRequests(() => skill(name))).filter((sql) => !sql.startsWith('UPDATE session')).length;
    await skill('First');
    const statementsAlone = await statements('Alone');
    for (let count = 0; count < 4; count += 1) await openStream();
    expect(await statements('Watched')).toBe(statementsAlone);
  });

  it('polls by one statement for all listeners, and not at all without any', async () => {
    for (const name of ['live-look', 'live-events']) unschedule(running, name);
    const countLookups = async (): Promise<number> => {
      const lookups: string[] = [];
      const stop = onStatement((sql) => sql.includes('UNION ALL') && sql.includes('live_event') && lookups.push(sql));
      await runScheduledJob(running, 'live-look');
      stop();
      return lookups.length;
    };
    const embedded = running.config.databaseUrl.startsWith('sqlite:');
    await eventually(() => running.app.get(LiveStreamsService).count, 0);
    expect(await countLookups()).toBe(0);
    for (let count = 0; count < 3; count += 1) await openStream();
    expect(await countLookups()).toBe(embedded ? 0 : 1);
  });

  it('ends at shutdown, when new ones are refused; HEAD opens none', async () => {
    expect((await fetch(`${running.url}/api/live`, { method: 'HEAD', headers: plant.admin })).status).toBe(404);
    const stream = await openStream();
    const shutdown = running.app.get(GracefulShutdownService).begin(running.app.getHttpServer(), 300);
    const refusedReply = await api(running, plant.admin).get('/api/live');
    expect([refusedReply.status, refusedReply.body.code]).toEqual([503, 'draining']);
    expect(await shutdown).toBe(true);
    await eventually(() => stream.isClosed, true);
    expect(stream.events.at(-1)).toMatchObject({ event: 'end' });
  });
});
