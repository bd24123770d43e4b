import { LiveEvents } from '../../src/tenancy/live/live-events';
import { startApp, type RunningApp } from '../support/app';
import { comesTo } from '../support/eventually';
import { openLine, type Line } from '../support/line';
import { listen, type Listening } from '../support/listening';
import { openPlant, type Plant } from '../support/plant';

/** contract.md, "Who may do what" and "Managers": nobody hears of a row that they may not read, not even its id. */
describe('what a live stream tells', () => {
  let running: RunningApp;
  let plant: Plant;
  let line: Line;
  let streams: Record<'admin' | 'devi' | 'asha' | 'bala' | 'esra' | 'stranger', Listening>;
  beforeAll(async () => {
    running = await startApp();
    plant = await openPlant(running);
    line = await openLine(plant);
    const other = await openPlant(running);
    streams = {
      admin: await listen(running, plant.admin),
      devi: await listen(running, await line.signedIn('devi')),
      asha: await listen(running, await line.signedIn('asha')),
      bala: await listen(running, await line.signedIn('bala')),
      esra: await listen(running, await line.signedIn('esra')),
      stranger: await listen(running, other.admin),
    };
  });
  afterAll(async () => {
    for (const stream of Object.values(streams ?? {})) stream.close();
    await running.close();
  });

  const hearersOf = (subject: string, version: number) =>
    Object.entries(streams)
      .filter(([, { events }]) => events.some((each) => each.subject === subject && each.version === version))
      .map(([name]) => name);
  const READERS = ['admin', 'devi', 'asha', 'bala', 'esra'] as const;
  const ofSkillsTold = () =>
    READERS.map((name) => streams[name].events.filter(({ resource }) => resource === 'skills').length);
  /** Whoever hears of it has heard of it when the next change was told to everybody. */
  const afterwards = async () => {
    const before = ofSkillsTold();
    const name = `After ${Math.random()}`;
    expect((await plant.api.post('/api/skills', { skill_code: name.slice(0, 20), name })).status).toBe(201);
    await comesTo(() => ofSkillsTold().every((told, at) => told > before[at]!), true);
  };

  it('of a person: the admin, the person, and the line above them; nobody beside, nobody of another organisation', async () => {
    expect((await plant.api.patch(`/api/staff/${line.bala}`, { last_name: 'Rao-Iyer' })).status).toBe(200);
    await streams.admin.hears({ resource: 'staff', subject: line.bala, version: 2 });
    await afterwards();
    expect(hearersOf(line.bala, 2)).toEqual(['admin', 'devi', 'asha', 'bala']);
  });

  it('of whom somebody leads from now on: the new manager, once they lead', async () => {
    expect(await line.below(line.bala, line.esra)).toMatchObject({ status: 200 });
    await comesTo(async () => {
      await plant.api.patch(`/api/staff/${line.bala}`, { last_name: `Rao ${Math.random()}` });
      return streams.esra.events.some(({ subject }) => subject === line.bala);
    }, true);
  });

  it('of what is nobody’s own: learners that it has changed, and not which; what they may not read at all, nothing', () => {
    const ofSkills = streams.bala.events.filter(({ resource }) => resource === 'skills');
    expect(ofSkills.length).toBeGreaterThan(0);
    expect(ofSkills.map(({ subject, version }) => [subject, version])).toEqual(ofSkills.map(() => [null, null]));
    expect(streams.bala.events.filter(({ resource }) => resource === 'role-targets')).toEqual([]);
  });

  it('of work: whoever asked for it', async () => {
    running.app
      .get(LiveEvents)
      .publish(plant.tenant, { kind: 'job', resource: 'jobs', id: 'secret', account_id: null });
    await streams.admin.hears({ event: 'job', subject: 'secret' });
    await afterwards();
    expect(
      Object.entries(streams)
        .filter(([, { events }]) => events.some(({ subject }) => subject === 'secret'))
        .map(([name]) => name),
    ).toEqual(['admin']);
  });

  it('to another organisation: nothing of all this', () => {
    expect(streams.stranger.events).toEqual([]);
  });
});
