import { CertificateIssuing } from '../../src/certificates/certificate-issuing';
import { withRequestContext } from '../../src/platform/http/request-context';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { Completions, submit, type Course, type Ready } from '../support/completions';
import { engine } from '../support/database';
import { until } from '../support/eventually';
import { openOrganisation, type Organisation } from '../support/organisation';
import { statementsOfRequests } from '../support/statements';
import { allAsleep, allUnscheduled, swept } from '../support/sweeps';

/** Mails and notices that others send meanwhile do not count. */
const REQUEST = { requestId: 'issuing', address: '127.0.0.1', userAgent: '', surface: 'rest' } as const;

describe('a certificate', () => {
  let running: RunningApp;
  let second: RunningApp | undefined;
  let plant: Organisation;
  let completions: Completions;
  let categories = 0;

  beforeAll(async () => {
    running = await startApp();
    if (engine !== 'sqlite') second = await startApp({ env: { DATABASE_URL: running.config.databaseUrl } });
  });
  beforeEach(async () => {
    freeze('2026-03-01T12:00:00Z');
    plant = await openOrganisation(running, { staff: 200, trainings: 100 });
    completions = new Completions(running, plant);
  });
  afterEach(() => {
    for (const node of [running, second]) node?.clock.release();
  });
  afterAll(async () => {
    await second?.close();
    await running.close();
  });

  const freeze = (at: string) => {
    for (const node of [running, second]) node?.clock.freeze(at);
  };
  const admin = () => api(running, plant.admin);
  const all = async (query = '') => (await admin().get(`/api/certificates?_sort=number${query}`)).body as any[];
  const issued = (count: number) => until(async () => (await all()).length === count);
  const assignments = async () => (await admin().get('/api/training-assignments')).body as any[];
  const owed = async () => (await assignments()).map(({ assignment_id, staff_id }) => ({ assignment_id, staff_id }));
  const issuing = () => running.app.get(CertificateIssuing, { strict: false });
  /** A training that may be changed by hand: nothing of the checklist is missing. */
  const lasting = async (more: object) => {
    const category = { code: `C-${++categories}`, name: `Category ${categories}` };
    const { category_id } = (await admin().post('/api/training-categories', category)).body;
    return completions.course(2, undefined, { category_id, ...more });
  };
  /** So much later everybody signs in again. */
  const later = async (at: string) => {
    freeze(at);
    plant.admin = await plant.signIn({ role: 'admin' });
  };
  const back = async ({ staff_id, ...rest }: Ready): Promise<Ready> => ({
    ...{ ...rest, staff_id },
    headers: await plant.signIn({ role: 'user', staff_id }),
  });
  /** Somebody completes the course now, and has a certificate. */
  const completed = async (course: Course): Promise<Ready> => {
    const [person] = await completions.ready(1, [course]);
    expect((await submit(running, person!, [course], 0)).body).toMatchObject({ Status: true });
    return person!;
  };
  /** The same person once more: the next cycle. */
  const again = async (person: Ready, course: Course) => {
    const order = { staff_id: [person.staff_id], training_id: [course.training_id] };
    expect((await admin().post('/api/training-assignments/bulk', order)).body).toMatchObject({ assigned: 1 });
    const begun = await api(running, person.headers).post('/api/attempts', { training_id: course.training_id });
    const next = { ...person, attempts: [begun.body.attempt_id] };
    expect((await submit(running, next, [course], 0)).body).toMatchObject({ Status: true });
  };

  /** Evidence of which completion, the first being 0, never counted. */
  const voided = async (nth: number) => {
    const evidence = (await admin().get('/api/skill-evidence?kind=training')).body as any[];
    const ids = [...new Set(evidence.map(({ evidence_id }) => evidence_id as string))].toSorted();
    const answer = await admin().post(`/api/skill-evidence/${ids[nth]}/void`, { reason: 'Taken by another' });
    expect(answer.status).toBe(200);
  };

  it('is issued for a completed cycle, with what was so on that day, and stays so', async () => {
    const course = await lasting({ validity_months: 12, title: 'Forklift, daily check' });
    const { staff_id } = await completed(course);
    await issued(1);
    const [row] = await all();
    expect(row).toMatchObject({
      ...{ number: '2026-000001', staff_id, training_id: course.training_id, staff_name: 'Asha Rao', cycle: 1 },
      ...{ training_name: 'Forklift, daily check', score: 100, state: 'issued' },
      ...{ completed_on: '2026-03-01', valid_until: '2027-03-01', issued_at: '2026-03-01T12:00:00.000Z' },
    });
    expect(row.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{20}$/);
    const changed = [
      await admin().patch(`/api/staff/${staff_id}`, { last_name: 'Iyer' }),
      await admin().patch(`/api/trainings/${course.training_id}`, { title: 'Another title', validity_months: null }),
    ];
    expect(changed.map(({ status }) => status)).toEqual([200, 200]);
    expect((await all())[0]).toEqual(row);
  });

  it('is one, although it is asked for ten times at once', async () => {
    await completed(await completions.course(2));
    const asked = await owed();
    const nodes = [running, second ?? running];
    const counts = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        nodes[at % 2]!.app.get(CertificateIssuing, { strict: false }).issue(plant.tenant, asked),
      ),
    );
    await swept(running, 'certificates');
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(1);
    expect((await all()).map(({ number }) => number)).toEqual(['2026-000001']);
  });

  it('is numbered without gaps within the year, whoever completes at the same moment', async () => {
    const courses = [await completions.course(2), await completions.course(3)];
    const people = await completions.ready(8, courses);
    const nodes = [running, second ?? running];
    await Promise.all(people.flatMap((person, at) => [0, 1].map((n) => submit(nodes[at % 2]!, person, courses, n))));
    await issued(16);
    const numbers = Array.from({ length: 16 }, (_, at) => `2026-${String(at + 1).padStart(6, '0')}`);
    expect((await all()).map(({ number }) => number)).toEqual(numbers);
    await later('2027-01-02T12:00:00Z');
    await completed(courses[0]!);
    await issued(17);
    expect((await all()).at(-1).number).toBe('2027-000001');
  });

  it('leaves no gap where its transaction is undone', async () => {
    const course = await completions.course(2);
    const failing = jest
      .spyOn(issuing()['certificates'], 'insert')
      .mockRejectedValueOnce(new Error('the disk is full'));
    await completed(course);
    await until(() => failing.mock.calls.length === 1);
    failing.mockRestore();
    expect(await all()).toEqual([]);
    await completed(course);
    await issued(1);
    running.clock.advance(60_000);
    await issuing().issue(plant.tenant, await owed());
    expect((await all()).map(({ number }) => number)).toEqual(['2026-000001', '2026-000002']);
  });

  it('of a newer cycle supersedes the one before, which is kept; renewed in time it goes on from where that ends', async () => {
    const course = await lasting({ validity_months: 12 });
    const person = await completed(course);
    await issued(1);
    await later('2027-02-01T12:00:00Z');
    await again(await back(person), course);
    await issued(2);
    expect(await all()).toEqual([
      expect.objectContaining({ cycle: 1, state: 'superseded', valid_until: '2027-03-01' }),
      expect.objectContaining({ cycle: 2, state: 'issued', valid_until: '2028-03-01' }),
    ]);
  });

  it('of an older cycle that comes later is superseded from the beginning', async () => {
    const course = await completions.course(2);
    const late = jest.spyOn(issuing(), 'issue').mockResolvedValue(0);
    const person = await completed(course);
    const [first] = await assignments();
    running.clock.advance(60_000);
    await again(person, course);
    late.mockRestore();
    const newest = (await owed()).filter(({ assignment_id }) => assignment_id !== first.assignment_id);
    await issuing().issue(plant.tenant, newest);
    await swept(running, 'certificates');
    expect((await all()).map(({ cycle, state }) => [cycle, state])).toEqual([
      [2, 'issued'],
      [1, 'superseded'],
    ]);
  });

  it('is revoked with the evidence that its completion gave, and none is issued for what was voided before', async () => {
    const course = await completions.course(2);
    await completed(course);
    await issued(1);
    const voided = async () => {
      const [evidence] = (await admin().get('/api/skill-evidence?state=approved')).body;
      return admin().post(`/api/skill-evidence/${evidence.evidence_id}/void`, { reason: 'Taken by another' });
    };
    expect((await voided()).status).toBe(200);
    expect((await all())[0].state).toBe('revoked');
    const late = jest.spyOn(issuing(), 'issue').mockResolvedValue(0);
    await completed(course);
    await voided();
    late.mockRestore();
    await swept(running, 'certificates');
    expect((await all()).map(({ number }) => number)).toEqual(['2026-000001']);
  });

  describe('whose renewal is revoked', () => {
    const standing = async () => (await all()).map(({ cycle, state }) => [cycle, state]);
    const renewed = async () => {
      const course = await completions.course(2);
      const person = await completed(course);
      await issued(1);
      running.clock.advance(60_000);
      await again(person, course);
      await issued(2);
      return { course, person };
    };

    it('holds again, with that in the log', async () => {
      await renewed();
      await voided(1);
      expect(await standing()).toEqual([
        [1, 'issued'],
        [2, 'revoked'],
      ]);
      const events = (await admin().get('/api/audit-events?action=certificate.restore')).body as any[];
      expect(events.map(({ subject_id }) => subject_id)).toEqual([(await all())[0].id]);
    });

    it('stays superseded where a newer one holds, or is revoked itself', async () => {
      const { course, person } = await renewed();
      running.clock.advance(60_000);
      await again(person, course);
      await issued(3);
      await voided(1);
      expect(await standing()).toEqual([
        [1, 'superseded'],
        [2, 'revoked'],
        [3, 'issued'],
      ]);
      await voided(0);
      await voided(2);
      expect((await standing()).map(([, state]) => state)).toEqual(['revoked', 'revoked', 'revoked']);
    });
  });

  it('of an older cycle holds where the newer one was revoked before it came', async () => {
    const course = await completions.course(2);
    const late = jest.spyOn(issuing(), 'issue').mockResolvedValue(0);
    const person = await completed(course);
    const [first] = await owed();
    running.clock.advance(60_000);
    await again(person, course);
    late.mockRestore();
    const newest = (await owed()).filter(({ assignment_id }) => assignment_id !== first!.assignment_id);
    await issuing().issue(plant.tenant, newest);
    await voided(1);
    await issuing().issue(plant.tenant, [first!]);
    expect((await all()).map(({ cycle, state }) => [cycle, state])).toEqual([
      [2, 'revoked'],
      [1, 'issued'],
    ]);
  });

  it('is not issued where the training gives none, nor for what was completed before it did', async () => {
    const course = await lasting({ certificate: false });
    const person = await completed(course);
    await issuing().issue(plant.tenant, await owed());
    expect(await all()).toEqual([]);
    running.clock.advance(3_600_000);
    await swept(running, 'certificates');
    expect((await admin().patch(`/api/trainings/${course.training_id}`, { certificate: true })).status).toBe(200);
    await swept(running, 'certificates');
    expect(await all()).toEqual([]);
    await again(person, course);
    await issued(1);
    expect((await all())[0].cycle).toBe(2);
  });

  it('is found by the sweep where the process ended before it was issued', async () => {
    const late = jest.spyOn(issuing(), 'issue').mockResolvedValue(0);
    await completed(await completions.course(2));
    late.mockRestore();
    expect(await all()).toEqual([]);
    running.clock.advance(120_000);
    expect(await swept(running, 'certificates')).toMatchObject({ whole: true });
    expect(await all()).toHaveLength(1);
    expect((await admin().get('/api/audit-events?action=certificate.issue')).body).toHaveLength(1);
  });

  it('is told to whoever gets it, once, behind the bell and by mail, as the organisation has it', async () => {
    const person = await completed(await completions.course(2));
    await issued(1);
    await issuing().issue(plant.tenant, await owed());
    const told = (await api(running, person.headers).get('/api/notices')).body.notices as any[];
    expect(told.filter(({ kind }) => kind === 'certificate')).toEqual([
      expect.objectContaining({ training_title: expect.stringContaining('Training'), day: null, read: false }),
    ]);
    const rules = [{ kind: 'certificate', app: false, mail: 'off' }];
    expect((await admin().patch('/api/settings/notices', { rules })).status).toBe(200);
    const other = await completed(await completions.course(2));
    await issued(2);
    const silent = (await api(running, other.headers).get('/api/notices')).body.notices as any[];
    expect(silent.map(({ kind }) => kind)).not.toContain('certificate');
  });

  it('is issued with all others that were completed meanwhile: an organisation writes one portion at a time', async () => {
    // The sweep that comes round by the clock would bring a portion of its own.
    allUnscheduled(running);
    const course = await completions.course(2);
    const people = await completions.ready(6, [course]);
    const issue = issuing().issue.bind(issuing());
    let open = () => {};
    const gate = new Promise<void>((go) => (open = go));
    const portions: number[] = [];
    let [now, most] = [0, 0];
    const watched = jest.spyOn(issuing(), 'issue').mockImplementation(async (tenant, asked) => {
      portions.push(asked.length);
      most = Math.max(most, ++now);
      await gate;
      return issue(tenant, asked).finally(() => now--);
    });
    await Promise.all(people.map((person) => submit(running, person, [course], 0)));
    open();
    await issued(6);
    watched.mockRestore();
    expect([portions, most]).toEqual([[1, 5], 1]);
  });

  it('costs as many statements for ten as for one', async () => {
    allAsleep(running);
    const courses = [await completions.course(2)];
    const late = jest.spyOn(issuing(), 'issue').mockResolvedValue(0);
    const people = await completions.ready(11, courses);
    for (const person of people) await submit(running, person, courses, 0);
    late.mockRestore();
    const [one, ...ten] = await owed();
    const counted = async (asked: typeof ten) =>
      (await statementsOfRequests(() => withRequestContext(REQUEST, () => issuing().issue(plant.tenant, asked))))
        .length;
    const few = await counted([one!]);
    expect(await counted(ten)).toBe(few);
    expect(await all()).toHaveLength(11);
  });

  it('is seen by its owner, by whoever leads them, and by admins', async () => {
    const course = await completions.course(2);
    const person = await completed(course);
    await completed(course);
    await issued(2);
    const leader = (
      await admin().post('/api/staff', {
        staff_code: 'L-1',
        first_name: 'Lea',
        last_name: 'Kern',
        joined: '2024-03-01',
      })
    ).body;
    await admin().patch(`/api/staff/${person.staff_id}`, { manager_id: leader.staff_id });
    const manager = await plant.signIn({ role: 'user', staff_id: leader.staff_id, eid: 'L-1' });
    const [theirs, other] = (await all()).toSorted((a) => (a.staff_id === person.staff_id ? -1 : 1));
    for (const headers of [person.headers, manager]) {
      const seen = api(running, headers);
      expect((await seen.get('/api/certificates')).body.map(({ id }: any) => id)).toEqual([theirs.id]);
      expect((await seen.get(`/api/certificates/${theirs.id}`)).status).toBe(200);
      expect((await seen.get(`/api/certificates/${other.id}`)).status).toBe(404);
    }
  });
});
