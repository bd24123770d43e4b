import { startApp, type RunningApp } from '../support/app';
import { keptLines, openLine, linesRead, type Line } from '../support/line';
import { openPlant, type Plant } from '../support/plant';

describe('who stands below whom', () => {
  let running: RunningApp;
  let plant: Plant;
  let line: Line;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    plant = await openPlant(running);
    line = await openLine(plant);
  });
  afterAll(() => running.close());

  const staffSeenBy = async (who: Parameters<Line['signedIn']>[0]) =>
    (
      (await plant.as(await line.signedIn(who)).get('/api/staff?_sort=first_name')).body as { first_name: string }[]
    ).map(({ first_name }) => first_name);
  const change = (staff_id: string, manager_id: string | null) =>
    plant.api.patch(`/api/staff/${staff_id}`, { manager_id });
  const areAsRead = async () =>
    expect(await keptLines(running, plant.customer_id)).toEqual(await linesRead(running, plant.customer_id));

  it('is the whole line for its manager, upwards nobody, and only themselves for whoever leads nobody', async () => {
    expect(await staffSeenBy('devi')).toEqual(['Asha', 'Bala', 'Chen', 'Devi']);
    expect(await staffSeenBy('asha')).toEqual(['Asha', 'Bala', 'Chen']);
    expect(await staffSeenBy('bala')).toEqual(['Bala']);
    expect(await staffSeenBy('esra')).toEqual(['Esra']);
  });

  it('holds from the next request on, for the new manager and for the former one', async () => {
    const [asha, esra] = [await line.signedIn('asha'), await line.signedIn('esra')];
    const seen = async (as: typeof asha) => (await plant.as(as).get('/api/staff')).headers.get('x-total-count');
    expect([await seen(asha), await seen(esra)]).toEqual(['3', '1']);
    expect((await change(line.bala, line.esra)).status).toBe(200);
    expect([await seen(asha), await seen(esra)]).toEqual(['2', '2']);
    expect((await plant.as(asha).get(`/api/staff/${line.bala}`)).status).toBe(404);
    expect((await plant.as(esra).get(`/api/staff/${line.bala}`)).status).toBe(200);
    expect((await change(line.chen, null)).status).toBe(200);
    expect([await seen(asha), await seen(esra)]).toEqual(['1', '2']);
    await areAsRead();
  });

  it('goes along with whoever is moved, with everybody below', async () => {
    expect((await change(line.asha, line.esra)).status).toBe(200);
    expect(await staffSeenBy('devi')).toEqual(['Devi']);
    expect(await staffSeenBy('esra')).toEqual(['Asha', 'Bala', 'Chen', 'Esra']);
    await areAsRead();
    expect((await change(line.devi, line.esra)).status).toBe(200);
    expect((await change(line.asha, line.devi)).status).toBe(200);
    expect(await staffSeenBy('esra')).toEqual(['Asha', 'Bala', 'Chen', 'Devi', 'Esra']);
    await areAsRead();
  });

  it('forgets whoever is deleted', async () => {
    expect((await plant.api.delete(`/api/staff/${line.asha}`)).status).toBe(409);
    for (const each of [line.bala, line.chen]) expect((await plant.api.delete(`/api/staff/${each}`)).status).toBe(204);
    expect(await staffSeenBy('asha')).toEqual(['Asha']);
    await areAsRead();
  });

  it('is never a circle: the refusal names the field and who would be in it', async () => {
    const reply = await change(line.devi, line.chen);
    expect(reply.status).toBe(422);
    const [code] = [reply.body.errors.manager_id[0] as string];
    expect(code.replaceAll(/ \(\w+\)/g, '')).toBe(
      'This would create a loop: Chen Rao → Asha Rao → Devi Rao → Chen Rao. Choose someone who does not report to this person.',
    );
    const self = await change(line.esra, line.esra);
    expect([self.status, Object.keys(self.body.errors)]).toEqual([422, ['manager_id']]);
    expect((await plant.api.get(`/api/staff/${line.devi}`)).body.manager_id).toBeNull();
    await areAsRead();
  });

  it('is never a circle when two changes meet, either', async () => {
    for (let round = 0; round < 10; round++) {
      const [one, other] = [(await plant.staff()).staff_id, (await plant.staff()).staff_id];
      const replies = await Promise.all([change(one, other), change(other, one)]);
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    }
    await areAsRead();
  });

  it('is what the staff rows say after many changes at once', async () => {
    const people = [line.devi, line.asha, line.bala, line.chen, line.esra];
    for (let n = 0; n < 7; n++) people.push((await plant.staff({ manager_id: people[n] })).staff_id);
    const moves = Array.from({ length: 40 }, (_, n) => ({
      who: people[(n * 5) % people.length]!,
      to: n % 7 === 0 ? null : people[(n * 7 + 3) % people.length]!,
    }));
    const replies = await Promise.all(moves.map(({ who, to }) => change(who, to)));
    expect(replies.filter(({ status }) => status !== 200 && status !== 422)).toEqual([]);
    await areAsRead();
  });
});
