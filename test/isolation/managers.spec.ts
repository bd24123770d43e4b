import { api, type Reply } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { createColleague, type Colleague } from '../support/colleague';
import { fixtures, type RegisteredOrganisation } from '../support/fixtures';
import type { Headers } from '../support/organisation';
import { createFullOrganisation, type FullOrganisation } from '../support/full-organisation';

/** Resources that managers read for their line (docs/domain.md); reports: test/rest/manager-reports.spec.ts. */
const READABLE_BY_MANAGERS = [
  '/api/staff',
  '/api/training-assignments',
  '/api/attempts',
  '/api/skill-evidence',
  '/api/skill-targets',
  '/api/enrolment-requests',
];
/** Other resources: managers have the rights of a learner. */
const NOT_READABLE_BY_MANAGERS = ['/api/quizzes', '/api/revocations', '/api/exemptions', '/api/video-progress'];

describe('what a manager sees', () => {
  let running: RunningApp;
  let organisation: FullOrganisation;
  beforeAll(async () => {
    running = await startApp();
    organisation = await createFullOrganisation(running);
  });
  afterAll(() => running.close());

  const rowsOf = async (headers: Headers, prefix: string): Promise<{ id: string; staff_id?: string }[]> => {
    const { status, body } = await api(running, headers).get(prefix);
    expect([prefix, status]).toEqual([prefix, 200]);
    return body;
  };

  it('includes the rows of the line, in lists and one by one', async () => {
    for (const prefix of READABLE_BY_MANAGERS) {
      const id = organisation.ids[prefix]!;
      expect([prefix, (await rowsOf(organisation.manager, prefix)).some((row) => row.id === id)]).toEqual([
        prefix,
        true,
      ]);
      expect([prefix, (await api(running, organisation.manager).get(`${prefix}/${id}`)).status]).toEqual([prefix, 200]);
    }
    expect(
      (await api(running, organisation.manager).get(`/api/staff/${organisation.ids['/api/staff']}/job-roles`)).body,
    ).toHaveLength(3);
  });

  it('includes no other rows of the line', async () => {
    for (const prefix of NOT_READABLE_BY_MANAGERS)
      expect([prefix, await rowsOf(organisation.manager, prefix)]).toEqual([prefix, []]);
    for (const prefix of NOT_READABLE_BY_MANAGERS.slice(0, 3)) {
      const reply = await api(running, organisation.manager).get(`${prefix}/${organisation.ids[prefix]}`);
      expect([prefix, reply.status]).toEqual([prefix, 404]);
    }
    expect((await api(running, organisation.manager).get('/api/role-targets')).status).toBe(403);
  });

  it('includes the result of an attempt but not its questions', async () => {
    const path = `/api/attempts/${organisation.ids['/api/attempts']}`;
    const attempt = (await api(running, organisation.manager).get(path)).body;
    expect(attempt).toMatchObject({ status: 'in_progress', questions: [], answers: [], review: null });
    expect((await api(running, organisation.learner).get(path)).body.questions).toHaveLength(2);
  });

  it('cannot be changed by the manager', async () => {
    const manager = api(running, organisation.manager);
    const { ids } = organisation;
    const staffAndSkill = { staff_id: ids['/api/staff'], skill_id: ids['/api/skills'] };
    const attempts: [string, Promise<Reply>][] = [
      ['staff', manager.patch(`/api/staff/${ids['/api/staff']}`, { first_name: 'Other' })],
      ['manager', manager.patch(`/api/staff/${ids['/api/staff']}`, { manager_id: null })],
      ['target', manager.post('/api/skill-targets', { ...staffAndSkill, level: 1, from_date: '2026-01-01' })],
      [
        'assign',
        manager.post('/api/training-assignments/bulk', {
          staff_id: [ids['/api/staff']],
          training_id: [ids['/api/trainings']],
        }),
      ],
      ['assessment', manager.post('/api/skill-evidence', { ...staffAndSkill, kind: 'assessment', level: 4 })],
      ['self-rating', manager.post('/api/skill-evidence', { ...staffAndSkill, kind: 'self', level: 4 })],
      ['void', manager.post(`/api/skill-evidence/${ids['/api/skill-evidence']}/void`, { reason: 'No' })],
      ['answer', manager.put(`/api/attempts/${ids['/api/attempts']}/answers/1`, { option_id: [], sequence: 1 })],
    ];
    for (const [what, reply] of attempts)
      expect([what, [403, 404].includes((await reply).status)]).toEqual([what, true]);
  });

  describe('when they have an account', () => {
    let registered: RegisteredOrganisation;
    let upperManager: Colleague;
    let manager: Colleague;
    let reportId: string;
    beforeEach(async () => {
      registered = await fixtures(running).organisation({ staffLimit: 20 });
      [upperManager, manager] = [
        await createColleague(running, registered),
        await createColleague(running, registered),
      ];
      const admin = api(running, registered.admin);
      const person = {
        staff_code: 'P-1',
        first_name: 'Bala',
        last_name: 'Rao',
        joined: '2024-01-01',
        manager_id: manager.staff_id,
      };
      reportId = (await admin.post('/api/staff', person)).body.staff_id;
      expect((await admin.patch(`/api/staff/${manager.staff_id}`, { manager_id: upperManager.staff_id })).status).toBe(
        200,
      );
    });

    const visibleStaffIds = async (headers: Headers) => {
      const { status, body } = await api(running, headers).get('/api/staff');
      return status === 200 ? (body as { id: string }[]).map(({ id }) => id).toSorted() : status;
    };
    const isManager = async (headers: Headers) => (await api(running, headers).get('/api/me')).body.is_manager;

    it('is_manager is current from the next request on', async () => {
      const admin = api(running, registered.admin);
      expect([
        await isManager(upperManager.headers),
        await isManager(manager.headers),
        await isManager(registered.admin),
      ]).toEqual([true, true, false]);
      await admin.patch(`/api/staff/${reportId}`, { manager_id: null });
      expect([await isManager(upperManager.headers), await isManager(manager.headers)]).toEqual([true, false]);
      expect(await visibleStaffIds(manager.headers)).toEqual([manager.staff_id]);
    });

    it('ends with suspension and leaving, while the managers above keep the line', async () => {
      const all = [upperManager.staff_id, manager.staff_id, reportId].toSorted();
      expect([await visibleStaffIds(upperManager.headers), await visibleStaffIds(manager.headers)]).toEqual([
        all,
        [manager.staff_id, reportId].toSorted(),
      ]);
      const admin = api(running, registered.admin);
      expect((await admin.post(`/api/staff/${manager.staff_id}/suspend`)).status).toBe(200);
      expect([await visibleStaffIds(manager.headers), await visibleStaffIds(upperManager.headers)]).toEqual([401, all]);
      expect((await admin.post(`/api/staff/${manager.staff_id}/reactivate`)).status).toBe(200);
      expect((await admin.post(`/api/staff/${manager.staff_id}/leave`, { last_active_day: '2026-01-31' })).status).toBe(
        200,
      );
      expect([await visibleStaffIds(manager.headers), await visibleStaffIds(upperManager.headers)]).toEqual([401, all]);
    });

    it('includes everything for an admin who is a manager', async () => {
      const admin = api(running, registered.admin);
      const invitation = await admin.post(`/api/staff/${manager.staff_id}/invite`, { role: 'admin' });
      expect(invitation.status).toBe(200);
      const headers = await fixtures(running).signIn({ user_name: manager.user_name });
      expect(await visibleStaffIds(headers)).toEqual([upperManager.staff_id, manager.staff_id, reportId].toSorted());
    });
  });
});
