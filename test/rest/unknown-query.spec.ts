import { api, type Reply } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { fixtures } from '../support/fixtures';
import { operationsOf, type Operation } from '../support/openapi';
import { openPlant, type Plant } from '../support/plant';

describe('an unknown query parameter', () => {
  let running: RunningApp;
  let plant: Plant;
  let callers: ReturnType<typeof api>[];
  let operations: Operation[];
  beforeAll(async () => {
    running = await startApp();
    plant = await openPlant(running);
    const learner = await plant.signInLearner((await plant.createStaff()).staff_id);
    const { headers } = await fixtures(running).platformStaff();
    callers = [plant.api, api(running, headers), plant.as(learner)];
    operations = (await operationsOf(running)).filter(({ path }) => /^\/api\/(?!employees\/)/.test(path));
  });
  afterAll(() => running.close());

  /** Uses the own organisation's id where a path has one: access is checked before the query. */
  const call = (client: ReturnType<typeof api>, { method, path }: Operation, query: string): Promise<Reply> => {
    const id = path.startsWith('/api/customers/') ? String(plant.customer_id) : 'x';
    return client.call(method, `${path.replaceAll(/\{\w+\}/g, id)}?${query}`, method === 'GET' ? undefined : {});
  };

  it('is refused with 400 by every operation under /api, whatever it does', async () => {
    const accepted: string[] = [];
    for (const operation of operations) {
      for (const client of callers) {
        const { status, body } = await call(client, operation, 'nonsense=1');
        if (status === 403 || body.code === 'customer_needed') continue;
        if (status !== 400 || body.code !== 'malformed_request' || !body.message.includes('nonsense'))
          accepted.push(`${operation.method} ${operation.path} ${status}`);
      }
    }
    expect(accepted).toEqual([]);
    expect(operations.length).toBeGreaterThan(120);
  });

  it('is named in the error; known parameters and customer_id pass', async () => {
    const department = (await plant.api.post('/api/departments', { name: 'Hall 1' })).body;
    const path = `/api/departments/${department.id}`;
    expect((await plant.api.get(`${path}?fields=name&toString=1`)).body).toMatchObject({
      code: 'malformed_request',
      errors: { fields: [expect.any(String)], toString: [expect.any(String)] },
    });
    expect((await plant.api.patch(`${path}?dry_run=true`, { name: 'Hall 2' })).status).toBe(400);
    expect((await plant.api.get(`${path}?customer_id=${plant.customer_id}`)).body).toMatchObject({ name: 'Hall 1' });
    const { training_id } = await plant.createTraining();
    const skills = `/api/trainings/${training_id}/skills?content_revision=1`;
    expect((await plant.api.put(skills, [])).status).toBe(200);
    expect((await plant.api.put(`${skills}&nonsense=1`, [])).status).toBe(400);
  });

  it('is checked after the token and the role', async () => {
    expect((await api(running).get('/api/me?nonsense=1')).status).toBe(401);
    expect((await plant.api.get('/api/support-messages?nonsense=1')).status).toBe(403);
  });
});
