import { startApp, type RunningApp } from '../support/app';
import { createReportingLine, type ReportingLine } from '../support/reporting-line';
import { openPlant, type Plant } from '../support/plant';
import { assignmentRuleFixture } from '../support/assignment-rules';
import { disableJob } from '../support/scheduled-jobs';
import { AccountsService } from '../../src/modules/identity/accounts.service';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';

const NOW = '2026-03-02T09:00:00Z';

describe('self-enrolment', () => {
  let running: RunningApp;
  let plant: Plant;
  let line: ReportingLine;
  beforeAll(async () => {
    running = await startApp();
    disableJob(running, 'notices');
  });
  beforeEach(async () => {
    running.clock.freeze(NOW);
    plant = await openPlant(running);
    line = await createReportingLine(plant);
    await account('asha');
  });
  afterEach(() => running.clock.release());
  afterAll(() => running.close());

  /** A person with an account can sign in and gets notices. */
  const account = (person: PersonName, role: 'admin' | 'user' = 'user') =>
    running.app.get(TransactionManager).run(() =>
      running.app.get(AccountsService, { strict: false }).create({
        customer_id: plant.customer_id,
        kind: 'customer',
        role,
        password_hash: null,
        user_name: `${person}-${plant.customer_id}`,
        email: `${person}-${plant.customer_id}@example.org`,
        first_name: person,
        last_name: 'Rao',
        employee_code: person,
        staff_id: line[person],
      }),
    );

  type PersonName = 'devi' | 'asha' | 'bala' | 'chen' | 'esra';
  const apiAs = async (person: PersonName) => plant.as(await line.signIn(person));
  const request = async (person: PersonName, action: 'enrol' | 'withdraw', training_id: string) =>
    (await apiAs(person)).post(`/api/trainings/${training_id}/${action}`);
  const publishTraining = async (enrolment: string, more: object = {}) =>
    (await plant.createPublishedTraining({ enrolment, ...more })).training_id;
  const assignments = async (person: PersonName, training_id: string) =>
    (await plant.api.get(`/api/training-assignments?staff_id=${line[person]}&training_id=${training_id}`)).body as {
      id: string;
      state: string;
      source: string;
      due_on: string | null;
      mandatory: boolean;
      reasons: { source: string }[];
    }[];
  const requests = async (query = '') =>
    (await plant.api.get(`/api/enrolment-requests${query}`)).body as { id: string; state: string; staff_id: string }[];
  const requestEnrolment = async (person: PersonName, training_id: string): Promise<string> => {
    expect((await request(person, 'enrol', training_id)).body).toMatchObject({ state: 'waiting' });
    return (await requests(`?staff_id=${line[person]}&training_id=${training_id}`))[0]!.id;
  };
  const readNotices = async (person: PersonName) =>
    (
      (await (await apiAs(person)).get('/api/notices')).body.notices as {
        kind: string;
        detail: string | null;
        about_id: string | null;
      }[]
    ).map(({ kind, detail, about_id }) => [kind, detail, about_id]);

  describe('in an open training', () => {
    it('creates one optional assignment due by the training’s days', async () => {
      const training_id = await publishTraining('open', { due_days: 30 });
      const first = await request('bala', 'enrol', training_id);
      expect(first).toMatchObject({ status: 200, body: { state: 'assigned', due_on: '2026-04-01' } });
      const answers = await Promise.all([1, 2, 3].map(() => request('bala', 'enrol', training_id)));
      expect(answers.map(({ status, body }) => [status, body])).toEqual([1, 2, 3].map(() => [200, first.body]));
      const [own, ...more] = await assignments('bala', training_id);
      expect(own).toMatchObject({ state: 'assigned', source: 'self', mandatory: false, due_on: '2026-04-01' });
      expect([own!.reasons.map(({ source }) => source), more]).toEqual([['self'], []]);
      expect(await readNotices('bala')).toEqual([]);
      const events = (await plant.api.get('/api/audit-events?action=training-assignment.enrol')).body;
      expect(events).toMatchObject([{ subject_id: own!.id, became: { training_id, due_on: '2026-04-01' } }]);
    });

    it('asked for by five tabs at once is one assignment', async () => {
      const training_id = await publishTraining('open');
      const answers = await Promise.all([1, 2, 3, 4, 5].map(() => request('chen', 'enrol', training_id)));
      expect(answers.map(({ status, body }) => `${status} ${body.state}`)).toEqual(Array(5).fill('200 assigned'));
      expect(await assignments('chen', training_id)).toHaveLength(1);
    });

    it('is refused for assigned-only, archived, draft, completed and foreign trainings', async () => {
      const closed = await publishTraining('none');
      expect(await request('bala', 'enrol', closed)).toMatchObject({ status: 409, body: { code: 'enrolment_closed' } });
      const archivedTraining = await publishTraining('open');
      await plant.api.post(`/api/trainings/${archivedTraining}/archive`);
      expect((await request('bala', 'enrol', archivedTraining)).status).toBe(404);
      const admin = plant.as(await plant.signIn({ role: 'admin', staff_id: line.esra }));
      expect(await admin.post(`/api/trainings/${archivedTraining}/enrol`)).toMatchObject({
        status: 409,
        body: { code: 'training_not_offered' },
      });
      const openTraining = await publishTraining('open');
      expect(await plant.api.post(`/api/trainings/${openTraining}/enrol`)).toMatchObject({
        status: 409,
        body: { code: 'nobody_to_enrol' },
      });
      const other = await openPlant(running);
      const foreignTraining = (await other.createPublishedTraining({ enrolment: 'open' })).training_id;
      expect((await request('bala', 'enrol', foreignTraining)).status).toBe(404);
    });

    it('is refused after a waiver and restores a withdrawn assignment', async () => {
      const training_id = await publishTraining('open');
      await request('bala', 'enrol', training_id);
      const [own] = await assignments('bala', training_id);
      await plant.api.post('/api/training-assignments/waive', { assignment_id: [own!.id], reason: 'Knows it' });
      expect(await request('bala', 'enrol', training_id)).toMatchObject({ status: 409, body: { code: 'let_off' } });
      await request('chen', 'enrol', training_id);
      expect((await request('chen', 'withdraw', training_id)).body).toMatchObject({ state: 'none' });
      expect((await request('chen', 'enrol', training_id)).body).toMatchObject({ state: 'assigned' });
      const afterRetry = await assignments('chen', training_id);
      expect(afterRetry.map(({ state, reasons }) => [state, reasons.length])).toEqual([['assigned', 1]]);
    });
  });

  describe('taken back', () => {
    it('removes an assignment that is not started, once', async () => {
      const training_id = await publishTraining('open');
      expect((await request('bala', 'withdraw', training_id)).body).toMatchObject({ state: 'none' });
      await request('bala', 'enrol', training_id);
      for (let time = 0; time < 2; time++)
        expect(await request('bala', 'withdraw', training_id)).toMatchObject({ status: 200, body: { state: 'none' } });
      expect((await assignments('bala', training_id)).map(({ state }) => state)).toEqual(['removed']);
      await request('bala', 'enrol', training_id);
      await (await apiAs('bala')).get(`/api/trainings/${training_id}/video-link`);
      expect(await request('bala', 'withdraw', training_id)).toMatchObject({
        status: 409,
        body: { code: 'enrolment_begun' },
      });
      expect((await assignments('bala', training_id)).map(({ state }) => state)).toEqual(['in_progress']);
    });

    it('keeps an assignment that others made as well, and is refused where only others did', async () => {
      const rules = assignmentRuleFixture(running, plant);
      const training_id = await publishTraining('open');
      await request('bala', 'enrol', training_id);
      await plant.assign([line.bala, line.chen], [training_id]);
      expect((await request('bala', 'withdraw', training_id)).body).toMatchObject({ state: 'assigned' });
      expect((await assignments('bala', training_id))[0]!.reasons.map(({ source }) => source)).toEqual(['manual']);
      expect(await request('bala', 'withdraw', training_id)).toMatchObject({
        status: 409,
        body: { code: 'not_enrolled' },
      });
      expect(await request('chen', 'withdraw', training_id)).toMatchObject({
        status: 409,
        body: { code: 'not_enrolled' },
      });
      const assignedByRule = await publishTraining('open');
      await request('esra', 'enrol', assignedByRule);
      const role = await rules.createNamed('job-roles', 'Fitter');
      await plant.api.patch(`/api/staff/${line.esra}`, { job_role_id: role });
      const rule = await rules.createRule('Fitters', [assignedByRule], { job_role_id: role });
      await rules.waitForJobs();
      expect((await assignments('esra', assignedByRule))[0]!.reasons.map(({ source }) => source)).toEqual([
        'self',
        'rule',
      ]);
      await plant.api.post(`/api/assignment-rules/${rule}/archive`);
      await rules.waitForJobs();
      expect((await assignments('esra', assignedByRule))[0]).toMatchObject({
        state: 'assigned',
        reasons: [{ source: 'self' }],
      });
    });
  });

  describe('by approval', () => {
    it('creates one request, of which the manager is notified once', async () => {
      const training_id = await publishTraining('approval');
      const answers = await Promise.all([1, 2, 3].map(() => request('bala', 'enrol', training_id)));
      expect(answers.map(({ status, body }) => `${status} ${body.state}`)).toEqual(Array(3).fill('200 waiting'));
      expect(await requests()).toMatchObject([{ state: 'waiting', staff_id: line.bala, training_id }]);
      expect(await assignments('bala', training_id)).toEqual([]);
      expect(await readNotices('asha')).toEqual([['enrolment', 'asked', line.bala]]);
      expect([await readNotices('devi'), await readNotices('bala')]).toEqual([[], []]);
      const own = (await (await apiAs('bala')).get('/api/enrolment-requests')).body;
      expect(own).toMatchObject([{ state: 'waiting', commands: [] }]);
    });

    it('is approved by a manager of the line or an admin, once', async () => {
      const training_id = await publishTraining('approval', { due_days: 10 });
      const id = await requestEnrolment('bala', training_id);
      const approve = async (person: PersonName) => (await apiAs(person)).post(`/api/enrolment-requests/${id}/approve`);
      expect((await approve('esra')).status).toBe(404);
      expect(await approve('bala')).toMatchObject({ status: 403, body: { code: 'decides_own' } });
      const first = await approve('devi');
      expect(first).toMatchObject({ status: 200, body: { state: 'approved', commands: [] } });
      running.clock.advance(60_000);
      expect(await approve('asha')).toMatchObject({ status: 200, body: { decided_at: first.body.decided_at } });
      expect(await assignments('bala', training_id)).toMatchObject([
        { state: 'assigned', source: 'self', due_on: '2026-03-12', reasons: [{ source: 'self' }] },
      ]);
      expect(await readNotices('bala')).toEqual([['enrolment', 'approved', null]]);
      const decline = await plant.api.post(`/api/enrolment-requests/${id}/decline`, { reason: 'Too late' });
      expect(decline).toMatchObject({ status: 409, body: { code: 'wrong_status' } });
      const other = await requestEnrolment('esra', training_id);
      expect(await plant.api.post(`/api/enrolment-requests/${other}/approve`)).toMatchObject({ status: 200 });
    });

    it('is declined with a reason that the requester is notified of, and can be requested again', async () => {
      const training_id = await publishTraining('approval');
      const id = await requestEnrolment('bala', training_id);
      const decline = async (body: object) => (await apiAs('asha')).post(`/api/enrolment-requests/${id}/decline`, body);
      for (const body of [{}, { reason: '  ' }, { reason: 'x'.repeat(501) }])
        expect(await decline(body)).toMatchObject({ status: 422, body: { details: { reason: [expect.anything()] } } });
      expect(await decline({ reason: ' Booked out ' })).toMatchObject({
        status: 200,
        body: { state: 'declined', decision_reason: 'Booked out' },
      });
      expect(await readNotices('bala')).toEqual([['enrolment', 'declined', null]]);
      const own = (await (await apiAs('bala')).get(`/api/enrolment-requests/${id}`)).body;
      expect(own).toMatchObject({ state: 'declined', decision_reason: 'Booked out' });
      expect(await requestEnrolment('bala', training_id)).toBe(id);
      expect((await requests())[0]).toMatchObject({ state: 'waiting', decision_reason: null, decided_at: null });
      expect(await readNotices('asha')).toEqual([1, 2].map(() => ['enrolment', 'asked', line.bala]));
    });

    it('is withdrawn by the requester and then cannot be approved', async () => {
      const training_id = await publishTraining('approval');
      const id = await requestEnrolment('bala', training_id);
      for (let time = 0; time < 2; time++)
        expect((await request('bala', 'withdraw', training_id)).body).toMatchObject({ state: 'none' });
      const approve = await (await apiAs('asha')).post(`/api/enrolment-requests/${id}/approve`);
      expect(approve).toMatchObject({ status: 409, body: { code: 'wrong_status', facts: { status: 'withdrawn' } } });
      expect(await assignments('bala', training_id)).toEqual([]);
    });

    it('approved and declined at once is one of both, and assigned only if it is approved', async () => {
      const training_id = await publishTraining('approval');
      const id = await requestEnrolment('bala', training_id);
      const replies = await Promise.all([
        plant.api.post(`/api/enrolment-requests/${id}/approve`),
        plant.api.post(`/api/enrolment-requests/${id}/decline`, { reason: 'No' }),
      ]);
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const isApproved = replies[0]!.status === 200;
      expect((await assignments('bala', training_id)).length).toBe(isApproved ? 1 : 0);
      expect((await requests())[0]!.state).toBe(isApproved ? 'approved' : 'declined');
    });

    it('is not approved for an archived training or after a waiver, and keeps waiting', async () => {
      const training_id = await publishTraining('approval');
      const id = await requestEnrolment('bala', training_id);
      const approve = () => plant.api.post(`/api/enrolment-requests/${id}/approve`);
      await plant.api.post(`/api/trainings/${training_id}/archive`);
      expect(await approve()).toMatchObject({ status: 409, body: { code: 'training_not_offered' } });
      expect((await requests())[0]!.state).toBe('waiting');
      await plant.api.post(`/api/trainings/${training_id}/unarchive`);
      await plant.assign([line.bala], [training_id]);
      const [own] = await assignments('bala', training_id);
      await plant.api.post('/api/training-assignments/waive', { assignment_id: [own!.id], reason: 'Knows it' });
      expect(await approve()).toMatchObject({ status: 409, body: { code: 'let_off' } });
      expect((await requests())[0]!.state).toBe('waiting');
    });

    it('approved, is a reason of its own where others have assigned it meanwhile', async () => {
      const training_id = await publishTraining('approval');
      const id = await requestEnrolment('bala', training_id);
      await plant.assign([line.bala], [training_id]);
      expect((await plant.api.post(`/api/enrolment-requests/${id}/approve`)).body).toMatchObject({ state: 'approved' });
      const [own, ...more] = await assignments('bala', training_id);
      expect([own!.reasons.map(({ source }) => source).toSorted(), more]).toEqual([['manual', 'self'], []]);
    });

    it('notifies the admins when the manager cannot sign in', async () => {
      const training_id = await publishTraining('approval');
      await line.setManager(line.bala, line.esra);
      await account('chen', 'admin');
      await requestEnrolment('bala', training_id);
      expect(await readNotices('chen')).toEqual([['enrolment', 'asked', line.bala]]);
      expect(await readNotices('esra')).toEqual([]);
    });

    it('notifies the admins when the person has no manager, and counts as waiting', async () => {
      const training_id = await publishTraining('approval');
      await account('devi', 'admin');
      await requestEnrolment('esra', training_id);
      expect([await readNotices('devi'), await readNotices('asha')]).toEqual([[['enrolment', 'asked', line.esra]], []]);
      await requestEnrolment('devi', training_id);
      const admin = plant.as(await plant.signIn({ role: 'admin', staff_id: line.devi }));
      const countWaiting = async (person: typeof admin) =>
        (await person.get('/api/reports/attention')).body.enrolments_waiting;
      expect([await countWaiting(plant.api), await countWaiting(admin)]).toEqual([
        { count: 2, more: false },
        { count: 1, more: false },
      ]);
      const waiting = await admin.get('/api/enrolment-requests?waiting_for=me');
      expect(waiting.body).toMatchObject([{ staff_id: line.esra, commands: ['approve', 'decline'] }]);
      expect((await admin.get('/api/enrolment-requests?waiting_for=esra')).status).toBe(400);
    });

    it('is visible to the line above only', async () => {
      const training_id = await publishTraining('approval');
      await requestEnrolment('bala', training_id);
      await requestEnrolment('esra', training_id);
      const visibleRequests = async (person: PersonName) =>
        (
          (await (await apiAs(person)).get('/api/enrolment-requests?waiting_for=me')).body as { staff_id: string }[]
        ).map((each) => each.staff_id);
      expect([await visibleRequests('devi'), await visibleRequests('asha'), await visibleRequests('chen')]).toEqual([
        [line.bala],
        [line.bala],
        [],
      ]);
      const other = await openPlant(running);
      const [first] = await requests();
      expect((await other.api.get(`/api/enrolment-requests/${first!.id}`)).status).toBe(404);
      expect((await other.api.post(`/api/enrolment-requests/${first!.id}/approve`)).status).toBe(404);
    });
  });
});
