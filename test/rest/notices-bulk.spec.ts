import { newId } from '../../src/platform/ids';
import { JobWorker } from '../../src/tenancy/jobs/job-worker';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { openOrganisation, type Organisation } from '../support/organisation';
import { training } from '../support/quiz-given';
import { Clock } from '../../src/platform/clock';
import { Database } from '../../src/platform/database/database';
import { Transactions } from '../../src/platform/database/transactions';
import { Staff } from '../../src/staff/staff.entity';
import { statementsDuring } from '../support/statements';
import { asleep, swept } from '../support/sweeps';
import { TenantRepository } from '../../src/tenancy/tenant-repository';

const PEOPLE = 1_000;
const TRAININGS = 20;

describe('assigning 20 trainings to 1,000 people', () => {
  let running: RunningApp;
  let plant: Organisation;
  let staff_id: string[];
  let training_id: string[];
  let written: string[];

  beforeAll(async () => {
    running = await startApp();
    asleep(running, 'notices');
    running.clock.freeze('2036-03-03T09:00:00Z');
    plant = await openOrganisation(running, { staff: PEOPLE });
    const { app } = running;
    staff_id = Array.from({ length: PEOPLE }, () => newId());
    const people = new TenantRepository(app.get(Database), app.get(Clock), Staff);
    await app.get(Transactions).run(() =>
      people.insert(
        plant.tenant,
        staff_id.map((id, at) => ({
          ...{ staff_id: id, staff_code: `B-${at}`, first_name: 'Bo', last_name: `Berg ${at}`, joined: '2035-01-01' },
          ...{ status: 'active', email: at < 2 ? `bulk-${at}@plant.example` : null, mobile: null, time_zone: null },
          ...{ department_id: null, job_role_id: null, manager_id: null, last_active_day: null, language: null },
          ...{ account_role: null, invited_at: null },
        })),
      ),
    );
    training_id = await Promise.all(Array.from({ length: TRAININGS }, () => training(running, plant)));
    written = await statementsDuring(async () => {
      const order = { staff_id, training_id };
      const asked = await api(running, plant.admin).post('/api/training-assignments/bulk', order);
      expect(asked.status).toBe(202);
      await app.get(JobWorker, { strict: false }).settle();
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

  it('tells each of each once, in some statements a portion and none a row', async () => {
    expect(await count("channel = 'app'")).toBe(PEOPLE * TRAININGS);
    expect(await count("channel = 'mail'")).toBe(2 * TRAININGS);
    const portions = TRAININGS * Math.ceil(PEOPLE / 240);
    expect(written.filter((sql) => /^INSERT INTO notice\b/.test(sql)).length).toBeLessThanOrEqual(2 * portions);
    expect(written.filter((sql) => sql.includes('notice')).length).toBeLessThanOrEqual(3 * portions);
    expect(written.some((sql) => sql.startsWith('INSERT INTO outbox_mail'))).toBe(false);
  });

  it('is one mail a person, which names some of it and says that there is more', async () => {
    running.clock.advance(6 * 60_000);
    await swept(running, 'notices');
    const mails = (await running.mails()).filter(({ to }) => to.startsWith('bulk-'));
    expect(mails.map(({ to }) => to).toSorted()).toEqual(['bulk-0@plant.example', 'bulk-1@plant.example']);
    expect(mails[0]!.text.match(/^- /gm)).toHaveLength(10);
    expect(mails[0]!.text).toContain('See more in Skilgrid.');
  });
});
