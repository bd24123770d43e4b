import { startApp, type RunningApp } from '../support/app';
import { openLine, type Line } from '../support/line';
import { openPlant, type Plant } from '../support/plant';
import { rulesOf } from '../support/rules';
import { asleep } from '../support/sweeps';
import { Accounts } from '../../src/identity/accounts.service';
import { Transactions } from '../../src/platform/database/transactions';

const NOW = '2026-03-02T09:00:00Z';

describe('choosing a training oneself', () => {
  let running: RunningApp;
  let plant: Plant;
  let line: Line;
  beforeAll(async () => {
    running = await startApp();
    asleep(running, 'notices');
  });
  beforeEach(async () => {
    running.clock.freeze(NOW);
    plant = await openPlant(running);
    line = await openLine(plant);
    await account('asha');
  });
  afterEach(() => running.clock.release());
  afterAll(() => running.close());

  /** Whoever has one can sign in, and is told. */
  const account = (who: Who, role: 'admin' | 'user' = 'user') =>
    running.app.get(Transactions).run(() =>
      running.app.get(Accounts, { strict: false }).create({
        ...{ customer_id: plant.customer_id, kind: 'customer', role, password_hash: null },
        ...{ user_name: `${who}-${plant.customer_id}`, email: `${who}-${plant.customer_id}@example.org` },
        ...{ first_name: who, last_name: 'Rao', employee_code: who, staff_id: line[who] },
      }),
    );

  type Who = 'devi' | 'asha' | 'bala' | 'chen' | 'esra';
  const as = async (who: Who) => plant.as(await line.signedIn(who));
  const of = async (who: Who, what: 'enrol' | 'withdraw', training_id: string) =>
    (await as(who)).post(`/api/trainings/${training_id}/${what}`);
  const offered = async (enrolment: string, more: object = {}) =>
    (await plant.published({ enrolment, ...more })).training_id;
  const assignments = async (who: Who, training_id: string) =>
    (await plant.api.get(`/api/training-assignments?staff_id=${line[who]}&training_id=${training_id}`)).body as {
      id: string;
      state: string;
      source: string;
      due_on: string | null;
      mandatory: boolean;
      reasons: { source: string }[];
    }[];
  const requests = async (query = '') =>
    (await plant.api.get(`/api/enrolment-requests${query}`)).body as { id: string; state: string; staff_id: string }[];
  const asked = async (who: Who, training_id: string): Promise<string> => {
    expect((await of(who, 'enrol', training_id)).body).toMatchObject({ state: 'waiting' });
    return (await requests(`?staff_id=${line[who]}&training_id=${training_id}`))[0]!.id;
  };
  const told = async (who: Who) =>
    (
      (await (await as(who)).get('/api/notices')).body.notices as {
        kind: string;
        detail: string | null;
        about_id: string | null;
      }[]
    ).map(({ kind, detail, about_id }) => [kind, detail, about_id]);

  describe('that is open', () => {
    it('makes it theirs to do, optional, due by its days, once however often they ask', async () => {
      const training_id = await offered('open', { due_days: 30 });
      const first = await of('bala', 'enrol', training_id);
      expect(first).toMatchObject({ status: 200, body: { state: 'assigned', due_on: '2026-04-01' } });
      const answers = await Promise.all([1, 2, 3].map(() => of('bala', 'enrol', training_id)));
      expect(answers.map(({ status, body }) => [status, body])).toEqual([1, 2, 3].map(() => [200, first.body]));
      const [own, ...more] = await assignments('bala', training_id);
      expect(own).toMatchObject({ state: 'assigned', source: 'self', mandatory: false, due_on: '2026-04-01' });
      expect([own!.reasons.map(({ source }) => source), more]).toEqual([['self'], []]);
      expect(await told('bala')).toEqual([]);
      const events = (await plant.api.get('/api/audit-events?action=training-assignment.enrol')).body;
      expect(events).toMatchObject([{ subject_id: own!.id, became: { training_id, due_on: '2026-04-01' } }]);
    });

    it('asked for by five tabs at once is one assignment', async () => {
      const training_id = await offered('open');
      const answers = await Promise.all([1, 2, 3, 4, 5].map(() => of('chen', 'enrol', training_id)));
      expect(answers.map(({ status, body }) => `${status} ${body.state}`)).toEqual(Array(5).fill('200 assigned'));
      expect(await assignments('chen', training_id)).toHaveLength(1);
    });

    it('is refused where it is assigned by others only, archived, a draft, completed, or nobody’s', async () => {
      const closed = await offered('none');
      expect(await of('bala', 'enrol', closed)).toMatchObject({ status: 409, body: { code: 'enrolment_closed' } });
      const gone = await offered('open');
      await plant.api.post(`/api/trainings/${gone}/archive`);
      expect((await of('bala', 'enrol', gone)).status).toBe(404);
      const admin = plant.as(await plant.signIn({ role: 'admin', staff_id: line.esra }));
      expect(await admin.post(`/api/trainings/${gone}/enrol`)).toMatchObject({
        ...{ status: 409, body: { code: 'training_not_offered' } },
      });
      const open = await offered('open');
      expect(await plant.api.post(`/api/trainings/${open}/enrol`)).toMatchObject({
        ...{ status: 409, body: { code: 'nobody_to_enrol' } },
      });
      const other = await openPlant(running);
      const theirs = (await other.published({ enrolment: 'open' })).training_id;
      expect((await of('bala', 'enrol', theirs)).status).toBe(404);
    });

    it('is refused to who was let off it, and takes up again what they had given back', async () => {
      const training_id = await offered('open');
      await of('bala', 'enrol', training_id);
      const [own] = await assignments('bala', training_id);
      await plant.api.post('/api/training-assignments/waive', { assignment_id: [own!.id], reason: 'Knows it' });
      expect(await of('bala', 'enrol', training_id)).toMatchObject({ status: 409, body: { code: 'let_off' } });
      await of('chen', 'enrol', training_id);
      expect((await of('chen', 'withdraw', training_id)).body).toMatchObject({ state: 'none' });
      expect((await of('chen', 'enrol', training_id)).body).toMatchObject({ state: 'assigned' });
      const again = await assignments('chen', training_id);
      expect(again.map(({ state, reasons }) => [state, reasons.length])).toEqual([['assigned', 1]]);
    });
  });

  describe('taken back', () => {
    it('is removed while it is not begun; asking again changes nothing', async () => {
      const training_id = await offered('open');
      expect((await of('bala', 'withdraw', training_id)).body).toMatchObject({ state: 'none' });
      await of('bala', 'enrol', training_id);
      for (let time = 0; time < 2; time++)
        expect(await of('bala', 'withdraw', training_id)).toMatchObject({ status: 200, body: { state: 'none' } });
      expect((await assignments('bala', training_id)).map(({ state }) => state)).toEqual(['removed']);
      await of('bala', 'enrol', training_id);
      await (await as('bala')).get(`/api/trainings/${training_id}/video-link`);
      expect(await of('bala', 'withdraw', training_id)).toMatchObject({
        ...{ status: 409, body: { code: 'enrolment_begun' } },
      });
      expect((await assignments('bala', training_id)).map(({ state }) => state)).toEqual(['in_progress']);
    });

    it('stays to be done where others have assigned it as well, and is not theirs to end where only others have', async () => {
      const rules = rulesOf(running, plant);
      const training_id = await offered('open');
      await of('bala', 'enrol', training_id);
      await plant.assign([line.bala, line.chen], [training_id]);
      expect((await of('bala', 'withdraw', training_id)).body).toMatchObject({ state: 'assigned' });
      expect((await assignments('bala', training_id))[0]!.reasons.map(({ source }) => source)).toEqual(['manual']);
      expect(await of('bala', 'withdraw', training_id)).toMatchObject({ status: 409, body: { code: 'not_enrolled' } });
      expect(await of('chen', 'withdraw', training_id)).toMatchObject({ status: 409, body: { code: 'not_enrolled' } });
      const ruled = await offered('open');
      await of('esra', 'enrol', ruled);
      const role = await rules.named('job-roles', 'Fitter');
      await plant.api.patch(`/api/staff/${line.esra}`, { job_role_id: role });
      const rule = await rules.rule('Fitters', [ruled], { job_role_id: role });
      await rules.settle();
      expect((await assignments('esra', ruled))[0]!.reasons.map(({ source }) => source)).toEqual(['self', 'rule']);
      await plant.api.post(`/api/assignment-rules/${rule}/archive`);
      await rules.settle();
      expect((await assignments('esra', ruled))[0]).toMatchObject({ state: 'assigned', reasons: [{ source: 'self' }] });
    });
  });

  describe('by approval', () => {
    it('is a request, one however often it is sent, which whoever leads the person is told of once', async () => {
      const training_id = await offered('approval');
      const answers = await Promise.all([1, 2, 3].map(() => of('bala', 'enrol', training_id)));
      expect(answers.map(({ status, body }) => `${status} ${body.state}`)).toEqual(Array(3).fill('200 waiting'));
      expect(await requests()).toMatchObject([{ state: 'waiting', staff_id: line.bala, training_id }]);
      expect(await assignments('bala', training_id)).toEqual([]);
      expect(await told('asha')).toEqual([['enrolment', 'asked', line.bala]]);
      expect([await told('devi'), await told('bala')]).toEqual([[], []]);
      const own = (await (await as('bala')).get('/api/enrolment-requests')).body;
      expect(own).toMatchObject([{ state: 'waiting', commands: [] }]);
    });

    it('is approved by the line above or an admin, who assign it so; approved again it stays as it is', async () => {
      const training_id = await offered('approval', { due_days: 10 });
      const id = await asked('bala', training_id);
      const approve = async (who: Who) => (await as(who)).post(`/api/enrolment-requests/${id}/approve`);
      expect((await approve('esra')).status).toBe(404);
      expect(await approve('bala')).toMatchObject({ status: 403, body: { code: 'decides_own' } });
      const first = await approve('devi');
      expect(first).toMatchObject({ status: 200, body: { state: 'approved', commands: [] } });
      running.clock.advance(60_000);
      expect(await approve('asha')).toMatchObject({ status: 200, body: { decided_at: first.body.decided_at } });
      expect(await assignments('bala', training_id)).toMatchObject([
        { state: 'assigned', source: 'self', due_on: '2026-03-12', reasons: [{ source: 'self' }] },
      ]);
      expect(await told('bala')).toEqual([['enrolment', 'approved', null]]);
      const decline = await plant.api.post(`/api/enrolment-requests/${id}/decline`, { reason: 'Too late' });
      expect(decline).toMatchObject({ status: 409, body: { code: 'wrong_status' } });
      const other = await asked('esra', training_id);
      expect(await plant.api.post(`/api/enrolment-requests/${other}/approve`)).toMatchObject({ status: 200 });
    });

    it('is declined with a reason, which whoever asked reads and is told; they may ask again', async () => {
      const training_id = await offered('approval');
      const id = await asked('bala', training_id);
      const decline = async (body: object) => (await as('asha')).post(`/api/enrolment-requests/${id}/decline`, body);
      for (const body of [{}, { reason: '  ' }, { reason: 'x'.repeat(501) }])
        expect(await decline(body)).toMatchObject({ status: 422, body: { details: { reason: [expect.anything()] } } });
      expect(await decline({ reason: ' Booked out ' })).toMatchObject({
        ...{ status: 200, body: { state: 'declined', decision_reason: 'Booked out' } },
      });
      expect(await told('bala')).toEqual([['enrolment', 'declined', null]]);
      const own = (await (await as('bala')).get(`/api/enrolment-requests/${id}`)).body;
      expect(own).toMatchObject({ state: 'declined', decision_reason: 'Booked out' });
      expect(await asked('bala', training_id)).toBe(id);
      expect((await requests())[0]).toMatchObject({ state: 'waiting', decision_reason: null, decided_at: null });
      expect(await told('asha')).toEqual([1, 2].map(() => ['enrolment', 'asked', line.bala]));
    });

    it('is taken back by whoever asked; then nobody approves it', async () => {
      const training_id = await offered('approval');
      const id = await asked('bala', training_id);
      for (let time = 0; time < 2; time++)
        expect((await of('bala', 'withdraw', training_id)).body).toMatchObject({ state: 'none' });
      const approve = await (await as('asha')).post(`/api/enrolment-requests/${id}/approve`);
      expect(approve).toMatchObject({ status: 409, body: { code: 'wrong_status', facts: { status: 'withdrawn' } } });
      expect(await assignments('bala', training_id)).toEqual([]);
    });

    it('approved and declined at once is one of both, and assigned only if it is approved', async () => {
      const training_id = await offered('approval');
      const id = await asked('bala', training_id);
      const both = await Promise.all([
        plant.api.post(`/api/enrolment-requests/${id}/approve`),
        plant.api.post(`/api/enrolment-requests/${id}/decline`, { reason: 'No' }),
      ]);
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const isApproved = both[0]!.status === 200;
      expect((await assignments('bala', training_id)).length).toBe(isApproved ? 1 : 0);
      expect((await requests())[0]!.state).toBe(isApproved ? 'approved' : 'declined');
    });

    it('of what is archived meanwhile, or of who was let off it, is not approved, and waits on', async () => {
      const training_id = await offered('approval');
      const id = await asked('bala', training_id);
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
      const training_id = await offered('approval');
      const id = await asked('bala', training_id);
      await plant.assign([line.bala], [training_id]);
      expect((await plant.api.post(`/api/enrolment-requests/${id}/approve`)).body).toMatchObject({ state: 'approved' });
      const [own, ...more] = await assignments('bala', training_id);
      expect([own!.reasons.map(({ source }) => source).toSorted(), more]).toEqual([['manual', 'self'], []]);
    });

    it('is told to the admins where whoever leads the person cannot sign in', async () => {
      const training_id = await offered('approval');
      await line.below(line.bala, line.esra);
      await account('chen', 'admin');
      await asked('bala', training_id);
      expect(await told('chen')).toEqual([['enrolment', 'asked', line.bala]]);
      expect(await told('esra')).toEqual([]);
    });

    it('is told to the admins of the staff where nobody leads the person, and counts among what waits', async () => {
      const training_id = await offered('approval');
      await account('devi', 'admin');
      await asked('esra', training_id);
      expect([await told('devi'), await told('asha')]).toEqual([[['enrolment', 'asked', line.esra]], []]);
      await asked('devi', training_id);
      const admin = plant.as(await plant.signIn({ role: 'admin', staff_id: line.devi }));
      const counted = async (who: typeof admin) => (await who.get('/api/reports/attention')).body.enrolments_waiting;
      expect([await counted(plant.api), await counted(admin)]).toEqual([
        { count: 2, more: false },
        { count: 1, more: false },
      ]);
      const waiting = await admin.get('/api/enrolment-requests?waiting_for=me');
      expect(waiting.body).toMatchObject([{ staff_id: line.esra, commands: ['approve', 'decline'] }]);
      expect((await admin.get('/api/enrolment-requests?waiting_for=esra')).status).toBe(400);
    });

    it('is seen by the line above and nobody beside it', async () => {
      const training_id = await offered('approval');
      await asked('bala', training_id);
      await asked('esra', training_id);
      const seen = async (who: Who) =>
        ((await (await as(who)).get('/api/enrolment-requests?waiting_for=me')).body as { staff_id: string }[]).map(
          (each) => each.staff_id,
        );
      expect([await seen('devi'), await seen('asha'), await seen('chen')]).toEqual([[line.bala], [line.bala], []]);
      const other = await openPlant(running);
      const [first] = await requests();
      expect((await other.api.get(`/api/enrolment-requests/${first!.id}`)).status).toBe(404);
      expect((await other.api.post(`/api/enrolment-requests/${first!.id}/approve`)).status).toBe(404);
    });
  });
});
