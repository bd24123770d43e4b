import { Clock } from '../../src/platform/clock';
import { Database } from '../../src/platform/database/database';
import { Transactions } from '../../src/platform/database/transactions';
import { newId } from '../../src/platform/ids';
import { TenantRepository } from '../../src/tenancy/tenant-repository';
import { TrainingAssignment } from '../../src/trainings/assignment.entity';
import { NEW_CYCLE } from '../../src/trainings/next-cycles';
import { TrainingSkill } from '../../src/trainings/training-skill.entity';
import { Training } from '../../src/trainings/training.entity';
import { api } from './api';
import type { RunningApp } from './app';
import type { Headers, Organisation } from './organisation';

export interface Learner {
  staff_id: string;
  headers: Headers;
}
export interface GivenQuiz {
  quiz_id: string;
  training_id: string;
  /** In the quiz's order: the option worth most first as it was given. */
  questions: { question_id: string; options: { option_id: string; text: string; fraction: number }[] }[];
}

let made = 0;

export async function learner(running: RunningApp, plant: Organisation, first_name = 'Asha'): Promise<Learner> {
  const eid = `L-${++made}`;
  const body = { staff_code: eid, first_name, last_name: 'Rao', joined: '2024-03-01' };
  const { body: row } = await api(running, plant.admin).post('/api/staff', body);
  return { staff_id: row.staff_id, headers: await plant.signIn({ role: 'user', staff_id: row.staff_id, eid }) };
}

/** A published training that is read and then tested: only its quiz completes it. Rows of their own, past the checklist. */
export async function training(
  running: RunningApp,
  plant: Organisation,
  more: Partial<Training> = {},
): Promise<string> {
  const training_id = newId();
  await rows(running, Training, plant, {
    training_id,
    code: `T-${++made}`,
    title: `Training ${made}`,
    category_id: null,
    type: 'document',
    description: null,
    estimated_minutes: null,
    source_url: 'https://example.org/read-me',
    video_provider: null,
    video_file_id: null,
    video_format: null,
    video_duration_ms: null,
    video_threshold: 90,
    requires_quiz: true,
    validity_months: null,
    due_days: null,
    status: 'published',
    content_revision: 1,
    media_revision: 1,
    published_at: Date.now(),
    certificate: true,
    enrolment: 'none',
    ...more,
  });
  return training_id;
}

export async function assign(
  running: RunningApp,
  plant: Organisation,
  staff_id: string,
  training_id: string,
): Promise<string> {
  const assignment_id = newId();
  await rows(running, TrainingAssignment, plant, {
    ...NEW_CYCLE,
    assignment_id,
    staff_id,
    training_id,
    cycle: 1,
    source: 'manual',
    state: 'assigned',
    mandatory: true,
    assigned_on: '2025-01-01',
    due_on: null,
  });
  return assignment_id;
}

/** Completing the training gives a skill of its own (or the one named), from the first point on. @returns skill_id */
export async function teaches(
  running: RunningApp,
  plant: Organisation,
  training_id: string,
  levels: readonly { min_score: number; level: number }[] = [{ min_score: 0, level: 3 }],
  known?: string,
): Promise<string> {
  const admin = api(running, plant.admin);
  const skill = { skill_code: `S-${++made}`, name: `Skill ${made}` };
  const skill_id = known ?? ((await admin.post('/api/skills', skill)).body.skill_id as string);
  for (const level of levels) {
    await rows(running, TrainingSkill, plant, {
      training_id,
      skill_id,
      validity_months: null,
      ...level,
    });
  }
  return skill_id;
}

/** A single-choice question: A is right, B and C are wrong. */
export const single = (text: string, more: object = {}) => ({
  kind: 'single',
  text,
  explanation: `WHY-${text}`,
  feedback: `HINT-${text}`,
  options: [
    { text: `${text} A`, fraction: 1, feedback: `SAID-${text}` },
    { text: `${text} B`, fraction: 0 },
    { text: `${text} C`, fraction: 0 },
  ],
  ...more,
});

/** A quiz of `training_id` that asks `questions` (bodies of POST /api/questions) in this order. */
export async function quiz(
  running: RunningApp,
  plant: Organisation,
  training_id: string,
  questions: readonly object[],
  rules: object = {},
): Promise<GivenQuiz> {
  const admin = api(running, plant.admin);
  const made = await admin.post('/api/quizzes', {
    ...{ training_id, title: 'Forklift: daily check', attempts_allowed: null, review: 'after_submit' },
    ...rules,
  });
  expect(made).toMatchObject({ status: 201 });
  const entries: GivenQuiz['questions'] = [];
  for (const body of questions) {
    const entry = await admin.post('/api/questions', body);
    expect(entry).toMatchObject({ status: 201 });
    entries.push(entry.body);
  }
  const slots = entries.map(({ question_id }) => ({ question_id }));
  expect((await admin.put(`/api/quizzes/${made.body.quiz_id}/slots`, { slots })).status).toBe(200);
  return { quiz_id: made.body.quiz_id, training_id, questions: entries };
}

export async function rows<E extends { customer_id: number }>(
  { app }: RunningApp,
  entity: new () => E,
  plant: Organisation,
  row: Partial<E>,
): Promise<void> {
  const repository = new TenantRepository<E>(app.get(Database), app.get(Clock), entity);
  await app.get(Transactions).run(() => repository.insert(plant.tenant, row as never));
}
