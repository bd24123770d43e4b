import { LiveEventsService } from '../../src/modules/live/live-events.service';
import { startApp, type RunningApp } from '../support/app';
import { eventually } from '../support/eventually';
import { createReportingLine, type ReportingLine } from '../support/reporting-line';
import { openLiveStream, type LiveStreamClient } from '../support/live-stream-client';
import { openPlant, type Plant } from '../support/plant';

/** Live events are subject to the same access rights as rows: not even the id of an unreadable row is sent. */
describe('a live stream reports changes', () => {
  let running: RunningApp;
  let plant: Plant;
  let people: ReportingLine;
  let streams: Record<'admin' | 'devi' | 'asha' | 'bala' | 'esra' | 'stranger', LiveStreamClient>;
  beforeAll(async () => {
    running = await startApp();
    plant = await openPlant(running);
    people = await createReportingLine(plant);
    const other = await openPlant(running);
    streams = {
      admin: await openLiveStream(running, plant.admin),
      devi: await openLiveStream(running, await people.signIn('devi')),
      asha: await openLiveStream(running, await people.signIn('asha')),
      bala: await openLiveStream(running, await people.signIn('bala')),
      esra: await openLiveStream(running, await people.signIn('esra')),
      stranger: await openLiveStream(running, other.admin),
    };
  });
  afterAll(async () => {
    for (const stream of Object.values(streams ?? {})) stream.close();
    await running.close();
  });

  const receiversOf = (subject: string, version: number) =>
    Object.entries(streams)
      .filter(([, { events }]) => events.some((each) => each.subject === subject && each.version === version))
      .map(([name]) => name);
  const READERS = ['admin', 'devi', 'asha', 'bala', 'esra'] as const;
  const skillEventCounts = () =>
    READERS.map((name) => streams[name].events.filter(({ resource }) => resource === 'skills').length);
  /** All events of a change have arrived once the next change has reached every stream. */
  const waitForNextEvent = async () => {
    const before = skillEventCounts();
    const name = `After ${Math.random()}`;
    expect((await plant.api.post('/api/skills', { skill_code: name.slice(0, 20), name })).status).toBe(201);
    await eventually(() => skillEventCounts().every((count, at) => count > before[at]!), true);
  };

  it('of a person to the admin, the person and the managers above, and to no other account', async () => {
    expect((await plant.api.patch(`/api/staff/${people.bala}`, { last_name: 'Rao-Iyer' })).status).toBe(200);
    await streams.admin.waitForEvent({ resource: 'staff', subject: people.bala, version: 2 });
    await waitForNextEvent();
    expect(receiversOf(people.bala, 2)).toEqual(['admin', 'devi', 'asha', 'bala']);
  });

  it('of a person to the new manager', async () => {
    expect(await people.setManager(people.bala, people.esra)).toMatchObject({ status: 200 });
    await eventually(async () => {
      await plant.api.patch(`/api/staff/${people.bala}`, { last_name: `Rao ${Math.random()}` });
      return streams.esra.events.some(({ subject }) => subject === people.bala);
    }, true);
  });

  it('of shared records to learners without the id, and of unreadable ones not at all', () => {
    const skillEvents = streams.bala.events.filter(({ resource }) => resource === 'skills');
    expect(skillEvents.length).toBeGreaterThan(0);
    expect(skillEvents.map(({ subject, version }) => [subject, version])).toEqual(skillEvents.map(() => [null, null]));
    expect(streams.bala.events.filter(({ resource }) => resource === 'role-targets')).toEqual([]);
  });

  it('of a job to the account that requested it', async () => {
    running.app
      .get(LiveEventsService)
      .publish(plant.tenant, { kind: 'job', resource: 'jobs', id: 'secret', account_id: null });
    await streams.admin.waitForEvent({ event: 'job', subject: 'secret' });
    await waitForNextEvent();
    expect(
      Object.entries(streams)
        .filter(([, { events }]) => events.some(({ subject }) => subject === 'secret'))
        .map(([name]) => name),
    ).toEqual(['admin']);
  });

  it('never to another organisation', () => {
    expect(streams.stranger.events).toEqual([]);
  });
});
