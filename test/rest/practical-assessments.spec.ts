import { startApp, type RunningApp } from '../support/app';
import { submitAssessment, createChecklist, CRITERIA } from '../support/practical-assessments';
import { createColleague } from '../support/colleague';
import { fixtures } from '../support/fixtures';
import { createReportingLine, type ReportingLine } from '../support/reporting-line';
import type { Headers } from '../support/organisation';
import { openPlant, type Plant } from '../support/plant';
import { statementsOfRequests } from '../support/recorded-statements';

describe('a practical assessment', () => {
  let running: RunningApp;
  let plant: Plant;
  let line: ReportingLine;
  let skill_id: string;
  let asha: Headers;
  let bala: Headers;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    plant = await openPlant(running);
    line = await createReportingLine(plant);
    skill_id = (await plant.createSkill({ validity_months: 12 })).skill_id;
    await createChecklist(plant.api, skill_id);
    [asha, bala] = [await line.signIn('asha'), await line.signIn('bala')];
  });
  afterEach(() => running.clock.release());
  afterAll(() => running.close());

  const path = (id: string, command = '') => `/api/practical-assessments/${id}${command}`;
  const start = (actor: Headers, staff_id: string, level = 3) =>
    plant.as(actor).post('/api/practical-assessments', { staff_id, skill_id, level });
  const assess = (actor: Headers, marks?: string[]) => submitAssessment(plant.as(actor), line.bala, skill_id, marks);
  const confirm = (actor: Headers, id: string) => plant.as(actor).post(path(id, '/confirm'));
  const evidence = async () => (await plant.api.get(`/api/skill-evidence?skill_id=${skill_id}`)).body as any[];
  const explainLevel = async () =>
    (await plant.api.get(`/api/reports/explain?staff_id=${line.bala}&skill_id=${skill_id}`)).body;

  it('follows one checklist per level, which admins write and everyone may read', async () => {
    const lists = `/api/skills/${skill_id}/checklists`;
    expect((await plant.as(bala).get(lists)).body).toMatchObject([{ level: 3, needed: 2, criteria: CRITERIA }]);
    const other = { needed: 1, criteria: [{ text: '  Knows the signs ', critical: false }] };
    expect((await plant.api.put(`${lists}/1`, other)).body.map((each: any) => [each.level, each.criteria])).toEqual([
      [1, [{ text: 'Knows the signs', critical: false }]],
      [3, CRITERIA],
    ]);
    expect((await plant.api.put(`${lists}/1`, { ...other, needed: 2 })).body.errors).toHaveProperty('needed');
    expect((await plant.api.put(`${lists}/1`, { needed: 1, criteria: [] })).body.errors).toHaveProperty('criteria');
    expect(await plant.api.put(`${lists}/3`, { ...other, row_version: 9 })).toMatchObject({ status: 412 });
    for (const level of ['0', '5', 'x']) expect((await plant.api.put(`${lists}/${level}`, other)).status).toBe(404);
    expect((await plant.as(asha).put(`${lists}/1`, other)).status).toBe(403);
    expect((await plant.api.delete(`${lists}/1`)).body).toHaveLength(1);
    expect((await plant.api.delete(`${lists}/1`)).status).toBe(200);
  });

  it('confirmed by both is evidence of the level from its day on, recorded by the assessor', async () => {
    running.clock.freeze('2026-03-12T23:30:00Z');
    [asha, bala] = [await line.signIn('asha'), await line.signIn('bala')];
    const id = await assess(asha);
    expect((await plant.as(bala).get(path(id))).body).toMatchObject({
      state: 'given',
      outcome: 'passed',
      assessed_on: '2026-03-12',
      commands: ['confirm'],
      evidence_id: null,
    });
    running.clock.advance(3_600_000);
    const { body } = await confirm(bala, id);
    expect(body).toMatchObject({ state: 'confirmed', confirmed_how: 'own', commands: [] });
    running.clock.release();
    expect(await evidence()).toMatchObject([
      {
        id: body.evidence_id,
        staff_id: line.bala,
        kind: 'assessment',
        level: 3,
        state: 'approved',
        effective_date: '2026-03-12',
        valid_until: '2027-03-12',
      },
    ]);
    expect((await explainLevel()).level).toBe(3);
  });

  it('says in the explanation of a cell who assessed', async () => {
    const firm = await fixtures(running).organisation();
    const admin = plant.as(firm.admin);
    const staff = { staff_code: 'P-1', first_name: 'Bala', last_name: 'Rao', joined: '2024-01-01' };
    const { id: staff_id } = (await admin.post('/api/staff', staff)).body;
    const { id: skill } = (await admin.post('/api/skills', { skill_code: 'FORK', name: 'Forklift' })).body;
    await createChecklist(admin, skill);
    const id = await submitAssessment(admin, staff_id, skill);
    const me = (await admin.get('/api/me')).body;
    expect((await admin.post(path(id, '/confirm-in-person'), { staff_code: 'p-1' })).body.state).toBe('confirmed');
    const { text } = (await admin.get(`/api/reports/explain?staff_id=${staff_id}&skill_id=${skill}`)).body;
    expect(text).toContain(`recorded by ${me.first_name} ${me.last_name}`);
  });

  it('creates evidence once, however often it is confirmed at once', async () => {
    const id = await assess(asha);
    expect(await evidence()).toEqual([]);
    const replies = await Promise.all([1, 2, 3, 4].map(() => confirm(bala, id)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await evidence()).toHaveLength(1);
    const auditEvents = (await plant.api.get('/api/audit-events?action=staff.assess-confirm')).body;
    expect(auditEvents).toMatchObject([{ subject_id: line.bala, became: { outcome: 'passed', confirmed_how: 'own' } }]);
  });

  it('waits for sign-off where the skill requires it', async () => {
    await plant.api.patch(`/api/skills/${skill_id}`, { requires_signoff: true, signoff_by: 'admin' });
    await confirm(bala, await assess(asha));
    expect(await evidence()).toMatchObject([{ state: 'pending', kind: 'assessment' }]);
    expect((await explainLevel()).level).toBe(0);
  });

  it.each([
    ['too little was met', ['met', 'not_met', 'not_seen']],
    ['a critical criterion was not met', ['not_met', 'met', 'met']],
  ])('in which %s is recorded as failed and creates no evidence', async (_what, marks) => {
    const id = await assess(asha, marks);
    expect((await confirm(bala, id)).body).toMatchObject({
      state: 'confirmed',
      outcome: 'failed',
      evidence_id: null,
      criteria: marks.map((mark) => ({ mark })),
    });
    expect(await evidence()).toEqual([]);
    expect((await start(asha, line.bala)).status).toBe(201);
  });

  it('keeps the criteria as they were when it began', async () => {
    const { assessment_id } = (await start(asha, line.bala)).body;
    await createChecklist(plant.api, skill_id, { needed: 1, criteria: [{ text: 'Smiles', critical: false }] });
    const assessment = (await plant.as(asha).get(path(assessment_id))).body;
    expect(assessment).toMatchObject({ needed: 2, criteria: CRITERIA });
    await plant.api.delete(`/api/skills/${skill_id}/checklists/3`);
    expect((await plant.as(asha).get(path(assessment_id))).body.criteria).toHaveLength(3);
  });

  it('is filled in step by step, submitted complete, and not changed after that', async () => {
    const { assessment_id: id } = (await start(asha, line.bala)).body;
    const fill = (body: object, actor = asha) => plant.as(actor).patch(path(id), body);
    await fill({ marks: [{ criterion: 1, mark: 'met' }] });
    const both = [
      { criterion: 1, note: 'Both forks' },
      { criterion: 1, mark: 'met' },
    ];
    await fill({ marks: both, note: 'Calm driver' });
    expect((await fill({ marks: [{ criterion: 2, mark: 'not_seen' }] })).body).toMatchObject({
      note: 'Calm driver',
      criteria: [{ mark: 'met', note: 'Both forks' }, { mark: 'not_seen' }, { mark: null }],
    });
    expect((await fill({ marks: [{ criterion: 4, mark: 'met' }] })).body.errors).toHaveProperty('marks');
    expect((await fill({ marks: [{ criterion: 1, mark: 'perfect' }] })).status).toBe(422);
    const submit = () => plant.as(asha).post(path(id, '/submit'));
    expect(await submit()).toMatchObject({ status: 409, body: { code: 'not_all_marked', facts: { count: 1 } } });
    await fill({ marks: [{ criterion: 3, mark: 'met' }] });
    expect((await submit()).body).toMatchObject({ state: 'given', outcome: 'passed', note: 'Calm driver' });
    expect(await fill({ marks: [{ criterion: 3, mark: 'not_met' }] })).toMatchObject({ status: 409 });
    expect((await submit()).status).toBe(409);
  });

  it('keeps all marks that arrive at once', async () => {
    const { assessment_id: id } = (await start(asha, line.bala)).body;
    const marks = [1, 2, 3].map((criterion) => plant.as(asha).patch(path(id), { marks: [{ criterion, mark: 'met' }] }));
    expect((await Promise.all(marks)).map(({ status }) => status)).toEqual([200, 200, 200]);
    const { criteria } = (await plant.as(asha).get(path(id))).body;
    expect(criteria.map((each: any) => each.mark)).toEqual(['met', 'met', 'met']);
  });

  it('is open once at a time: starting again resumes it, and another assessor is refused', async () => {
    const replies = await Promise.all([1, 2, 3].map(() => start(asha, line.bala)));
    expect(new Set(replies.map(({ body }) => body.assessment_id)).size).toBe(1);
    const devi = await line.signIn('devi');
    expect(await start(devi, line.bala)).toMatchObject({ status: 409, body: { code: 'assessed_already' } });
    const id = replies[0]!.body.assessment_id;
    expect(await plant.as(devi).patch(path(id), { note: 'x' })).toMatchObject({ status: 403 });
    expect((await plant.as(devi).post(path(id, '/withdraw'), { reason: 'On leave' })).body.state).toBe('withdrawn');
    expect((await start(devi, line.bala)).status).toBe(201);
  });

  it('cannot be of oneself, and only of people in the line', async () => {
    expect(await start(asha, line.asha)).toMatchObject({ status: 403, body: { code: 'assesses_own' } });
    expect(await start(bala, line.bala)).toMatchObject({ status: 403, body: { code: 'assesses_own' } });
    const admin = await plant.signIn({ role: 'admin', staff_id: line.esra });
    expect(await start(admin, line.esra)).toMatchObject({ status: 403, body: { code: 'assesses_own' } });
    for (const [actor, subject] of [
      [asha, line.esra],
      [bala, line.chen],
      [await line.signIn('esra'), line.bala],
    ] as const)
      expect((await start(actor, subject)).status).toBe(404);
    const id = await assess(asha);
    for (const actor of [asha, plant.admin, admin])
      expect(await confirm(actor, id)).toMatchObject({ status: 403, body: { code: 'not_the_assessed' } });
    expect((await confirm(await line.signIn('chen'), id)).status).toBe(404);
    expect((await plant.as(bala).post(path(id, '/withdraw'), { reason: 'No' })).status).toBe(403);
  });

  it('of a person without an account is confirmed by staff code, with the assessor', async () => {
    const id = await assess(asha);
    const { staff_code } = (await plant.api.get(`/api/staff/${line.bala}`)).body;
    const inPerson = (actor: Headers, code: string) =>
      plant.as(actor).post(path(id, '/confirm-in-person'), { staff_code: code });
    expect((await inPerson(asha, 'other')).body.errors).toHaveProperty('staff_code');
    expect(await inPerson(plant.admin, staff_code)).toMatchObject({ body: { code: 'not_your_assessment' } });
    expect(await inPerson(bala, staff_code)).toMatchObject({ body: { code: 'assesses_own' } });
    expect((await inPerson(asha, ` ${staff_code.toLowerCase()}`)).body).toMatchObject({
      state: 'confirmed',
      confirmed_how: 'in_person',
    });
    expect(await evidence()).toHaveLength(1);
    expect((await inPerson(asha, staff_code)).status).toBe(409);
  });

  it('of a person with an account is confirmed in that account', async () => {
    const firm = await fixtures(running).organisation();
    const colleague = await createColleague(running, firm);
    const admin = plant.as(firm.admin);
    const { id: skill } = (await admin.post('/api/skills', { skill_code: 'FORK', name: 'Forklift' })).body;
    await createChecklist(admin, skill);
    const id = await submitAssessment(admin, colleague.staff_id, skill);
    const { staff_code } = (await admin.get(`/api/staff/${colleague.staff_id}`)).body;
    expect(await admin.post(path(id, '/confirm-in-person'), { staff_code })).toMatchObject({
      status: 409,
      body: { code: 'confirms_in_account' },
    });
    expect((await plant.as(colleague.headers).post(path(id, '/confirm'))).body.state).toBe('confirmed');
  });

  it('needs a checklist, an employed person and an active skill', async () => {
    expect(await start(asha, line.bala, 2)).toMatchObject({ status: 409, body: { code: 'no_checklist' } });
    await plant.api.post(`/api/skills/${skill_id}/archive`);
    expect((await start(asha, line.bala)).body.errors).toHaveProperty('skill_id');
    await plant.api.post(`/api/staff/${line.chen}/leave`, { last_active_day: '2025-01-31' });
    expect((await start(asha, line.chen)).status).toBe(422);
  });

  it('is listed for the person, their managers and admins, newest first', async () => {
    const first = await assess(asha, ['not_met', 'met', 'met']);
    await confirm(bala, first);
    const second = await assess(asha);
    const list = (actor: Headers) => plant.as(actor).get(`/api/staff/${line.bala}/practical-assessments`);
    for (const actor of [bala, asha, plant.admin, await line.signIn('devi')])
      expect((await list(actor)).body.map((each: any) => each.assessment_id)).toEqual([second, first]);
    for (const name of ['esra', 'chen'] as const) expect((await list(await line.signIn(name))).status).toBe(404);
    expect((await plant.as(await line.signIn('esra')).get(path(second))).status).toBe(404);
    const sent = await statementsOfRequests(async () => void (await list(asha)));
    expect(sent).toHaveLength(4);
  });

  it('keeps a skill and a person from being deleted', async () => {
    expect(await plant.api.delete(`/api/skills/${skill_id}`)).toMatchObject({
      status: 409,
      body: { code: 'in_use', facts: { skill_checklist: 1 } },
    });
    await start(asha, line.bala);
    expect(await plant.api.delete(`/api/staff/${line.bala}`)).toMatchObject({ status: 409, body: { code: 'in_use' } });
  });
});
