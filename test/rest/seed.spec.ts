import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CELL_STATUSES } from '../../src/contract/skill-matrix';
import { ASSIGNMENT_STATES } from '../../src/contract/training-assignments.resource';
import { Database } from '../../src/infrastructure/database/database';
import { passwordErrors } from '../../src/infrastructure/security/password.service';
import { entities } from '../../src/schema';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, NORDHAFEN } from '../../src/seed/demo-accounts';
import { DemoDataSeeder } from '../../src/seed/demo-data.seeder';
import { DEFAULT_PACKAGES } from '../../src/seed/default-packages.seeder';
import { SkillLedgerService } from '../../src/modules/skills/skill-ledger.service';
import { PlanUsageService } from '../../src/modules/subscriptions/plan-usage.service';
import { TenantFactory } from '../../src/tenancy/tenant.factory';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { countVisibleRows, rows, signInAsDemo, type DemoAccountName } from '../support/demo';
import { fixtures } from '../support/fixtures';

async function statuses(running: RunningApp): Promise<Set<string>> {
  const { body } = await (await signInAsDemo(running, 'admin')).get('/api/reports/skill-matrix');
  const result = new Set<string>(body.cells.map((cell: number[]) => CELL_STATUSES[cell[4]!]));
  // Cells of NONE are left out of the answer.
  if (body.cells.length < body.row_count * body.column_count) result.add('NONE');
  return result;
}

async function countAllTables(running: RunningApp): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const entity of entities) {
    const { tableName } = running.app.get(Database).metadata(entity as never);
    counts[tableName] = Number((await rows(running, `SELECT COUNT(*) AS n FROM ${tableName}`))[0]!['n']);
  }
  return counts;
}

describe('demo data', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp({ env: { SEED_DEMO: 'on' } });
  });
  afterAll(() => running.close());

  it('lets every account of the list sign in, as what it says it is', async () => {
    for (const [accountName, account] of Object.entries(DEMO_ACCOUNTS)) {
      const { identity } = await signInAsDemo(running, accountName as DemoAccountName);
      expect(`${identity.first_name} ${identity.last_name}`).toBe(account.name);
      expect(identity.customer_name).toBe(account.organisation ?? '');
      expect(identity.role).toBe(account.role === 'user' ? 1 : 0);
      expect(identity.kind).toBe(account.organisation === null ? 'platform' : 'customer');
      expect(identity.staff_id !== null).toBe(account.staff_code !== null);
      if (account.staff_code) expect(identity.eid).toBe(account.staff_code);
    }
  });

  it('keeps the password rule', () => {
    for (const { user_name, name, organisation } of Object.values(DEMO_ACCOUNTS)) {
      expect(passwordErrors(DEMO_PASSWORD, [user_name, name, organisation, ...name.split(' ')])).toEqual([]);
    }
  });

  it('is listed in the README', () => {
    const readme = readFileSync(join(__dirname, '../../README.md'), 'utf8');
    for (const { user_name } of Object.values(DEMO_ACCOUNTS)) expect(readme).toContain(`\`${user_name}\``);
    expect(readme).toContain(DEMO_PASSWORD);
  });

  it('is as large as promised', async () => {
    const countRows = (path: string) => countVisibleRows(running, 'admin', path);
    expect(await countRows('staff')).toBe(60);
    expect(await countRows('skills')).toBe(25);
    expect(await countRows('trainings')).toBe(18);
    expect(await countRows('trainings?status=published')).toBe(14);
    expect(await countRows('trainings?status=draft')).toBe(3);
    expect(await countRows('trainings?status=archived')).toBe(1);
    expect(await countRows('trainings?video_provider=upload')).toBe(4);
    expect(await countRows('quizzes')).toBeGreaterThanOrEqual(10);
    expect(await countRows('quizzes?question_count_gte=5&question_count_lte=8')).toBe(await countRows('quizzes'));
    expect(await countRows('staff?status=left')).toBe(4);
    expect(await countRows('staff?status=invited')).toBe(1);
    expect(await countRows('staff?status=suspended')).toBe(1);
    expect(await countRows('attempts?result=failed')).toBeGreaterThan(30);
    expect(await countRows('attempts?result=passed')).toBeGreaterThan(300);
    expect(await countRows('training-assignments?state=removed')).toBe(1);
    expect(await countRows('training-assignments?state=completed&cycle=3')).toBeGreaterThan(0);
    expect(await countRows('skill-evidence?state=pending')).toBeGreaterThan(0);
    for (const kind of ['training', 'assessment', 'certificate', 'prior'])
      expect(await countRows(`skill-evidence?kind=${kind}`)).toBeGreaterThan(10);
    expect(await countRows('revocations')).toBe(3);
    expect(await countRows('exemptions')).toBe(2);
    expect(await countVisibleRows(running, 'second', 'staff')).toBe(8);
    expect(await countVisibleRows(running, 'platform', 'customers')).toBe(6);
    expect(await countVisibleRows(running, 'platform', 'subscription-packages')).toBe(3);
  });

  it('shows each of the ten statuses, and something overdue', async () => {
    expect([...(await statuses(running))].toSorted()).toEqual([...CELL_STATUSES].toSorted());
    const { get } = await signInAsDemo(running, 'admin');
    const open = (await get('/api/training-assignments?state=assigned&_start=0&_end=200')).body;
    expect(open.filter((each: { overdue: boolean }) => each.overdue).length).toBeGreaterThan(3);
  });

  it('gives one learner a video with its quiz to do, and leaves the other half-way', async () => {
    const welder = await signInAsDemo(running, 'welder');
    const { body: mine } = await welder.get('/api/trainings?code=WELD-101');
    const [toDo] = (await welder.get(`/api/training-assignments?training_id=${mine[0].id}`)).body;
    expect(toDo).toMatchObject({ state: 'assigned', overdue: false });
    expect((await welder.get(`/api/quizzes?training_id=${mine[0].id}`)).body).toHaveLength(1);

    const driver = await signInAsDemo(running, 'driver');
    const [progress] = (await driver.get('/api/video-progress')).body;
    expect(progress).toMatchObject({ share: '60.00', completed_at: null });
    const attempts = (await driver.get('/api/attempts')).body as {
      status: string;
      result: string | null;
      id: string;
    }[];
    const runningAttempt = attempts.find(({ status }) => status === 'in_progress')!;
    expect((await driver.get(`/api/attempts/${runningAttempt.id}`)).body.answers).toHaveLength(2);
    expect(attempts.some(({ result }) => result === 'failed')).toBe(true);
  });

  it('plays its videos', async () => {
    const { body } = await (await signInAsDemo(running, 'admin')).get('/api/trainings?video_provider=upload');
    for (const training of body)
      expect(training).toMatchObject({ status: 'published', video_duration_ms: expect.any(Number) });
    const files = await rows(
      running,
      'SELECT DISTINCT video_duration_ms AS ms FROM training WHERE video_file_id IS NOT NULL',
    );
    for (const { ms } of files) expect(Number(ms)).toBeGreaterThan(5_000);
  });

  it('uses as much of the plans as there is, and keeps the spans that its ledger says', async () => {
    const { app } = running;
    for (const accountName of ['admin', 'second'] as const) {
      const { identity } = await signInAsDemo(running, accountName);
      const tenant = await app.get(TenantFactory).forSystem(identity.customer_id);
      const usage = await app.get(PlanUsageService, { strict: false }).read(tenant);
      expect(usage.total_staff).toBe(
        await countVisibleRows(running, accountName, 'staff?status=active&status=invited&status=suspended'),
      );
      expect(usage.total_training).toBe(
        await countVisibleRows(running, accountName, 'trainings?status=draft&status=published'),
      );
      expect(await app.get(SkillLedgerService, { strict: false }).rebuild(tenant)).toBe(0);
    }
  });

  it('has a history whose parts agree: nothing later than now, evidence for each completion, work only while employed', async () => {
    const now = running.clock.now();
    const [late] = await rows(
      running,
      `SELECT COUNT(*) AS n FROM attempt WHERE submitted_at > ${now} OR started_at > ${now} OR submitted_at < started_at`,
    );
    expect(Number(late!['n'])).toBe(0);
    const [early] = await rows(
      running,
      `SELECT COUNT(*) AS n FROM training_assignment a JOIN staff s ON s.customer_id = a.customer_id AND s.staff_id = a.staff_id
        WHERE (a.assigned_on < s.joined OR a.assigned_on > s.last_active_day) AND NOT EXISTS
        (SELECT 1 FROM past_employment p WHERE p.customer_id = s.customer_id AND p.staff_id = s.staff_id
          AND a.assigned_on >= p.from_date AND a.assigned_on <= p.to_date)`,
    );
    expect(Number(early!['n'])).toBe(0);
    const [unproved] = await rows(
      running,
      `SELECT COUNT(*) AS n FROM training_assignment a WHERE a.state = 'completed' AND NOT EXISTS
        (SELECT 1 FROM evidence e WHERE e.customer_id = a.customer_id AND e.staff_id = a.staff_id AND e.source_id = a.assignment_id)`,
    );
    expect(Number(unproved!['n'])).toBe(0);
  });

  it('has a training assigned again by an admin, and each cycle follows one that was completed', async () => {
    const admin = await signInAsDemo(running, 'admin');
    const [piotr] = (await admin.get('/api/staff?staff_code=N-1025')).body;
    const [forklift] = (await admin.get('/api/trainings?code=FORK-101')).body;
    const his = await admin.get(
      `/api/training-assignments?staff_id=${piotr.id}&training_id=${forklift.id}&_sort=assigned_on`,
    );
    expect(his.body.map((each: Record<string, unknown>) => [each['cycle'], each['state'], each['source']])).toEqual([
      [1, expect.stringMatching(/^(completed|expiring|expired)$/), 'manual'],
      [2, 'assigned', 'manual'],
    ]);
    const [gaps] = await rows(
      running,
      `SELECT COUNT(*) AS n FROM training_assignment a WHERE a.cycle > 1 AND NOT EXISTS
        (SELECT 1 FROM training_assignment b WHERE b.customer_id = a.customer_id AND b.staff_id = a.staff_id
          AND b.training_id = a.training_id AND b.cycle = a.cycle - 1 AND b.state IN ('completed', 'expiring', 'expired'))`,
    );
    expect(Number(gaps!['n'])).toBe(0);
  });

  it('has a person who left and came back, with both employments and what was learnt in each', async () => {
    const { get } = await signInAsDemo(running, 'admin');
    const [carlos] = (await get('/api/staff?staff_code=N-1042')).body;
    expect(carlos).toMatchObject({ status: 'active', last_active_day: null });
    const [first, present] = (await get(`/api/staff/${carlos.id}/employments`)).body;
    expect(present).toEqual({ from_date: carlos.joined, to_date: null });
    const { body } = await get(`/api/training-assignments?staff_id=${carlos.id}`);
    const days = body.map((each: { assigned_on: string }) => each.assigned_on);
    expect(days.some((day: string) => day <= first.to_date)).toBe(true);
    expect(days.some((day: string) => day >= present.from_date)).toBe(true);
    expect(days.some((day: string) => day > first.to_date && day < present.from_date)).toBe(false);
    const events = (await get(`/api/audit-events?subject_id=${carlos.id}`)).body.map(
      (each: { action: string }) => each.action,
    );
    expect(events).toEqual(expect.arrayContaining(['staff.leave', 'staff.return']));
  });

  it('is made once: a second boot changes nothing', async () => {
    const before = await countAllTables(running);
    expect(await running.app.get(DemoDataSeeder, { strict: false }).seed()).toBe(false);
    await running.app.get(DemoDataSeeder, { strict: false }).onApplicationBootstrap();
    expect(await countAllTables(running)).toEqual(before);
  });

  it('tells the platform of an organisation in every state that a subscription can be in', async () => {
    const { body } = await (await signInAsDemo(running, 'platform')).get('/api/subscribers');
    const answers = Object.fromEntries(
      body.map((each: { customer_name: string; status: string }) => [each.customer_name, each.status]),
    );
    expect(answers).toEqual({
      [NORDHAFEN]: 'active',
      'Bluefin Foods': 'trial',
      'Talleres Ibarra': 'expiring',
      'Fromagerie du Vercors': 'grace',
      'Harrow & Finch Joinery': 'expired',
      'Al Noor Cold Stores': 'suspended',
    });
  });
});

/** A leap day, a Sunday, clocks that jump, and the first day of what could be a financial year. */
const EDGE_CASE_INSTANTS = [
  '2028-02-29T23:30:00Z',
  '2027-01-03T00:10:00Z',
  '2027-03-28T01:30:00Z',
  '2027-07-01T09:00:00Z',
];

describe('demo data of one day', () => {
  const seedAt = async (instant: string) => {
    const running = await startApp();
    try {
      running.clock.freeze(instant);
      expect(await running.app.get(DemoDataSeeder, { strict: false }).seed()).toBe(true);
      const attempts = await rows(
        running,
        `SELECT s.staff_code, t.code, a.attempt_no, a.started_at, a.submitted_at, a.correct_marks, a.result FROM attempt a
          JOIN staff s ON s.customer_id = a.customer_id AND s.staff_id = a.staff_id
          JOIN training t ON t.customer_id = a.customer_id AND t.training_id = a.training_id
          ORDER BY s.staff_code, t.code, a.attempt_no`,
      );
      const spans = await rows(
        running,
        `SELECT s.staff_code, k.skill_code, p.from_date, p.to_date, p.level, p.held_level, p.cause FROM skill_level_span p
          JOIN staff s ON s.customer_id = p.customer_id AND s.staff_id = p.staff_id
          JOIN skill k ON k.customer_id = p.customer_id AND k.skill_id = p.skill_id
          ORDER BY s.staff_code, k.skill_code, p.from_date`,
      );
      const { bridge } = (await (await signInAsDemo(running, 'admin')).get('/api/reports/skill-matrix-datewise')).body;
      const states = await rows(running, 'SELECT DISTINCT state FROM training_assignment ORDER BY state');
      return { attempts, spans, states, cellStatuses: [...(await statuses(running))].toSorted(), bridge };
    } finally {
      await running.close();
    }
  };

  it('is the same whenever it is made that day', async () => {
    expect(await seedAt('2027-05-12T20:59:00Z')).toEqual(await seedAt('2027-05-12T06:00:00Z'));
  });

  it('has every status, an assignment in every state, and each step of the bridge on awkward days too', async () => {
    for (const instant of EDGE_CASE_INSTANTS) {
      const { cellStatuses, states, bridge } = await seedAt(instant);
      expect(cellStatuses).toEqual([...CELL_STATUSES].toSorted());
      expect(states.map(({ state }) => state)).toEqual([...ASSIGNMENT_STATES].toSorted());
      // Within the default period of reports.
      for (const step of ['gains', 'downgrades', 'revocations', 'expiries', 'joiners', 'leavers'])
        expect([instant, step, bridge[step] > 0]).toEqual([instant, step, true]);
    }
  });
});

describe('a product without demo data', () => {
  it('offers packages to register with, and nothing else', async () => {
    const running = await startApp();
    const { body } = await api(running).get('/api/subscription-packages/offered');
    expect(body.map((each: { subscription_name: string }) => each.subscription_name)).toEqual(
      DEFAULT_PACKAGES.map((each) => each.subscription_name),
    );
    expect(await countAllTables(running)).toMatchObject({ customer: 0, account: 0, staff: 0 });
    await running.close();
  });

  it('is not seeded where an organisation has registered', async () => {
    const running = await startApp();
    await fixtures(running).organisation();
    expect(await running.app.get(DemoDataSeeder, { strict: false }).seed()).toBe(false);
    expect(await countAllTables(running)).toMatchObject({ customer: 1, staff: 0 });
    await running.close();
  });
});
