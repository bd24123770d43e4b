import { Database } from '../../src/infrastructure/database/database';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { idToBytes } from '../../src/common/ids';
import { AssignmentSourceRepository } from '../../src/modules/trainings/assignment-source.repository';
import { AssignmentsService } from '../../src/modules/trainings/assignments.service';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { downloadFile } from '../support/downloaded-file';
import { fixtures, type RegisteredOrganisation } from '../support/fixtures';
import { importClient } from '../support/imports';
import type { Organisation } from '../support/organisation';
import { openPlant, type Plant } from '../support/plant';
import { statementsDuring } from '../support/recorded-statements';
import { unscheduleAll } from '../support/scheduled-jobs';

describe('an import of assignments', () => {
  let running: RunningApp;
  let owner: RegisteredOrganisation;
  let plant: Plant;
  const people: Record<string, string> = {};
  const trainings: Record<string, string> = {};
  beforeAll(async () => {
    running = await startApp();
    owner = await fixtures(running).organisation({ name: 'Nordwerk', staffLimit: 200 });
    plant = await openPlant(running, {}, owner as unknown as Organisation);
    for (const staff_code of ['P-1', 'P-2', 'P-3', 'P-4'])
      people[staff_code] = (await plant.createStaff({ staff_code })).staff_id;
    for (const code of ['FORK-1', 'WELD-1'])
      trainings[code] = (
        await plant.createPublishedTraining({ code, title: `Course ${code}`, due_days: 14 })
      ).training_id;
    trainings['DRAFT'] = (await plant.createTraining({ code: 'DRAFT' })).training_id;
    await plant.api.post(`/api/staff/${people['P-4']}/suspend`);
  });
  afterAll(() => running.close());

  const client = () => importClient(running, owner.admin);
  const assigned = async (query = ''): Promise<any[]> =>
    (await api(running, owner.admin).get(`/api/training-assignments?_end=200${query}`)).body;
  const assignmentsOf = async (code: string) => assigned(`&staff_id=${people[code]}`);
  const dayFrom = (days: number) => new Date(running.clock.now() + days * 86_400_000).toISOString().slice(0, 10);
  const codesOf = async (job_id: string) =>
    Object.fromEntries(
      (await plant.api.get(`/api/jobs/${job_id}/rows?_end=20`)).body.map((row: any) => [row.facts.row, row.code]),
    );

  it('assigns like the UI, due on the given day or the training’s, and reports errors', async () => {
    const due = dayFrom(40);
    const file = `Personalnummer;Kurs;Fällig am;Pflicht
P-1;FORK-1;${due};nein
p-2;fork-1;;
P-3;DRAFT;;
P-4;FORK-1;;
P-9;FORK-1;;
P-3;NONE;;
P-3;FORK-1;2020-01-01;
P-1;FORK-1;${due};nein
`;
    const result = await client().sendAndRun('training-assignments', file);
    expect(result.columns.map(({ field }: any) => field)).toEqual(['staff_id', 'training_id', 'due_on', 'mandatory']);
    expect(result.counts).toEqual({ create: 2, update: 0, skip: 0, error: 6 });
    const reasons = (await client().rows(result.import_id, 'error')).map(({ row_no, reasons: [first] }) => [
      ...[row_no, first.field, first.code],
    ]);
    expect(reasons).toEqual([
      [4, 'training_id', 'not_published'],
      [5, 'staff_id', 'not_working_here'],
      [6, 'staff_id', 'not_known'],
      [7, 'training_id', 'not_known'],
      [8, 'due_on', 'day_passed'],
      [9, null, 'row_before'],
    ]);
    expect(await assignmentsOf('P-1')).toMatchObject([
      { due_on: due, mandatory: false, state: 'assigned', source: 'manual', reasons: [{ source: 'manual' }] },
    ]);
    expect(await assignmentsOf('P-2')).toMatchObject([{ due_on: dayFrom(14), mandatory: true }]);
    const repeatedCheck = await client().sendAndCheck('training-assignments', file);
    expect(repeatedCheck.counts).toEqual({ create: 0, update: 0, skip: 3, error: 5 });
    const changedFile = `staff_id,training_id,due_on\nP-1,FORK-1,${dayFrom(50)}\n`;
    const refusedCheck = await client().sendAndCheck('training-assignments', changedFile);
    const [row] = await client().rows(refusedCheck.import_id);
    expect(row.reasons).toMatchObject([{ field: 'due_on', code: 'recorded_otherwise' }]);
  });

  it.each(['csv', 'xlsx'])('of an exported list (%s) changes nothing', async (format) => {
    await plant.assign([people['P-3']!], [trainings['WELD-1']!]);
    const [{ id }] = await assignmentsOf('P-3');
    await plant.api.post('/api/training-assignments/remove', { assignment_id: [id] });
    const { bytes } = await downloadFile(
      running,
      `/api/exports/training-assignments?format=${format}&lang=es`,
      owner.admin,
    );
    const { counts, rows } = await client().sendAndCheck('training-assignments', bytes);
    expect(rows).toBeGreaterThan(2);
    expect(counts).toEqual({ create: 0, update: 0, skip: rows, error: 0 });
  });

  it('is undone like a bulk assignment: started ones stay, and no mail is sent', async () => {
    const result = await client().sendAndRun(
      'training-assignments',
      'staff_id,training_id\nP-1,WELD-1\nP-2,WELD-1\nP-3,WELD-1\n',
    );
    expect(result.job).toMatchObject({ changed: 3 });
    // Restores the removed state it had before.
    expect(await assignmentsOf('P-3')).toMatchObject([{ state: 'assigned', cycle: 1 }]);
    const [{ id }] = await assigned(`&staff_id=${people['P-2']}&training_id=${trainings['WELD-1']}`);
    await running.app.get(AssignmentsService, { strict: false }).start(owner.tenant, id);
    const mails = (await running.mails()).length;
    const undone = await client().undo(result.job.job_id);
    expect(undone).toMatchObject({ undone: 2 });
    expect(await codesOf(result.job.job_id)).toEqual({ 2: 'taken_back', 3: 'begun', 4: 'taken_back' });
    expect((await assignmentsOf('P-1')).map(({ state }) => state).sort()).toEqual(['assigned', 'removed']);
    expect((await running.mails()).length).toBe(mails);
  });

  describe('with several cycles', () => {
    const completedAssignmentOf = async (code: string) => {
      const staff_id = (await plant.createStaff({ staff_code: code })).staff_id;
      people[code] = staff_id;
      const endHistory = () =>
        running.app
          .get(Database)
          .write(`UPDATE training_assignment SET state = 'completed' WHERE staff_id = ?`, [idToBytes(staff_id)]);
      await plant.assign([staff_id], [trainings['FORK-1']!], { due_on: dayFrom(5) });
      await running.app.get(TransactionManager).run(endHistory);
      await plant.assign([staff_id], [trainings['FORK-1']!], { due_on: dayFrom(30) });
    };
    const line = (code: string, due = '') => `staff_id,training_id,due_on\n${code},FORK-1,${due}\n`;

    it('refuses another due day for an open newest cycle', async () => {
      await completedAssignmentOf('C-1');
      const result = await client().sendAndCheck('training-assignments', line('C-1', dayFrom(50)));
      const [row] = await client().rows(result.import_id);
      expect(row).toMatchObject({ outcome: 'error', reasons: [{ field: 'due_on', code: 'recorded_otherwise' }] });
      const sameFileCheck = await client().sendAndCheck('training-assignments', line('C-1', dayFrom(30)));
      expect(sameFileCheck.counts).toMatchObject({ skip: 1 });
      // An export has both cycles.
      const rows = `C-1,FORK-1,${dayFrom(5)},completed\nC-1,FORK-1,${dayFrom(30)},assigned\n`;
      const bothRowsCheck = await client().sendAndCheck(
        'training-assignments',
        `staff_id,training_id,due_on,state\n${rows}`,
      );
      expect(bothRowsCheck.counts).toMatchObject({ skip: 2, error: 0 });
    });

    it('restores a removed newest cycle', async () => {
      await completedAssignmentOf('C-2');
      const openCycle = (await assignmentsOf('C-2')).find(({ state }) => state === 'assigned');
      await plant.api.post('/api/training-assignments/remove', { assignment_id: [openCycle.id] });
      const rows = `C-2,FORK-1,${dayFrom(5)},completed\nC-2,FORK-1,${dayFrom(30)},removed\n`;
      const headerLine = 'staff_id,training_id,due_on,state\n';
      const exportCheck = await client().sendAndCheck('training-assignments', headerLine + rows);
      expect(exportCheck.counts).toMatchObject({ skip: 2, error: 0 });
      const checkWithoutState = await client().sendAndCheck('training-assignments', `${headerLine}C-2,FORK-1,,\n`);
      expect(checkWithoutState.counts).toMatchObject({ create: 1 });
      const result = await client().sendAndRun('training-assignments', line('C-2', dayFrom(60)));
      expect(result.job).toMatchObject({ changed: 1 });
      const cyclesAfter = (await assignmentsOf('C-2')).map(({ cycle, state, due_on }) => [cycle, state, due_on]).sort();
      expect(cyclesAfter).toEqual([
        [1, 'completed', dayFrom(5)],
        [2, 'assigned', dayFrom(60)],
      ]);
    });
  });

  it('audits the pairs of people and trainings', async () => {
    const [one, two] = [await plant.createStaff({ staff_code: 'A-1' }), await plant.createStaff({ staff_code: 'A-2' })];
    await client().sendAndRun('training-assignments', 'staff_id,training_id\nA-1,FORK-1\nA-2,WELD-1\n');
    const [event] = (await plant.api.get('/api/audit-events?action=training-assignment.bulk')).body;
    const assignedPairs = event.became.assignments.map((each: any) => [each.staff_id, each.training_id]);
    expect(assignedPairs).toEqual([
      [one.staff_id, trainings['FORK-1']],
      [two.staff_id, trainings['WELD-1']],
    ]);
    const made = await assigned(`&staff_id=${one.staff_id}`);
    expect(event.became).toMatchObject({ assigned: 2, assignments: [{ assignment_id: made[0].id }, {}] });
  });

  it('does not undo a row that was changed meanwhile, even if its version equals another row’s', async () => {
    await plant.createStaff({ staff_code: 'V-1' }).then(({ staff_id }) => (people['V-1'] = staff_id));
    await plant.createStaff({ staff_code: 'V-2' }).then(({ staff_id }) => (people['V-2'] = staff_id));
    await plant.assign([people['V-2']!], [trainings['FORK-1']!]);
    const [{ id }] = await assignmentsOf('V-2');
    await plant.api.post('/api/training-assignments/remove', { assignment_id: [id] });
    // V-1 was created (version 1), V-2 was restored (version 3).
    const result = await client().sendAndRun('training-assignments', 'staff_id,training_id\nV-1,FORK-1\nV-2,FORK-1\n');
    const changed = () =>
      running.app
        .get(Database)
        .write('UPDATE training_assignment SET row_version = 3 WHERE staff_id = ?', [idToBytes(people['V-1']!)]);
    const sources = running.app.get(AssignmentSourceRepository, { strict: false });
    const originalWithdraw = sources.removeManual.bind(sources);
    const withdrawSpy = jest.spyOn(sources, 'removeManual').mockImplementationOnce(async (...args) => {
      await changed();
      return originalWithdraw(...args);
    });
    await client().undo(result.job.job_id);
    // The first try was rolled back completely and repeated.
    expect(withdrawSpy).toHaveBeenCalledTimes(2);
    withdrawSpy.mockRestore();
  });

  it('completes no assignment', async () => {
    const result = await client().sendAndCheck(
      'training-assignments',
      'staff_id,training_id,state\nP-3,FORK-1,completed\n',
    );
    const [row] = await client().rows(result.import_id);
    expect(row).toMatchObject({ outcome: 'error', reasons: [{ field: 'state', code: 'was_completed' }] });
  });

  it('costs the same number of statements for ninety rows as for ten', async () => {
    // Scheduled reads of the outbox and of due work would add statements.
    unscheduleAll(running);
    const statements = async (code: string, rows: number) => {
      const made = Array.from({ length: rows }, (_, n) => `${code}-${n}`);
      await client().sendAndRun(
        'staff',
        `staff_code,first_name,last_name,joined\n${made.map((each) => `${each},A,B,2024-01-01`).join('\n')}\n`,
      );
      const result = await client().sendAndCheck(
        'training-assignments',
        `staff_id,training_id,due_on\n${made.map((each, n) => `${each},FORK-1,${dayFrom(n + 1)}`).join('\n')}\n`,
      );
      expect(result.counts.create).toBe(rows);
      let job_id = '';
      const startStatements = await statementsDuring(async () => {
        job_id = (await client().start(result.import_id)).body.job_id;
        await client().waitForJob(job_id);
      });
      const undoStatements = await statementsDuring(() => client().undo(job_id));
      // How often the worker polls depends on timing.
      const relevantStatements = (statementList: readonly string[]) =>
        statementList.filter((sql) => /assignment|notice|outbox|staff|training/.test(sql));
      return [relevantStatements(startStatements).length, relevantStatements(undoStatements).length];
    };
    expect(await statements('M', 90)).toEqual(await statements('F', 10));
  });
});
