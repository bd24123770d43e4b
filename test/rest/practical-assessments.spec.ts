import { startApp, type RunningApp } from '../support/app';
import { assessed, checklist, CRITERIA } from '../support/assessed';
import { colleagueOf } from '../support/colleague';
import { given } from '../support/given';
import { openLine, type Line } from '../support/line';
import type { Headers } from '../support/organisation';
import { openPlant, type Plant } from '../support/plant';
import { statementsOfRequests } from '../support/statements';

describe('an assessment at work', () => {
  let running: RunningApp;
  let plant: Plant;
  let line: Line;
  let skill_id: string;
  let asha: Headers;
  let bala: Headers;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    plant = await openPlant(running);
    line = await openLine(plant);
    skill_id = (await plant.skill({ validity_months: 12 })).skill_id;
    await checklist(plant.api, skill_id);
    [asha, bala] = [await line.signedIn('asha'), await line.signedIn('bala')];
  });
  afterEach(() => running.clock.release());
  afterAll(() => running.close());

  const path = (id: string, command = '') => `/api/practical-assessments/${id}${command}`;
  const start = (who: Headers, staff_id: string, level = 3) =>
    plant.as(who).post('/api/practical-assessments', { staff_id, skill_id, level });
  const assess = (who: Headers, marks?: string[]) => assessed(plant.as(who), line.bala, skill_id, marks);
  const confirm = (who: Headers, id: string) => plant.as(who).post(path(id, '/confirm'));
  const evidence = async () => (await plant.api.get(`/api/skill-evidence?skill_id=${skill_id}`)).body as any[];
  const explained = async () =>
    (await plant.api.get(`/api/reports/explain?staff_id=${line.bala}&skill_id=${skill_id}`)).body;

  it('goes by a checklist a level, which an admin writes and everybody may read', async () => {
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

  it('that both have confirmed is evidence of the level, from its day on, recorded by who saw it', async () => {
    running.clock.freeze('2026-03-12T23:30:00Z');
    [asha, bala] = [await line.signedIn('asha'), await line.signedIn('bala')];
    const id = await assess(asha);
    expect((await plant.as(bala).get(path(id))).body).toMatchObject({
      ...{ state: 'given', outcome: 'passed', assessed_on: '2026-03-12', commands: ['confirm'], evidence_id: null },
    });
    running.clock.advance(3_600_000);
    const { body } = await confirm(bala, id);
    expect(body).toMatchObject({ state: 'confirmed', confirmed_how: 'own', commands: [] });
    running.clock.release();
    expect(await evidence()).toMatchObject([
      {
        ...{ id: body.evidence_id, staff_id: line.bala, kind: 'assessment', level: 3, state: 'approved' },
        ...{ effective_date: '2026-03-12', valid_until: '2027-03-12' },
      },
    ]);
    expect((await explained()).level).toBe(3);
  });

  it('says in the explanation of a cell who assessed', async () => {
    const firm = await given(running).organisation();
    const admin = plant.as(firm.admin);
    const staff = { staff_code: 'P-1', first_name: 'Bala', last_name: 'Rao', joined: '2024-01-01' };
    const { id: staff_id } = (await admin.post('/api/staff', staff)).body;
    const { id: skill } = (await admin.post('/api/skills', { skill_code: 'FORK', name: 'Forklift' })).body;
    await checklist(admin, skill);
    const id = await assessed(admin, staff_id, skill);
    const me = (await admin.get('/api/me')).body;
    expect((await admin.post(path(id, '/confirm-in-person'), { staff_code: 'p-1' })).body.state).toBe('confirmed');
    const { text } = (await admin.get(`/api/reports/explain?staff_id=${staff_id}&skill_id=${skill}`)).body;
    expect(text).toContain(`recorded by ${me.first_name} ${me.last_name}`);
  });

  it('is evidence once, however often and by how many at once it is confirmed', async () => {
    const id = await assess(asha);
    expect(await evidence()).toEqual([]);
    const replies = await Promise.all([1, 2, 3, 4].map(() => confirm(bala, id)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await evidence()).toHaveLength(1);
    const told = (await plant.api.get('/api/audit-events?action=staff.assess-confirm')).body;
    expect(told).toMatchObject([{ subject_id: line.bala, became: { outcome: 'passed', confirmed_how: 'own' } }]);
  });

  it('waits for its sign-off where the skill wants one', async () => {
    await plant.api.patch(`/api/skills/${skill_id}`, { requires_signoff: true, signoff_by: 'admin' });
    await confirm(bala, await assess(asha));
    expect(await evidence()).toMatchObject([{ state: 'pending', kind: 'assessment' }]);
    expect((await explained()).level).toBe(0);
  });

  it.each([
    ['too little was met', ['met', 'not_met', 'not_seen']],
    ['a critical criterion was not met', ['not_met', 'met', 'met']],
  ])('in which %s stays as a record of what was missing, and gives nothing', async (_what, marks) => {
    const id = await assess(asha, marks);
    expect((await confirm(bala, id)).body).toMatchObject({
      ...{ state: 'confirmed', outcome: 'failed', evidence_id: null },
      criteria: marks.map((mark) => ({ mark })),
    });
    expect(await evidence()).toEqual([]);
    expect((await start(asha, line.bala)).status).toBe(201);
  });

  it('keeps the criteria as they were when it began', async () => {
    const { assessment_id } = (await start(asha, line.bala)).body;
    await checklist(plant.api, skill_id, { needed: 1, criteria: [{ text: 'Smiles', critical: false }] });
    const shown = (await plant.as(asha).get(path(assessment_id))).body;
    expect(shown).toMatchObject({ needed: 2, criteria: CRITERIA });
    await plant.api.delete(`/api/skills/${skill_id}/checklists/3`);
    expect((await plant.as(asha).get(path(assessment_id))).body.criteria).toHaveLength(3);
  });

  it('is filled in step by step, handed in whole, and said no other from then on', async () => {
    const { assessment_id: id } = (await start(asha, line.bala)).body;
    const fill = (body: object, who = asha) => plant.as(who).patch(path(id), body);
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

  it('that several marks reach at once keeps them all', async () => {
    const { assessment_id: id } = (await start(asha, line.bala)).body;
    const marks = [1, 2, 3].map((criterion) => plant.as(asha).patch(path(id), { marks: [{ criterion, mark: 'met' }] }));
    expect((await Promise.all(marks)).map(({ status }) => status)).toEqual([200, 200, 200]);
    const { criteria } = (await plant.as(asha).get(path(id))).body;
    expect(criteria.map((each: any) => each.mark)).toEqual(['met', 'met', 'met']);
  });

  it('is one at a time: begun again it goes on, and another assessor waits', async () => {
    const replies = await Promise.all([1, 2, 3].map(() => start(asha, line.bala)));
    expect(new Set(replies.map(({ body }) => body.assessment_id)).size).toBe(1);
    const devi = await line.signedIn('devi');
    expect(await start(devi, line.bala)).toMatchObject({ status: 409, body: { code: 'assessed_already' } });
    const id = replies[0]!.body.assessment_id;
    expect(await plant.as(devi).patch(path(id), { note: 'x' })).toMatchObject({ status: 403 });
    expect((await plant.as(devi).post(path(id, '/withdraw'), { reason: 'On leave' })).body.state).toBe('withdrawn');
    expect((await start(devi, line.bala)).status).toBe(201);
  });

  it('is nobody’s own, and of the line only', async () => {
    expect(await start(asha, line.asha)).toMatchObject({ status: 403, body: { code: 'assesses_own' } });
    expect(await start(bala, line.bala)).toMatchObject({ status: 403, body: { code: 'assesses_own' } });
    const admin = await plant.signIn({ role: 'admin', staff_id: line.esra });
    expect(await start(admin, line.esra)).toMatchObject({ status: 403, body: { code: 'assesses_own' } });
    for (const [who, whom] of [
      [asha, line.esra],
      [bala, line.chen],
      [await line.signedIn('esra'), line.bala],
    ] as const)
      expect((await start(who, whom)).status).toBe(404);
    const id = await assess(asha);
    for (const who of [asha, plant.admin, admin])
      expect(await confirm(who, id)).toMatchObject({ status: 403, body: { code: 'not_the_assessed' } });
    expect((await confirm(await line.signedIn('chen'), id)).status).toBe(404);
    expect((await plant.as(bala).post(path(id, '/withdraw'), { reason: 'No' })).status).toBe(403);
  });

  it('of somebody without an account is confirmed by their staff code, with the assessor', async () => {
    const id = await assess(asha);
    const { staff_code } = (await plant.api.get(`/api/staff/${line.bala}`)).body;
    const inPerson = (who: Headers, code: string) =>
      plant.as(who).post(path(id, '/confirm-in-person'), { staff_code: code });
    expect((await inPerson(asha, 'other')).body.errors).toHaveProperty('staff_code');
    expect(await inPerson(plant.admin, staff_code)).toMatchObject({ body: { code: 'not_your_assessment' } });
    expect(await inPerson(bala, staff_code)).toMatchObject({ body: { code: 'assesses_own' } });
    expect((await inPerson(asha, ` ${staff_code.toLowerCase()}`)).body).toMatchObject({
      ...{ state: 'confirmed', confirmed_how: 'in_person' },
    });
    expect(await evidence()).toHaveLength(1);
    expect((await inPerson(asha, staff_code)).status).toBe(409);
  });

  it('of somebody with an account is confirmed there', async () => {
    const firm = await given(running).organisation();
    const colleague = await colleagueOf(running, firm);
    const admin = plant.as(firm.admin);
    const { id: skill } = (await admin.post('/api/skills', { skill_code: 'FORK', name: 'Forklift' })).body;
    await checklist(admin, skill);
    const id = await assessed(admin, colleague.staff_id, skill);
    const { staff_code } = (await admin.get(`/api/staff/${colleague.staff_id}`)).body;
    expect(await admin.post(path(id, '/confirm-in-person'), { staff_code })).toMatchObject({
      ...{ status: 409, body: { code: 'confirms_in_account' } },
    });
    expect((await plant.as(colleague.headers).post(path(id, '/confirm'))).body.state).toBe('confirmed');
  });

  it('needs a checklist, somebody who is there, and a skill in use', async () => {
    expect(await start(asha, line.bala, 2)).toMatchObject({ status: 409, body: { code: 'no_checklist' } });
    await plant.api.post(`/api/skills/${skill_id}/archive`);
    expect((await start(asha, line.bala)).body.errors).toHaveProperty('skill_id');
    await plant.api.post(`/api/staff/${line.chen}/leave`, { last_active_day: '2025-01-31' });
    expect((await start(asha, line.chen)).status).toBe(422);
  });

  it('stands on the person’s page for the person, the line above and admins, the newest first', async () => {
    const first = await assess(asha, ['not_met', 'met', 'met']);
    await confirm(bala, first);
    const second = await assess(asha);
    const list = (who: Headers) => plant.as(who).get(`/api/staff/${line.bala}/practical-assessments`);
    for (const who of [bala, asha, plant.admin, await line.signedIn('devi')])
      expect((await list(who)).body.map((each: any) => each.assessment_id)).toEqual([second, first]);
    for (const name of ['esra', 'chen'] as const) expect((await list(await line.signedIn(name))).status).toBe(404);
    expect((await plant.as(await line.signedIn('esra')).get(path(second))).status).toBe(404);
    const sent = await statementsOfRequests(async () => void (await list(asha)));
    expect(sent).toHaveLength(4);
  });

  it('keeps a skill and a person from being deleted', async () => {
    expect(await plant.api.delete(`/api/skills/${skill_id}`)).toMatchObject({
      ...{ status: 409, body: { code: 'in_use', facts: { skill_checklist: 1 } } },
    });
    await start(asha, line.bala);
    expect(await plant.api.delete(`/api/staff/${line.bala}`)).toMatchObject({ status: 409, body: { code: 'in_use' } });
  });
});
