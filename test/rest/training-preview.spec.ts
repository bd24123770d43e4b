import { startApp, type RunningApp } from '../support/app';
import { openPlant, type Plant } from '../support/plant';

describe('the preview of a training by an admin', () => {
  let running: RunningApp;
  let plant: Plant;
  let staff_id: string;
  beforeAll(async () => {
    running = await startApp();
    plant = await openPlant(running);
    ({ staff_id } = await plant.createStaff());
  });
  afterAll(() => running.close());

  const states = async (training_id: string) =>
    ((await plant.api.get(`/api/training-assignments?training_id=${training_id}`)).body as { state: string }[]).map(
      ({ state }) => state,
    );

  it.each([
    ['video-link', {}],
    ['document', { type: 'link', source_url: 'https://docs.example.org/lockout', video_duration_ms: null }],
  ])('by %s does not start the admin’s own assignment', async (resource, more) => {
    const { training_id } = await plant.createPublishedTraining(more);
    await plant.assign([staff_id], [training_id]);
    const adminWithStaff = plant.as(await plant.signIn({ role: 'admin', staff_id }));
    const path = `/api/trainings/${training_id}/${resource}`;
    const previewed = await adminWithStaff.get(`${path}?preview=true`);
    expect(previewed).toMatchObject({ status: 200, body: { training_id, assignment_id: null } });
    expect(await states(training_id)).toEqual(['assigned']);
    expect((await plant.as(await plant.signInLearner(staff_id)).get(`${path}?preview=true`)).status).toBe(404);
    for (const word of ['yes', '', 'true&preview=true'])
      expect([word, (await adminWithStaff.get(`${path}?preview=${word}`)).status]).toEqual([word, 400]);
    expect((await adminWithStaff.get(path)).body.assignment_id).not.toBeNull();
    expect(await states(training_id)).toEqual(['in_progress']);
  });

  it('works for a draft, which learners do not see', async () => {
    const video = { source_url: 'https://media.example.org/a.mp4', video_duration_ms: 600_000 };
    const { training_id } = await plant.createTraining(video);
    const path = `/api/trainings/${training_id}/video-link?preview=true`;
    expect(await plant.api.get(path)).toMatchObject({ status: 200, body: { assignment_id: null } });
    expect((await plant.as(await plant.signInLearner(staff_id)).get(path)).status).toBe(404);
  });
});
