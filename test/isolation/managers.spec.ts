import { api, type Reply } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { colleagueOf, type Colleague } from '../support/colleague';
import { given, type Registered } from '../support/given';
import type { Headers } from '../support/organisation';
import { openWorld, type World } from '../support/world';

/** What contract.md names under "Managers", beside the reports (test/rest/manager-reports.spec.ts). */
const OF_THE_LINE = [
  '/api/staff',
  '/api/training-assignments',
  '/api/attempts',
  '/api/skill-evidence',
  '/api/skill-targets',
  '/api/enrolment-requests',
];
/** "Everything else as a learner." */
const AS_A_LEARNER = ['/api/quizzes', '/api/revocations', '/api/exemptions', '/api/video-progress'];

describe('what a manager sees', () => {
  let running: RunningApp;
  let world: World;
  beforeAll(async () => {
    running = await startApp();
    world = await openWorld(running);
  });
  afterAll(() => running.close());

  const rowsOf = async (headers: Headers, prefix: string): Promise<{ id: string; staff_id?: string }[]> => {
    const { status, body } = await api(running, headers).get(prefix);
    expect([prefix, status]).toEqual([prefix, 200]);
    return body;
  };

  it('is the rows of the line that the contract names, in lists and one by one', async () => {
    for (const prefix of OF_THE_LINE) {
      const id = world.ids[prefix]!;
      expect([prefix, (await rowsOf(world.manager, prefix)).some((row) => row.id === id)]).toEqual([prefix, true]);
      expect([prefix, (await api(running, world.manager).get(`${prefix}/${id}`)).status]).toEqual([prefix, 200]);
    }
    expect(
      (await api(running, world.manager).get(`/api/staff/${world.ids['/api/staff']}/job-roles`)).body,
    ).toHaveLength(3);
  });

  it('is nothing else of them', async () => {
    for (const prefix of AS_A_LEARNER) expect([prefix, await rowsOf(world.manager, prefix)]).toEqual([prefix, []]);
    for (const prefix of AS_A_LEARNER.slice(0, 3)) {
      const reply = await api(running, world.manager).get(`${prefix}/${world.ids[prefix]}`);
      expect([prefix, reply.status]).toEqual([prefix, 404]);
    }
    expect((await api(running, world.manager).get('/api/role-targets')).status).toBe(403);
  });

  it('is how an attempt went, and not what was asked in it', async () => {
    const path = `/api/attempts/${world.ids['/api/attempts']}`;
    const sheet = (await api(running, world.manager).get(path)).body;
    expect(sheet).toMatchObject({ status: 'in_progress', questions: [], answers: [], review: null });
    expect((await api(running, world.learner).get(path)).body.questions).toHaveLength(2);
  });

  it('is not theirs to change', async () => {
    const manager = api(running, world.manager);
    const { ids } = world;
    const whom = { staff_id: ids['/api/staff'], skill_id: ids['/api/skills'] };
    const tried: [string, Promise<Reply>][] = [
      ['staff', manager.patch(`/api/staff/${ids['/api/staff']}`, { first_name: 'Other' })],
      ['manager', manager.patch(`/api/staff/${ids['/api/staff']}`, { manager_id: null })],
      ['target', manager.post('/api/skill-targets', { ...whom, level: 1, from_date: '2026-01-01' })],
      [
        'assign',
        manager.post('/api/training-assignments/bulk', {
          staff_id: [ids['/api/staff']],
          training_id: [ids['/api/trainings']],
        }),
      ],
      ['assessment', manager.post('/api/skill-evidence', { ...whom, kind: 'assessment', level: 4 })],
      ['self-rating', manager.post('/api/skill-evidence', { ...whom, kind: 'self', level: 4 })],
      ['void', manager.post(`/api/skill-evidence/${ids['/api/skill-evidence']}/void`, { reason: 'No' })],
      ['answer', manager.put(`/api/attempts/${ids['/api/attempts']}/answers/1`, { option_id: [], sequence: 1 })],
    ];
    for (const [what, reply] of tried) expect([what, [403, 404].includes((await reply).status)]).toEqual([what, true]);
  });

  describe('when they have an account', () => {
    let firm: Registered;
    let upper: Colleague;
    let boss: Colleague;
    let below: string;
    beforeEach(async () => {
      firm = await given(running).organisation({ staffLimit: 20 });
      [upper, boss] = [await colleagueOf(running, firm), await colleagueOf(running, firm)];
      const admin = api(running, firm.admin);
      const person = {
        staff_code: 'P-1',
        first_name: 'Bala',
        last_name: 'Rao',
        joined: '2024-01-01',
        manager_id: boss.staff_id,
      };
      below = (await admin.post('/api/staff', person)).body.staff_id;
      expect((await admin.patch(`/api/staff/${boss.staff_id}`, { manager_id: upper.staff_id })).status).toBe(200);
    });

    const seen = async (who: Headers) => {
      const { status, body } = await api(running, who).get('/api/staff');
      return status === 200 ? (body as { id: string }[]).map(({ id }) => id).toSorted() : status;
    };
    const isManager = async (who: Headers) => (await api(running, who).get('/api/me')).body.is_manager;

    it('is said beside who they are, from the next request on', async () => {
      const admin = api(running, firm.admin);
      expect([await isManager(upper.headers), await isManager(boss.headers), await isManager(firm.admin)]).toEqual([
        true,
        true,
        false,
      ]);
      await admin.patch(`/api/staff/${below}`, { manager_id: null });
      expect([await isManager(upper.headers), await isManager(boss.headers)]).toEqual([true, false]);
      expect(await seen(boss.headers)).toEqual([boss.staff_id]);
    });

    it('ends with suspension and with leaving, and the line stays with those above', async () => {
      const all = [upper.staff_id, boss.staff_id, below].toSorted();
      expect([await seen(upper.headers), await seen(boss.headers)]).toEqual([all, [boss.staff_id, below].toSorted()]);
      const admin = api(running, firm.admin);
      expect((await admin.post(`/api/staff/${boss.staff_id}/suspend`)).status).toBe(200);
      expect([await seen(boss.headers), await seen(upper.headers)]).toEqual([401, all]);
      expect((await admin.post(`/api/staff/${boss.staff_id}/reactivate`)).status).toBe(200);
      expect((await admin.post(`/api/staff/${boss.staff_id}/leave`, { last_active_day: '2026-01-31' })).status).toBe(
        200,
      );
      expect([await seen(boss.headers), await seen(upper.headers)]).toEqual([401, all]);
    });

    it('is everything for an admin who is a manager', async () => {
      const admin = api(running, firm.admin);
      const invited = await admin.post(`/api/staff/${boss.staff_id}/invite`, { role: 'admin' });
      expect(invited.status).toBe(200);
      const headers = await given(running).signIn({ user_name: boss.user_name });
      expect(await seen(headers)).toEqual([upper.staff_id, boss.staff_id, below].toSorted());
    });
  });
});
