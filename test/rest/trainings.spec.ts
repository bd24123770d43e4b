import { PlanUsageService } from '../../src/modules/subscriptions/plan-usage.service';
import { startApp, type RunningApp } from '../support/app';
import { openPlant, type Plant } from '../support/plant';
import { statementsOfRequests } from '../support/recorded-statements';

const weld = { code: 'WELD-101', title: 'MIG welding: a safe start' };

describe('trainings', () => {
  let running: RunningApp;
  let plant: Plant;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    plant = await openPlant(running);
  });
  afterAll(() => running.close());

  const usage = async () => (await running.app.get(PlanUsageService).read(plant.tenant)).total_training;

  it('begin as a draft with a threshold of 90 percent', async () => {
    const created = await plant.api.post('/api/trainings', weld);
    expect(created).toMatchObject({
      status: 201,
      body: {
        ...weld,
        type: 'video',
        status: 'draft',
        video_threshold: 90,
        category_id: null,
        content_revision: 1,
        video_provider: null,
      },
    });
  });

  it('have a code that is unique in the organisation, whatever its case', async () => {
    await plant.createTraining(weld);
    const twice = await plant.api.post('/api/trainings', { ...weld, code: 'weld-101 ' });
    expect(twice).toMatchObject({ status: 422, body: { errors: { code: [expect.stringContaining('taken')] } } });
  });

  it('stop at the plan: 30 created at once at a limit of 10 leave exactly 10', async () => {
    const small = await openPlant(running, { trainings: 10 });
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, i) => small.api.post('/api/trainings', { ...weld, code: `W${i}` })),
    );
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(10);
    expect(
      replies.filter((reply) => reply.status !== 201).every((reply) => reply.body.code === 'plan_limit_reached'),
    ).toBe(true);
    expect((await small.api.get('/api/trainings?_end=200')).body).toHaveLength(10);
  });

  it('are published only when nothing of the checklist is missing, and say what is', async () => {
    const { training_id } = await plant.createTraining(weld);
    const early = await plant.api.post(`/api/trainings/${training_id}/publish`);
    expect(early).toMatchObject({
      status: 422,
      body: { code: 'checklist_open', facts: { missing: ['category', 'skills', 'video'] } },
    });
    expect(Object.keys(early.body.errors)).toEqual(['category_id', 'skills', 'video']);
    const { category_id } = await plant.createCategory();
    const { skill_id } = await plant.createSkill();
    await plant.api.put(`/api/trainings/${training_id}/skills`, [
      { skill_id, min_score: 80, level: 3, validity_months: 24 },
    ]);
    await plant.api.patch(`/api/trainings/${training_id}`, {
      category_id,
      source_url: 'https://media.example.org/w.mp4',
    });
    // The address is set, but the length of the video is unknown: no share of it could be computed.
    expect((await plant.api.get(`/api/trainings/${training_id}/publish-checklist`)).body).toEqual({
      missing: ['video'],
    });
    await plant.api.patch(`/api/trainings/${training_id}`, { video_duration_ms: 90_000 });
    const published = await plant.api.post(`/api/trainings/${training_id}/publish`);
    expect(published).toMatchObject({ status: 200, body: { status: 'published', published_at: expect.any(String) } });
    expect((await plant.api.post(`/api/trainings/${training_id}/publish`)).body.code).toBe('wrong_status');
  });

  it('with a quiz that is required are not published without one', async () => {
    const { category_id } = await plant.createCategory();
    const { training_id } = await plant.createTraining({ ...weld, category_id, requires_quiz: true });
    const { body } = await plant.api.post(`/api/trainings/${training_id}/publish`);
    expect(body.facts.missing).toContain('quiz');
  });

  it('that are published stay complete', async () => {
    const { training_id } = await plant.createPublishedTraining();
    const bare = await plant.api.patch(`/api/trainings/${training_id}`, { category_id: null });
    expect(bare).toMatchObject({ status: 422, body: { code: 'checklist_open', facts: { missing: ['category'] } } });
    expect((await plant.api.put(`/api/trainings/${training_id}/skills`, [])).status).toBe(422);
    expect((await plant.api.patch(`/api/trainings/${training_id}`, { source_url: null })).status).toBe(422);
    expect((await plant.api.get(`/api/trainings/${training_id}/skills`)).body).toHaveLength(1);
    expect((await plant.api.get(`/api/trainings/${training_id}`)).body).toMatchObject({
      status: 'published',
      video_provider: 'mp4',
    });
  });

  it('free their seat when archived and take it again when they come back', async () => {
    const small = await openPlant(running, { trainings: 1 });
    const { training_id } = await small.createPublishedTraining();
    expect((await small.api.post('/api/trainings', weld)).status).toBe(409);
    expect((await small.api.post(`/api/trainings/${training_id}/archive`)).body.status).toBe('archived');
    const next = await small.createTraining(weld);
    expect(await small.api.post(`/api/trainings/${training_id}/unarchive`)).toMatchObject({
      status: 409,
      body: { code: 'plan_limit_reached' },
    });
    expect((await small.api.delete(`/api/trainings/${next.training_id}`)).status).toBe(204);
    expect((await small.api.post(`/api/trainings/${training_id}/unarchive`)).body.status).toBe('published');
    expect((await small.api.post('/api/trainings', weld)).status).toBe(409);
  });

  it('archived twice at the same time free one seat', async () => {
    const { training_id } = await plant.createTraining();
    const replies = await Promise.all([1, 2, 3].map(() => plant.api.post(`/api/trainings/${training_id}/archive`)));
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409, 409]);
    expect(await usage()).toBe(0);
  });

  it('deleted twice at the same time free one seat', async () => {
    const { training_id } = await plant.createTraining(weld);
    await plant.createTraining({ ...weld, code: 'WELD-102' });
    const replies = await Promise.all([1, 2].map(() => plant.api.delete(`/api/trainings/${training_id}`)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 404]);
    expect(await usage()).toBe(1);
  });

  it('are deleted while they were never assigned, afterwards only archived', async () => {
    const { training_id } = await plant.createPublishedTraining();
    const { staff_id } = await plant.createStaff();
    await plant.assign([staff_id], [training_id]);
    const response = await plant.api.delete(`/api/trainings/${training_id}`);
    expect(response).toMatchObject({ status: 409, body: { code: 'in_use', facts: { assignments: 1 } } });
    expect((await plant.api.get(`/api/trainings/${training_id}/skills`)).body).toHaveLength(1);
  });

  it('give levels by bands of the score, the whole list at once', async () => {
    const { training_id } = await plant.createTraining();
    const { skill_id } = await plant.createSkill({ validity_months: 12 });
    const path = `/api/trainings/${training_id}/skills`;
    const bands = [
      { skill_id, min_score: 60, level: 2, validity_months: null },
      { skill_id, min_score: 85, level: 3 },
    ];
    const response = await plant.api.put(path, bands);
    expect(response).toMatchObject({
      status: 200,
      body: [
        { min_score: 60, level: 2, validity_months: null },
        { min_score: 85, level: 3, validity_months: 12 },
      ],
    });
    expect((await plant.api.get(path)).body).toEqual(response.body);
    const repeated = await plant.api.put(path, [bands[0], { ...bands[0], level: 4 }]);
    expect(repeated).toMatchObject({ status: 422, body: { errors: { 'rows.1.min_score': [expect.any(String)] } } });
    for (const wrong of [{ level: 5 }, { min_score: 101 }, { min_score: 1.5 }, { skill_id: 'x' }, { surprise: 1 }]) {
      const reply = await plant.api.put(path, [{ ...bands[0], ...wrong }]);
      expect(Object.keys(reply.body.errors)).toEqual([`rows.0.${Object.keys(wrong)[0]}`]);
    }
    expect((await plant.api.put(path, { rows: [] })).status).toBe(400);
    expect((await plant.api.put(path, [null, 7])).status).toBe(422);
    expect((await plant.api.get(path)).body).toHaveLength(2);
  });

  it('can be saved from a form that was open while their skills were changed', async () => {
    const { training_id, skill_id } = await plant.createPublishedTraining();
    const { body } = await plant.api.get(`/api/trainings/${training_id}`);
    await plant.api.put(`/api/trainings/${training_id}/skills`, [{ skill_id, min_score: 50, level: 3 }]);
    const saved = await plant.api.patch(`/api/trainings/${training_id}`, { title: 'B', row_version: body.row_version });
    expect(saved).toMatchObject({ status: 200, body: { content_revision: body.content_revision + 1 } });
  });

  it('without a video, or with an uploaded one, keep what is changed in them', async () => {
    const { training_id } = await plant.createTraining();
    const { category_id } = await plant.createCategory();
    const path = `/api/trainings/${training_id}`;
    expect((await plant.api.patch(path, { category_id })).body).toMatchObject({ category_id, video_provider: null });
    const { body: uploaded } = await plant.uploadVideo(training_id);
    const { video_duration_ms, content_revision } = uploaded;
    expect((await plant.api.patch(path, { title: 'B', estimated_minutes: 7 })).body).toMatchObject({
      title: 'B',
      estimated_minutes: 7,
      category_id,
      video_provider: 'upload',
      video_duration_ms,
      content_revision,
    });
  });

  it('name the trainings that give a skill, from the skill’s side', async () => {
    const { training_id, skill_id } = await plant.createPublishedTraining({ title: 'MIG' });
    const draft = await plant.createTraining({ title: 'Arc' });
    const bands = [
      { skill_id, min_score: 90, level: 4, validity_months: 12 },
      { skill_id, min_score: 50, level: 3, validity_months: null },
    ];
    await plant.api.put(`/api/trainings/${draft.training_id}/skills`, bands);
    expect(await plant.api.get(`/api/skills/${skill_id}/trainings`)).toMatchObject({
      status: 200,
      body: [
        { training_id: draft.training_id, title: 'Arc', status: 'draft', min_score: 50, level: 3 },
        { training_id: draft.training_id, min_score: 90, level: 4, validity_months: 12 },
        { training_id, title: 'MIG', status: 'published', min_score: 0, level: 2 },
      ],
    });
    // Without a validity of its own, a band uses that of the skill on the day of completion.
    const months = async () =>
      (await plant.api.get(`/api/skills/${skill_id}/trainings`)).body.map((row: any) => row.validity_months);
    expect(await months()).toEqual([null, 12, null]);
    await plant.api.patch(`/api/skills/${skill_id}`, { validity_months: 6 });
    expect(await months()).toEqual([6, 12, 6]);
    const stranger = await openPlant(running);
    expect((await stranger.api.get(`/api/skills/${skill_id}/trainings`)).status).toBe(404);
  });

  it('do not teach an archived skill anew, nor one of another organisation', async () => {
    const { training_id } = await plant.createTraining();
    const { skill_id } = await plant.createSkill();
    await plant.api.post(`/api/skills/${skill_id}/archive`);
    const other = await openPlant(running);
    const foreign = await other.createSkill();
    for (const id of [skill_id, foreign.skill_id]) {
      const reply = await plant.api.put(`/api/trainings/${training_id}/skills`, [
        { skill_id: id, min_score: 0, level: 2 },
      ]);
      expect(reply).toMatchObject({ status: 422, body: { errors: { skill_id: [expect.stringContaining(id)] } } });
    }
  });

  it('take an address without a scheme for https, as existing clients write it', async () => {
    const created = await plant.api.post('/api/trainings', { ...weld, source_url: 'media.example.org/a.mp4' });
    expect(created).toMatchObject({ status: 201, body: { source_url: 'https://media.example.org/a.mp4' } });
  });

  it.each(['http://media.example.org/a.mp4', 'ftp://x/a.mp4', 'file:///etc/passwd', 'a b.mp4'])(
    'do not take %s for the address of a video',
    async (source_url) => {
      const reply = await plant.api.post('/api/trainings', { ...weld, source_url });
      expect(reply.status).toBe(422);
      expect(Object.keys(reply.body.errors)).toEqual(['source_url']);
      expect((await plant.api.get('/api/trainings')).body).toEqual([]);
    },
  );

  it('are seen by a learner once they are published, without the address of their video', async () => {
    const draft = await plant.createTraining();
    const { training_id } = await plant.createPublishedTraining();
    const learner = plant.as(await plant.signInLearner((await plant.createStaff()).staff_id));
    const visible = await learner.get('/api/trainings');
    expect(visible.body.map((row: { training_id: string }) => row.training_id)).toEqual([training_id]);
    expect(visible.headers.get('x-total-count')).toBe('1');
    expect(visible.body[0].source_url).toBeNull();
    expect((await learner.get('/api/trainings?status=draft')).body).toEqual([]);
    expect((await learner.get(`/api/trainings?id=${draft.training_id}`)).body).toEqual([]);
    expect((await learner.get(`/api/trainings/${draft.training_id}`)).status).toBe(404);
    expect((await learner.get(`/api/trainings/${draft.training_id}/skills`)).status).toBe(404);
    expect((await learner.get(`/api/trainings/${training_id}/skills`)).body).toHaveLength(1);
    expect((await learner.post(`/api/trainings/${training_id}/archive`)).status).toBe(403);
    expect((await learner.get(`/api/trainings/${training_id}/publish-checklist`)).status).toBe(403);
  });

  it('stay readable for a learner who was assigned them before they were archived', async () => {
    const { training_id } = await plant.createPublishedTraining();
    const { staff_id } = await plant.createStaff();
    await plant.assign([staff_id], [training_id]);
    await plant.api.post(`/api/trainings/${training_id}/archive`);
    const assigned = plant.as(await plant.signInLearner(staff_id));
    expect((await assigned.get(`/api/trainings?id=${training_id}`)).body).toHaveLength(1);
    expect((await assigned.get(`/api/trainings/${training_id}`)).status).toBe(200);
    const stranger = plant.as(await plant.signInLearner((await plant.createStaff()).staff_id));
    expect((await stranger.get(`/api/trainings/${training_id}`)).status).toBe(404);
  });

  it('of another organisation do not exist, whatever is asked of them', async () => {
    const { training_id } = await plant.createPublishedTraining();
    const other = await openPlant(running);
    const path = `/api/trainings/${training_id}`;
    const replies = await Promise.all([
      other.api.get(path),
      other.api.patch(path, { title: 'Mine' }),
      other.api.delete(path),
      other.api.get(`${path}/skills`),
      other.api.put(`${path}/skills`, []),
      other.api.get(`${path}/publish-checklist`),
      other.api.post(`${path}/publish`),
      other.api.post(`${path}/archive`),
      other.api.post(`${path}/unarchive`),
      other.api.get(`${path}/video-link`),
      other.api.delete(`${path}/video`),
      other.uploadVideo(training_id),
    ]);
    expect(replies.map((reply) => reply.status)).toEqual(replies.map(() => 404));
    const { category_id } = await plant.createCategory();
    const borrowed = await other.api.post('/api/trainings', { ...weld, category_id });
    expect(borrowed).toMatchObject({ status: 422, body: { errors: { category_id: [expect.any(String)] } } });
    expect((await plant.api.get(path)).body.status).toBe('published');
  });

  it('accept their own row sent back, ignoring computed fields', async () => {
    const { training_id } = await plant.createPublishedTraining();
    const { body } = await plant.api.get(`/api/trainings/${training_id}`);
    const reply = await plant.api.patch(`/api/trainings/${training_id}`, {
      ...body,
      title: 'New title',
      status: 'draft',
    });
    expect(reply).toMatchObject({
      status: 200,
      body: { ...body, title: 'New title', row_version: body.row_version + 1, updated_at: expect.any(String) },
    });
  });

  it('cost the same number of statements at 10 and at 200', async () => {
    const many = await openPlant(running, { trainings: 300 });
    const list = () => many.api.get('/api/trainings?_start=0&_end=200');
    await Promise.all(Array.from({ length: 10 }, () => many.createTraining()));
    const few = (await statementsOfRequests(list)).length;
    await Promise.all(Array.from({ length: 189 }, () => many.createTraining()));
    expect((await statementsOfRequests(list)).length).toBe(few);
    expect(few).toBeLessThanOrEqual(3);
  });
});
