import { everyKept } from '../../src/tenancy/resources/kept';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { given } from '../support/given';
import { openPlant } from '../support/plant';

const question = {
  ...{ kind: 'single', text: 'Where is the brake?', points: 1 },
  options: [
    { text: 'Left', fraction: 1 },
    { text: 'Right', fraction: 0 },
  ],
};

describe('what is archived', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  it('comes back by the same verb, whatever it is; the addresses of before are described as such', async () => {
    const { paths } = (await api(running).get('/api/docs-json')).body;
    const back = everyKept()
      .filter(({ definition }) => definition.archives)
      .map(({ definition }) => `/api/${definition.name}/{id}/unarchive`);
    expect(back.length).toBeGreaterThan(6);
    expect(back.filter((path) => !paths[path]?.post)).toEqual([]);
    const former = Object.keys(paths).filter((path) => path.endsWith('/restore'));
    expect(former.toSorted()).toEqual(
      ['questions', 'quizzes', 'subscription-packages'].map((name) => `/api/${name}/{id}/restore`),
    );
    expect(former.filter((path) => paths[path].post.deprecated !== true)).toEqual([]);
    expect(back.filter((path) => paths[path].post.deprecated)).toEqual([]);
  });

  it.each(['unarchive', 'restore'])('is offered again by %s, and said twice it is told once', async (verb) => {
    const plant = await openPlant(running);
    const platform = api(running, (await given(running).platformStaff()).headers);
    const { question_id } = (await plant.api.post('/api/questions', question)).body;
    const { subscription_id } = await given(running).package();
    const each: [ReturnType<typeof api>, string, object][] = [
      [plant.api, `/api/questions/${question_id}`, { status: 'active' }],
      [platform, `/api/subscription-packages/${subscription_id}`, { archived: false }],
    ];
    for (const [asker, path, offered] of each) {
      await asker.post(`${path}/archive`);
      expect(await asker.post(`${path}/${verb}`)).toMatchObject({ status: 200, body: offered });
      expect(await asker.post(`${path}/${verb}`)).toMatchObject({ status: 200, body: { ...offered, row_version: 3 } });
    }
  });
});
