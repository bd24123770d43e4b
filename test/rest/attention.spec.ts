import { Database } from '../../src/platform/database/database';
import { Transactions } from '../../src/platform/database/transactions';
import { idToBytes, newId } from '../../src/platform/ids';
import { SkillLedger } from '../../src/skills/skill-ledger.service';
import { startApp, type RunningApp } from '../support/app';
import { engine } from '../support/database';
import { openLine, type Line } from '../support/line';
import type { Headers } from '../support/organisation';
import { openPlant, type Plant } from '../support/plant';
import { walk } from '../support/size';
import { statementsOfRequests } from '../support/statements';

const MOST = 10_000;

describe('what needs attention', () => {
  let running: RunningApp;
  let plant: Plant;
  let line: Line;
  let training: string;
  let skill: string;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    running.clock.freeze('2026-03-31T06:00:00Z');
    plant = await openPlant(running);
    line = await openLine(plant);
    training = (await plant.published()).training_id;
    skill = (await plant.skill({ requires_signoff: true, signoff_by: 'manager' })).skill_id;
  });
  afterAll(async () => {
    running.clock.release();
    await running.close();
  });

  const attentionOf = async (as: Headers = plant.admin) => (await plant.as(as).get('/api/reports/attention')).body;
  const waiting = (staff_id: string) =>
    running.app
      .get(SkillLedger, { strict: false })
      .grant(plant.tenant, [
        { staff_id, skill_id: skill, kind: 'training', level: 3, effective_date: '2026-01-10', source_type: 'hand' },
      ]);
  /** What the list behind a figure says, with the same words in its address. */
  const listed = async (path: string, as: Headers = plant.admin) => {
    const { headers, status } = await plant.as(as).get(`/api/${path}&_start=0&_end=1`);
    expect([path, status]).toEqual([path, 200]);
    return { count: Number(headers.get('x-total-count')), more: headers.get('x-total-count-exact') === 'false' };
  };
  const overdueList = () => listed('training-assignments?overdue=true&_sort=due_on&_order=asc');
  /** One training's cycles, as a decade of renewals nobody took would leave them. */
  async function leftOpen(amount: number): Promise<void> {
    const database = running.app.get(Database);
    const columns = [
      ...['customer_id', 'assignment_id', 'staff_id', 'training_id', 'cycle', 'source', 'state', 'mandatory'],
      ...['assigned_on', 'due_on', 'created_at', 'updated_at', 'row_version'],
    ];
    const row = `(${columns.map(() => '?').join(', ')})`;
    const whom = [idToBytes(line.esra), idToBytes(training)];
    await running.app.get(Transactions).run(async () => {
      for (let from = 0; from < amount; from += 500) {
        const cycles = Array.from({ length: Math.min(500, amount - from) }, (_, at) => from + at + 1);
        await database.write(
          `INSERT INTO training_assignment (${columns.join(', ')}) VALUES ${cycles.map(() => row).join(', ')}`,
          cycles.flatMap((cycle) => [
            ...[plant.customer_id, idToBytes(newId()), ...whom, cycle, 'manual', 'assigned', 1],
            ...['2026-01-01', '2026-02-01', 0, 0, 1],
          ]),
        );
      }
    });
  }

  it('is nothing for an organisation in which nothing waits', async () => {
    const none = { count: 0, more: false };
    expect(await attentionOf()).toEqual({
      ...{
        on: '2026-03-31',
        overdue_assignments: none,
        evidence_waiting: none,
        enrolments_waiting: none,
        // All of the line.
        not_invited: { count: 5, more: false },
        assignments_pending: none,
        invitations_open: none,
      },
    });
  });

  it('are the people without an account, and the open assignments of people who cannot sign in yet', async () => {
    const person = async (first_name: string) => {
      const email = `${first_name.toLowerCase()}-${plant.customer_id}@example.org`;
      return (await plant.staff({ first_name, email })).staff_id;
    };
    const [ines, piotr, left, suspended] = [
      await person('Ines'),
      await person('Piotr'),
      await person('Lea'),
      await person('Sten'),
    ];
    const figures = async (as: Headers = plant.admin) => {
      const { not_invited, assignments_pending } = await attentionOf(as);
      expect(await listed('staff?invitation=not_invited', as)).toEqual(not_invited);
      expect(await listed('training-assignments?account_pending=true&state=assigned&state=in_progress', as)).toEqual(
        assignments_pending,
      );
      return [not_invited.count, assignments_pending.count];
    };
    const before = await figures();
    await plant.api.post(`/api/staff/${ines}/invite`, { role: 'user' });
    await plant.assign([ines, piotr, left, suspended], [training]);
    const [without, pending] = await figures();
    expect([without! - before[0]!, pending! - before[1]!]).toEqual([-1, 4]);
    await plant.api.post(`/api/staff/${left}/leave`, { last_active_day: '2026-03-30' });
    await plant.api.post(`/api/staff/${suspended}/suspend`);
    expect(await figures()).toEqual([without! - 2, pending! - 2]);
    const [row] = (await plant.api.get(`/api/training-assignments?staff_id=${ines}`)).body as {
      assignment_id: string;
      account_pending: boolean;
    }[];
    expect(row!.account_pending).toBe(true);
    await plant.api.post('/api/training-assignments/remove', { assignment_id: [row!.assignment_id] });
    expect(await figures()).toEqual([without! - 2, pending! - 3]);
    await running.app
      .get(Transactions)
      .run(() =>
        running.app
          .get(Database)
          .write(`UPDATE staff SET account_role = 'user' WHERE customer_id = ? AND staff_id = ?`, [
            plant.customer_id,
            idToBytes(piotr!),
          ]),
      );
    expect(await figures()).toEqual([without! - 3, pending! - 4]);
    const all = await listed('training-assignments?state_nin=expired');
    const [yes, no] = [
      await listed('training-assignments?account_pending=true'),
      await listed('training-assignments?account_pending=false'),
    ];
    expect(yes.count + no.count).toBe(all.count);
  });

  it('are the open assignments due before today, not those of today, as many as their list has', async () => {
    await plant.assign([line.asha, line.bala], [training], { due_on: '2026-03-31' });
    const { training_id } = await plant.published();
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

  it('is the day of the organisation, not that of Greenwich', async () => {
    running.clock.freeze('2026-03-30T20:00:00Z');
    plant = await openPlant(running, { time_zone: 'Asia/Kolkata' });
    expect((await attentionOf()).on).toBe('2026-03-31');
  });

  it('is the evidence that the asker may sign off: everybody’s but their own, as their list has it', async () => {
    for (const staff_id of [line.asha, line.bala, line.esra]) await waiting(staff_id);
    expect((await attentionOf()).evidence_waiting).toEqual({ count: 3, more: false });
    const asha = await plant.signIn({ role: 'admin', staff_id: line.asha });
    expect((await attentionOf(asha)).evidence_waiting).toEqual({ count: 2, more: false });
    for (const who of [plant.admin, asha])
      expect(await listed('skill-evidence?waiting_for=me', who)).toEqual((await attentionOf(who)).evidence_waiting);
  });

  it('are the invitations that nobody has answered', async () => {
    await plant.staff({ email: `invited-${plant.customer_id}@example.org`, first_name: 'Ines' });
    const all = (await plant.api.get('/api/staff?first_name=Ines')).body as { staff_id: string }[];
    expect((await attentionOf()).invitations_open.count).toBe(0);
    const invited = await plant.api.post(`/api/staff/${all[0]!.staff_id}/invite`, { role: 'user' });
    expect([invited.status, invited.body.status]).toEqual([200, 'invited']);
    expect((await attentionOf()).invitations_open).toEqual({ count: 1, more: false });
    expect(await listed('staff?status=invited')).toEqual({ count: 1, more: false });
    await plant.api.post(`/api/staff/${all[0]!.staff_id}/leave`, { last_active_day: '2026-03-30' });
    expect((await attentionOf()).invitations_open.count).toBe(0);
  });

  it('is nobody’s who sees a part of the organisation: a manager has the lists of the line', async () => {
    for (const who of [await line.signedIn('asha'), await line.signedIn('esra')])
      expect((await plant.as(who).get('/api/reports/attention')).status).toBe(403);
  });

  it('is of the own organisation alone', async () => {
    const other = await openPlant(running);
    const theirs = await openLine(other);
    await other.assign([theirs.asha], [(await other.published()).training_id], { due_on: '2026-03-31' });
    running.clock.freeze('2026-04-02T06:00:00Z');
    const counts = async (of: Plant) =>
      (await attentionOf(await of.signIn({ role: 'admin' }))).overdue_assignments.count;
    expect([await counts(plant), await counts(other)]).toEqual([0, 1]);
  });

  it('is one statement beside the session’s, and reads no further than ten thousand of each', async () => {
    await leftOpen(MOST + 40);
    const sent = await statementsOfRequests(() => attentionOf());
    expect(sent.length).toBe(2);
    expect((await attentionOf()).overdue_assignments).toEqual({ count: MOST, more: true });
    expect(await overdueList()).toEqual({ count: MOST, more: true });
    if (engine !== 'mariadb') return;
    const { reads, status } = await walk(running, '/api/reports/attention', plant.admin);
    expect(status).toBe(200);
    expect(reads.reduce((sum, { read }) => sum + read, 0)).toBeLessThanOrEqual(2 * MOST + 80);
  });
});
