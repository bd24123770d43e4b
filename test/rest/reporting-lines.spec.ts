import { startApp, type RunningApp } from '../support/app';
import { readStaffLines, createReportingLine, computeStaffLines, type ReportingLine } from '../support/reporting-line';
import { openPlant, type Plant } from '../support/plant';

describe('reporting lines', () => {
  let running: RunningApp;
  let plant: Plant;
  let line: ReportingLine;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    plant = await openPlant(running);
    line = await createReportingLine(plant);
  });
  afterAll(() => running.close());

  const visibleStaff = async (who: Parameters<ReportingLine['signIn']>[0]) =>
    ((await plant.as(await line.signIn(who)).get('/api/staff?_sort=first_name')).body as { first_name: string }[]).map(
      ({ first_name }) => first_name,
    );
  const change = (staff_id: string, manager_id: string | null) =>
    plant.api.patch(`/api/staff/${staff_id}`, { manager_id });
  const expectLinesMatchRows = async () =>
    expect(await readStaffLines(running, plant.customer_id)).toEqual(
      await computeStaffLines(running, plant.customer_id),
    );

  it('show a manager all people below, and others only themselves', async () => {
    expect(await visibleStaff('devi')).toEqual(['Asha', 'Bala', 'Chen', 'Devi']);
    expect(await visibleStaff('asha')).toEqual(['Asha', 'Bala', 'Chen']);
    expect(await visibleStaff('bala')).toEqual(['Bala']);
    expect(await visibleStaff('esra')).toEqual(['Esra']);
  });

  it('apply from the next request for the new and the former manager', async () => {
    const [asha, esra] = [await line.signIn('asha'), await line.signIn('esra')];
    const countVisibleStaff = async (requestHeaders: typeof asha) =>
      (await plant.as(requestHeaders).get('/api/staff')).headers.get('x-total-count');
    expect([await countVisibleStaff(asha), await countVisibleStaff(esra)]).toEqual(['3', '1']);
    expect((await change(line.bala, line.esra)).status).toBe(200);
    expect([await countVisibleStaff(asha), await countVisibleStaff(esra)]).toEqual(['2', '2']);
    expect((await plant.as(asha).get(`/api/staff/${line.bala}`)).status).toBe(404);
    expect((await plant.as(esra).get(`/api/staff/${line.bala}`)).status).toBe(200);
    expect((await change(line.chen, null)).status).toBe(200);
    expect([await countVisibleStaff(asha), await countVisibleStaff(esra)]).toEqual(['1', '2']);
    await expectLinesMatchRows();
  });

  it('move with a person and everyone below', async () => {
    expect((await change(line.asha, line.esra)).status).toBe(200);
    expect(await visibleStaff('devi')).toEqual(['Devi']);
    expect(await visibleStaff('esra')).toEqual(['Asha', 'Bala', 'Chen', 'Esra']);
    await expectLinesMatchRows();
    expect((await change(line.devi, line.esra)).status).toBe(200);
    expect((await change(line.asha, line.devi)).status).toBe(200);
    expect(await visibleStaff('esra')).toEqual(['Asha', 'Bala', 'Chen', 'Devi', 'Esra']);
    await expectLinesMatchRows();
  });

  it('exclude deleted people', async () => {
    expect((await plant.api.delete(`/api/staff/${line.asha}`)).status).toBe(409);
    for (const each of [line.bala, line.chen]) expect((await plant.api.delete(`/api/staff/${each}`)).status).toBe(204);
    expect(await visibleStaff('asha')).toEqual(['Asha']);
    await expectLinesMatchRows();
  });

  it('refuse a circle and name its people', async () => {
    const reply = await change(line.devi, line.chen);
    expect(reply.status).toBe(422);
    const [code] = [reply.body.errors.manager_id[0] as string];
    expect(code.replaceAll(/ \(\w+\)/g, '')).toBe(
      'This would create a loop: Chen Rao → Asha Rao → Devi Rao → Chen Rao. Choose someone who does not report to this person.',
    );
    const self = await change(line.esra, line.esra);
    expect([self.status, Object.keys(self.body.errors)]).toEqual([422, ['manager_id']]);
    expect((await plant.api.get(`/api/staff/${line.devi}`)).body.manager_id).toBeNull();
    await expectLinesMatchRows();
  });

  it('form no circle under concurrent changes', async () => {
    for (let attempt = 0; attempt < 10; attempt++) {
      const [one, other] = [(await plant.createStaff()).staff_id, (await plant.createStaff()).staff_id];
      const replies = await Promise.all([change(one, other), change(other, one)]);
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    }
    await expectLinesMatchRows();
  });

  it('match the staff rows after many concurrent changes', async () => {
    const people = [line.devi, line.asha, line.bala, line.chen, line.esra];
    for (let n = 0; n < 7; n++) people.push((await plant.createStaff({ manager_id: people[n] })).staff_id);
    const managerChanges = Array.from({ length: 40 }, (_, n) => ({
      who: people[(n * 5) % people.length]!,
      to: n % 7 === 0 ? null : people[(n * 7 + 3) % people.length]!,
    }));
    const replies = await Promise.all(managerChanges.map(({ who, to }) => change(who, to)));
    expect(replies.filter(({ status }) => status !== 200 && status !== 422)).toEqual([]);
    await expectLinesMatchRows();
  });
});
