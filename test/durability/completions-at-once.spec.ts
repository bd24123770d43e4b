import { Database } from '../../src/platform/database/database';
import { Transactions } from '../../src/platform/database/transactions';
import { SkillLedger } from '../../src/skills/skill-ledger.service';
import type { Reply } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { bothAtOnce, Completions, saved, submit, type Course, type Ready } from '../support/completions';
import { engine } from '../support/database';
import { openOrganisation, type Organisation } from '../support/organisation';
import { repeatedDuring } from '../support/races';
import { statementsOfRequests } from '../support/statements';

const AT_ONCE = 100;
const WRITERS = 32;

/** Completions of one organisation that happen at the same moment (reports.md §2: one transaction, no lag). */
describe('trainings that are completed at the same moment', () => {
  let running: RunningApp;
  /** The same database by other connections: a second process, as far as the database can tell. */
  let second: RunningApp | undefined;
  let plant: Organisation;
  let completions: Completions;

  beforeAll(async () => {
    running = await startApp();
    // The embedded database belongs to one process only.
    if (engine !== 'sqlite') second = await startApp({ env: { DATABASE_URL: running.config.databaseUrl } });
    plant = await openOrganisation(running, { staff: 1_000, trainings: 100 });
    completions = new Completions(running, plant);
  });
  afterAll(async () => {
    await second?.close();
    await running.close();
  });

  describe.each(engine === 'sqlite' ? ['one process'] : ['one process', 'two processes'])('in %s', (nodes) => {
    it(`two of one skill, by ${AT_ONCE} people: every level is what its ledger says`, async () => {
      const other = nodes === 'two processes' ? second! : running;
      const low = await completions.course(2);
      const courses = [low, await completions.course(3, low.skill_id)];
      const people = await completions.ready(AT_ONCE, courses);
      const replies = await bothAtOnce([running, other], people, courses);
      expect(saved(replies)).toHaveLength(AT_ONCE * 2);
      expect(await completions.evidenceOf(low.skill_id)).toBe(AT_ONCE * 2);
      expect(await completions.rebuilt()).toBe(0);
    });

    it(`by ${WRITERS} people at once: all are taken, and no work is begun again`, async () => {
      const other = nodes === 'two processes' ? second! : running;
      const courses = [await completions.course(2), await completions.course(3)];
      const people = await completions.ready(WRITERS, courses);
      let replies: Reply[] = [];
      const repeated = await repeatedDuring(async () => {
        for (const at of [0, 1]) {
          const these = people.map((person, i) => submit(i % 2 ? other : running, person, courses, at));
          replies = [...replies, ...(await Promise.all(these))];
        }
      });
      expect(saved(replies)).toHaveLength(WRITERS * 2);
      expect(repeated).toBe(0);
      expect(await completions.rebuilt()).toBe(0);
    });
  });

  it('touch what belongs to the whole organisation last, and once', async () => {
    const courses = [await completions.course(2)];
    const [person] = await completions.ready(1, courses);
    const sent = await statementsOfRequests(() => submit(running, person!, courses, 0));
    const of = (what: string) => sent.flatMap((sql, at) => (sql.includes(what) ? [at] : []));
    expect(of('UPDATE customer_state')).toEqual([sent.length - 1]);
    expect(sent.at(-1)).toMatch(/ SET (.*, )?matrix_version = /);
    // The person's ledger before anything else is written.
    const writes = sent.flatMap((sql, at) => (/^(INSERT|UPDATE|DELETE)/.test(sql) ? [at] : []));
    expect(of('ledger_lock').find((at) => writes.includes(at))).toBe(writes[0]);
    expect(sent.length).toBeLessThanOrEqual(22);
  });

  /** `meanwhile` begins while somebody rewrites that person's ledger, and has not ended. @returns in which order both ended */
  async function besideRewriting(person: Ready, course: Course, meanwhile: () => Promise<Reply>): Promise<string[]> {
    let end!: () => void;
    const held = new Promise<void>((resolve) => (end = resolve));
    let granted!: () => void;
    const begun = new Promise<void>((resolve) => (granted = resolve));
    const order: string[] = [];
    const first = running.app.get(Transactions).run(async () => {
      const row = { staff_id: person.staff_id, skill_id: course.skill_id, kind: 'prior', level: 1 } as const;
      const grant = { ...row, effective_date: '2025-01-01', source_type: 'hand' } as const;
      await running.app.get(SkillLedger).grant(plant.tenant, [grant]);
      granted();
      await held;
      order.push('slow');
    });
    await begun;
    const other = meanwhile().then((reply) => {
      order.push('quick');
      return reply;
    });
    if (engine !== 'sqlite') await other;
    end();
    await first;
    expect((await other).body).toMatchObject({ Status: true });
    return order;
  }
  // The embedded engine has one writer, and whoever looks waits for it, too.
  const inTurn = engine === 'sqlite' ? ['slow', 'quick'] : ['quick', 'slow'];
  const wait = engine === 'sqlite' ? 'wait, as everybody does' : 'wait for nobody';

  it(`${wait}, while somebody else's ledger is being rewritten`, async () => {
    const courses = [await completions.course(2)];
    const [slow, quick] = await completions.ready(2, courses);
    expect(await besideRewriting(slow!, courses[0]!, () => submit(running, quick!, courses, 0))).toEqual(inTurn);
  });

  it(`or were answered before, or not passed, ${wait} while their own ledger is being rewritten: they write no level`, async () => {
    const courses = [await completions.course(2), await completions.course(3)];
    const [person] = await completions.ready(1, courses);
    const [passed, other] = courses as [Course, Course];
    expect(saved([await submit(running, person!, courses, 0)])).toHaveLength(1);
    expect(await besideRewriting(person!, other, () => submit(running, person!, courses, 0))).toEqual(inTurn);
    const failing = [passed, { ...other, answers: [] }];
    expect(await besideRewriting(person!, passed, () => submit(running, person!, failing, 1))).toEqual(inTurn);
    expect(await completions.evidenceOf(passed.skill_id)).toBe(2);
    expect(await completions.rebuilt()).toBe(0);
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
    const courses = [await completions.course(2)];
    const people = await completions.ready(2, courses);
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
