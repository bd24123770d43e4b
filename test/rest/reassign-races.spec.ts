import { TargetGrids } from '../../src/skills/target-grids.service';
import { onStatement } from '../../src/platform/database/transaction-context';
import { Transactions } from '../../src/platform/database/transactions';
import { LedgerLocks } from '../../src/staff/ledger-locks';
import { AssignmentsService } from '../../src/trainings/assignments.service';
import { startApp, type RunningApp } from '../support/app';
import { engine } from '../support/database';
import { until } from '../support/eventually';
import { openPlant, type Plant } from '../support/plant';

describe('what is in use while somebody else works on it', () => {
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
   * Somebody's open transaction has done `first`; then `request` comes as far as the statement that waits for it (on the
   * embedded engine, where one waits for the other from the beginning, no further than its door); then `then` is done, too,
   * and the transaction ends.
   */
  const whileOpen = async <T>(
    first: () => Promise<unknown>,
    request: () => Promise<T>,
    waits: RegExp,
    then: () => Promise<unknown> = async () => undefined,
  ): Promise<T> => {
    let go = (): void => undefined;
    const asked = new Promise<void>((resolve) => (go = resolve));
    let isHeld = false;
    const holding = running.app.get(Transactions).run(async () => {
      await first();
      isHeld = true;
      await asked;
      await then();
    });
    await until(() => isHeld);
    let isWaiting = engine === 'sqlite';
    const stop = onStatement((sql) => (isWaiting ||= waits.test(sql)));
    const answer = request();
    await until(() => isWaiting);
    stop();
    go();
    await holding;
    return answer;
  };
  const reassign = (path: string, to: string) => plant.api.post(`${path}/reassign`, { to });
  const assignments = async (staff_id: string) =>
    (await plant.api.get(`/api/training-assignments?staff_id=${staff_id}`)).body as any[];

  it('a training that somebody begins meanwhile is theirs, and no other beside it', async () => {
    const [old, next] = [(await plant.published()).training_id, (await plant.published()).training_id];
    const { staff_id } = await plant.staff();
    const waiting = (await plant.staff()).staff_id;
    await plant.assign([staff_id, waiting], [old]);
    const [{ id }] = (await assignments(staff_id)) as [{ id: string }];
    const begin = () => running.app.get(AssignmentsService, { strict: false }).begin(plant.tenant, id);
    const answer = await whileOpen(begin, () => reassign(`/api/trainings/${old}`, next), /^UPDATE training_assignment/);
    expect(answer).toMatchObject({ status: 200, body: { moved: { assignments: 1 } } });
    expect(await assignments(staff_id)).toMatchObject([{ training_id: old, state: 'in_progress' }]);
    const states = (await assignments(waiting)).map((each) => [each.training_id, each.state]);
    expect(Object.fromEntries(states)).toEqual({ [old]: 'removed', [next]: 'assigned' });
    const [event] = (await plant.api.get(`/api/audit-events?subject_id=${old}&action=training.reassign`)).body;
    expect(event.was.assignments).toMatchObject([{ staff_id: waiting }]);
    expect(event.became.assignments).toMatchObject([{ staff_id: waiting }]);
  });

  it('a training that somebody assigns meanwhile is theirs: a replacement tells only of what it assigned itself', async () => {
    const [old, next] = [(await plant.published()).training_id, (await plant.published()).training_id];
    const staff = await Promise.all(['fresh', 'back', 'free'].map(() => plant.staff()));
    const [fresh, back, free] = staff.map(({ staff_id }) => staff_id) as [string, string, string];
    await plant.assign([back], [next]);
    const [had] = (await assignments(back)) as [{ id: string }];
    await plant.api.post('/api/training-assignments/remove', { assignment_id: [had.id], reason: null });
    await plant.assign([fresh, back, free], [old]);
    const give = () =>
      running.app
        .get(AssignmentsService, { strict: false })
        .assign(plant.tenant, { staff_id: [fresh, back], training_id: [next] });
    const answer = await whileOpen(
      give,
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

  it('a target that is set for a job role while that is deleted goes with it', async () => {
    const { skill_id } = await plant.skill();
    const job_role_id: string = (await plant.api.post('/api/job-roles', { name: 'Welder' })).body.id;
    const service = <S>(type: new (...args: any[]) => S): S => running.app.get(type, { strict: false });
    const answer = await whileOpen(
      () => service(LedgerLocks).take(plant.tenant, [job_role_id]),
      () => plant.api.delete(`/api/job-roles/${job_role_id}`),
      /ledger_lock/,
      () => service(TargetGrids).setGrid(plant.tenant, [{ job_role_id, skill_id, level: 2 }]),
    );
    expect(answer.status).toBe(204);
    expect((await plant.api.get(`/api/role-targets?skill_id=${skill_id}`)).body).toEqual([]);
    expect((await plant.api.get('/api/audit-events?action=role-target.delete')).body).toMatchObject([
      { was: { job_role_id, role_target: [{ job_role_id, skill_id, level: 2 }] } },
    ]);
  });
});
