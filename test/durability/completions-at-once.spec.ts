import { Database } from '../../src/infrastructure/database/database';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { SkillLedgerService } from '../../src/modules/skills/skill-ledger.service';
import type { Reply } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import {
  submitBothConcurrently,
  Completions,
  savedReplies,
  submit,
  type Course,
  type ReadyLearner,
} from '../support/completions';
import { engine } from '../support/database';
import { openOrganisation, type Organisation } from '../support/organisation';
import { countTransactionRetries } from '../support/transaction-retries';
import { statementsOfRequests } from '../support/recorded-statements';

const LEARNERS = 100;
const WRITERS = 32;

/** Concurrent completions of one organisation: each in one transaction, with current levels (docs/skill-levels.md). */
describe('trainings that are completed at the same moment', () => {
  let running: RunningApp;
  /** A second app on the same database: for the database a second process. */
  let second: RunningApp | undefined;
  let plant: Organisation;
  let completions: Completions;

  beforeAll(async () => {
    running = await startApp();
    // SQLite belongs to one process only.
    if (engine !== 'sqlite') second = await startApp({ env: { DATABASE_URL: running.config.databaseUrl } });
    plant = await openOrganisation(running, { staff: 1_000, trainings: 100 });
    completions = new Completions(running, plant);
  });
  afterAll(async () => {
    await second?.close();
    await running.close();
  });

  describe.each(engine === 'sqlite' ? ['one process'] : ['one process', 'two processes'])('in %s', (nodes) => {
    it(`two of one skill, by ${LEARNERS} people: every level matches its ledger`, async () => {
      const other = nodes === 'two processes' ? second! : running;
      const low = await completions.createCourse(2);
      const courses = [low, await completions.createCourse(3, low.skill_id)];
      const people = await completions.createReadyLearners(LEARNERS, courses);
      const replies = await submitBothConcurrently([running, other], people, courses);
      expect(savedReplies(replies)).toHaveLength(LEARNERS * 2);
      expect(await completions.countEvidence(low.skill_id)).toBe(LEARNERS * 2);
      expect(await completions.rebuildSpans()).toBe(0);
    });

    it(`by ${WRITERS} people at once: all are accepted without a transaction retry`, async () => {
      const other = nodes === 'two processes' ? second! : running;
      const courses = [await completions.createCourse(2), await completions.createCourse(3)];
      const people = await completions.createReadyLearners(WRITERS, courses);
      let replies: Reply[] = [];
      const retries = await countTransactionRetries(async () => {
        for (const at of [0, 1]) {
          const submissions = people.map((person, i) => submit(i % 2 ? other : running, person, courses, at));
          replies = [...replies, ...(await Promise.all(submissions))];
        }
      });
      expect(savedReplies(replies)).toHaveLength(WRITERS * 2);
      expect(retries).toBe(0);
      expect(await completions.rebuildSpans()).toBe(0);
    });
  });

  it('update the shared row of the organisation last, and once', async () => {
    const courses = [await completions.createCourse(2)];
    const [person] = await completions.createReadyLearners(1, courses);
    const statements = await statementsOfRequests(() => submit(running, person!, courses, 0));
    const indexesOf = (text: string) => statements.flatMap((sql, at) => (sql.includes(text) ? [at] : []));
    expect(indexesOf('UPDATE customer_state')).toEqual([statements.length - 1]);
    expect(statements.at(-1)).toMatch(/ SET (.*, )?matrix_version = /);
    // The person's ledger lock is the first write.
    const writes = statements.flatMap((sql, at) => (/^(INSERT|UPDATE|DELETE)/.test(sql) ? [at] : []));
    expect(indexesOf('ledger_lock').find((at) => writes.includes(at))).toBe(writes[0]);
    expect(statements.length).toBeLessThanOrEqual(22);
  });

  /** Runs `submitOther` while another transaction rewrites the ledger. @returns the order in which both ended */
  async function submitWhileLedgerLocked(
    person: ReadyLearner,
    course: Course,
    submitOther: () => Promise<Reply>,
  ): Promise<string[]> {
    let release!: () => void;
    const released = new Promise<void>((resolve) => (release = resolve));
    let onGranted!: () => void;
    const grantStarted = new Promise<void>((resolve) => (onGranted = resolve));
    const order: string[] = [];
    const first = running.app.get(TransactionManager).run(async () => {
      const row = { staff_id: person.staff_id, skill_id: course.skill_id, kind: 'prior', level: 1 } as const;
      const grant = { ...row, effective_date: '2025-01-01', source_type: 'hand' } as const;
      await running.app.get(SkillLedgerService).grant(plant.tenant, [grant]);
      onGranted();
      await released;
      order.push('slow');
    });
    await grantStarted;
    const other = submitOther().then((reply) => {
      order.push('quick');
      return reply;
    });
    if (engine !== 'sqlite') await other;
    release();
    await first;
    expect((await other).body).toMatchObject({ Status: true });
    return order;
  }
  // SQLite has one writer, and readers of its state wait for it, too.
  const expectedOrder = engine === 'sqlite' ? ['slow', 'quick'] : ['quick', 'slow'];
  const verb = engine === 'sqlite' ? 'wait, as all writers do' : 'do not wait';

  it(`${verb}, while another person's ledger is being rewritten`, async () => {
    const courses = [await completions.createCourse(2)];
    const [slow, quick] = await completions.createReadyLearners(2, courses);
    expect(await submitWhileLedgerLocked(slow!, courses[0]!, () => submit(running, quick!, courses, 0))).toEqual(
      expectedOrder,
    );
  });

  it(`submitted before or not passed write no level and ${verb} while the own ledger is rewritten`, async () => {
    const courses = [await completions.createCourse(2), await completions.createCourse(3)];
    const [person] = await completions.createReadyLearners(1, courses);
    const [passedCourse, other] = courses as [Course, Course];
    expect(savedReplies([await submit(running, person!, courses, 0)])).toHaveLength(1);
    expect(await submitWhileLedgerLocked(person!, other, () => submit(running, person!, courses, 0))).toEqual(
      expectedOrder,
    );
    const failing = [passedCourse, { ...other, answers: [] }];
    expect(await submitWhileLedgerLocked(person!, passedCourse, () => submit(running, person!, failing, 1))).toEqual(
      expectedOrder,
    );
    expect(await completions.countEvidence(passedCourse.skill_id)).toBe(2);
    expect(await completions.rebuildSpans()).toBe(0);
  });

  it('increase the matrix version by one per transaction', async () => {
    const version = async () => {
      const [row] = await running.app
        .get(Database)
        .rows<{ n: number }>('SELECT matrix_version AS n FROM customer_state WHERE customer_id = ?', [
          plant.customer_id,
        ]);
      return Number(row!.n);
    };
    const courses = [await completions.createCourse(2)];
    const people = await completions.createReadyLearners(2, courses);
    const before = await version();
    await running.app.get(TransactionManager).run(async () => {
      for (const { staff_id } of people) {
        const { skill_id } = courses[0]!;
        const row = { staff_id, skill_id, kind: 'prior', level: 1, effective_date: '2025-01-01' } as const;
        await running.app.get(SkillLedgerService).grant(plant.tenant, [{ ...row, source_type: 'hand' }]);
      }
    });
    expect(await version()).toBe(before + 1);
  });
});
