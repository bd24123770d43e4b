import { startApp, type RunningApp } from '../support/app';
import { openPlant, type Plant } from '../support/plant';
import {
  createAssignment,
  createLearner,
  createQuiz,
  singleChoiceQuestion,
  createReadingTraining,
} from '../support/quiz-fixtures';

const UNKNOWN_ID = '019a9c3e-5b7e-7c11-8f00-3f1d2a6b4c5d';

describe('replacing a record that is in use', () => {
  let running: RunningApp;
  let plant: Plant;
  let admin: Plant['api'];
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());
  beforeEach(async () => {
    running.clock.freeze('2026-01-10T06:00:00Z');
    plant = await openPlant(running);
    admin = plant.api;
  });
  /** Moves the clock and signs in again, because sessions end meanwhile. */
  const moveClockTo = async (instant: string) => {
    running.clock.freeze(instant);
    admin = plant.as(await plant.signIn({ role: 'admin' }));
  };
  const reassign = (path: string, to: string, more: object = {}) => admin.post(`${path}/reassign`, { to, ...more });
  const events = async (subject_id: string, action: string) =>
    (await admin.get(`/api/audit-events?subject_id=${subject_id}&action=${action}`)).body as any[];

  describe('a department', () => {
    const department = async (name: string) => (await admin.post('/api/departments', { name })).body;

    it('moves its people to another one, audited once, and checks the version', async () => {
      const [yard, hall] = [await department('Yard'), await department('Hall')];
      const path = `/api/departments/${yard.id}`;
      await plant.createStaff({ department_id: yard.id });
      expect((await reassign(path, hall.id, { row_version: 7 })).status).toBe(412);
      expect((await admin.post(`${path}/reassign`, { to: hall.id }, { 'If-Match': '"7"' })).status).toBe(412);
      expect((await reassign(path, yard.id)).body.errors).toHaveProperty('to');
      expect((await reassign(path, UNKNOWN_ID)).body.errors).toHaveProperty('to');
      const done = { status: 200, body: { moved: { staff: 1, departments: 0 } } };
      expect(await reassign(path, hall.id, { row_version: 1 })).toMatchObject(done);
      expect(await reassign(path, hall.id)).toMatchObject({ status: 200, body: { moved: { staff: 0 } } });
      expect(await events(yard.id, 'department.reassign')).toMatchObject([
        { was: { department_id: yard.id }, became: { department_id: hall.id, moved: { staff: 1, departments: 0 } } },
      ]);
    });

    it('of another organisation is unknown, as source and as target', async () => {
      const other = await openPlant(running);
      const theirs = (await other.api.post('/api/departments', { name: 'Theirs' })).body;
      const ours = await department('Ours');
      const { staff_id } = await plant.createStaff({ department_id: ours.id });
      expect((await reassign(`/api/departments/${theirs.id}`, ours.id)).status).toBe(404);
      expect((await reassign(`/api/departments/${ours.id}`, theirs.id)).status).toBe(422);
      expect((await admin.get(`/api/staff/${staff_id}`)).body.department_id).toBe(ours.id);
    });
  });

  describe('a job role', () => {
    let welder: string;
    let fitter: string;
    let skill_id: string;
    let old: string;
    const role = async (name: string, level: number): Promise<string> => {
      const { id } = (await admin.post('/api/job-roles', { name })).body;
      await admin.post('/api/role-targets', { job_role_id: id, skill_id, level, from_date: '2020-01-01' });
      return id;
    };
    const fetchJobRoles = async (staff_id: string) => (await admin.get(`/api/staff/${staff_id}/job-roles`)).body;
    const targetOn = async (staff_id: string, on: string) =>
      (await admin.get(`/api/reports/explain?staff_id=${staff_id}&skill_id=${skill_id}&on=${on}`)).body.target;
    beforeEach(async () => {
      skill_id = (await plant.createSkill()).skill_id;
      welder = await role('Welder', 2);
      fitter = await role('Fitter', 4);
      old = `/api/job-roles/${welder}`;
    });

    it('passes to another one from today on, and its history stays', async () => {
      const { staff_id } = await plant.createStaff({ job_role_id: welder });
      const gone = await plant.createStaff({ job_role_id: welder });
      await moveClockTo('2026-02-10T06:00:00Z');
      await admin.post(`/api/staff/${gone.staff_id}/leave`, { last_active_day: '2026-02-01' });
      await moveClockTo('2026-03-01T06:00:00Z');
      const late = await plant.as(await plant.signIn({ role: 'admin' })).post('/api/staff', {
        staff_code: 'NEW-1',
        first_name: 'Nora',
        last_name: 'New',
        joined: '2026-02-15',
        job_role_id: welder,
      });
      expect((await admin.delete(old, { 'X-Dry-Run': 'true' })).body).toMatchObject({
        code: 'in_use',
        facts: { staff: 2, past_holders: 1 },
      });
      await admin.get('/api/reports/skill-matrix');
      expect(await reassign(old, fitter)).toMatchObject({ status: 200, body: { moved: { staff: 2 } } });
      expect(await reassign(old, fitter)).toMatchObject({ status: 200, body: { moved: { staff: 0 } } });
      expect(await fetchJobRoles(staff_id)).toEqual([
        { job_role_id: welder, from_date: null, to_date: '2026-02-28' },
        { job_role_id: fitter, from_date: '2026-03-01', to_date: null },
      ]);
      // Entered today, so the entry is corrected instead of continued, as in a single change.
      expect(await fetchJobRoles(late.body.id)).toEqual([{ job_role_id: fitter, from_date: null, to_date: null }]);
      expect(await fetchJobRoles(gone.staff_id)).toEqual([{ job_role_id: welder, from_date: null, to_date: null }]);
      expect([await targetOn(staff_id, '2026-02-28'), await targetOn(staff_id, '2026-03-01')]).toEqual([2, 4]);
      const { cells } = (await admin.get('/api/reports/skill-matrix?to=2026-03-01')).body;
      expect(cells.map((cell: any[]) => cell[3])).toEqual([4, 4]);
      expect((await admin.delete(old)).body).toMatchObject({ code: 'in_use', facts: { staff: 0, past_holders: 2 } });
      expect(await events(welder, 'job-role.reassign')).toHaveLength(1);
    });

    it('that was never held is deleted with its targets', async () => {
      const { staff_id } = await plant.createStaff({ job_role_id: welder });
      expect(await reassign(old, fitter)).toMatchObject({ body: { moved: { staff: 1 } } });
      expect(await fetchJobRoles(staff_id)).toEqual([{ job_role_id: fitter, from_date: null, to_date: null }]);
      expect((await admin.delete(old)).status).toBe(204);
      expect((await admin.get(`/api/role-targets?job_role_id=${welder}`)).body).toEqual([]);
    });

    it('that is in the history can be archived: holders keep it, and it cannot be given anew', async () => {
      const { staff_id } = await plant.createStaff({ job_role_id: welder });
      const other = await plant.createStaff();
      expect((await admin.post(`${old}/archive`)).body.status).toBe('archived');
      expect((await admin.post(`${old}/archive`)).status).toBe(409);
      expect((await admin.get('/api/job-roles?status=active')).body).toMatchObject([{ name: 'Fitter' }]);
      const archived = { status: 422, body: { errors: { job_role_id: [expect.stringContaining('archived')] } } };
      const assignRole = (id: string) => admin.patch(`/api/staff/${id}`, { job_role_id: welder });
      expect(await assignRole(other.staff_id)).toMatchObject(archived);
      expect(
        await admin.post(`/api/staff/${other.staff_id}/job-role`, { job_role_id: welder, from_date: '2026-01-10' }),
      ).toMatchObject(archived);
      expect((await assignRole(staff_id)).status).toBe(200);
      expect((await reassign(`/api/job-roles/${fitter}`, welder)).body.errors.to).toEqual([
        expect.stringContaining('archived'),
      ]);
      expect((await admin.post(`${old}/unarchive`)).body.status).toBe('active');
      expect((await assignRole(other.staff_id)).status).toBe(200);
    });

    it('of another organisation is unknown, as source and as target', async () => {
      const other = await openPlant(running);
      const theirs = (await other.api.post('/api/job-roles', { name: 'Theirs' })).body;
      const { staff_id } = await plant.createStaff({ job_role_id: welder });
      expect((await reassign(`/api/job-roles/${theirs.id}`, welder)).status).toBe(404);
      expect((await reassign(old, theirs.id)).status).toBe(422);
      expect((await admin.get(`/api/staff/${staff_id}`)).body.job_role_id).toBe(welder);
    });
  });

  describe('a skill', () => {
    let old: string;
    let next: string;
    let path: string;
    const levelOf = async (staff_id: string, skill_id: string, on: string) => {
      const query = `staff_id=${staff_id}&skill_id=${skill_id}&on=${on}`;
      const { level, target } = (await admin.get(`/api/reports/explain?${query}`)).body;
      return [level, target];
    };
    const createTarget = (staff_id: string, skill_id: string, level: number, more: object = {}) =>
      admin.post('/api/skill-targets', { staff_id, skill_id, level, from_date: '2025-01-01', ...more });
    beforeEach(async () => {
      old = (await plant.createSkill()).skill_id;
      next = (await plant.createSkill()).skill_id;
      path = `/api/skills/${old}`;
    });

    it('passes its targets to the other one from today on; levels and targets before stay', async () => {
      const { staff_id } = await plant.createStaff();
      const both = (await plant.createStaff()).staff_id;
      await createTarget(staff_id, old, 3, { reason: 'Night shift' });
      await createTarget(both, old, 3);
      await createTarget(both, next, 2);
      await createTarget(both, old, 4, { from_date: '2026-06-01' });
      const role = (await admin.post('/api/job-roles', { name: 'Welder' })).body.id;
      await admin.post('/api/role-targets', { job_role_id: role, skill_id: old, level: 2, from_date: '2026-01-10' });
      const evidence = { staff_id, skill_id: old, kind: 'assessment', level: 2, effective_date: '2025-02-01' };
      expect((await admin.post('/api/skill-evidence', evidence)).status).toBe(201);
      const before = (await admin.get('/api/skill-evidence')).body;
      expect(await levelOf(staff_id, next, '2026-01-10')).toEqual([0, null]);
      expect(await reassign(path, next)).toMatchObject({
        status: 200,
        body: { moved: { skill_target: 3, role_target: 1, training_skill: 0, question: 0 } },
      });
      expect(await levelOf(staff_id, old, '2026-01-09')).toEqual([2, 3]);
      expect(await levelOf(staff_id, old, '2026-01-10')).toEqual([2, null]);
      expect(await levelOf(staff_id, next, '2026-01-09')).toEqual([0, null]);
      expect(await levelOf(staff_id, next, '2026-01-10')).toEqual([0, 3]);
      expect(await levelOf(both, next, '2026-07-01')).toEqual([0, 2]);
      expect((await admin.get(`/api/skill-targets?staff_id=${staff_id}&skill_id=${next}`)).body).toMatchObject([
        { level: 3, from_date: '2026-01-10', to_date: null, reason: 'Night shift' },
      ]);
      expect((await admin.get(`/api/role-targets?skill_id=${next}`)).body).toMatchObject([{ level: 2 }]);
      expect((await admin.get('/api/skill-evidence')).body).toEqual(before);
      expect((await admin.get('/api/reports/skill-matrix?to=2026-01-10')).body.cells).toHaveLength(3);
      expect(await reassign(path, next)).toMatchObject({
        body: { moved: { skill_target: 0, role_target: 0, training_skill: 0, question: 0 } },
      });
      expect(await events(old, 'skill.reassign')).toHaveLength(1);
      expect((await admin.delete(path)).body).toMatchObject({
        code: 'in_use',
        facts: { skill_target: 0, past_skill_target: 2, evidence: 1 },
      });
    });

    it('is replaced in trainings and questions; a training that gives the other one already is unchanged', async () => {
      const { training_id, skill_id } = await plant.createPublishedTraining();
      const fetchSkills = async () => (await admin.get(`/api/trainings/${training_id}/skills`)).body;
      await admin.post('/api/questions', {
        kind: 'true_false',
        text: 'Is it?',
        skill_id,
        options: [
          { text: 'Yes', fraction: 1 },
          { text: 'No', fraction: 0 },
        ],
      });
      const moved = { training_skill: 1, question: 1 };
      expect(await reassign(`/api/skills/${skill_id}`, next)).toMatchObject({ status: 200, body: { moved } });
      expect(await fetchSkills()).toMatchObject([{ skill_id: next, min_score: 0, level: 2 }]);
      expect((await admin.get(`/api/questions?skill_id=${next}`)).body).toHaveLength(1);
      expect((await admin.delete(`/api/skills/${skill_id}`)).status).toBe(204);
      await admin.put(`/api/trainings/${training_id}/skills`, [
        { skill_id: next, min_score: 0, level: 2 },
        { skill_id: old, min_score: 0, level: 4 },
      ]);
      expect(await reassign(path, next)).toMatchObject({ body: { moved: { training_skill: 1 } } });
      expect(await fetchSkills()).toMatchObject([{ skill_id: next, level: 2 }]);
    });

    it('of another organisation is unknown, and an archived one cannot be the target', async () => {
      const other = await openPlant(running);
      const theirs = (await other.createSkill()).skill_id;
      expect((await reassign(`/api/skills/${theirs}`, next)).status).toBe(404);
      expect((await reassign(path, theirs)).status).toBe(422);
      await admin.post(`/api/skills/${next}/archive`);
      expect((await reassign(path, next)).body.errors.to).toEqual([expect.stringContaining('archived')]);
    });
  });

  describe('a training', () => {
    it('that comes back to people keeps for each whether it is mandatory, and its due day', async () => {
      const [old, next] = [
        (await plant.createPublishedTraining()).training_id,
        (await plant.createPublishedTraining()).training_id,
      ];
      const [must, may] = [(await plant.createStaff()).staff_id, (await plant.createStaff()).staff_id];
      const row = async (staff_id: string, training_id: string) =>
        (await admin.get(`/api/training-assignments?staff_id=${staff_id}&training_id=${training_id}`)).body[0];
      await plant.assign([must], [next], { mandatory: false });
      await plant.assign([may], [next], { mandatory: true });
      const assignment_id = [(await row(must, next)).id, (await row(may, next)).id];
      await admin.post('/api/training-assignments/remove', { assignment_id, reason: null });
      await plant.assign([must], [old], { mandatory: true, due_on: '2026-02-01' });
      await plant.assign([may], [old], { mandatory: false, due_on: '2026-02-01' });
      expect((await reassign(`/api/trainings/${old}`, next)).body).toMatchObject({ moved: { assignments: 2 } });
      const state = { state: 'assigned', due_on: '2026-02-01' };
      expect(await row(must, next)).toMatchObject({ ...state, mandatory: true });
      expect(await row(may, next)).toMatchObject({ ...state, mandatory: false });
    });

    it('passes to another one for people who have not begun it, due on the same day', async () => {
      const [old, next] = [
        (await plant.createPublishedTraining()).training_id,
        (await plant.createPublishedTraining()).training_id,
      ];
      const path = `/api/trainings/${old}`;
      const fresh = (await plant.createStaff()).staff_id;
      const alreadyAssigned = (await plant.createStaff()).staff_id;
      const removed = (await plant.createStaff()).staff_id;
      const inProgress = (await plant.createStaff()).staff_id;
      await plant.assign([alreadyAssigned, removed], [next]);
      const [gone] = (await admin.get(`/api/training-assignments?staff_id=${removed}`)).body;
      await admin.post('/api/training-assignments/remove', { assignment_id: [gone.id], reason: null });
      await plant.assign([fresh, alreadyAssigned, removed, inProgress], [old], { due_on: '2026-02-01' });
      await plant.as(await plant.signInLearner(inProgress)).get(`/api/trainings/${old}/video-link`);
      const draft = (await plant.createTraining()).training_id;
      expect((await reassign(path, draft)).body.errors.to).toEqual([expect.stringContaining('not published')]);
      expect((await admin.delete(path)).body.facts).toMatchObject({ assignments: 3, past_training_assignment: 1 });
      expect(await reassign(path, next)).toMatchObject({ status: 200, body: { moved: { assignments: 3 } } });
      expect(await reassign(path, next)).toMatchObject({ status: 200, body: { moved: { assignments: 0 } } });
      const states = async (staff_id: string) =>
        Object.fromEntries(
          (await admin.get(`/api/training-assignments?staff_id=${staff_id}`)).body.map((each: any) => [
            each.training_id === old ? 'old' : 'next',
            [each.state, each.due_on],
          ]),
        );
      const due = ['assigned', '2026-02-01'];
      expect(await states(fresh)).toMatchObject({ old: ['removed', '2026-02-01'], next: due });
      expect(await states(alreadyAssigned)).toMatchObject({ old: ['removed', '2026-02-01'], next: ['assigned', null] });
      expect(await states(removed)).toMatchObject({ old: ['removed', '2026-02-01'], next: due });
      expect(await states(inProgress)).toEqual({ old: ['in_progress', '2026-02-01'] });
      const other = await openPlant(running);
      expect((await reassign(path, (await other.createPublishedTraining()).training_id)).status).toBe(422);
    });
  });

  describe('a question', () => {
    it('is replaced in quizzes without attempts; a quiz that has both keeps the other one once', async () => {
      const createTrainingQuiz = async (...bodies: object[]) =>
        createQuiz(
          running,
          plant,
          await createReadingTraining(running, plant),
          bodies.length ? bodies : [singleChoiceQuestion('Old')],
        );
      const inProgress = await createTrainingQuiz(singleChoiceQuestion('Old'), singleChoiceQuestion('Two'));
      const [old, two] = inProgress.questions.map(({ question_id }) => question_id) as [string, string];
      const next = (await admin.post('/api/questions', singleChoiceQuestion('Next'))).body.id;
      const slots = async (quiz_id: string) =>
        (await admin.get(`/api/quizzes/${quiz_id}/slots`)).body.map(({ question_id, points }: any) => [
          question_id,
          points,
        ]);
      const createQuizWithSlots = async (...slotInputs: object[]): Promise<string> => {
        const { quiz_id } = await createTrainingQuiz(singleChoiceQuestion('Else'));
        await admin.put(`/api/quizzes/${quiz_id}/slots`, { slots: slotInputs });
        return quiz_id;
      };
      const plain = await createQuizWithSlots({ question_id: old, points: 3 }, { question_id: two, points: 1 });
      const both = await createQuizWithSlots(
        { question_id: old, points: 2 },
        { question_id: two },
        { question_id: next, points: 5 },
      );
      const learnerAccount = await createLearner(running, plant);
      await createAssignment(running, plant, learnerAccount.staff_id, inProgress.training_id);
      const attempt = await plant
        .as(learnerAccount.headers)
        .post('/api/attempts', { training_id: inProgress.training_id });
      expect(attempt.status).toBe(200);
      const path = `/api/questions/${old}`;
      expect((await admin.delete(path)).body.facts).toMatchObject({ quizzes: 2, attempted_quizzes: 1 });
      const { row_version } = (await admin.get(`/api/quizzes/${plain}`)).body;
      expect(await reassign(path, next)).toMatchObject({ status: 200, body: { moved: { quizzes: 2 } } });
      expect(await reassign(path, next)).toMatchObject({ status: 200, body: { moved: { quizzes: 0 } } });
      expect(await slots(plain)).toEqual([
        [next, 3],
        [two, 1],
      ]);
      expect(await slots(both)).toEqual([
        [two, 1],
        [next, 5],
      ]);
      expect((await admin.get(`/api/quizzes/${both}`)).body).toMatchObject({ question_count: 2, total_points: 6 });
      expect((await admin.get(`/api/quizzes/${plain}`)).body.row_version).toBe(row_version + 1);
      expect(await slots(inProgress.quiz_id)).toEqual([
        [old, 1],
        [two, 1],
      ]);
      expect((await admin.delete(path)).body.facts).toMatchObject({ quizzes: 0, attempted_quizzes: 1 });
      expect(await events(old, 'question.reassign')).toHaveLength(1);
      const other = await openPlant(running);
      const theirs = (await other.api.post('/api/questions', singleChoiceQuestion('Theirs'))).body.id;
      expect((await reassign(path, theirs)).status).toBe(422);
      expect((await reassign(`/api/questions/${theirs}`, next)).status).toBe(404);
    });
  });
});
