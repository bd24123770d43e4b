import { CategoriesService } from '../../src/trainings/categories.service';
import { TrainingsService } from '../../src/trainings/trainings.service';
import { startApp, type RunningApp } from '../support/app';
import { openPlant, type Plant } from '../support/plant';
import { statementsOf, statementsOfRequests } from '../support/statements';

const safety = { code: 'SAFETY', name: 'Safety at work' };

describe('training categories', () => {
  let running: RunningApp;
  let plant: Plant;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    plant = await openPlant(running);
  });
  afterAll(() => running.close());

  it('have a code and a name that are unique, and a colour', async () => {
    const made = await plant.api.post('/api/training-categories', { ...safety, color: '#403098' });
    expect(made).toMatchObject({ status: 201, body: { ...safety, color: '#403098', position: 0, status: 'active' } });
    const code = await plant.api.post('/api/training-categories', { code: 'safety', name: 'Other' });
    expect(code).toMatchObject({ status: 422, body: { errors: { code: [expect.stringContaining('taken')] } } });
    const name = await plant.api.post('/api/training-categories', { code: 'S2', name: 'SAFETY AT WORK' });
    expect(name).toMatchObject({ status: 422, body: { errors: { name: [expect.stringContaining('taken')] } } });
    expect(
      (await plant.api.post('/api/training-categories', { code: 'S3', name: 'x', color: 'red' })).body.errors,
    ).toHaveProperty('color');
  });

  it('are a tree that never bites its own tail', async () => {
    const a = await plant.category();
    const b = await plant.category({ parent_id: a.category_id });
    const c = await plant.category({ parent_id: b.category_id });
    const circle = await plant.api.patch(`/api/training-categories/${a.category_id}`, { parent_id: c.category_id });
    expect(circle).toMatchObject({ status: 422, body: { errors: { parent_id: [expect.any(String)] } } });
    const itself = await plant.api.patch(`/api/training-categories/${a.category_id}`, { parent_id: a.category_id });
    expect(itself.status).toBe(422);
    const up = await plant.api.patch(`/api/training-categories/${c.category_id}`, { parent_id: a.category_id });
    expect(up).toMatchObject({ status: 200, body: { parent_id: a.category_id } });
  });

  it('stay a tree when two are moved below each other at the same time', async () => {
    const moves = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const [a, b] = [await plant.category(), await plant.category()];
        return Promise.all([
          plant.api.patch(`/api/training-categories/${a.category_id}`, { parent_id: b.category_id }),
          plant.api.patch(`/api/training-categories/${b.category_id}`, { parent_id: a.category_id }),
        ]);
      }),
    );
    for (const pair of moves) expect(pair.map((reply) => reply.status).sort()).toEqual([200, 422]);
  });

  it('are asked about in one statement, however many trainings in however many of them are made', async () => {
    const made = async (count: number): Promise<string[]> => {
      const within = await Promise.all(Array.from({ length: count }, () => plant.category()));
      const bodies = within.map(({ category_id }, at) => ({
        code: `N${count}-${at}`,
        title: `New ${at}`,
        category_id,
      }));
      const below = within.map(({ category_id }, at) => ({
        ...{ code: `B${count}-${at}`, name: `Below ${count} ${at}`, parent_id: category_id },
      }));
      return statementsOf(async () => {
        await running.app.get(TrainingsService, { strict: false }).createMany(plant.tenant, bodies);
        await running.app.get(CategoriesService, { strict: false }).createMany(plant.tenant, below);
      });
    };
    expect((await made(6)).length).toBe((await made(2)).length);
  });

  it('are not deleted while a training or a category uses them, and say how many do', async () => {
    const { category_id } = await plant.category();
    const child = await plant.category({ parent_id: category_id });
    await plant.training({ category_id });
    await plant.training({ category_id });
    const kept = await plant.api.delete(`/api/training-categories/${category_id}`);
    expect(kept).toMatchObject({ status: 409, body: { code: 'in_use', facts: { trainings: 2, categories: 1 } } });
    expect((await plant.api.delete(`/api/training-categories/${child.category_id}`)).status).toBe(204);
  });

  it('tell beforehand whether they could be deleted, and nothing is deleted by asking', async () => {
    const { category_id } = await plant.category();
    const path = `/api/training-categories/${category_id}`;
    const events = async () =>
      (await plant.api.get(`/api/audit-events?subject_id=${category_id}`)).body.map((each: any) => each.action);
    expect(await plant.api.delete(path, { 'X-Dry-Run': 'true' })).toMatchObject({ status: 204 });
    expect(await plant.api.get(path)).toMatchObject({ status: 200, body: { category_id } });
    expect(await events()).toEqual(['training-category.create']);
    await plant.training({ category_id });
    expect(await plant.api.delete(path, { 'X-Dry-Run': 'true' })).toMatchObject({
      status: 409,
      body: { code: 'in_use', facts: { trainings: 1 } },
    });
  });

  it('are not changed by a call that is to be tried only where it cannot be', async () => {
    const { category_id } = await plant.category({ name: 'Cranes' });
    const path = `/api/training-categories/${category_id}`;
    const tried = await plant.api.patch(path, { name: 'Lifts' }, { 'X-Dry-Run': 'true' });
    expect(tried).toMatchObject({ status: 400, body: { code: 'malformed_request' } });
    expect((await plant.api.get(path)).body.name).toBe('Cranes');
  });

  it.each(['1', 'yes', 'true, true', ''])('rejects X-Dry-Run: "%s" with 400 and changes nothing', async (value) => {
    const { category_id } = await plant.category();
    const path = `/api/training-categories/${category_id}`;
    const refused = { status: 400, body: { code: 'malformed_request', message: 'Send X-Dry-Run as true or false.' } };
    expect(await plant.api.delete(path, { 'X-Dry-Run': value })).toMatchObject(refused);
    expect(await plant.api.patch(path, { name: 'Lifts' }, { 'X-Dry-Run': value })).toMatchObject(refused);
    expect((await plant.api.get(path)).body.name).not.toBe('Lifts');
  });

  it('read X-Dry-Run in any case; false makes the change', async () => {
    const { category_id } = await plant.category();
    const path = `/api/training-categories/${category_id}`;
    expect((await plant.api.delete(path, { 'X-Dry-Run': 'TRUE' })).status).toBe(204);
    expect((await plant.api.get(path)).status).toBe(200);
    expect((await plant.api.delete(path, { 'X-Dry-Run': 'False' })).status).toBe(204);
    expect((await plant.api.get(path)).status).toBe(404);
  });

  it('rejects X-Dry-Run with 400 on a route without a session, which has no dry run', async () => {
    const signOut = (value: string) => plant.as({}).call('POST', '/api/auth/logout', undefined, { 'X-Dry-Run': value });
    expect(await signOut('1')).toMatchObject({ status: 400, body: { message: 'Send X-Dry-Run as true or false.' } });
    expect(await signOut('true')).toMatchObject({ status: 400, body: { code: 'malformed_request' } });
    expect((await signOut('false')).status).toBe(204);
  });

  it('let another one take their place, so that they can be deleted', async () => {
    const old = await plant.category();
    const next = await plant.category();
    const child = await plant.category({ parent_id: old.category_id });
    const training = await plant.training({ category_id: old.category_id });
    const path = `/api/training-categories/${old.category_id}`;
    const reassign = (to: string) => plant.api.post(`${path}/reassign`, { to });
    const refused = { status: 422, body: { errors: { to: [expect.any(String)] } } };
    expect(await reassign(old.category_id)).toMatchObject(refused);
    expect(await reassign(child.category_id)).toMatchObject(refused);
    expect(await reassign(training.training_id)).toMatchObject(refused);
    expect(await reassign(next.category_id)).toMatchObject({
      status: 200,
      body: { moved: { trainings: 1, categories: 1 } },
    });
    expect(await reassign(next.category_id)).toMatchObject({ body: { moved: { trainings: 0, categories: 0 } } });
    expect((await plant.api.delete(path)).status).toBe(204);
    const moved = { category_id: next.category_id };
    expect(await plant.api.get(`/api/trainings/${training.training_id}`)).toMatchObject({ body: moved });
    expect(await plant.api.get(`/api/training-categories/${child.category_id}`)).toMatchObject({
      body: { parent_id: next.category_id },
    });
  });

  it('take nothing new while they are archived; what they have stays', async () => {
    const { category_id } = await plant.category();
    const { category_id: other } = await plant.category();
    const held = await plant.training({ category_id });
    const elsewhere = await plant.training({ category_id: other });
    await plant.api.post(`/api/training-categories/${category_id}/archive`);
    const archived = (field: string) => ({
      status: 422,
      body: { errors: { [field]: [expect.stringContaining('archived')] } },
    });
    const training = { code: 'NEW-1', title: 'New', category_id, type: 'classroom' };
    expect(await plant.api.post('/api/trainings', training)).toMatchObject(archived('category_id'));
    expect(await plant.api.patch(`/api/trainings/${elsewhere.training_id}`, { category_id })).toMatchObject(
      archived('category_id'),
    );
    const below = { code: 'BELOW', name: 'Below', parent_id: category_id };
    expect(await plant.api.post('/api/training-categories', below)).toMatchObject(archived('parent_id'));
    expect(await plant.api.patch(`/api/training-categories/${other}`, { parent_id: category_id })).toMatchObject(
      archived('parent_id'),
    );
    const renamed = await plant.api.patch(`/api/trainings/${held.training_id}`, { category_id, title: 'Renamed' });
    expect(renamed).toMatchObject({ status: 200, body: { category_id, title: 'Renamed' } });
  });

  it('are archived and come back', async () => {
    const { category_id } = await plant.category();
    expect((await plant.api.post(`/api/training-categories/${category_id}/archive`)).body.status).toBe('archived');
    expect((await plant.api.get('/api/training-categories?status=active')).body).toEqual([]);
    expect((await plant.api.post(`/api/training-categories/${category_id}/unarchive`)).body.status).toBe('active');
  });

  it('of another organisation do not exist, neither by id nor as a parent', async () => {
    const { category_id } = await plant.category();
    const other = await openPlant(running);
    expect((await other.api.get(`/api/training-categories/${category_id}`)).status).toBe(404);
    expect((await other.api.patch(`/api/training-categories/${category_id}`, { name: 'Mine' })).status).toBe(404);
    expect((await other.api.delete(`/api/training-categories/${category_id}`)).status).toBe(404);
    expect((await other.api.post(`/api/training-categories/${category_id}/archive`)).status).toBe(404);
    const child = await other.api.post('/api/training-categories', { ...safety, parent_id: category_id });
    expect(child).toMatchObject({ status: 422, body: { errors: { parent_id: [expect.any(String)] } } });
  });

  it('cost the same number of statements at 10 and at 200', async () => {
    const list = () => plant.api.get('/api/training-categories?_start=0&_end=200');
    await Promise.all(Array.from({ length: 10 }, () => plant.category()));
    const few = (await statementsOfRequests(list)).length;
    await Promise.all(Array.from({ length: 189 }, () => plant.category()));
    expect((await statementsOfRequests(list)).length).toBe(few);
    expect(few).toBeLessThanOrEqual(3);
  });
});
