import { startApp, type RunningApp } from '../support/app';
import { openPlant, type Plant } from '../support/plant';

const hall = { code: 'HALL-2', name: 'Training hall 2', address: 'Am Kai 4, 20457 Hamburg', seats: 16 };

describe('training locations', () => {
  let running: RunningApp;
  let plant: Plant;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    plant = await openPlant(running);
  });
  afterAll(() => running.close());

  it('are found by the beginnings of their words, sorted by their seats', async () => {
    await plant.api.post('/api/training-locations', hall);
    await plant.api.post('/api/training-locations', { code: 'YARD', name: 'Yard', seats: 4 });
    const result = await plant.api.get('/api/training-locations?q=ham');
    expect(result.body).toMatchObject([{ ...hall, status: 'active' }]);
    const sorted = await plant.api.get('/api/training-locations?_sort=seats&_order=asc');
    expect(sorted.body.map(({ code }: { code: string }) => code)).toEqual(['YARD', 'HALL-2']);
  });

  it('have a code and a name that no other one has', async () => {
    const [created, other] = [
      await plant.api.post('/api/training-locations', hall),
      await plant.api.post('/api/training-locations', { code: 'B', name: 'Room B' }),
    ];
    expect(created.status).toBe(201);
    const duplicateError = { errors: { code: ['"hall-2" is taken by another location. Choose another one.'] } };
    expect(await plant.api.post('/api/training-locations', { ...hall, code: 'hall-2' })).toMatchObject({
      status: 422,
      body: duplicateError,
    });
    const renamed = await plant.api.patch(`/api/training-locations/${other.body.id}`, { name: 'TRAINING HALL 2' });
    expect(renamed).toMatchObject({ status: 422, body: { errors: { name: [expect.stringContaining('taken')] } } });
    const itself = await plant.api.patch(`/api/training-locations/${created.body.id}`, { code: 'hall-2', seats: 20 });
    expect(itself).toMatchObject({ status: 200, body: { code: 'hall-2', seats: 20, row_version: 2 } });
  });

  it('are archived and brought back once, and tell the audit trail of it', async () => {
    const { id } = (await plant.api.post('/api/training-locations', hall)).body;
    const command = (name: string) => plant.api.post(`/api/training-locations/${id}/${name}`, {});
    expect(await command('archive')).toMatchObject({ status: 200, body: { status: 'archived' } });
    expect(await command('archive')).toMatchObject({ status: 409, body: { code: 'wrong_status' } });
    expect(await command('unarchive')).toMatchObject({ status: 200, body: { status: 'active' } });
    expect((await plant.api.delete(`/api/training-locations/${id}`)).status).toBe(204);
    const events = await plant.api.get(`/api/audit-events?subject_id=${id}&_sort=at&_order=asc`);
    expect(events.body.map(({ action }: { action: string }) => action)).toEqual(
      ['create', 'archive', 'unarchive', 'delete'].map((commandName) => `training-location.${commandName}`),
    );
  });

  it('refuse a change of a stale version', async () => {
    const { id } = (await plant.api.post('/api/training-locations', hall)).body;
    await plant.api.patch(`/api/training-locations/${id}`, { seats: 12 });
    const stale = await plant.api.patch(`/api/training-locations/${id}`, { seats: 20, row_version: 1 });
    expect(stale).toMatchObject({ status: 412, body: { code: 'stale' } });
  });
});
