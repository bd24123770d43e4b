import { Database } from '../../src/platform/database/database';
import { Transactions } from '../../src/platform/database/transactions';
import { SkillLedger } from '../../src/skills/skill-ledger.service';
import type { Reply } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { bothAtOnce, Completions, saved, submit } from '../support/completions';
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
    const [lock] = of('INTO ledger_lock');
    expect(lock).toBeLessThan(of('JOIN evidence')[0]!);
    expect(sent.length).toBeLessThanOrEqual(11);
  });

  const unfinished =
    engine === 'sqlite'
      ? 'wait for one that has not ended: the embedded engine has one writer'
      : 'do not wait for one of somebody else that has not ended';
  it(unfinished, async () => {
    const courses = [await completions.course(2)];
    const [slow, quick] = await completions.ready(2, courses);
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
