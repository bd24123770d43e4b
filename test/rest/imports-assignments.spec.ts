import { Database } from '../../src/platform/database/database';
import { Transactions } from '../../src/platform/database/transactions';
import { idToBytes } from '../../src/platform/ids';
import { AssignmentSources } from '../../src/trainings/assignment-sources';
import { AssignmentsService } from '../../src/trainings/assignments.service';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { fileOf } from '../support/file';
import { given, type Registered } from '../support/given';
import { imports } from '../support/imports';
import type { Organisation } from '../support/organisation';
import { openPlant, type Plant } from '../support/plant';
import { statementsDuring } from '../support/statements';
import { allUnscheduled } from '../support/sweeps';

describe('an import of assignments', () => {
  let running: RunningApp;
  let owner: Registered;
  let plant: Plant;
  const people: Record<string, string> = {};
  const trainings: Record<string, string> = {};
  beforeAll(async () => {
    running = await startApp();
    owner = await given(running).organisation({ name: 'Nordwerk', staffLimit: 200 });
    plant = await openPlant(running, {}, owner as unknown as Organisation);
    for (const staff_code of ['P-1', 'P-2', 'P-3', 'P-4'])
      people[staff_code] = (await plant.staff({ staff_code })).staff_id;
    for (const code of ['FORK-1', 'WELD-1'])
      trainings[code] = (await plant.published({ code, title: `Course ${code}`, due_days: 14 })).training_id;
    trainings['DRAFT'] = (await plant.training({ code: 'DRAFT' })).training_id;
    await plant.api.post(`/api/staff/${people['P-4']}/suspend`);
  });
  afterAll(() => running.close());

  const its = () => imports(running, owner.admin);
  const assigned = async (query = ''): Promise<any[]> =>
    (await api(running, owner.admin).get(`/api/training-assignments?_end=200${query}`)).body;
  const of = async (code: string) => assigned(`&staff_id=${people[code]}`);
  const dayFrom = (days: number) => new Date(running.clock.now() + days * 86_400_000).toISOString().slice(0, 10);
  const codesOf = async (job_id: string) =>
    Object.fromEntries(
      (await plant.api.get(`/api/jobs/${job_id}/rows?_end=20`)).body.map((row: any) => [row.facts.row, row.code]),
    );

  it('assigns as by hand, due on the day given or on that of the training, and tells what is wrong', async () => {
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
    const told = await its().done('training-assignments', file);
    expect(told.columns.map(({ field }: any) => field)).toEqual(['staff_id', 'training_id', 'due_on', 'mandatory']);
    expect(told.counts).toEqual({ create: 2, update: 0, skip: 0, error: 6 });
    const reasons = (await its().rows(told.import_id, 'error')).map(({ row_no, reasons: [first] }) => [
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
    expect(await of('P-1')).toMatchObject([
      { due_on: due, mandatory: false, state: 'assigned', source: 'manual', reasons: [{ source: 'manual' }] },
    ]);
    expect(await of('P-2')).toMatchObject([{ due_on: dayFrom(14), mandatory: true }]);
    const again = await its().checked('training-assignments', file);
    expect(again.counts).toEqual({ create: 0, update: 0, skip: 3, error: 5 });
    const otherwise = `staff_id,training_id,due_on\nP-1,FORK-1,${dayFrom(50)}\n`;
    const refused = await its().checked('training-assignments', otherwise);
    const [row] = await its().rows(refused.import_id);
    expect(row.reasons).toMatchObject([{ field: 'due_on', code: 'recorded_otherwise' }]);
  });

  it.each(['csv', 'xlsx'])('of what the list has exported (%s) changes nothing', async (format) => {
    await plant.assign([people['P-3']!], [trainings['WELD-1']!]);
    const [{ id }] = await of('P-3');
    await plant.api.post('/api/training-assignments/remove', { assignment_id: [id] });
    const { bytes } = await fileOf(running, `/api/exports/training-assignments?format=${format}&lang=es`, owner.admin);
    const { counts, rows } = await its().checked('training-assignments', bytes);
    expect(rows).toBeGreaterThan(2);
    expect(counts).toEqual({ create: 0, update: 0, skip: rows, error: 0 });
  });

  it('is taken back as a bulk assign is: what was begun since stays, nobody is mailed for it', async () => {
    const told = await its().done('training-assignments', 'staff_id,training_id\nP-1,WELD-1\nP-2,WELD-1\nP-3,WELD-1\n');
    expect(told.job).toMatchObject({ changed: 3 });
    // Removed before it is taken up again with what it was.
    expect(await of('P-3')).toMatchObject([{ state: 'assigned', cycle: 1 }]);
    const [{ id }] = await assigned(`&staff_id=${people['P-2']}&training_id=${trainings['WELD-1']}`);
    await running.app.get(AssignmentsService, { strict: false }).begin(owner.tenant, id);
    const mails = (await running.mails()).length;
    const undone = await its().undo(told.job.job_id);
    expect(undone).toMatchObject({ undone: 2 });
    expect(await codesOf(told.job.job_id)).toEqual({ 2: 'taken_back', 3: 'begun', 4: 'taken_back' });
    expect((await of('P-1')).map(({ state }) => state).sort()).toEqual(['assigned', 'removed']);
    expect((await running.mails()).length).toBe(mails);
  });

  describe('looks at the newest cycle', () => {
    const completedOf = async (code: string) => {
      const staff_id = (await plant.staff({ staff_code: code })).staff_id;
      people[code] = staff_id;
      const ends = () =>
        running.app
          .get(Database)
          .write(`UPDATE training_assignment SET state = 'completed' WHERE staff_id = ?`, [idToBytes(staff_id)]);
      await plant.assign([staff_id], [trainings['FORK-1']!], { due_on: dayFrom(5) });
      await running.app.get(Transactions).run(ends);
      await plant.assign([staff_id], [trainings['FORK-1']!], { due_on: dayFrom(30) });
    };
    const line = (code: string, due = '') => `staff_id,training_id,due_on\n${code},FORK-1,${due}\n`;

    it('which is open: said otherwise it is refused, whatever the one before it was', async () => {
      await completedOf('C-1');
      const told = await its().checked('training-assignments', line('C-1', dayFrom(50)));
      const [row] = await its().rows(told.import_id);
      expect(row).toMatchObject({ outcome: 'error', reasons: [{ field: 'due_on', code: 'recorded_otherwise' }] });
      const same = await its().checked('training-assignments', line('C-1', dayFrom(30)));
      expect(same.counts).toMatchObject({ skip: 1 });
      // An export has both.
      const rows = `C-1,FORK-1,${dayFrom(5)},completed\nC-1,FORK-1,${dayFrom(30)},assigned\n`;
      const both = await its().checked('training-assignments', `staff_id,training_id,due_on,state\n${rows}`);
      expect(both.counts).toMatchObject({ skip: 2, error: 0 });
    });

    it('which was removed: it is taken up again', async () => {
      await completedOf('C-2');
      const open = (await of('C-2')).find(({ state }) => state === 'assigned');
      await plant.api.post('/api/training-assignments/remove', { assignment_id: [open.id] });
      const rows = `C-2,FORK-1,${dayFrom(5)},completed\nC-2,FORK-1,${dayFrom(30)},removed\n`;
      const head = 'staff_id,training_id,due_on,state\n';
      const exported = await its().checked('training-assignments', head + rows);
      expect(exported.counts).toMatchObject({ skip: 2, error: 0 });
      const unsaid = await its().checked('training-assignments', `${head}C-2,FORK-1,,\n`);
      expect(unsaid.counts).toMatchObject({ create: 1 });
      const told = await its().done('training-assignments', line('C-2', dayFrom(60)));
      expect(told.job).toMatchObject({ changed: 1 });
      const now = (await of('C-2')).map(({ cycle, state, due_on }) => [cycle, state, due_on]).sort();
      expect(now).toEqual([
        [1, 'completed', dayFrom(5)],
        [2, 'assigned', dayFrom(60)],
      ]);
    });
  });

  it('tells in the audit trail who was assigned what, and not whom and what besides each other', async () => {
    const [one, two] = [await plant.staff({ staff_code: 'A-1' }), await plant.staff({ staff_code: 'A-2' })];
    await its().done('training-assignments', 'staff_id,training_id\nA-1,FORK-1\nA-2,WELD-1\n');
    const [event] = (await plant.api.get('/api/audit-events?action=training-assignment.bulk')).body;
    const pairs = event.became.assignments.map((each: any) => [each.staff_id, each.training_id]);
    expect(pairs).toEqual([
      [one.staff_id, trainings['FORK-1']],
      [two.staff_id, trainings['WELD-1']],
    ]);
    const made = await assigned(`&staff_id=${one.staff_id}`);
    expect(event.became).toMatchObject({ assigned: 2, assignments: [{ assignment_id: made[0].id }, {}] });
  });

  it('takes back no row that somebody has changed meanwhile, though others are of the version that it has now', async () => {
    await plant.staff({ staff_code: 'V-1' }).then(({ staff_id }) => (people['V-1'] = staff_id));
    await plant.staff({ staff_code: 'V-2' }).then(({ staff_id }) => (people['V-2'] = staff_id));
    await plant.assign([people['V-2']!], [trainings['FORK-1']!]);
    const [{ id }] = await of('V-2');
    await plant.api.post('/api/training-assignments/remove', { assignment_id: [id] });
    // V-1 is new (1), V-2 is taken up again (3).
    const told = await its().done('training-assignments', 'staff_id,training_id\nV-1,FORK-1\nV-2,FORK-1\n');
    const changed = () =>
      running.app
        .get(Database)
        .write('UPDATE training_assignment SET row_version = 3 WHERE staff_id = ?', [idToBytes(people['V-1']!)]);
    const sources = running.app.get(AssignmentSources, { strict: false });
    const withdraw = sources.withdrawByHand.bind(sources);
    const looks = jest.spyOn(sources, 'withdrawByHand').mockImplementationOnce(async (...args) => {
      await changed();
      return withdraw(...args);
    });
    await its().undo(told.job.job_id);
    // The first time it was undone with everything that it had written, and begun again.
    expect(looks).toHaveBeenCalledTimes(2);
    looks.mockRestore();
  });

  it('completes nothing: what was learnt elsewhere comes along as evidence', async () => {
    const told = await its().checked('training-assignments', 'staff_id,training_id,state\nP-3,FORK-1,completed\n');
    const [row] = await its().rows(told.import_id);
    expect(row).toMatchObject({ outcome: 'error', reasons: [{ field: 'state', code: 'was_completed' }] });
  });

  it('takes as many statements for ninety rows, each due on a day of its own, as for ten', async () => {
    // A look at the outbox or at what is due comes by the clock.
    allUnscheduled(running);
    const statements = async (code: string, rows: number) => {
      const made = Array.from({ length: rows }, (_, n) => `${code}-${n}`);
      await its().done(
        'staff',
        `staff_code,first_name,last_name,joined\n${made.map((each) => `${each},A,B,2024-01-01`).join('\n')}\n`,
      );
      const told = await its().checked(
        'training-assignments',
        `staff_id,training_id,due_on\n${made.map((each, n) => `${each},FORK-1,${dayFrom(n + 1)}`).join('\n')}\n`,
      );
      expect(told.counts.create).toBe(rows);
      let job_id = '';
      const done = await statementsDuring(async () => {
        job_id = (await its().start(told.import_id)).body.job_id;
        await its().settled(job_id);
      });
      const back = await statementsDuring(() => its().undo(job_id));
      // How often the worker looks for more to do is a matter of when.
      const written = (sent: readonly string[]) =>
        sent.filter((sql) => /assignment|notice|outbox|staff|training/.test(sql));
      return [written(done).length, written(back).length];
    };
    expect(await statements('M', 90)).toEqual(await statements('F', 10));
  });
});
