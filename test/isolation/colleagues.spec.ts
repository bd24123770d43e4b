import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { operationsOf } from '../support/openapi';
import type { Headers } from '../support/organisation';
import { WHO_MAY } from '../support/who-may';
import { openWorld, type World } from '../support/world';

/** Rows that are somebody's own (contract.md, Who may do what: `self`). */
const PERSONAL = [
  '/api/staff',
  '/api/training-assignments',
  '/api/attempts',
  '/api/skill-evidence',
  '/api/skill-targets',
  '/api/enrolment-requests',
];

describe.each(['learner', 'manager'])('what a %s asks for by a query', (who) => {
  let running: RunningApp;
  let world: World;
  let colleague: Headers;
  let own: string;
  beforeAll(async () => {
    running = await startApp();
    world = await openWorld(running);
    own = (await world.plant.staff()).staff_id;
    colleague = await world.plant.learner(own);
    // Of somebody else: whose line one stands in, and who stands beside, is as hidden as before.
    if (who === 'manager') await world.plant.staff({ manager_id: own });
  });
  afterAll(() => running.close());

  /** Everything that could point at the rows of somebody else, by every operator there is. */
  const asked = (name: string): string[] => {
    const { ids } = world;
    if (name === 'q') return ['q=a', 'q=%25', 'q=_'];
    const theirs = PERSONAL.map((prefix) => ids[prefix]!);
    if (name === 'id') return theirs.flatMap((id) => [`id=${id}`, `id=${own}&id=${id}`]);
    if (!/staff|manager|_by$/.test(name)) return [];
    const all = '00000000-0000-7000-8000-000000000000,ffffffff-ffff-7fff-bfff-ffffffffffff';
    return [
      `${name}=${theirs[0]}`,
      `${name}=${own}&${name}=${theirs[0]}`,
      `${name}_in=${own},${theirs[0]}`,
      `${name}_ne=${own}`,
      `${name}_nin=${own}`,
      `${name}_null=false`,
      `${name}_between=${all}`,
      `${name}_gte=${all.slice(0, 36)}`,
    ];
  };

  it('is never a row of a colleague, by whatever parameter and operator', async () => {
    const seen: string[] = [];
    let tried = 0;
    const operations = (await operationsOf(running)).filter(
      ({ id, method, path }) => method === 'GET' && !path.includes('{') && WHO_MAY.get(id)?.user === 'self',
    );
    for (const { path, parameters } of operations) {
      const names = new Set(parameters.filter((each) => each.in === 'query').map(({ name }) => name));
      for (const query of ['', ...[...names].flatMap(asked)]) {
        const { status, body } = await api(running, colleague).get(`${path}?${query}`);
        tried++;
        if (status > 499) seen.push(`${path}?${query} ${status}`);
        const text = status === 200 ? JSON.stringify(body) : '';
        for (const prefix of PERSONAL)
          if (text.includes(world.ids[prefix]!)) seen.push(`${path}?${query} shows ${prefix}`);
      }
    }
    expect(seen).toEqual([]);
    expect(tried).toBeGreaterThan(150);
  });

  it('is there for the one whose it is', async () => {
    const learner = api(running, world.learner);
    for (const prefix of PERSONAL)
      expect([prefix, JSON.stringify((await learner.get(prefix)).body).includes(world.ids[prefix]!)]).toEqual([
        prefix,
        true,
      ]);
  });
});
