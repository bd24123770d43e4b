import { FileStorage } from '../../src/infrastructure/files/file-storage';
import { Database } from '../../src/infrastructure/database/database';
import { storedCaptions } from '../../src/modules/trainings/stored-files';
import { startApp, type RunningApp } from '../support/app';
import { eventually } from '../support/eventually';
import { openPlant, type Plant } from '../support/plant';
import { statementsOfRequests } from '../support/recorded-statements';

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
    ({ staff_id } = await plant.createStaff());
    learner = plant.as(await plant.signInLearner(staff_id));
    ({ training_id } = await plant.createPublishedTraining());
    await plant.assign([staff_id], [training_id]);
  });
  afterAll(() => running.close());

  const path = (id = training_id) => `/api/trainings/${id}/captions`;
  const putCaption = async (language: string, text: string | Uint8Array, id = training_id, headers = plant.admin) => {
    const body = new FormData();
    body.append('file', new Blob([text as never]), `forklift-${language}.vtt`);
    const answer = await fetch(`${running.url}${path(id)}/${language}`, { method: 'PUT', headers, body });
    return { status: answer.status, body: await answer.json() };
  };
  const storedKeys = async (): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { key } of running.app.get(FileStorage).list(`${plant.customer_id}/`)) keys.push(key);
    return keys;
  };

  it('are one file per language, read by a signed link by assigned learners', async () => {
    expect(await putCaption('en', VTT)).toMatchObject({
      status: 200,
      body: [{ language: 'en', name: 'forklift-en.vtt', cues: 2 }],
    });
    await putCaption('de', VTT.replace('Mind the forks.', 'Auf die Gabeln achten.'));
    const [german, english] = (await learner.get(path())).body;
    expect([german.language, english.language]).toEqual(['de', 'en']);
    const answer = await fetch(running.url + german.url);
    expect(answer.headers.get('content-type')).toBe('text/vtt; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(await answer.text()).toContain('Auf die Gabeln achten.');
    const storedRows = await running.app.get(Database).rows<Record<string, unknown>>(storedCaptions.sql);
    expect(storedRows.map(storedCaptions.path)).toEqual(expect.arrayContaining(await storedKeys()));
  });

  it('are listed with as many statements, however many languages there are', async () => {
    await putCaption('en', VTT);
    const statementsForOne = await statementsOfRequests(async () => void (await learner.get(path())));
    for (const language of ['de', 'es', 'fr', 'ar']) await putCaption(language, VTT);
    const statementsForMany = await statementsOfRequests(async () => void (await learner.get(path())));
    expect([statementsForOne.length, statementsForMany.length]).toEqual([5, 5]);
  });

  it('replace earlier ones, and files of replaced and removed ones are deleted', async () => {
    await putCaption('en', VTT);
    const [first] = await storedKeys();
    await putCaption('en', `${VTT}\n00:03.000 --> 00:04.000\nThen lift.\n`);
    await eventually(async () => (await storedKeys()).includes(first!), false);
    expect((await learner.get(path())).body).toMatchObject([{ cues: 3 }]);
    expect((await plant.api.delete(`${path()}/en`)).body).toEqual([]);
    await eventually(storedKeys, []);
    expect(await plant.api.delete(`${path()}/en`)).toMatchObject({ status: 200, body: [] });
  });

  it('uploaded concurrently keep one file only', async () => {
    for (let attempt = 0; attempt < 4; attempt++) {
      const answers = await Promise.all(Array.from({ length: 6 }, () => putCaption('en', VTT)));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      await eventually(async () => (await storedKeys()).length, 1);
      const [{ url }] = (await learner.get(path())).body;
      expect((await fetch(running.url + url)).status).toBe(200);
    }
  });

  it('are deleted with the training and when it is no longer a video', async () => {
    const draft = await plant.createTraining();
    await putCaption('en', VTT, draft.training_id);
    await plant.api.patch(`/api/trainings/${draft.training_id}`, { type: 'document' });
    await eventually(storedKeys, []);
    expect((await putCaption('en', VTT, draft.training_id)).status).toBe(409);
    await plant.api.patch(`/api/trainings/${draft.training_id}`, { type: 'video' });
    await putCaption('en', VTT, draft.training_id);
    expect((await plant.api.delete(`/api/trainings/${draft.training_id}`)).status).toBe(204);
    await eventually(storedKeys, []);
  });

  it.each([
    ['no WebVTT', '<html>', 422, 'captions_unreadable'],
    ['not UTF-8', new Uint8Array([0x57, 0x45, 0xff, 0xfe]), 422, 'captions_unreadable'],
    ['nothing said', 'WEBVTT\n', 422, 'captions_empty'],
    ['more than a megabyte', `WEBVTT\n\n${'x'.repeat(1_048_577)}`, 413, 'captions_too_large'],
  ])('are refused and not stored when they are %s', async (_what, text, status, code) => {
    expect(await putCaption('en', text)).toMatchObject({ status, body: { code } });
    expect(await storedKeys()).toEqual([]);
  });

  it('of a training that became a draft again are visible to admins only', async () => {
    await putCaption('en', VTT);
    await plant.api.post(`/api/trainings/${training_id}/archive`);
    expect((await learner.get(path())).body).toHaveLength(1);
    await plant.api.put(`/api/trainings/${training_id}/skills`, []);
    expect((await plant.api.post(`/api/trainings/${training_id}/unarchive`)).body.status).toBe('draft');
    expect((await learner.get(path())).status).toBe(404);
    expect((await plant.api.get(path())).body).toHaveLength(1);
  });

  it('need a supported language and are not found by other learners and organisations', async () => {
    expect((await putCaption('tlh', VTT)).status).toBe(404);
    const other = await openPlant(running);
    const unassignedLearner = plant.as(await plant.signInLearner((await plant.createStaff()).staff_id));
    for (const client of [unassignedLearner, other.api]) expect((await client.get(path())).status).toBe(404);
    expect((await putCaption('en', VTT, training_id, other.admin)).status).toBe(404);
    expect((await putCaption('en', VTT, training_id, await plant.signInLearner(staff_id))).status).toBe(403);
    expect((await learner.delete(`${path()}/en`)).status).toBe(403);
  });
});
