import { listResources } from '../../src/tenancy/resource-metadata';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { fixtures } from '../support/fixtures';
import { openPlant } from '../support/plant';

const question = {
  kind: 'single',
  text: 'Where is the brake?',
  points: 1,
  options: [
    { text: 'Left', fraction: 1 },
    { text: 'Right', fraction: 0 },
  ],
};

describe('archived records', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  it('are restored by /unarchive on every resource, and the former /restore paths are documented as deprecated', async () => {
    const { paths } = (await api(running).get('/api/docs-json')).body;
    const unarchivePaths = listResources()
      .filter(({ definition }) => definition.archives)
      .map(({ definition }) => `/api/${definition.name}/{id}/unarchive`);
    expect(unarchivePaths.length).toBeGreaterThan(6);
    expect(unarchivePaths.filter((path) => !paths[path]?.post)).toEqual([]);
    const deprecatedPaths = Object.keys(paths).filter((path) => path.endsWith('/restore'));
    expect(deprecatedPaths.toSorted()).toEqual(
      ['questions', 'quizzes', 'subscription-packages'].map((name) => `/api/${name}/{id}/restore`),
    );
    expect(deprecatedPaths.filter((path) => paths[path].post.deprecated !== true)).toEqual([]);
    expect(unarchivePaths.filter((path) => paths[path].post.deprecated)).toEqual([]);
  });

  it.each(['unarchive', 'restore'])('are restored by %s, and a repeated call is audited once', async (action) => {
    const plant = await openPlant(running);
    const platform = api(running, (await fixtures(running).platformStaff()).headers);
    const { question_id } = (await plant.api.post('/api/questions', question)).body;
    const { subscription_id } = await fixtures(running).package();
    const archivables: [ReturnType<typeof api>, string, object][] = [
      [plant.api, `/api/questions/${question_id}`, { status: 'active' }],
      [platform, `/api/subscription-packages/${subscription_id}`, { archived: false }],
    ];
    for (const [client, path, expectedRow] of archivables) {
      await client.post(`${path}/archive`);
      expect(await client.post(`${path}/${action}`)).toMatchObject({ status: 200, body: expectedRow });
      expect(await client.post(`${path}/${action}`)).toMatchObject({
        status: 200,
        body: { ...expectedRow, row_version: 3 },
      });
    }
  });
});
