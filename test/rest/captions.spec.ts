import { Files } from '../../src/platform/files/files';
import { Database } from '../../src/platform/database/database';
import { keptCaptions } from '../../src/trainings/kept-files';
import { startApp, type RunningApp } from '../support/app';
import { comesTo } from '../support/eventually';
import { openPlant, type Plant } from '../support/plant';
import { statementsOfRequests } from '../support/statements';

const VTT = 'WEBVTT\n\n00:00.000 --> 00:01.000\nMind the forks.\n\n00:01.000 --> 00:02.000\nAnd the chains.\n';

describe('captions of a video', () => {
  let running: RunningApp;
  let plant: Plant;
  let staff_id: string;
  let learner: Plant['api'];
  let training_id: string;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    plant = await openPlant(running);
    ({ staff_id } = await plant.staff());
    learner = plant.as(await plant.learner(staff_id));
    ({ training_id } = await plant.published());
    await plant.assign([staff_id], [training_id]);
  });
  afterAll(() => running.close());

  const path = (id = training_id) => `/api/trainings/${id}/captions`;
  const put = async (language: string, text: string | Uint8Array, id = training_id, headers = plant.admin) => {
    const body = new FormData();
    body.append('file', new Blob([text as never]), `forklift-${language}.vtt`);
    const answer = await fetch(`${running.url}${path(id)}/${language}`, { method: 'PUT', headers, body });
    return { status: answer.status, body: await answer.json() };
  };
  const kept = async (): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { key } of running.app.get(Files).list(`${plant.customer_id}/`)) keys.push(key);
    return keys;
  };

  it('are a file a language, read by a signed link by whoever has the video to watch', async () => {
    expect(await put('en', VTT)).toMatchObject({
      status: 200,
      body: [{ language: 'en', name: 'forklift-en.vtt', cues: 2 }],
    });
    await put('de', VTT.replace('Mind the forks.', 'Auf die Gabeln achten.'));
    const [german, english] = (await learner.get(path())).body;
    expect([german.language, english.language]).toEqual(['de', 'en']);
    const answer = await fetch(running.url + german.url);
    expect(answer.headers.get('content-type')).toBe('text/vtt; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(await answer.text()).toContain('Auf die Gabeln achten.');
    const told = await running.app.get(Database).rows<Record<string, unknown>>(keptCaptions.sql);
    expect(told.map(keptCaptions.path)).toEqual(expect.arrayContaining(await kept()));
  });

  it('are listed with as many statements, however many languages there are', async () => {
    await put('en', VTT);
    const few = await statementsOfRequests(async () => void (await learner.get(path())));
    for (const language of ['de', 'es', 'fr', 'ar']) await put(language, VTT);
    const many = await statementsOfRequests(async () => void (await learner.get(path())));
    expect([few.length, many.length]).toEqual([5, 5]);
  });

  it('take the place of those before them, whose file is deleted; so it is with those taken away', async () => {
    await put('en', VTT);
    const [first] = await kept();
    await put('en', `${VTT}\n00:03.000 --> 00:04.000\nThen lift.\n`);
    await comesTo(async () => (await kept()).includes(first!), false);
    expect((await learner.get(path())).body).toMatchObject([{ cues: 3 }]);
    expect((await plant.api.delete(`${path()}/en`)).body).toEqual([]);
    await comesTo(kept, []);
    expect(await plant.api.delete(`${path()}/en`)).toMatchObject({ status: 200, body: [] });
  });

  it('given several times at once are those of the last, and no other file stays', async () => {
    for (let round = 0; round < 4; round++) {
      const answers = await Promise.all(Array.from({ length: 6 }, () => put('en', VTT)));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      await comesTo(async () => (await kept()).length, 1);
      const [{ url }] = (await learner.get(path())).body;
      expect((await fetch(running.url + url)).status).toBe(200);
    }
  });

  it('go with the training, and with its being a video', async () => {
    const draft = await plant.training();
    await put('en', VTT, draft.training_id);
    await plant.api.patch(`/api/trainings/${draft.training_id}`, { type: 'document' });
    await comesTo(kept, []);
    expect((await put('en', VTT, draft.training_id)).status).toBe(409);
    await plant.api.patch(`/api/trainings/${draft.training_id}`, { type: 'video' });
    await put('en', VTT, draft.training_id);
    expect((await plant.api.delete(`/api/trainings/${draft.training_id}`)).status).toBe(204);
    await comesTo(kept, []);
  });

  it.each([
    ['no WebVTT', '<html>', 422, 'captions_unreadable'],
    ['not UTF-8', new Uint8Array([0x57, 0x45, 0xff, 0xfe]), 422, 'captions_unreadable'],
    ['nothing said', 'WEBVTT\n', 422, 'captions_empty'],
    ['more than a megabyte', `WEBVTT\n\n${'x'.repeat(1_048_577)}`, 413, 'captions_too_large'],
  ])('are refused where they are %s, and nothing of them stays', async (_what, text, status, code) => {
    expect(await put('en', text)).toMatchObject({ status, body: { code } });
    expect(await kept()).toEqual([]);
  });

  it('of a training that became a draft again are the admin’s alone', async () => {
    await put('en', VTT);
    await plant.api.post(`/api/trainings/${training_id}/archive`);
    expect((await learner.get(path())).body).toHaveLength(1);
    await plant.api.put(`/api/trainings/${training_id}/skills`, []);
    expect((await plant.api.post(`/api/trainings/${training_id}/unarchive`)).body.status).toBe('draft');
    expect((await learner.get(path())).status).toBe(404);
    expect((await plant.api.get(path())).body).toHaveLength(1);
  });

  it('are in a language that the product speaks, and nobody else’s', async () => {
    expect((await put('tlh', VTT)).status).toBe(404);
    const other = await openPlant(running);
    const stranger = plant.as(await plant.learner((await plant.staff()).staff_id));
    for (const who of [stranger, other.api]) expect((await who.get(path())).status).toBe(404);
    expect((await put('en', VTT, training_id, other.admin)).status).toBe(404);
    expect((await put('en', VTT, training_id, await plant.learner(staff_id))).status).toBe(403);
    expect((await learner.delete(`${path()}/en`)).status).toBe(403);
  });
});
