import { Database } from '../../src/platform/database/database';
import { Transactions } from '../../src/platform/database/transactions';
import { idToBytes } from '../../src/platform/ids';
import { SkillLedger } from '../../src/skills/skill-ledger.service';
import { api, type Reply } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { engine } from '../support/database';
import { openOrganisation, type Headers, type Organisation } from '../support/organisation';
import { quiz, single, teaches, training } from '../support/quiz-given';
import { repeatedDuring } from '../support/races';
import { statementsOfRequests } from '../support/statements';

const AT_ONCE = 100;
const WRITERS = 32;

interface Course {
  training_id: string;
  skill_id: string;
  answers: { question_id: string; option_id: string[] }[];
}
interface Ready {
  staff_id: string;
  headers: Headers;
  /** Begun attempts, in the order of the courses. */
  attempts: string[];
}

/** Completions of one organisation that happen at the same moment (reports.md §2: one transaction, no lag). */
describe('trainings that are completed at the same moment', () => {
  let running: RunningApp;
  /** The same database by other connections: a second process, as far as the database can tell. */
  let second: RunningApp | undefined;
  let plant: Organisation;
  let made = 0;

  beforeAll(async () => {
    running = await startApp();
    // The embedded database belongs to one process only.
    if (engine !== 'sqlite') second = await startApp({ env: { DATABASE_URL: running.config.databaseUrl } });
    plant = await openOrganisation(running, { staff: 1_000, trainings: 100 });
  });
  afterAll(async () => {
    await second?.close();
    await running.close();
  });

  const course = async (level: number, skill_id?: string): Promise<Course> => {
    const training_id = await training(running, plant);
    const taught = await teaches(running, plant, training_id, [{ min_score: 0, level }], skill_id);
    const { questions } = await quiz(running, plant, training_id, [single(`Q${training_id}`)]);
    const answers = questions.map(({ question_id, options }) => ({ question_id, option_id: [options[0]!.option_id] }));
    return { training_id, skill_id: taught, answers };
  };

  /** People with an attempt begun at each of the courses. */
  const ready = async (count: number, courses: readonly Course[]): Promise<Ready[]> => {
    const admin = api(running, plant.admin);
    const people: Ready[] = [];
    for (let at = 0; at < count; at++) {
      const staff_code = `R-${++made}`;
      const body = { staff_code, first_name: 'Asha', last_name: 'Rao', joined: '2024-03-01' };
      const { staff_id } = (await admin.post('/api/staff', body)).body;
      const headers = await plant.signIn({ role: 'user', staff_id, eid: staff_code });
      people.push({ staff_id, headers, attempts: [] });
    }
    const staff_id = people.map((each) => each.staff_id);
    const training_id = courses.map((each) => each.training_id);
    expect((await admin.post('/api/training-assignments/bulk', { staff_id, training_id })).status).toBe(200);
    for (const person of people) {
      for (const each of courses) {
        const begun = await api(running, person.headers).post('/api/attempts', { training_id: each.training_id });
        person.attempts.push(begun.body.attempt_id);
      }
    }
    return people;
  };

  const submit = (node: RunningApp, person: Ready, courses: readonly Course[], at: number): Promise<Reply> =>
    api(node, person.headers).post('/S_QUIZ_PLAY_DETAILS/SaveQuizandvideo', {
      training_id: courses[at]!.training_id,
      attempt_id: person.attempts[at],
      answers: courses[at]!.answers,
    });
  const saved = (replies: readonly Reply[]) => replies.filter(({ status, body }) => status === 200 && body.Status);

  const evidenceOf = async (skill_id: string): Promise<number> => {
    const [row] = await running.app
      .get(Database)
      .rows<{ n: number }>('SELECT COUNT(*) AS n FROM evidence WHERE skill_id = ?', [idToBytes(skill_id)]);
    return Number(row!.n);
  };

  describe.each(engine === 'sqlite' ? ['one process'] : ['one process', 'two processes'])('in %s', (nodes) => {
    it(`two of one skill, by ${AT_ONCE} people: every level is what its ledger says`, async () => {
      const other = nodes === 'two processes' ? second! : running;
      const low = await course(2);
      const courses = [low, await course(3, low.skill_id)];
      const people = await ready(AT_ONCE, courses);
      for (let from = 0; from < people.length; from += 4) {
        const replies = await Promise.all(
          people
            .slice(from, from + 4)
            .flatMap((person) => [submit(running, person, courses, 0), submit(other, person, courses, 1)]),
        );
        expect(saved(replies)).toHaveLength(replies.length);
      }
      expect(await evidenceOf(low.skill_id)).toBe(AT_ONCE * 2);
      expect(await running.app.get(SkillLedger).rebuild(plant.tenant)).toBe(0);
    });

    it(`by ${WRITERS} people at once: all are taken, and no work is begun again`, async () => {
      const other = nodes === 'two processes' ? second! : running;
      const courses = [await course(2), await course(3)];
      const people = await ready(WRITERS, courses);
      let replies: Reply[] = [];
      const repeated = await repeatedDuring(async () => {
        for (const at of [0, 1]) {
          const these = people.map((person, i) => submit(i % 2 ? other : running, person, courses, at));
          replies = [...replies, ...(await Promise.all(these))];
        }
      });
      expect(saved(replies)).toHaveLength(WRITERS * 2);
      expect(repeated).toBe(0);
      expect(await running.app.get(SkillLedger).rebuild(plant.tenant)).toBe(0);
    });
  });

  it('touch what belongs to the whole organisation last, and once', async () => {
    const courses = [await course(2)];
    const [person] = await ready(1, courses);
    const sent = await statementsOfRequests(() => submit(running, person!, courses, 0));
    const of = (what: string) => sent.flatMap((sql, at) => (sql.includes(what) ? [at] : []));
    expect(of('customer_state SET matrix_version')).toEqual([sent.length - 1]);
    const [lock] = of('INTO ledger_lock');
    expect(lock).toBeLessThan(of('FROM evidence')[0]!);
    expect(sent.length).toBeLessThanOrEqual(14);
  });

  const unfinished =
    engine === 'sqlite'
      ? 'wait for one that has not ended: the embedded engine has one writer'
      : 'do not wait for one of somebody else that has not ended';
  it(unfinished, async () => {
    const courses = [await course(2)];
    const [slow, quick] = await ready(2, courses);
    let end!: () => void;
    const held = new Promise<void>((resolve) => (end = resolve));
    let granted!: () => void;
    const begun = new Promise<void>((resolve) => (granted = resolve));
    const order: string[] = [];
    const first = running.app.get(Transactions).run(async () => {
      const { staff_id } = slow!;
      const { skill_id } = courses[0]!;
      const row = { staff_id, skill_id, kind: 'prior', level: 1, effective_date: '2025-01-01' } as const;
      await running.app.get(SkillLedger).grant(plant.tenant, [{ ...row, source_type: 'hand' }]);
      granted();
      await held;
      order.push('slow');
    });
    await begun;
    const other = submit(running, quick!, courses, 0).then((reply) => {
      order.push('quick');
      return reply;
    });
    if (engine !== 'sqlite') await other;
    end();
    await first;
    expect((await other).body).toMatchObject({ Status: true });
    expect(order).toEqual(engine === 'sqlite' ? ['slow', 'quick'] : ['quick', 'slow']);
  });

  it('raise the version of the matrix by one for each change, however much it wrote', async () => {
    const version = async () => {
      const [row] = await running.app
        .get(Database)
        .rows<{ n: number }>('SELECT matrix_version AS n FROM customer_state WHERE customer_id = ?', [
          plant.customer_id,
        ]);
      return Number(row!.n);
    };
    const courses = [await course(2)];
    const people = await ready(2, courses);
    const before = await version();
    await running.app.get(Transactions).run(async () => {
      for (const { staff_id } of people) {
        const { skill_id } = courses[0]!;
        const row = { staff_id, skill_id, kind: 'prior', level: 1, effective_date: '2025-01-01' } as const;
        await running.app.get(SkillLedger).grant(plant.tenant, [{ ...row, source_type: 'hand' }]);
      }
    });
    expect(await version()).toBe(before + 1);
  });
});
