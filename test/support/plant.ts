import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { api, type Reply } from './api';
import type { RunningApp } from './app';
import { openOrganisation, type Headers, type Organisation } from './organisation';

export const CLIP = join(__dirname, '../../src/seed/clips/forklift-daily-check.mp4');

let made = 0;
const ok = (reply: Reply): any => {
  if (reply.status >= 300) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`);
  return reply.body;
};

/** A small company that learns: everything is made through the REST calls that an admin would make. */
export async function openPlant(
  running: RunningApp,
  options: Parameters<typeof openOrganisation>[1] = {},
  owner?: Organisation,
) {
  const organisation: Organisation = owner ?? (await openOrganisation(running, options));
  const admin = api(running, organisation.admin);

  const staff = async (more: object = {}): Promise<{ staff_id: string }> =>
    ok(
      await admin.post('/api/staff', {
        staff_code: `P${++made}`,
        first_name: 'Asha',
        last_name: 'Rao',
        joined: '2020-01-01',
        ...more,
      }),
    );
  const skill = async (more: object = {}): Promise<{ skill_id: string }> =>
    ok(await admin.post('/api/skills', { skill_code: `SK${++made}`, name: `Skill ${made}`, ...more }));
  const category = async (more: object = {}): Promise<{ category_id: string }> =>
    ok(await admin.post('/api/training-categories', { code: `C${++made}`, name: `Category ${made}`, ...more }));
  const training = async (more: object = {}): Promise<{ training_id: string }> =>
    ok(await admin.post('/api/trainings', { code: `T${++made}`, title: `Training ${made}`, ...more }));
  const learner = async (staff_id: string): Promise<Headers> => organisation.signIn({ role: 'user', staff_id });

  /** Published: a video of ten minutes at an own address, and level 2 of a skill. */
  const published = async (
    more: object = {},
  ): Promise<{ training_id: string; skill_id: string; category_id: string }> => {
    const { category_id } = await category();
    const { skill_id } = await skill();
    const video = { source_url: 'https://media.example.org/a.mp4', video_duration_ms: 600_000 };
    const { training_id } = await training({ category_id, ...video, ...more });
    ok(await admin.put(`/api/trainings/${training_id}/skills`, [{ skill_id, min_score: 0, level: 2 }]));
    ok(await admin.post(`/api/trainings/${training_id}/publish`));
    return { training_id, skill_id, category_id };
  };
  const assign = async (staff_id: string[], training_id: string[], more: object = {}) =>
    ok(await admin.post('/api/training-assignments/bulk', { staff_id, training_id, ...more })) as {
      assigned: number;
      already_assigned: number;
    };
  const upload = async (
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
    staff,
    skill,
    category,
    training,
    learner,
    published,
    assign,
    upload,
  };
}
export type Plant = Awaited<ReturnType<typeof openPlant>>;
