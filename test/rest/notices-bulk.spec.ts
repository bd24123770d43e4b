import { newId } from '../../src/common/ids';
import { JobWorker } from '../../src/modules/background-jobs/job-worker';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { openOrganisation, type Organisation } from '../support/organisation';
import { createReadingTraining } from '../support/quiz-fixtures';
import { Database } from '../../src/infrastructure/database/database';
import { Staff } from '../../src/modules/staff/staff.entity';
import { statementsDuring } from '../support/recorded-statements';
import { disableJob, runScheduledJob } from '../support/scheduled-jobs';
import { buildStaffRow, createRowInserter } from '../support/insert-rows';

const PEOPLE = 1_000;
const TRAININGS = 20;

describe('assigning 20 trainings to 1,000 people', () => {
  let running: RunningApp;
  let plant: Organisation;
  let staff_id: string[];
  let training_id: string[];
  let statements: string[];

  beforeAll(async () => {
    running = await startApp();
    disableJob(running, 'notices');
    running.clock.freeze('2036-03-03T09:00:00Z');
    plant = await openOrganisation(running, { staff: PEOPLE });
    const { app } = running;
    staff_id = Array.from({ length: PEOPLE }, () => newId());
    await createRowInserter(running, plant.tenant)(
      Staff,
      staff_id.map((id, at) =>
        buildStaffRow(at, {
          staff_id: id,
          staff_code: `B-${at}`,
          first_name: 'Bo',
          last_name: `Berg ${at}`,
          joined: '2035-01-01',
          email: at < 2 ? `bulk-${at}@plant.example` : null,
        }),
      ),
    );
    training_id = await Promise.all(Array.from({ length: TRAININGS }, () => createReadingTraining(running, plant)));
    statements = await statementsDuring(async () => {
      const order = { staff_id, training_id };
      const reply = await api(running, plant.admin).post('/api/training-assignments/bulk', order);
      expect(reply.status).toBe(202);
      await app.get(JobWorker, { strict: false }).drain();
    });
  }, 120_000);
  afterAll(async () => {
    running.clock.release();
    await running.close();
  });

  const count = async (where: string): Promise<number> => {
    const [row] = await running.app
      .get(Database)
      .rows<{ n: number }>(`SELECT COUNT(*) AS n FROM notice WHERE customer_id = ? AND ${where}`, [plant.customer_id]);
    return Number(row!.n);
  };

  it('notifies each person of each training once, with a bounded number of statements per batch', async () => {
    expect(await count("channel = 'app'")).toBe(PEOPLE * TRAININGS);
    expect(await count("channel = 'mail'")).toBe(2 * TRAININGS);
    const portions = TRAININGS * Math.ceil(PEOPLE / 240);
    expect(statements.filter((sql) => /^INSERT INTO notice\b/.test(sql)).length).toBeLessThanOrEqual(2 * portions);
    expect(statements.filter((sql) => sql.includes('notice')).length).toBeLessThanOrEqual(3 * portions);
    expect(statements.some((sql) => sql.startsWith('INSERT INTO outbox_mail'))).toBe(false);
  });

  it('sends one mail per person, which names the first trainings and says that there are more', async () => {
    running.clock.advance(6 * 60_000);
    await runScheduledJob(running, 'notices');
    const mails = (await running.mails()).filter(({ to }) => to.startsWith('bulk-'));
    expect(mails.map(({ to }) => to).toSorted()).toEqual(['bulk-0@plant.example', 'bulk-1@plant.example']);
    expect(mails[0]!.text.match(/^- /gm)).toHaveLength(10);
    expect(mails[0]!.text).toContain('See more in Skilgrid.');
  });
});
