import { SkillLedgerService } from '../../src/modules/skills/skill-ledger.service';
import { startApp, type RunningApp } from '../support/app';
import { createReportingLine, type ReportingLine } from '../support/reporting-line';
import type { Headers } from '../support/organisation';
import { openPlant, type Plant } from '../support/plant';

describe('evidence that waits for sign-off', () => {
  let running: RunningApp;
  let plant: Plant;
  let line: ReportingLine;
  /** Skills signed off by a manager (crane) and by an admin (weld). */
  let crane: string;
  let weld: string;
  let asha: Headers;
  let devi: Headers;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    plant = await openPlant(running);
    line = await createReportingLine(plant);
    const skill = async (signoff_by: string) =>
      (await plant.createSkill({ requires_signoff: true, signoff_by })).skill_id;
    [crane, weld] = [await skill('manager'), await skill('admin')];
    [asha, devi] = [await line.signIn('asha'), await line.signIn('devi')];
  });
  afterAll(() => running.close());

  const createPending = async (staff_id: string, skill_id = crane): Promise<string> => {
    const grant = { staff_id, skill_id, kind: 'training' as const, level: 3, effective_date: '2025-01-10' };
    const ledger = running.app.get(SkillLedgerService, { strict: false });
    return (await ledger.grant(plant.tenant, [{ ...grant, source_type: 'hand' }]))[0]!;
  };
  const decide = (actor: Headers, id: string, command = 'approve') =>
    plant.as(actor).post(`/api/skill-evidence/${id}/${command}`, { reason: 'Watched at work' });
  const levelOf = async (staff_id: string, skill_id = crane) =>
    (await plant.api.get(`/api/reports/explain?staff_id=${staff_id}&skill_id=${skill_id}&on=2025-02-01`)).body.level;

  it('is the admin’s to decide unless the skill says otherwise', async () => {
    const { skill_id } = await plant.createSkill();
    expect((await plant.api.get(`/api/skills/${skill_id}`)).body).toMatchObject({ signoff_by: 'admin' });
    const other = await plant.api.patch(`/api/skills/${skill_id}`, { signoff_by: 'colleague' });
    expect([other.status, Object.keys(other.body.errors)]).toEqual([422, ['signoff_by']]);
    expect((await plant.api.patch(`/api/skills/${skill_id}`, { signoff_by: 'manager' })).body.signoff_by).toBe(
      'manager',
    );
  });

  it('is approved by a manager of the line where the skill says so, and counts from then on', async () => {
    const [bala, chen] = [await createPending(line.bala), await createPending(line.chen)];
    expect(await levelOf(line.bala)).toBe(0);
    expect((await decide(asha, bala)).body).toMatchObject({ state: 'approved' });
    expect(await levelOf(line.bala)).toBe(3);
    expect((await decide(devi, chen)).body).toMatchObject({ state: 'approved' });
    expect((await decide(asha, await createPending(line.bala), 'reject')).body).toMatchObject({ state: 'rejected' });
    const events = (await plant.api.get('/api/audit-events?action=skill-evidence.approve&_sort=at')).body;
    expect(events).toMatchObject([
      { role: 'user', subject_id: bala },
      { role: 'user', subject_id: chen },
    ]);
  });

  it('is decided by an admin where the skill says so, and voided only by admins', async () => {
    const id = await createPending(line.bala, weld);
    expect(await decide(asha, id)).toMatchObject({ status: 403, body: { code: 'not_yours_to_sign_off' } });
    expect((await decide(asha, await createPending(line.chen), 'void')).status).toBe(403);
    expect(await levelOf(line.bala, weld)).toBe(0);
    expect((await decide(plant.admin, id)).body).toMatchObject({ state: 'approved' });
    expect((await decide(plant.admin, await createPending(line.bala))).body).toMatchObject({ state: 'approved' });
  });

  it('cannot be signed off for oneself: not by a manager, an admin, or by recording it', async () => {
    const own = await createPending(line.asha);
    for (const command of ['approve', 'reject'])
      expect(await decide(asha, own, command)).toMatchObject({ status: 403, body: { code: 'signs_off_own' } });
    const admin = await plant.signIn({ role: 'admin', staff_id: line.asha });
    expect(await decide(admin, own)).toMatchObject({ status: 403, body: { code: 'signs_off_own' } });
    const row = { skill_id: crane, kind: 'assessment', level: 4, effective_date: '2025-01-20' };
    const recordEvidence = (staff_id: string) => plant.as(admin).post('/api/skill-evidence', { ...row, staff_id });
    expect((await recordEvidence(line.asha)).body).toMatchObject({ state: 'pending' });
    expect((await recordEvidence(line.bala)).body).toMatchObject({ state: 'approved' });
    expect((await decide(devi, own)).body).toMatchObject({ state: 'approved' });
  });

  it('of people outside the line, or who left it, is hidden from a manager', async () => {
    const [esra, chen, upwards] = [
      await createPending(line.esra),
      await createPending(line.chen),
      await createPending(line.devi),
    ];
    for (const id of [esra, upwards]) expect((await decide(asha, id)).status).toBe(404);
    await line.setManager(line.chen, line.esra);
    expect((await decide(asha, chen)).status).toBe(404);
    expect((await decide(await line.signIn('esra'), chen)).status).toBe(200);
    expect((await decide(await line.signIn('bala'), await createPending(line.bala))).status).toBe(403);
  });

  it('lists for each row the commands of the current user, and exactly those are allowed', async () => {
    const rows = {
      bala: await createPending(line.bala),
      own: await createPending(line.asha),
      weld: await createPending(line.bala, weld),
    };
    const createDecided = async (staff_id: string, command: string): Promise<string> => {
      const id = await createPending(staff_id);
      await decide(plant.admin, id, command);
      return id;
    };
    const [approved, rejected] = [await createDecided(line.chen, 'approve'), await createDecided(line.chen, 'reject')];
    const admin = await plant.signIn({ role: 'admin', staff_id: line.asha });
    const actors: Record<string, Headers> = { asha, devi, admin, bala: await line.signIn('bala') };
    for (const [name, actor] of Object.entries(actors)) {
      const listed = (await plant.as(actor).get('/api/skill-evidence')).body as { id: string; commands: string[] }[];
      for (const { id, commands } of listed) {
        expect([name, (await plant.as(actor).get(`/api/skill-evidence/${id}`)).body.commands]).toEqual([
          name,
          commands,
        ]);
      }
      for (const id of [...Object.values(rows), approved, rejected]) {
        const offeredCommands = listed.find((row) => row.id === id)?.commands ?? [];
        for (const command of ['approve', 'reject', 'void'].filter((each) => !offeredCommands.includes(each)))
          expect([name, command, [403, 404, 409].includes((await decide(actor, id, command)).status)]).toEqual([
            ...[name, command, true],
          ]);
      }
    }
    // Runs each offered command on a fresh copy of the listed row.
    const fresh: Record<string, () => Promise<string>> = {
      [rows.bala]: () => createPending(line.bala),
      [rows.own]: () => createPending(line.asha),
      [rows.weld]: () => createPending(line.bala, weld),
      [approved]: () => createDecided(line.chen, 'approve'),
      [rejected]: () => createDecided(line.chen, 'reject'),
    };
    const granted: string[] = [];
    for (const [name, actor] of Object.entries({ ...actors, plant: plant.admin })) {
      const listed = (await plant.as(actor).get('/api/skill-evidence')).body as { id: string; commands: string[] }[];
      for (const { id, commands } of listed.filter((row) => row.id in fresh)) {
        for (const command of commands) {
          const copy = await fresh[id]!();
          expect([name, command, (await decide(actor, copy, command)).status]).toEqual([name, command, 200]);
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
    const offeredCommands = async (actor: Headers, id: string) =>
      (await plant.as(actor).get(`/api/skill-evidence/${id}`)).body.commands;
    expect(await offeredCommands(asha, rows.bala)).toEqual(['approve', 'reject']);
    expect(await offeredCommands(asha, rows.weld)).toEqual([]);
    expect(await offeredCommands(asha, rows.own)).toEqual([]);
    expect(await offeredCommands(devi, rows.own)).toEqual(['approve', 'reject']);
    expect(await offeredCommands(asha, rejected)).toEqual(['approve']);
    expect(await offeredCommands(admin, rows.own)).toEqual(['void']);
    expect(await offeredCommands(plant.admin, rows.weld)).toEqual(['approve', 'reject', 'void']);
    expect((await decide(asha, rows.bala)).body).toMatchObject({ state: 'approved', commands: [] });
    expect((await decide(plant.admin, rows.weld)).body).toMatchObject({ state: 'approved', commands: ['void'] });
  });

  it('is listed for those who may decide it', async () => {
    const [bala, own] = [await createPending(line.bala), await createPending(line.asha)];
    const forAdmin = await createPending(line.chen, weld);
    const outside = await createPending(line.esra);
    const listed = async (actor: Headers, more = '') =>
      ((await plant.as(actor).get(`/api/skill-evidence?waiting_for=me${more}`)).body as { id: string }[])
        .map(({ id }) => id)
        .toSorted();
    expect(await listed(asha)).toEqual([bala]);
    expect(await listed(devi)).toEqual([bala, own].toSorted());
    expect(await listed(plant.admin)).toEqual([bala, own, forAdmin, outside].toSorted());
    expect(await listed(await line.signIn('bala'))).toEqual([]);
    expect(await listed(asha, `&staff_id=${line.chen}`)).toEqual([]);
    expect((await plant.as(asha).get('/api/skill-evidence?waiting_for=devi')).status).toBe(400);
  });
});
