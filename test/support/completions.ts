import { Database } from '../../src/infrastructure/database/database';
import { idToBytes } from '../../src/common/ids';
import { SkillLedgerService } from '../../src/modules/skills/skill-ledger.service';
import { api, type Reply } from './api';
import type { RunningApp } from './app';
import type { Headers, Organisation } from './organisation';
import { createQuiz, singleChoiceQuestion, grantSkill, createReadingTraining } from './quiz-fixtures';

export interface Course {
  training_id: string;
  skill_id: string;
  answers: { question_id: string; option_id: string[] }[];
}

export interface ReadyLearner {
  staff_id: string;
  headers: Headers;
  /** Started attempts, in the order of the courses. */
  attempts: string[];
}

/** Courses that grant a skill, and learners with started attempts: for completing many at the same moment. */
export class Completions {
  private staffCount = 0;

  constructor(
    private readonly running: RunningApp,
    private readonly plant: Organisation,
  ) {}

  /** Creates a training with a quiz of one question that grants `level` of a new skill, or of `skill_id`. */
  async createCourse(level: number, skill_id?: string, more: object = {}): Promise<Course> {
    const training_id = await createReadingTraining(this.running, this.plant, more);
    const grantedSkillId = await grantSkill(this.running, this.plant, training_id, [{ min_score: 0, level }], skill_id);
    const { questions } = await createQuiz(this.running, this.plant, training_id, [
      singleChoiceQuestion(`Q${training_id}`),
    ]);
    const answers = questions.map(({ question_id, options }) => ({ question_id, option_id: [options[0]!.option_id] }));
    return { training_id, skill_id: grantedSkillId, answers };
  }

  /** Creates learners with a started attempt at each of the courses. */
  async createReadyLearners(count: number, courses: readonly Course[]): Promise<ReadyLearner[]> {
    const admin = api(this.running, this.plant.admin);
    const people: ReadyLearner[] = [];
    for (let at = 0; at < count; at++) {
      const staff_code = `R-${++this.staffCount}`;
      const body = { staff_code, first_name: 'Asha', last_name: 'Rao', joined: '2024-03-01' };
      const { staff_id } = (await admin.post('/api/staff', body)).body;
      const headers = await this.plant.signIn({ role: 'user', staff_id, eid: staff_code });
      people.push({ staff_id, headers, attempts: [] });
    }
    const staff_id = people.map((each) => each.staff_id);
    const training_id = courses.map((each) => each.training_id);
    expect((await admin.post('/api/training-assignments/bulk', { staff_id, training_id })).status).toBe(200);
    for (const person of people) {
      for (const each of courses) {
        const attempt = await api(this.running, person.headers).post('/api/attempts', {
          training_id: each.training_id,
        });
        person.attempts.push(attempt.body.attempt_id);
      }
    }
    return people;
  }

  /** Number of evidence rows of the skill, in any state. */
  async countEvidence(skill_id: string): Promise<number> {
    const [row] = await this.running.app
      .get(Database)
      .rows<{ n: number }>('SELECT COUNT(*) AS n FROM evidence WHERE skill_id = ?', [idToBytes(skill_id)]);
    return Number(row!.n);
  }

  /** Rebuilds the spans from the ledger. @returns how many differed */
  rebuildSpans(): Promise<number> {
    return this.running.app.get(SkillLedgerService).rebuild(this.plant.tenant);
  }
}

/** Submits the person's answers to the course at this index, at this server. */
export function submit(node: RunningApp, person: ReadyLearner, courses: readonly Course[], at: number): Promise<Reply> {
  return api(node, person.headers).post('/S_QUIZ_PLAY_DETAILS/SaveQuizandvideo', {
    training_id: courses[at]!.training_id,
    attempt_id: person.attempts[at],
    answers: courses[at]!.answers,
  });
}

export const savedReplies = (replies: readonly Reply[]) =>
  replies.filter(({ status, body }) => status === 200 && body.Status);

/** Every person submits the first two courses at the same moment, one at each server; four people at a time. */
export async function submitBothConcurrently(
  [firstNode, secondNode]: readonly [RunningApp, RunningApp],
  people: readonly ReadyLearner[],
  courses: readonly Course[],
): Promise<Reply[]> {
  const all: Reply[] = [];
  for (let from = 0; from < people.length; from += 4) {
    const four = people.slice(from, from + 4);
    const replies = four.flatMap((person) => [
      submit(firstNode, person, courses, 0),
      submit(secondNode, person, courses, 1),
    ]);
    all.push(...(await Promise.all(replies)));
  }
  return all;
}
