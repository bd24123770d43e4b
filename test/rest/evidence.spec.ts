import { SkillLedgerService } from '../../src/modules/skills/skill-ledger.service';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { openOrganisation, type Organisation } from '../support/organisation';

describe('skill evidence', () => {
  let running: RunningApp;
  let plant: Organisation;
  let staff_id: string;
  let skill_id: string;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());
  beforeEach(async () => {
    plant = await openOrganisation(running, { time_zone: 'Asia/Kolkata' });
    staff_id = (
      await admin().post('/api/staff', {
        staff_code: 'P-1',
        first_name: 'Asha',
        last_name: 'Rao',
        joined: '2020-01-01',
      })
    ).body.id;
    skill_id = (await admin().post('/api/skills', { skill_code: 'FORK', name: 'Forklift', validity_months: 12 })).body
      .id;
  });
  const admin = () => api(running, plant.admin);
  const ledger = () => running.app.get(SkillLedgerService, { strict: false });
  const record = async (body: object) => {
    const reply = await admin().post('/api/skill-evidence', {
      staff_id,
      skill_id,
      kind: 'assessment',
      level: 3,
      ...body,
    });
    expect(reply).toMatchObject({ status: 201 });
    return reply.body as { id: string };
  };
  const level = async (on: string) =>
    (await admin().get(`/api/reports/explain?staff_id=${staff_id}&skill_id=${skill_id}&on=${on}`)).body.level;

  it('is recorded by an admin, valid as long as the skill says, and gives its level at once', async () => {
    const reply = await admin().post('/api/skill-evidence', {
      staff_id,
      skill_id,
      kind: 'assessment',
      level: 3,
      effective_at: '2026-03-31T18:45:00Z',
      note: ' Seen on the floor ',
    });
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({
      kind: 'assessment',
      state: 'approved',
      effective_date: '2026-04-01',
      valid_until: '2027-04-01',
      note: 'Seen on the floor',
    });
    expect([await level('2026-03-31'), await level('2026-04-01'), await level('2027-04-02')]).toEqual([0, 3, 0]);
    const permanentEvidence = await record({ effective_date: '2026-05-01', valid_until: null });
    expect(permanentEvidence).toMatchObject({ valid_until: null });
  });

  it('is refused for a future day, by the later of the organisation’s and the person’s zone', async () => {
    // 2 March in Denver, 3 March in Kiritimati.
    running.clock.freeze('2026-03-02T19:00:00Z');
    plant = await openOrganisation(running, { time_zone: 'America/Denver' });
    const person = async (staff_code: string, time_zone: string | null) => {
      const name = { first_name: 'Asha', last_name: 'Rao', joined: '2020-01-01' };
      return (await admin().post('/api/staff', { staff_code, ...name, time_zone })).body.id as string;
    };
    const [localPerson, personAhead] = [await person('D-1', null), await person('D-2', 'Pacific/Kiritimati')];
    const skill = (await admin().post('/api/skills', { skill_code: 'FORK', name: 'Forklift' })).body.id;
    const answer = async (staffMember: string, body: object) => {
      const order = { staff_id: staffMember, skill_id: skill, kind: 'assessment', level: 3, ...body };
      const reply = await admin().post('/api/skill-evidence', order);
      return [reply.status, Object.keys(reply.body.errors ?? {})];
    };
    expect(await answer(localPerson, { effective_date: '2026-03-03' })).toEqual([422, ['effective_date']]);
    expect(await answer(localPerson, { effective_date: '2062-01-01' })).toEqual([422, ['effective_date']]);
    expect(await answer(localPerson, { effective_at: '2026-03-03T07:00:00Z' })).toEqual([422, ['effective_at']]);
    expect(await answer(localPerson, { effective_date: '2026-03-02' })).toEqual([201, []]);
    expect(await answer(personAhead, { effective_date: '2026-03-03' })).toEqual([201, []]);
    expect(await answer(personAhead, { effective_date: '2026-03-04' })).toEqual([422, ['effective_date']]);
    const { body } = await admin().get('/api/skill-evidence?_end=50');
    expect(body).toHaveLength(2);
    running.clock.release();
  });

  it('is granted once per source', async () => {
    const grant = {
      staff_id,
      skill_id,
      kind: 'training' as const,
      level: 2,
      effective_date: '2025-01-10',
      source_type: 'completion' as const,
      source_id: skill_id,
      training_id: staff_id,
    };
    await Promise.all([1, 2, 3].map(() => ledger().grant(plant.tenant, [grant])));
    expect((await admin().get('/api/skill-evidence')).body).toHaveLength(1);
    expect(await ledger().rebuild(plant.tenant)).toBe(0);
  });

  it('leaves no level behind when two rows of one pair come at the same moment', async () => {
    const days = ['2025-01-10', '2025-02-10', '2025-03-10', '2025-04-10'];
    await Promise.all(
      days.map((effective_date, n) => record({ kind: 'prior', level: n + 1, effective_date, valid_until: null })),
    );
    expect(await ledger().rebuild(plant.tenant)).toBe(0);
    expect(await level('2025-04-10')).toBe(4);
  });

  it('renewed early lasts from the old end, renewed late from its own day', async () => {
    const training_id = skill_id;
    const grant = (effective_date: string, source_id: string) => ({
      staff_id,
      skill_id,
      kind: 'training' as const,
      level: 3,
      effective_date,
      source_type: 'completion' as const,
      source_id,
      training_id,
    });
    const ids = [plant.tenant, 1, 2].map((_, n) => `01900000-0000-7000-8000-00000000000${n}`);
    await ledger().grant(plant.tenant, [grant('2025-01-10', ids[0]!), grant('2025-12-01', ids[1]!)]);
    await ledger().grant(plant.tenant, [grant('2027-03-01', ids[2]!)]);
    const rows = (await admin().get('/api/skill-evidence?_sort=effective_date&_order=asc')).body;
    expect(rows.map((row: { valid_until: string }) => row.valid_until)).toEqual([
      '2026-01-10',
      '2027-01-10',
      '2028-03-01',
    ]);
  });

  it('waits for sign-off where the skill asks for it, and counts 0 until then', async () => {
    const signOffSkill = (
      await admin().post('/api/skills', { skill_code: 'CRANE', name: 'Crane', requires_signoff: true })
    ).body.id;
    const [id] = await ledger().grant(plant.tenant, [
      {
        staff_id,
        skill_id: signOffSkill,
        kind: 'training',
        level: 3,
        effective_date: '2025-01-10',
        source_type: 'hand',
      },
    ]);
    const on = async () =>
      (await admin().get(`/api/reports/explain?staff_id=${staff_id}&skill_id=${signOffSkill}&on=2025-02-01`)).body
        .level;
    expect((await admin().get('/api/skill-evidence?state=pending')).body).toHaveLength(1);
    expect(await on()).toBe(0);
    expect((await admin().post(`/api/skill-evidence/${id}/approve`)).body).toMatchObject({ state: 'approved' });
    expect(await on()).toBe(3);
    expect((await admin().post(`/api/skill-evidence/${id}/reject`, { reason: 'too late' })).status).toBe(409);
    expect((await admin().post(`/api/skill-evidence/${id}/void`)).status).toBe(422);
    expect((await admin().post(`/api/skill-evidence/${id}/void`, { reason: 'wrong person' })).body.state).toBe(
      'voided',
    );
    expect(await on()).toBe(0);
    expect((await admin().post(`/api/skill-evidence/${id}/approve`)).status).toBe(409);
  });

  it('is refused with invalid values', async () => {
    const post = (body: object) =>
      admin().post('/api/skill-evidence', { staff_id, skill_id, kind: 'prior', level: 3, ...body });
    expect((await post({ kind: 'training' })).body.errors).toHaveProperty('kind');
    expect((await post({ kind: 'self' })).body.errors).toHaveProperty('kind');
    expect((await post({ level: 5 })).body.errors).toHaveProperty('level');
    expect((await post({ effective_date: '2026-02-01', valid_until: '2026-01-31' })).body.errors).toHaveProperty(
      'valid_until',
    );
    const other = await openOrganisation(running);
    const foreignReply = await api(running, other.admin).post('/api/skill-evidence', {
      staff_id,
      skill_id,
      kind: 'prior',
      level: 3,
    });
    expect(foreignReply).toMatchObject({ status: 422, body: { errors: { staff_id: [expect.any(String)] } } });
  });

  it('is visible to its learner only, whose self-ratings never count', async () => {
    const other = (
      await admin().post('/api/staff', {
        staff_code: 'P-2',
        first_name: 'Bala',
        last_name: 'Rao',
        joined: '2020-01-01',
      })
    ).body.id;
    const othersEvidence = await record({ staff_id: other, effective_date: '2025-01-01' });
    const learner = api(running, await plant.signIn({ role: 'user', staff_id, eid: 'P-1' }));
    const self = { staff_id, skill_id, kind: 'self', level: 4, effective_date: '2025-01-01' };
    expect((await learner.post('/api/skill-evidence', self)).status).toBe(201);
    expect((await learner.post('/api/skill-evidence', { ...self, staff_id: other })).status).toBe(403);
    expect((await learner.post('/api/skill-evidence', { ...self, kind: 'assessment' })).status).toBe(403);
    expect((await learner.get('/api/skill-evidence')).body).toMatchObject([{ staff_id, kind: 'self' }]);
    expect((await learner.get(`/api/skill-evidence?staff_id=${other}`)).body).toEqual([]);
    expect((await learner.get(`/api/skill-evidence/${othersEvidence.id}`)).status).toBe(404);
    expect((await learner.post(`/api/skill-evidence/${othersEvidence.id}/void`, { reason: 'x' })).status).toBe(403);
    expect(await level('2025-02-01')).toBe(0);
  });

  it('has no effect during a revocation', async () => {
    await record({ effective_date: '2025-01-01', valid_until: null });
    const revocationReply = await admin().post('/api/revocations', {
      staff_id,
      skill_id,
      from_date: '2026-02-10',
      reason: 'Near miss',
    });
    expect(revocationReply.status).toBe(201);
    expect([await level('2026-02-09'), await level('2026-02-10'), await level('2026-03-11')]).toEqual([3, 0, 0]);
    expect(
      (await admin().post(`/api/revocations/${revocationReply.body.id}/end`, { to_date: '2026-02-01' })).status,
    ).toBe(422);
    expect(
      (await admin().post(`/api/revocations/${revocationReply.body.id}/end`, { to_date: '2026-03-10' })).status,
    ).toBe(200);
    expect([await level('2026-03-10'), await level('2026-03-11')]).toEqual([0, 3]);
    expect(await ledger().rebuild(plant.tenant)).toBe(0);
  });

  it('ends on the last active day, and comes back with a longer employment', async () => {
    await record({ effective_date: '2025-01-01', valid_until: null });
    expect((await admin().post(`/api/staff/${staff_id}/leave`, { last_active_day: '2026-03-15' })).status).toBe(200);
    expect([await level('2026-03-15'), await level('2026-03-16')]).toEqual([3, 0]);
    expect(await ledger().rebuild(plant.tenant)).toBe(0);
  });

  it('of another organisation does not exist', async () => {
    const ownEvidence = await record({ effective_date: '2025-01-01' });
    const other = await openOrganisation(running);
    const foreignApi = api(running, other.admin);
    expect((await foreignApi.get(`/api/skill-evidence/${ownEvidence.id}`)).status).toBe(404);
    expect((await foreignApi.post(`/api/skill-evidence/${ownEvidence.id}/void`, { reason: 'x' })).status).toBe(404);
    expect((await foreignApi.get('/api/skill-evidence')).body).toEqual([]);
  });
});
