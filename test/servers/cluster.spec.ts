import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { submitBothConcurrently, Completions, savedReplies } from '../support/completions';
import { eventually } from '../support/eventually';
import { openOrganisation, type Organisation } from '../support/organisation';
import { TestGaleraCluster } from '../support/test-galera-cluster';

const PEOPLE = 50;

/** Three Galera nodes; two processes write at two of them. */
describe('a cluster of three database nodes', () => {
  let cluster: TestGaleraCluster;
  let first: RunningApp;
  let second: RunningApp;
  let plant: Organisation;

  beforeAll(async () => {
    cluster = await TestGaleraCluster.create(3);
    first = await startApp({ env: { DATABASE_URL: cluster.url(0) } });
    second = await startApp({ env: { DATABASE_URL: cluster.url(1) } });
    plant = await openOrganisation(first, { staff: 1_000, trainings: 100 });
  });
  afterAll(async () => {
    await second?.close();
    await first?.close();
    await cluster?.cleanUp();
  });

  const health = async ({ url }: RunningApp): Promise<[number, string]> => {
    const answer = await fetch(`${url}/health/ready`);
    return [answer.status, ((await answer.json()) as { status: string }).status];
  };
  const waitForHealth = (node: RunningApp, ready: [number, string]) => eventually(() => health(node), ready);
  const create = (node: RunningApp, code: string) =>
    api(node, plant.admin).post('/api/training-categories', { code, name: code });

  it('completes two trainings of one skill concurrently at two nodes: every level matches its ledger', async () => {
    const completions = new Completions(first, plant);
    const low = await completions.createCourse(2);
    const courses = [low, await completions.createCourse(3, low.skill_id)];
    const people = await completions.createReadyLearners(PEOPLE, courses);
    const replies = await submitBothConcurrently([first, second], people, courses);
    expect(savedReplies(replies)).toHaveLength(PEOPLE * 2);
    // Writes of the other node are applied at this node a moment later.
    await eventually(() => completions.countEvidence(low.skill_id), PEOPLE * 2);
    expect(await completions.rebuildSpans()).toBe(0);
  });

  it('accepts concurrent writes at two nodes although they increment the same counters', async () => {
    const codes = Array.from({ length: 40 }, (_, at) => `AT-${at}`);
    const replies = await Promise.all(codes.map((code, at) => create(at % 2 ? second : first, code)));
    expect(replies.map(({ status }) => status)).toEqual(codes.map(() => 201));
    for (const node of [first, second]) {
      // Writes of the other node are applied here a moment later.
      const listCodes = async () => {
        const { body } = await api(node, plant.admin).get('/api/training-categories?_start=0&_end=100');
        return (body as { code: string }[]).map(({ code }) => code);
      };
      await eventually(listCodes, expect.arrayContaining(codes));
    }
  });

  it('keeps departments and categories a tree when two nodes move them below each other', async () => {
    const trees: [string, (name: string) => object][] = [
      ['/api/departments', (name) => ({ name })],
      ['/api/training-categories', (name) => ({ code: name, name })],
    ];
    for (const [path, body] of trees) {
      const createNode = async (name: string, parent_id: string | null = null): Promise<string> =>
        (await api(first, plant.admin).post(path, { ...body(name), parent_id })).body.id;
      for (let at = 0; at < 15; at++) {
        const [a, b] = [await createNode(`TREE-A${at}`), await createNode(`TREE-B${at}`)];
        // Below the other's child, so that the foreign key refers to another row than the one moved at the other node.
        const [inA, inB] = [await createNode(`TREE-C${at}`, a), await createNode(`TREE-D${at}`, b)];
        for (const id of [b, inA])
          await eventually(async () => (await api(second, plant.admin).get(`${path}/${id}`)).status, 200);
        const moveBelow = (node: RunningApp, id: string, parent_id: string) =>
          api(node, plant.admin).patch(`${path}/${id}`, { parent_id });
        const replies = await Promise.all([moveBelow(first, a, inB), moveBelow(second, b, inA)]);
        expect([path, ...replies.map(({ status }) => status).toSorted()]).toEqual([path, 200, 422]);
      }
    }
  });

  it('is not ready and answers 503 at a node without quorum, and recovers', async () => {
    expect(await health(first)).toEqual([200, 'ok']);
    cluster.suspend(1, 2);
    try {
      await waitForHealth(first, [503, 'no_quorum']);
      for (const reply of [await create(first, 'LOST'), await api(first, plant.admin).get('/api/staff')]) {
        expect([reply.status, reply.body.code, reply.headers.get('retry-after')]).toEqual([
          503,
          'database_unavailable',
          expect.stringMatching(/^\d+$/),
        ]);
      }
      expect((await fetch(`${first.url}/health/live`)).status).toBe(200);
    } finally {
      cluster.resume(1, 2);
    }
    await waitForHealth(first, [200, 'ok']);
    await waitForHealth(second, [200, 'ok']);
    expect((await create(first, 'FOUND')).status).toBe(201);
    expect((await create(second, 'FOUND-TOO')).status).toBe(201);
  });
});
