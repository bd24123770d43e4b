import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { bothAtOnce, Completions, saved } from '../support/completions';
import { comesTo } from '../support/eventually';
import { openOrganisation, type Organisation } from '../support/organisation';
import { OwnCluster } from '../support/own-cluster';

const PEOPLE = 50;

/** contract.md, Integrity, on three Galera nodes: two processes write at two of them. */
describe('a cluster of three database nodes', () => {
  let cluster: OwnCluster;
  let first: RunningApp;
  let second: RunningApp;
  let plant: Organisation;

  beforeAll(async () => {
    cluster = await OwnCluster.create(3);
    first = await startApp({ env: { DATABASE_URL: cluster.url(0) } });
    second = await startApp({ env: { DATABASE_URL: cluster.url(1) } });
    plant = await openOrganisation(first, { staff: 1_000, trainings: 100 });
  });
  afterAll(async () => {
    await second?.close();
    await first?.close();
    await cluster?.forget();
  });

  const health = async ({ url }: RunningApp): Promise<[number, string]> => {
    const answer = await fetch(`${url}/health/ready`);
    return [answer.status, ((await answer.json()) as { status: string }).status];
  };
  const becomes = (node: RunningApp, ready: [number, string]) => comesTo(() => health(node), ready);
  const create = (node: RunningApp, code: string) =>
    api(node, plant.admin).post('/api/training-categories', { code, name: code });

  it('completes two trainings of one skill at once at two nodes: every level is what its ledger says', async () => {
    const completions = new Completions(first, plant);
    const low = await completions.course(2);
    const courses = [low, await completions.course(3, low.skill_id)];
    const people = await completions.ready(PEOPLE, courses);
    const replies = await bothAtOnce([first, second], people, courses);
    expect(saved(replies)).toHaveLength(PEOPLE * 2);
    // What the other node has written is applied at the one that is asked a moment later.
    await comesTo(() => completions.evidenceOf(low.skill_id), PEOPLE * 2);
    expect(await completions.rebuilt()).toBe(0);
  });

  it('is written to at two nodes at once without one refusal, though each write raises the same counters', async () => {
    const codes = Array.from({ length: 40 }, (_, at) => `AT-${at}`);
    const replies = await Promise.all(codes.map((code, at) => create(at % 2 ? second : first, code)));
    expect(replies.map(({ status }) => status)).toEqual(codes.map(() => 201));
    for (const node of [first, second]) {
      // What the other node has written is applied here a moment later.
      const known = async () => {
        const { body } = await api(node, plant.admin).get('/api/training-categories?_start=0&_end=100');
        return (body as { code: string }[]).map(({ code }) => code);
      };
      await comesTo(known, expect.arrayContaining(codes));
    }
  });

  it('keeps departments and categories a tree when two are moved below each other at two nodes at once', async () => {
    const trees: [string, (name: string) => object][] = [
      ['/api/departments', (name) => ({ name })],
      ['/api/training-categories', (name) => ({ code: name, name })],
    ];
    for (const [path, body] of trees) {
      const made = async (name: string, parent_id: string | null = null): Promise<string> =>
        (await api(first, plant.admin).post(path, { ...body(name), parent_id })).body.id;
      for (let at = 0; at < 15; at++) {
        const [a, b] = [await made(`TREE-A${at}`), await made(`TREE-B${at}`)];
        // Below the other's child: the row that the foreign key names is not the one that the other node moves.
        const [inA, inB] = [await made(`TREE-C${at}`, a), await made(`TREE-D${at}`, b)];
        for (const id of [b, inA])
          await comesTo(async () => (await api(second, plant.admin).get(`${path}/${id}`)).status, 200);
        const below = (node: RunningApp, id: string, parent_id: string) =>
          api(node, plant.admin).patch(`${path}/${id}`, { parent_id });
        const replies = await Promise.all([below(first, a, inB), below(second, b, inA)]);
        expect([path, ...replies.map(({ status }) => status).toSorted()]).toEqual([path, 200, 422]);
      }
    }
  });

  it('whose node has lost the others is not ready and refuses in words, and is ready again when they are back', async () => {
    expect(await health(first)).toEqual([200, 'ok']);
    cluster.silence(1, 2);
    try {
      await becomes(first, [503, 'no_quorum']);
      for (const reply of [await create(first, 'LOST'), await api(first, plant.admin).get('/api/staff')]) {
        expect([reply.status, reply.body.code, reply.headers.get('retry-after')]).toEqual([
          503,
          'database_unavailable',
          expect.stringMatching(/^\d+$/),
        ]);
      }
      expect((await fetch(`${first.url}/health/live`)).status).toBe(200);
    } finally {
      cluster.wake(1, 2);
    }
    await becomes(first, [200, 'ok']);
    await becomes(second, [200, 'ok']);
    expect((await create(first, 'FOUND')).status).toBe(201);
    expect((await create(second, 'FOUND-TOO')).status).toBe(201);
  });
});
