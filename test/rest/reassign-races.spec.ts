import { TargetGridService } from '../../src/modules/skills/target-grid.service';
import { onStatement } from '../../src/infrastructure/database/transaction-context';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { LedgerLocks } from '../../src/modules/staff/ledger-locks';
import { AssignmentsService } from '../../src/modules/trainings/assignments.service';
import { startApp, type RunningApp } from '../support/app';
import { engine } from '../support/database';
import { waitUntil } from '../support/eventually';
import { openPlant, type Plant } from '../support/plant';

describe('replacing a record while another transaction changes it', () => {
  let running: RunningApp;
  let plant: Plant;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());
  beforeEach(async () => {
    plant = await openPlant(running);
  });

  /**
   * Runs `first` in an open transaction and sends `request`. Once that executes a statement that matches `waits`, runs
   * `then` in the transaction and commits. On SQLite the request waits from its start and never executes the statement.
   */
  const duringTransaction = async <T>(
    first: () => Promise<unknown>,
    request: () => Promise<T>,
    waits: RegExp,
    then: () => Promise<unknown> = async () => undefined,
  ): Promise<T> => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let hasStarted = false;
    const transaction = running.app.get(TransactionManager).run(async () => {
      await first();
      hasStarted = true;
      await released;
      await then();
    });
    await waitUntil(() => hasStarted);
    let isWaiting = engine === 'sqlite';
    const stop = onStatement((sql) => (isWaiting ||= waits.test(sql)));
    const answer = request();
    await waitUntil(() => isWaiting);
    stop();
    release();
    await transaction;
    return answer;
  };
  const reassign = (path: string, to: string) => plant.api.post(`${path}/reassign`, { to });
  const assignments = async (staff_id: string) =>
    (await plant.api.get(`/api/training-assignments?staff_id=${staff_id}`)).body as any[];

  it('a training that is begun meanwhile stays assigned, without a second assignment', async () => {
    const [old, next] = [
      (await plant.createPublishedTraining()).training_id,
      (await plant.createPublishedTraining()).training_id,
    ];
    const { staff_id } = await plant.createStaff();
    const waiting = (await plant.createStaff()).staff_id;
    await plant.assign([staff_id, waiting], [old]);
    const [{ id }] = (await assignments(staff_id)) as [{ id: string }];
    const begin = () => running.app.get(AssignmentsService, { strict: false }).start(plant.tenant, id);
    const answer = await duringTransaction(
      begin,
      () => reassign(`/api/trainings/${old}`, next),
      /^UPDATE training_assignment/,
    );
    expect(answer).toMatchObject({ status: 200, body: { moved: { assignments: 1 } } });
    expect(await assignments(staff_id)).toMatchObject([{ training_id: old, state: 'in_progress' }]);
    const states = (await assignments(waiting)).map((each) => [each.training_id, each.state]);
    expect(Object.fromEntries(states)).toEqual({ [old]: 'removed', [next]: 'assigned' });
    const [event] = (await plant.api.get(`/api/audit-events?subject_id=${old}&action=training.reassign`)).body;
    expect(event.was.assignments).toMatchObject([{ staff_id: waiting }]);
    expect(event.became.assignments).toMatchObject([{ staff_id: waiting }]);
  });

  it('a training that another call assigns meanwhile is not in the audit event of the replacement', async () => {
    const [old, next] = [
      (await plant.createPublishedTraining()).training_id,
      (await plant.createPublishedTraining()).training_id,
    ];
    const staff = await Promise.all(['fresh', 'back', 'free'].map(() => plant.createStaff()));
    const [fresh, back, free] = staff.map(({ staff_id }) => staff_id) as [string, string, string];
    await plant.assign([back], [next]);
    const [existing] = (await assignments(back)) as [{ id: string }];
    await plant.api.post('/api/training-assignments/remove', { assignment_id: [existing.id], reason: null });
    await plant.assign([fresh, back, free], [old]);
    const assignBoth = () =>
      running.app
        .get(AssignmentsService, { strict: false })
        .assign(plant.tenant, { staff_id: [fresh, back], training_id: [next] });
    const answer = await duringTransaction(
      assignBoth,
      () => reassign(`/api/trainings/${old}`, next),
      /^INSERT INTO training_assignment/,
    );
    expect(answer).toMatchObject({ status: 200, body: { moved: { assignments: 3 } } });
    const [event] = (await plant.api.get(`/api/audit-events?subject_id=${old}&action=training.reassign`)).body;
    expect(event.became.assignments).toMatchObject([{ staff_id: free }]);
    for (const staff_id of [fresh, back, free]) {
      const open = (await assignments(staff_id)).filter(({ state }) => state !== 'removed');
      expect(open).toMatchObject([{ training_id: next, state: 'assigned', removed_reason: null }]);
    }
  });

  it('a target that is set for a job role while that is deleted is deleted with it', async () => {
    const { skill_id } = await plant.createSkill();
    const job_role_id: string = (await plant.api.post('/api/job-roles', { name: 'Welder' })).body.id;
    const service = <S>(type: new (...args: any[]) => S): S => running.app.get(type, { strict: false });
    const answer = await duringTransaction(
      () => service(LedgerLocks).acquire(plant.tenant, [job_role_id]),
      () => plant.api.delete(`/api/job-roles/${job_role_id}`),
      /ledger_lock/,
      () => service(TargetGridService).setGrid(plant.tenant, [{ job_role_id, skill_id, level: 2 }]),
    );
    expect(answer.status).toBe(204);
    expect((await plant.api.get(`/api/role-targets?skill_id=${skill_id}`)).body).toEqual([]);
    expect((await plant.api.get('/api/audit-events?action=role-target.delete')).body).toMatchObject([
      { was: { job_role_id, role_target: [{ job_role_id, skill_id, level: 2 }] } },
    ]);
  });
});
