import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { api, type Reply } from './api';
import type { RunningApp } from './app';
import { openOrganisation, type Headers, type Organisation } from './organisation';

export const CLIP = join(__dirname, '../../src/seed/clips/forklift-daily-check.mp4');

let sequence = 0;
const expectOk = (reply: Reply): any => {
  if (reply.status >= 300) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`);
  return reply.body;
};

/** A small organisation with factories that use the REST calls of an admin. */
export async function openPlant(
  running: RunningApp,
  options: Parameters<typeof openOrganisation>[1] = {},
  existing?: Organisation,
) {
  const organisation: Organisation = existing ?? (await openOrganisation(running, options));
  const admin = api(running, organisation.admin);

  const createStaff = async (more: object = {}): Promise<{ staff_id: string }> =>
    expectOk(
      await admin.post('/api/staff', {
        staff_code: `P${++sequence}`,
        first_name: 'Asha',
        last_name: 'Rao',
        joined: '2020-01-01',
        ...more,
      }),
    );
  const createSkill = async (more: object = {}): Promise<{ skill_id: string }> =>
    expectOk(await admin.post('/api/skills', { skill_code: `SK${++sequence}`, name: `Skill ${sequence}`, ...more }));
  const createCategory = async (more: object = {}): Promise<{ category_id: string }> =>
    expectOk(
      await admin.post('/api/training-categories', { code: `C${++sequence}`, name: `Category ${sequence}`, ...more }),
    );
  const createTraining = async (more: object = {}): Promise<{ training_id: string }> =>
    expectOk(await admin.post('/api/trainings', { code: `T${++sequence}`, title: `Training ${sequence}`, ...more }));
  const signInLearner = async (staff_id: string): Promise<Headers> => organisation.signIn({ role: 'user', staff_id });

  /** Creates a published training: a video of ten minutes with an external address, granting level 2 of a skill. */
  const createPublishedTraining = async (
    more: object = {},
  ): Promise<{ training_id: string; skill_id: string; category_id: string }> => {
    const { category_id } = await createCategory();
    const { skill_id } = await createSkill();
    const video = { source_url: 'https://media.example.org/a.mp4', video_duration_ms: 600_000 };
    const { training_id } = await createTraining({ category_id, ...video, ...more });
    expectOk(await admin.put(`/api/trainings/${training_id}/skills`, [{ skill_id, min_score: 0, level: 2 }]));
    expectOk(await admin.post(`/api/trainings/${training_id}/publish`));
    return { training_id, skill_id, category_id };
  };
  const assign = async (staff_id: string[], training_id: string[], more: object = {}) =>
    expectOk(await admin.post('/api/training-assignments/bulk', { staff_id, training_id, ...more })) as {
      assigned: number;
      already_assigned: number;
    };
  const uploadVideo = async (
    training_id: string,
    bytes: Buffer = readFileSync(CLIP),
    headers = organisation.admin,
  ): Promise<Reply> => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(bytes)], { type: 'video/mp4' }), 'whatever.txt');
    const path = `/api/trainings/${training_id}/video`;
    const answer = await fetch(running.url + path, { method: 'PUT', headers, body: form });
    return { status: answer.status, body: await answer.json(), headers: answer.headers };
  };
  return {
    ...organisation,
    api: admin,
    as: (headers: Headers) => api(running, headers),
    createStaff,
    createSkill,
    createCategory,
    createTraining,
    signInLearner,
    createPublishedTraining,
    assign,
    uploadVideo,
  };
}
export type Plant = Awaited<ReturnType<typeof openPlant>>;
