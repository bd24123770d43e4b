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

  it('tells of each row what the asker may do with it, and that is what is granted', async () => {
    const rows = {
      bala: await waiting(line.bala),
      own: await waiting(line.asha),
      weld: await waiting(line.bala, weld),
    };
    const decided = async (staff_id: string, command: string): Promise<string> => {
      const id = await waiting(staff_id);
      await decide(plant.admin, id, command);
      return id;
    };
    const [approved, rejected] = [await decided(line.chen, 'approve'), await decided(line.chen, 'reject')];
    const admin = await plant.signIn({ role: 'admin', staff_id: line.asha });
    const askers: Record<string, Headers> = { asha, devi, admin, bala: await line.signedIn('bala') };
    for (const [name, who] of Object.entries(askers)) {
      const listed = (await plant.as(who).get('/api/skill-evidence')).body as { id: string; commands: string[] }[];
      for (const { id, commands } of listed) {
        expect([name, (await plant.as(who).get(`/api/skill-evidence/${id}`)).body.commands]).toEqual([name, commands]);
      }
      for (const id of [...Object.values(rows), approved, rejected]) {
        const offered = listed.find((row) => row.id === id)?.commands ?? [];
        for (const command of ['approve', 'reject', 'void'].filter((each) => !offered.includes(each)))
          expect([name, command, [403, 404, 409].includes((await decide(who, id, command)).status)]).toEqual([
            ...[name, command, true],
          ]);
      }
    }
    // Each of the offered ones, of a row of its own that is as the listed one.
    const fresh: Record<string, () => Promise<string>> = {
      [rows.bala]: () => waiting(line.bala),
      [rows.own]: () => waiting(line.asha),
      [rows.weld]: () => waiting(line.bala, weld),
      [approved]: () => decided(line.chen, 'approve'),
      [rejected]: () => decided(line.chen, 'reject'),
    };
    const granted: string[] = [];
    for (const [name, who] of Object.entries({ ...askers, plant: plant.admin })) {
      const listed = (await plant.as(who).get('/api/skill-evidence')).body as { id: string; commands: string[] }[];
      for (const { id, commands } of listed.filter((row) => row.id in fresh)) {
        for (const command of commands) {
          const copy = await fresh[id]!();
          expect([name, command, (await decide(who, copy, command)).status]).toEqual([name, command, 200]);
          granted.push(`${name} ${command}`);
        }
      }
    }
    expect(new Set(granted)).toEqual(
      new Set([
        ...['asha', 'devi'].flatMap((name) => [`${name} approve`, `${name} reject`]),
        ...['admin', 'plant'].flatMap((name) => [`${name} approve`, `${name} reject`, `${name} void`]),
      ]),
    );
    const offered = async (who: Headers, id: string) =>
      (await plant.as(who).get(`/api/skill-evidence/${id}`)).body.commands;
    expect(await offered(asha, rows.bala)).toEqual(['approve', 'reject']);
    expect(await offered(asha, rows.weld)).toEqual([]);
    expect(await offered(asha, rows.own)).toEqual([]);
    expect(await offered(devi, rows.own)).toEqual(['approve', 'reject']);
    expect(await offered(asha, rejected)).toEqual(['approve']);
    expect(await offered(admin, rows.own)).toEqual(['void']);
    expect(await offered(plant.admin, rows.weld)).toEqual(['approve', 'reject', 'void']);
    expect((await decide(asha, rows.bala)).body).toMatchObject({ state: 'approved', commands: [] });
    expect((await decide(plant.admin, rows.weld)).body).toMatchObject({ state: 'approved', commands: ['void'] });
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
