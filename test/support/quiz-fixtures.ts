import { Clock } from '../../src/common/clock';
import { Database } from '../../src/infrastructure/database/database';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { newId } from '../../src/common/ids';
import { TenantRepository } from '../../src/tenancy/tenant-repository';
import { TrainingAssignment } from '../../src/modules/trainings/assignment.entity';
import { NEW_CYCLE } from '../../src/modules/trainings/assignment-cycles';
import { TrainingSkill } from '../../src/modules/trainings/training-skill.entity';
import { Training } from '../../src/modules/trainings/training.entity';
import { api } from './api';
import type { RunningApp } from './app';
import type { Headers, Organisation } from './organisation';

export interface Learner {
  staff_id: string;
  headers: Headers;
}
export interface QuizFixture {
  quiz_id: string;
  training_id: string;
  /** In the quiz's order; options in the order in which they were sent. */
  questions: { question_id: string; options: { option_id: string; text: string; fraction: number }[] }[];
}

let sequence = 0;

export async function createLearner(running: RunningApp, plant: Organisation, first_name = 'Asha'): Promise<Learner> {
  const eid = `L-${++sequence}`;
  const body = { staff_code: eid, first_name, last_name: 'Rao', joined: '2024-03-01' };
  const { body: row } = await api(running, plant.admin).post('/api/staff', body);
  return { staff_id: row.staff_id, headers: await plant.signIn({ role: 'user', staff_id: row.staff_id, eid }) };
}

/** Inserts a published document training completed by its quiz alone, bypassing the publish checklist. */
export async function createReadingTraining(
  running: RunningApp,
  plant: Organisation,
  more: Partial<Training> = {},
): Promise<string> {
  const training_id = newId();
  await insertRow(running, Training, plant, {
    training_id,
    code: `T-${++sequence}`,
    title: `Training ${sequence}`,
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

export async function createAssignment(
  running: RunningApp,
  plant: Organisation,
  staff_id: string,
  training_id: string,
): Promise<string> {
  const assignment_id = newId();
  await insertRow(running, TrainingAssignment, plant, {
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

/** Completing the training grants a new skill (or the given one) at these levels. @returns skill_id */
export async function grantSkill(
  running: RunningApp,
  plant: Organisation,
  training_id: string,
  levels: readonly { min_score: number; level: number }[] = [{ min_score: 0, level: 3 }],
  existingSkillId?: string,
): Promise<string> {
  const admin = api(running, plant.admin);
  const skill = { skill_code: `S-${++sequence}`, name: `Skill ${sequence}` };
  const skill_id = existingSkillId ?? ((await admin.post('/api/skills', skill)).body.skill_id as string);
  for (const level of levels) {
    await insertRow(running, TrainingSkill, plant, {
      training_id,
      skill_id,
      validity_months: null,
      ...level,
    });
  }
  return skill_id;
}

/** A single-choice question: A is correct, B and C are wrong. */
export const singleChoiceQuestion = (text: string, more: object = {}) => ({
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

/** Creates a quiz of `training_id` with `questions` (bodies of POST /api/questions) in this order. */
export async function createQuiz(
  running: RunningApp,
  plant: Organisation,
  training_id: string,
  questions: readonly object[],
  rules: object = {},
): Promise<QuizFixture> {
  const admin = api(running, plant.admin);
  const quizReply = await admin.post('/api/quizzes', {
    training_id,
    title: 'Forklift: daily check',
    attempts_allowed: null,
    review: 'after_submit',
    ...rules,
  });
  expect(quizReply).toMatchObject({ status: 201 });
  const entries: QuizFixture['questions'] = [];
  for (const body of questions) {
    const entry = await admin.post('/api/questions', body);
    expect(entry).toMatchObject({ status: 201 });
    entries.push(entry.body);
  }
  const slots = entries.map(({ question_id }) => ({ question_id }));
  expect((await admin.put(`/api/quizzes/${quizReply.body.quiz_id}/slots`, { slots })).status).toBe(200);
  return { quiz_id: quizReply.body.quiz_id, training_id, questions: entries };
}

export async function insertRow<E extends { customer_id: number }>(
  { app }: RunningApp,
  entity: new () => E,
  plant: Organisation,
  row: Partial<E>,
): Promise<void> {
  const repository = new TenantRepository<E>(app.get(Database), app.get(Clock), entity);
  await app.get(TransactionManager).run(() => repository.insert(plant.tenant, row as never));
}
