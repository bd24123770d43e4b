import { CategoriesService } from '../../src/modules/trainings/categories.service';
import { TrainingsService } from '../../src/modules/trainings/trainings.service';
import { startApp, type RunningApp } from '../support/app';
import { openPlant, type Plant } from '../support/plant';
import { statementsOf, statementsOfRequests } from '../support/recorded-statements';

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
    const creation = await plant.api.post('/api/training-categories', { ...safety, color: '#403098' });
    expect(creation).toMatchObject({
      status: 201,
      body: { ...safety, color: '#403098', position: 0, status: 'active' },
    });
    const code = await plant.api.post('/api/training-categories', { code: 'safety', name: 'Other' });
    expect(code).toMatchObject({ status: 422, body: { errors: { code: [expect.stringContaining('taken')] } } });
    const name = await plant.api.post('/api/training-categories', { code: 'S2', name: 'SAFETY AT WORK' });
    expect(name).toMatchObject({ status: 422, body: { errors: { name: [expect.stringContaining('taken')] } } });
    expect(
      (await plant.api.post('/api/training-categories', { code: 'S3', name: 'x', color: 'red' })).body.errors,
    ).toHaveProperty('color');
  });

  it('form a tree without cycles', async () => {
    const a = await plant.createCategory();
    const b = await plant.createCategory({ parent_id: a.category_id });
    const c = await plant.createCategory({ parent_id: b.category_id });
    const circle = await plant.api.patch(`/api/training-categories/${a.category_id}`, { parent_id: c.category_id });
    expect(circle).toMatchObject({ status: 422, body: { errors: { parent_id: [expect.any(String)] } } });
    const selfParentReply = await plant.api.patch(`/api/training-categories/${a.category_id}`, {
      parent_id: a.category_id,
    });
    expect(selfParentReply.status).toBe(422);
    const circleReply = await plant.api.patch(`/api/training-categories/${c.category_id}`, {
      parent_id: a.category_id,
    });
    expect(circleReply).toMatchObject({ status: 200, body: { parent_id: a.category_id } });
  });

  it('form no cycle when two are moved below each other concurrently', async () => {
    const concurrentMoves = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const [a, b] = [await plant.createCategory(), await plant.createCategory()];
        return Promise.all([
          plant.api.patch(`/api/training-categories/${a.category_id}`, { parent_id: b.category_id }),
          plant.api.patch(`/api/training-categories/${b.category_id}`, { parent_id: a.category_id }),
        ]);
      }),
    );
    for (const pair of concurrentMoves) expect(pair.map((reply) => reply.status).sort()).toEqual([200, 422]);
  });

  it('are validated in one statement when several records are created', async () => {
    const creation = async (count: number): Promise<string[]> => {
      const parents = await Promise.all(Array.from({ length: count }, () => plant.createCategory()));
      const bodies = parents.map(({ category_id }, index) => ({
        code: `N${count}-${index}`,
        title: `New ${index}`,
        category_id,
      }));
      const childInputs = parents.map(({ category_id }, index) => ({
        code: `B${count}-${index}`,
        name: `Below ${count} ${index}`,
        parent_id: category_id,
      }));
      return statementsOf(async () => {
        await running.app.get(TrainingsService, { strict: false }).createMany(plant.tenant, bodies);
        await running.app.get(CategoriesService, { strict: false }).createMany(plant.tenant, childInputs);
      });
    };
    expect((await creation(6)).length).toBe((await creation(2)).length);
  });

  it('are not deleted while a training or a category uses them, and say how many do', async () => {
    const { category_id } = await plant.createCategory();
    const child = await plant.createCategory({ parent_id: category_id });
    await plant.createTraining({ category_id });
    await plant.createTraining({ category_id });
    const refusedDelete = await plant.api.delete(`/api/training-categories/${category_id}`);
    expect(refusedDelete).toMatchObject({
      status: 409,
      body: { code: 'in_use', facts: { trainings: 2, categories: 1 } },
    });
    expect((await plant.api.delete(`/api/training-categories/${child.category_id}`)).status).toBe(204);
  });

  it('can be deleted as a dry run, which deletes nothing', async () => {
    const { category_id } = await plant.createCategory();
    const path = `/api/training-categories/${category_id}`;
    const events = async () =>
      (await plant.api.get(`/api/audit-events?subject_id=${category_id}`)).body.map((each: any) => each.action);
    expect(await plant.api.delete(path, { 'X-Dry-Run': 'true' })).toMatchObject({ status: 204 });
    expect(await plant.api.get(path)).toMatchObject({ status: 200, body: { category_id } });
    expect(await events()).toEqual(['training-category.create']);
    await plant.createTraining({ category_id });
    expect(await plant.api.delete(path, { 'X-Dry-Run': 'true' })).toMatchObject({
      status: 409,
      body: { code: 'in_use', facts: { trainings: 1 } },
    });
  });

  it('are not changed by a dry run of an operation that has none', async () => {
    const { category_id } = await plant.createCategory({ name: 'Cranes' });
    const path = `/api/training-categories/${category_id}`;
    const dryRunReply = await plant.api.patch(path, { name: 'Lifts' }, { 'X-Dry-Run': 'true' });
    expect(dryRunReply).toMatchObject({ status: 400, body: { code: 'malformed_request' } });
    expect((await plant.api.get(path)).body.name).toBe('Cranes');
  });

  it.each(['1', 'yes', 'true, true', ''])('rejects X-Dry-Run: "%s" with 400 and changes nothing', async (value) => {
    const { category_id } = await plant.createCategory();
    const path = `/api/training-categories/${category_id}`;
    const refusal = { status: 400, body: { code: 'malformed_request', message: 'Send X-Dry-Run as true or false.' } };
    expect(await plant.api.delete(path, { 'X-Dry-Run': value })).toMatchObject(refusal);
    expect(await plant.api.patch(path, { name: 'Lifts' }, { 'X-Dry-Run': value })).toMatchObject(refusal);
    expect((await plant.api.get(path)).body.name).not.toBe('Lifts');
  });

  it('read X-Dry-Run in any case; false makes the change', async () => {
    const { category_id } = await plant.createCategory();
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

  it('can be replaced by another one, and then deleted', async () => {
    const oldCategory = await plant.createCategory();
    const nextCategory = await plant.createCategory();
    const child = await plant.createCategory({ parent_id: oldCategory.category_id });
    const training = await plant.createTraining({ category_id: oldCategory.category_id });
    const path = `/api/training-categories/${oldCategory.category_id}`;
    const reassign = (to: string) => plant.api.post(`${path}/reassign`, { to });
    const refusal = { status: 422, body: { errors: { to: [expect.any(String)] } } };
    expect(await reassign(oldCategory.category_id)).toMatchObject(refusal);
    expect(await reassign(child.category_id)).toMatchObject(refusal);
    expect(await reassign(training.training_id)).toMatchObject(refusal);
    expect(await reassign(nextCategory.category_id)).toMatchObject({
      status: 200,
      body: { moved: { trainings: 1, categories: 1 } },
    });
    expect(await reassign(nextCategory.category_id)).toMatchObject({
      body: { moved: { trainings: 0, categories: 0 } },
    });
    expect((await plant.api.delete(path)).status).toBe(204);
    const moved = { category_id: nextCategory.category_id };
    expect(await plant.api.get(`/api/trainings/${training.training_id}`)).toMatchObject({ body: moved });
    expect(await plant.api.get(`/api/training-categories/${child.category_id}`)).toMatchObject({
      body: { parent_id: nextCategory.category_id },
    });
  });

  it('accept no new records while archived and keep the existing ones', async () => {
    const { category_id } = await plant.createCategory();
    const { category_id: other } = await plant.createCategory();
    const heldTraining = await plant.createTraining({ category_id });
    const trainingElsewhere = await plant.createTraining({ category_id: other });
    await plant.api.post(`/api/training-categories/${category_id}/archive`);
    const archivedError = (field: string) => ({
      status: 422,
      body: { errors: { [field]: [expect.stringContaining('archived')] } },
    });
    const training = { code: 'NEW-1', title: 'New', category_id, type: 'classroom' };
    expect(await plant.api.post('/api/trainings', training)).toMatchObject(archivedError('category_id'));
    expect(await plant.api.patch(`/api/trainings/${trainingElsewhere.training_id}`, { category_id })).toMatchObject(
      archivedError('category_id'),
    );
    const childInputs = { code: 'BELOW', name: 'Below', parent_id: category_id };
    expect(await plant.api.post('/api/training-categories', childInputs)).toMatchObject(archivedError('parent_id'));
    expect(await plant.api.patch(`/api/training-categories/${other}`, { parent_id: category_id })).toMatchObject(
      archivedError('parent_id'),
    );
    const renameReply = await plant.api.patch(`/api/trainings/${heldTraining.training_id}`, {
      category_id,
      title: 'Renamed',
    });
    expect(renameReply).toMatchObject({ status: 200, body: { category_id, title: 'Renamed' } });
  });

  it('are archived and restored', async () => {
    const { category_id } = await plant.createCategory();
    expect((await plant.api.post(`/api/training-categories/${category_id}/archive`)).body.status).toBe('archived');
    expect((await plant.api.get('/api/training-categories?status=active')).body).toEqual([]);
    expect((await plant.api.post(`/api/training-categories/${category_id}/unarchive`)).body.status).toBe('active');
  });

  it('of another organisation do not exist, neither by id nor as a parent', async () => {
    const { category_id } = await plant.createCategory();
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
    await Promise.all(Array.from({ length: 10 }, () => plant.createCategory()));
    const statementsForFew = (await statementsOfRequests(list)).length;
    await Promise.all(Array.from({ length: 189 }, () => plant.createCategory()));
    expect((await statementsOfRequests(list)).length).toBe(statementsForFew);
    expect(statementsForFew).toBeLessThanOrEqual(3);
  });
});
