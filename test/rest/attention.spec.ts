import { Database } from '../../src/infrastructure/database/database';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { idToBytes, newId } from '../../src/common/ids';
import { SkillLedgerService } from '../../src/modules/skills/skill-ledger.service';
import { startApp, type RunningApp } from '../support/app';
import { engine } from '../support/database';
import { createReportingLine, type ReportingLine } from '../support/reporting-line';
import type { Headers } from '../support/organisation';
import { openPlant, type Plant } from '../support/plant';
import { requestWithReads } from '../support/large-data';
import { statementsOfRequests } from '../support/recorded-statements';

const MOST = 10_000;

describe('what needs attention', () => {
  let running: RunningApp;
  let plant: Plant;
  let line: ReportingLine;
  let training: string;
  let skill: string;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    running.clock.freeze('2026-03-31T06:00:00Z');
    plant = await openPlant(running);
    line = await createReportingLine(plant);
    training = (await plant.createPublishedTraining()).training_id;
    skill = (await plant.createSkill({ requires_signoff: true, signoff_by: 'manager' })).skill_id;
  });
  afterAll(async () => {
    running.clock.release();
    await running.close();
  });

  const attentionOf = async (viewer: Headers = plant.admin) =>
    (await plant.as(viewer).get('/api/reports/attention')).body;
  const waiting = (staff_id: string) =>
    running.app
      .get(SkillLedgerService, { strict: false })
      .grant(plant.tenant, [
        { staff_id, skill_id: skill, kind: 'training', level: 3, effective_date: '2026-01-10', source_type: 'hand' },
      ]);
  /** Number of rows of the list behind a figure, by the same query. */
  const readCount = async (path: string, viewer: Headers = plant.admin) => {
    const { headers, status } = await plant.as(viewer).get(`/api/${path}&_start=0&_end=1`);
    expect([path, status]).toEqual([path, 200]);
    return { count: Number(headers.get('x-total-count')), more: headers.get('x-total-count-exact') === 'false' };
  };
  const overdueList = () => readCount('training-assignments?overdue=true&_sort=due_on&_order=asc');
  /** Open renewal cycles of one training that were never taken. */
  async function insertOpenCycles(cycleCount: number): Promise<void> {
    const database = running.app.get(Database);
    const columns = [
      ...['customer_id', 'assignment_id', 'staff_id', 'training_id', 'cycle', 'source', 'state', 'mandatory'],
      ...['assigned_on', 'due_on', 'created_at', 'updated_at', 'row_version'],
    ];
    const row = `(${columns.map(() => '?').join(', ')})`;
    const pairKey = [idToBytes(line.esra), idToBytes(training)];
    await running.app.get(TransactionManager).run(async () => {
      for (let offset = 0; offset < cycleCount; offset += 500) {
        const cycles = Array.from({ length: Math.min(500, cycleCount - offset) }, (_, index) => offset + index + 1);
        await database.write(
          `INSERT INTO training_assignment (${columns.join(', ')}) VALUES ${cycles.map(() => row).join(', ')}`,
          cycles.flatMap((cycle) => [
            ...[plant.customer_id, idToBytes(newId()), ...pairKey, cycle, 'manual', 'assigned', 1],
            ...['2026-01-01', '2026-02-01', 0, 0, 1],
          ]),
        );
      }
    });
  }

  it('is all zero when nothing waits', async () => {
    const zero = { count: 0, more: false };
    expect(await attentionOf()).toEqual({
      on: '2026-03-31',
      overdue_assignments: zero,
      evidence_waiting: zero,
      enrolments_waiting: zero,
      // Everyone in the line.
      not_invited: { count: 5, more: false },
      assignments_pending: zero,
      invitations_open: zero,
    });
  });

  it('counts people without an account and the open assignments of people who cannot sign in yet', async () => {
    const person = async (first_name: string) => {
      const email = `${first_name.toLowerCase()}-${plant.customer_id}@example.org`;
      return (await plant.createStaff({ first_name, email })).staff_id;
    };
    const [ines, piotr, leaver, suspendedId] = [
      await person('Ines'),
      await person('Piotr'),
      await person('Lea'),
      await person('Sten'),
    ];
    const readFigures = async (viewer: Headers = plant.admin) => {
      const { not_invited, assignments_pending } = await attentionOf(viewer);
      expect(await readCount('staff?invitation=not_invited', viewer)).toEqual(not_invited);
      expect(
        await readCount('training-assignments?account_pending=true&state=assigned&state=in_progress', viewer),
      ).toEqual(assignments_pending);
      return [not_invited.count, assignments_pending.count];
    };
    const initial = await readFigures();
    await plant.api.post(`/api/staff/${ines}/invite`, { role: 'user' });
    await plant.assign([ines, piotr, leaver, suspendedId], [training]);
    const [withoutAccount, pending] = await readFigures();
    expect([withoutAccount! - initial[0]!, pending! - initial[1]!]).toEqual([-1, 4]);
    await plant.api.post(`/api/staff/${leaver}/leave`, { last_active_day: '2026-03-30' });
    await plant.api.post(`/api/staff/${suspendedId}/suspend`);
    expect(await readFigures()).toEqual([withoutAccount! - 2, pending! - 2]);
    const [row] = (await plant.api.get(`/api/training-assignments?staff_id=${ines}`)).body as {
      assignment_id: string;
      account_pending: boolean;
    }[];
    expect(row!.account_pending).toBe(true);
    await plant.api.post('/api/training-assignments/remove', { assignment_id: [row!.assignment_id] });
    expect(await readFigures()).toEqual([withoutAccount! - 2, pending! - 3]);
    await running.app
      .get(TransactionManager)
      .run(() =>
        running.app
          .get(Database)
          .write(`UPDATE staff SET account_role = 'user' WHERE customer_id = ? AND staff_id = ?`, [
            plant.customer_id,
            idToBytes(piotr!),
          ]),
      );
    expect(await readFigures()).toEqual([withoutAccount! - 3, pending! - 4]);
    const all = await readCount('training-assignments?state_nin=expired');
    const [pendingList, activeList] = [
      await readCount('training-assignments?account_pending=true'),
      await readCount('training-assignments?account_pending=false'),
    ];
    expect(pendingList.count + activeList.count).toBe(all.count);
  });

  it('lists open assignments due before today, as many as their list has', async () => {
    await plant.assign([line.asha, line.bala], [training], { due_on: '2026-03-31' });
    const { training_id } = await plant.createPublishedTraining();
    await plant.assign([line.bala, line.chen, line.esra], [training_id], { due_on: '2026-04-02' });
    expect((await attentionOf()).overdue_assignments.count).toBe(0);
    running.clock.freeze('2026-04-01T06:00:00Z');
    const admin = await plant.signIn({ role: 'admin' });
    expect((await attentionOf(admin)).overdue_assignments).toEqual({ count: 2, more: false });
    const list = await plant.as(admin).get('/api/training-assignments?state=assigned&due_on_lte=2026-03-31');
    const rows = list.body as { assignment_id: string; overdue: boolean }[];
    expect(rows.map(({ overdue }) => overdue)).toEqual([true, true]);
    await plant.as(admin).post('/api/training-assignments/remove', { assignment_id: [rows[0]!.assignment_id] });
    expect((await attentionOf(admin)).overdue_assignments.count).toBe(1);
  });

  it('uses the organisation’s day, not UTC', async () => {
    running.clock.freeze('2026-03-30T20:00:00Z');
    plant = await openPlant(running, { time_zone: 'Asia/Kolkata' });
    expect((await attentionOf()).on).toBe('2026-03-31');
  });

  it('counts the evidence that the current user may sign off, without their own', async () => {
    for (const staff_id of [line.asha, line.bala, line.esra]) await waiting(staff_id);
    expect((await attentionOf()).evidence_waiting).toEqual({ count: 3, more: false });
    const asha = await plant.signIn({ role: 'admin', staff_id: line.asha });
    expect((await attentionOf(asha)).evidence_waiting).toEqual({ count: 2, more: false });
    for (const requester of [plant.admin, asha])
      expect(await readCount('skill-evidence?waiting_for=me', requester)).toEqual(
        (await attentionOf(requester)).evidence_waiting,
      );
  });

  it('counts unanswered invitations', async () => {
    await plant.createStaff({ email: `invited-${plant.customer_id}@example.org`, first_name: 'Ines' });
    const all = (await plant.api.get('/api/staff?first_name=Ines')).body as { staff_id: string }[];
    expect((await attentionOf()).invitations_open.count).toBe(0);
    const invited = await plant.api.post(`/api/staff/${all[0]!.staff_id}/invite`, { role: 'user' });
    expect([invited.status, invited.body.status]).toEqual([200, 'invited']);
    expect((await attentionOf()).invitations_open).toEqual({ count: 1, more: false });
    expect(await readCount('staff?status=invited')).toEqual({ count: 1, more: false });
    await plant.api.post(`/api/staff/${all[0]!.staff_id}/leave`, { last_active_day: '2026-03-30' });
    expect((await attentionOf()).invitations_open.count).toBe(0);
  });

  it('is refused to managers, who have the lists of their line', async () => {
    for (const requester of [await line.signIn('asha'), await line.signIn('esra')])
      expect((await plant.as(requester).get('/api/reports/attention')).status).toBe(403);
  });

  it('covers only the own organisation', async () => {
    const other = await openPlant(running);
    const foreignLine = await createReportingLine(other);
    await other.assign([foreignLine.asha], [(await other.createPublishedTraining()).training_id], {
      due_on: '2026-03-31',
    });
    running.clock.freeze('2026-04-02T06:00:00Z');
    const counts = async (ownerPlant: Plant) =>
      (await attentionOf(await ownerPlant.signIn({ role: 'admin' }))).overdue_assignments.count;
    expect([await counts(plant), await counts(other)]).toEqual([0, 1]);
  });

  it('is one statement after the session’s and reads at most ten thousand rows of each kind', async () => {
    await insertOpenCycles(MOST + 40);
    const statements = await statementsOfRequests(() => attentionOf());
    expect(statements.length).toBe(2);
    expect((await attentionOf()).overdue_assignments).toEqual({ count: MOST, more: true });
    expect(await overdueList()).toEqual({ count: MOST, more: true });
    if (engine !== 'mariadb') return;
    const { reads, status } = await requestWithReads(running, '/api/reports/attention', plant.admin);
    expect(status).toBe(200);
    expect(reads.reduce((total, { rowsRead: read }) => total + read, 0)).toBeLessThanOrEqual(2 * MOST + 80);
  });
});
