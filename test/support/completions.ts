import { Database } from '../../src/platform/database/database';
import { idToBytes } from '../../src/platform/ids';
import { SkillLedger } from '../../src/skills/skill-ledger.service';
import { api, type Reply } from './api';
import type { RunningApp } from './app';
import type { Headers, Organisation } from './organisation';
import { quiz, single, teaches, training } from './quiz-given';

export interface Course {
  training_id: string;
  skill_id: string;
  answers: { question_id: string; option_id: string[] }[];
}

export interface Ready {
  staff_id: string;
  headers: Headers;
  /** Begun attempts, in the order of the courses. */
  attempts: string[];
}

/** Courses that raise a skill, and people who have begun them: what is needed to complete many at the same moment. */
export class Completions {
  private made = 0;

  constructor(
    private readonly running: RunningApp,
    private readonly plant: Organisation,
  ) {}

  /** A training with a quiz of one question that gives `level` of a skill of its own, or of the one named. */
  async course(level: number, skill_id?: string, more: object = {}): Promise<Course> {
    const training_id = await training(this.running, this.plant, more);
    const taught = await teaches(this.running, this.plant, training_id, [{ min_score: 0, level }], skill_id);
    const { questions } = await quiz(this.running, this.plant, training_id, [single(`Q${training_id}`)]);
    const answers = questions.map(({ question_id, options }) => ({ question_id, option_id: [options[0]!.option_id] }));
    return { training_id, skill_id: taught, answers };
  }

  /** People with an attempt begun at each of the courses. */
  async ready(count: number, courses: readonly Course[]): Promise<Ready[]> {
    const admin = api(this.running, this.plant.admin);
    const people: Ready[] = [];
    for (let at = 0; at < count; at++) {
      const staff_code = `R-${++this.made}`;
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
        const begun = await api(this.running, person.headers).post('/api/attempts', { training_id: each.training_id });
        person.attempts.push(begun.body.attempt_id);
      }
    }
    return people;
  }

  /** How many times the skill was granted, whatever came of it. */
  async evidenceOf(skill_id: string): Promise<number> {
    const [row] = await this.running.app
      .get(Database)
      .rows<{ n: number }>('SELECT COUNT(*) AS n FROM evidence WHERE skill_id = ?', [idToBytes(skill_id)]);
    return Number(row!.n);
  }

  /** Spans that differ from what the ledger says; they are mended by this. */
  rebuilt(): Promise<number> {
    return this.running.app.get(SkillLedger).rebuild(this.plant.tenant);
  }
}

/** The person hands in the answers of the course with this number, at this process. */
export function submit(node: RunningApp, person: Ready, courses: readonly Course[], at: number): Promise<Reply> {
  return api(node, person.headers).post('/S_QUIZ_PLAY_DETAILS/SaveQuizandvideo', {
    training_id: courses[at]!.training_id,
    attempt_id: person.attempts[at],
    answers: courses[at]!.answers,
  });
}

export const saved = (replies: readonly Reply[]) => replies.filter(({ status, body }) => status === 200 && body.Status);

/** Everybody hands in the first two courses at once, one at each process; four people at a time. */
export async function bothAtOnce(
  [one, other]: readonly [RunningApp, RunningApp],
  people: readonly Ready[],
  courses: readonly Course[],
): Promise<Reply[]> {
  const all: Reply[] = [];
  for (let from = 0; from < people.length; from += 4) {
    const four = people.slice(from, from + 4);
    const replies = four.flatMap((person) => [submit(one, person, courses, 0), submit(other, person, courses, 1)]);
    all.push(...(await Promise.all(replies)));
  }
  return all;
}
