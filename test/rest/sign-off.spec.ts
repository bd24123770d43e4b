import { SkillLedger } from '../../src/skills/skill-ledger.service';
import { startApp, type RunningApp } from '../support/app';
import { openLine, type Line } from '../support/line';
import type { Headers } from '../support/organisation';
import { openPlant, type Plant } from '../support/plant';

describe('evidence that waits for sign-off', () => {
  let running: RunningApp;
  let plant: Plant;
  let line: Line;
  /** Signed off by a manager, and by an admin. */
  let crane: string;
  let weld: string;
  let asha: Headers;
  let devi: Headers;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    plant = await openPlant(running);
    line = await openLine(plant);
    const skill = async (signoff_by: string) => (await plant.skill({ requires_signoff: true, signoff_by })).skill_id;
    [crane, weld] = [await skill('manager'), await skill('admin')];
    [asha, devi] = [await line.signedIn('asha'), await line.signedIn('devi')];
  });
  afterAll(() => running.close());

  const waiting = async (staff_id: string, skill_id = crane): Promise<string> => {
    const grant = { staff_id, skill_id, kind: 'training' as const, level: 3, effective_date: '2025-01-10' };
    const ledger = running.app.get(SkillLedger, { strict: false });
    return (await ledger.grant(plant.tenant, [{ ...grant, source_type: 'hand' }]))[0]!;
  };
  const decide = (who: Headers, id: string, command = 'approve') =>
    plant.as(who).post(`/api/skill-evidence/${id}/${command}`, { reason: 'Watched at work' });
  const levelOf = async (staff_id: string, skill_id = crane) =>
    (await plant.api.get(`/api/reports/explain?staff_id=${staff_id}&skill_id=${skill_id}&on=2025-02-01`)).body.level;

  it('is the admin’s to decide unless the skill says otherwise', async () => {
    const { skill_id } = await plant.skill();
    expect((await plant.api.get(`/api/skills/${skill_id}`)).body).toMatchObject({ signoff_by: 'admin' });
    const other = await plant.api.patch(`/api/skills/${skill_id}`, { signoff_by: 'colleague' });
    expect([other.status, Object.keys(other.body.errors)]).toEqual([422, ['signoff_by']]);
    expect((await plant.api.patch(`/api/skills/${skill_id}`, { signoff_by: 'manager' })).body.signoff_by).toBe(
      'manager',
    );
  });

  it('is approved by a manager of the line where the skill says so, and counts from then on', async () => {
    const [bala, chen] = [await waiting(line.bala), await waiting(line.chen)];
    expect(await levelOf(line.bala)).toBe(0);
    expect((await decide(asha, bala)).body).toMatchObject({ state: 'approved' });
    expect(await levelOf(line.bala)).toBe(3);
    expect((await decide(devi, chen)).body).toMatchObject({ state: 'approved' });
    expect((await decide(asha, await waiting(line.bala), 'reject')).body).toMatchObject({ state: 'rejected' });
    const events = (await plant.api.get('/api/audit-events?action=skill-evidence.approve&_sort=at')).body;
    expect(events).toMatchObject([
      { role: 'user', subject_id: bala },
      { role: 'user', subject_id: chen },
    ]);
  });

  it('stays with an admin where the skill says so, and voiding does everywhere', async () => {
    const id = await waiting(line.bala, weld);
    expect(await decide(asha, id)).toMatchObject({ status: 403, body: { code: 'not_yours_to_sign_off' } });
    expect((await decide(asha, await waiting(line.chen), 'void')).status).toBe(403);
    expect(await levelOf(line.bala, weld)).toBe(0);
    expect((await decide(plant.admin, id)).body).toMatchObject({ state: 'approved' });
    expect((await decide(plant.admin, await waiting(line.bala))).body).toMatchObject({ state: 'approved' });
  });

  it('is nobody’s own to sign off: no manager’s, no admin’s, and none by way of recording it', async () => {
    const own = await waiting(line.asha);
    for (const command of ['approve', 'reject'])
      expect(await decide(asha, own, command)).toMatchObject({ status: 403, body: { code: 'signs_off_own' } });
    const admin = await plant.signIn({ role: 'admin', staff_id: line.asha });
    expect(await decide(admin, own)).toMatchObject({ status: 403, body: { code: 'signs_off_own' } });
    const row = { skill_id: crane, kind: 'assessment', level: 4, effective_date: '2025-01-20' };
    const recorded = (staff_id: string) => plant.as(admin).post('/api/skill-evidence', { ...row, staff_id });
    expect((await recorded(line.asha)).body).toMatchObject({ state: 'pending' });
    expect((await recorded(line.bala)).body).toMatchObject({ state: 'approved' });
    expect((await decide(devi, own)).body).toMatchObject({ state: 'approved' });
  });

  it('of anybody outside the line is not there for a manager, nor of whoever left it', async () => {
    const [esra, chen, upwards] = [await waiting(line.esra), await waiting(line.chen), await waiting(line.devi)];
    for (const id of [esra, upwards]) expect((await decide(asha, id)).status).toBe(404);
    await line.below(line.chen, line.esra);
    expect((await decide(asha, chen)).status).toBe(404);
    expect((await decide(await line.signedIn('esra'), chen)).status).toBe(200);
    expect((await decide(await line.signedIn('bala'), await waiting(line.bala))).status).toBe(403);
  });

  it('is listed for whoever may decide it', async () => {
    const [bala, own] = [await waiting(line.bala), await waiting(line.asha)];
    const forAdmin = await waiting(line.chen, weld);
    const outside = await waiting(line.esra);
    const listed = async (who: Headers, more = '') =>
      ((await plant.as(who).get(`/api/skill-evidence?waiting_for=me${more}`)).body as { id: string }[])
        .map(({ id }) => id)
        .toSorted();
    expect(await listed(asha)).toEqual([bala]);
    expect(await listed(devi)).toEqual([bala, own].toSorted());
    expect(await listed(plant.admin)).toEqual([bala, own, forAdmin, outside].toSorted());
    expect(await listed(await line.signedIn('bala'))).toEqual([]);
    expect(await listed(asha, `&staff_id=${line.chen}`)).toEqual([]);
    expect((await plant.as(asha).get('/api/skill-evidence?waiting_for=devi')).status).toBe(400);
  });
});
