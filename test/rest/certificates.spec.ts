import { CertificateIssuingService } from '../../src/modules/certificates/certificate-issuing.service';
import { withRequestContext } from '../../src/common/http/request-context';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { Completions, submit, type Course, type ReadyLearner } from '../support/completions';
import { engine } from '../support/database';
import { waitUntil } from '../support/eventually';
import { openOrganisation, type Organisation } from '../support/organisation';
import { statementsOfRequests } from '../support/recorded-statements';
import { disableAllJobs, unscheduleAll, runScheduledJob } from '../support/scheduled-jobs';

/** Excludes mails and notices of other tests. */
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
  const waitForCertificates = (count: number) => waitUntil(async () => (await all()).length === count);
  const assignments = async () => (await admin().get('/api/training-assignments')).body as any[];
  const assignmentKeys = async () =>
    (await assignments()).map(({ assignment_id, staff_id }) => ({ assignment_id, staff_id }));
  const issuing = () => running.app.get(CertificateIssuingService, { strict: false });
  /** A course with a complete publish checklist, so that it can be edited by hand. */
  const createCourse = async (more: object) => {
    const category = { code: `C-${++categories}`, name: `Category ${categories}` };
    const { category_id } = (await admin().post('/api/training-categories', category)).body;
    return completions.createCourse(2, undefined, { category_id, ...more });
  };
  /** Sessions have expired by then, so everybody signs in again. */
  const advanceTo = async (at: string) => {
    freeze(at);
    plant.admin = await plant.signIn({ role: 'admin' });
  };
  const signInAgain = async ({ staff_id, ...rest }: ReadyLearner): Promise<ReadyLearner> => ({
    ...rest,
    staff_id,
    headers: await plant.signIn({ role: 'user', staff_id }),
  });
  /** A new person completes the course. */
  const completeCourse = async (course: Course): Promise<ReadyLearner> => {
    const [person] = await completions.createReadyLearners(1, [course]);
    expect((await submit(running, person!, [course], 0)).body).toMatchObject({ Status: true });
    return person!;
  };
  /** The same person completes the next cycle. */
  const completeNextCycle = async (person: ReadyLearner, course: Course) => {
    const order = { staff_id: [person.staff_id], training_id: [course.training_id] };
    expect((await admin().post('/api/training-assignments/bulk', order)).body).toMatchObject({ assigned: 1 });
    const attemptReply = await api(running, person.headers).post('/api/attempts', { training_id: course.training_id });
    const nextPerson = { ...person, attempts: [attemptReply.body.attempt_id] };
    expect((await submit(running, nextPerson, [course], 0)).body).toMatchObject({ Status: true });
  };

  /** Voids evidence by index of its completion, starting at 0. */
  const voidEvidence = async (evidenceIndex: number) => {
    const evidence = (await admin().get('/api/skill-evidence?kind=training')).body as any[];
    const ids = [...new Set(evidence.map(({ evidence_id }) => evidence_id as string))].toSorted();
    const answer = await admin().post(`/api/skill-evidence/${ids[evidenceIndex]}/void`, { reason: 'Taken by another' });
    expect(answer.status).toBe(200);
  };

  it('is issued for a completed cycle with the data of that day and does not change', async () => {
    const course = await createCourse({ validity_months: 12, title: 'Forklift, daily check' });
    const { staff_id } = await completeCourse(course);
    await waitForCertificates(1);
    const [row] = await all();
    expect(row).toMatchObject({
      number: '2026-000001',
      staff_id,
      training_id: course.training_id,
      staff_name: 'Asha Rao',
      cycle: 1,
      training_name: 'Forklift, daily check',
      score: 100,
      state: 'issued',
      completed_on: '2026-03-01',
      valid_until: '2027-03-01',
      issued_at: '2026-03-01T12:00:00.000Z',
    });
    expect(row.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{20}$/);
    const changeReplies = [
      await admin().patch(`/api/staff/${staff_id}`, { last_name: 'Iyer' }),
      await admin().patch(`/api/trainings/${course.training_id}`, { title: 'Another title', validity_months: null }),
    ];
    expect(changeReplies.map(({ status }) => status)).toEqual([200, 200]);
    expect((await all())[0]).toEqual(row);
  });

  it('is issued once for ten concurrent requests', async () => {
    await completeCourse(await completions.createCourse(2));
    const batch = await assignmentKeys();
    const nodes = [running, second ?? running];
    const counts = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        nodes[at % 2]!.app.get(CertificateIssuingService, { strict: false }).issue(plant.tenant, batch),
      ),
    );
    await runScheduledJob(running, 'certificates');
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(1);
    expect((await all()).map(({ number }) => number)).toEqual(['2026-000001']);
  });

  it('is numbered without gaps within the year under concurrency', async () => {
    const courses = [await completions.createCourse(2), await completions.createCourse(3)];
    const people = await completions.createReadyLearners(8, courses);
    const nodes = [running, second ?? running];
    await Promise.all(people.flatMap((person, at) => [0, 1].map((n) => submit(nodes[at % 2]!, person, courses, n))));
    await waitForCertificates(16);
    const numbers = Array.from({ length: 16 }, (_, at) => `2026-${String(at + 1).padStart(6, '0')}`);
    expect((await all()).map(({ number }) => number)).toEqual(numbers);
    await advanceTo('2027-01-02T12:00:00Z');
    await completeCourse(courses[0]!);
    await waitForCertificates(17);
    expect((await all()).at(-1).number).toBe('2027-000001');
  });

  it('leaves no number gap after a rollback', async () => {
    const course = await completions.createCourse(2);
    const failing = jest
      .spyOn(issuing()['certificates'], 'insert')
      .mockRejectedValueOnce(new Error('the disk is full'));
    await completeCourse(course);
    await waitUntil(() => failing.mock.calls.length === 1);
    failing.mockRestore();
    expect(await all()).toEqual([]);
    await completeCourse(course);
    await waitForCertificates(1);
    running.clock.advance(60_000);
    await issuing().issue(plant.tenant, await assignmentKeys());
    expect((await all()).map(({ number }) => number)).toEqual(['2026-000001', '2026-000002']);
  });

  it('of a newer cycle supersedes the earlier one and, renewed in time, continues its validity', async () => {
    const course = await createCourse({ validity_months: 12 });
    const person = await completeCourse(course);
    await waitForCertificates(1);
    await advanceTo('2027-02-01T12:00:00Z');
    await completeNextCycle(await signInAgain(person), course);
    await waitForCertificates(2);
    expect(await all()).toEqual([
      expect.objectContaining({ cycle: 1, state: 'superseded', valid_until: '2027-03-01' }),
      expect.objectContaining({ cycle: 2, state: 'issued', valid_until: '2028-03-01' }),
    ]);
  });

  it('of an older cycle that is issued later is superseded at once', async () => {
    const course = await completions.createCourse(2);
    const disabledIssuing = jest.spyOn(issuing(), 'issue').mockResolvedValue(0);
    const person = await completeCourse(course);
    const [first] = await assignments();
    running.clock.advance(60_000);
    await completeNextCycle(person, course);
    disabledIssuing.mockRestore();
    const newestAssignments = (await assignmentKeys()).filter(
      ({ assignment_id }) => assignment_id !== first.assignment_id,
    );
    await issuing().issue(plant.tenant, newestAssignments);
    await runScheduledJob(running, 'certificates');
    expect((await all()).map(({ cycle, state }) => [cycle, state])).toEqual([
      [2, 'issued'],
      [1, 'superseded'],
    ]);
  });

  it('is revoked when its evidence is voided, and not issued for evidence voided before', async () => {
    const course = await completions.createCourse(2);
    await completeCourse(course);
    await waitForCertificates(1);
    const voidEvidence = async () => {
      const [evidence] = (await admin().get('/api/skill-evidence?state=approved')).body;
      return admin().post(`/api/skill-evidence/${evidence.evidence_id}/void`, { reason: 'Taken by another' });
    };
    expect((await voidEvidence()).status).toBe(200);
    expect((await all())[0].state).toBe('revoked');
    const disabledIssuing = jest.spyOn(issuing(), 'issue').mockResolvedValue(0);
    await completeCourse(course);
    await voidEvidence();
    disabledIssuing.mockRestore();
    await runScheduledJob(running, 'certificates');
    expect((await all()).map(({ number }) => number)).toEqual(['2026-000001']);
  });

  describe('whose renewal is revoked', () => {
    const cycleStates = async () => (await all()).map(({ cycle, state }) => [cycle, state]);
    const completeRenewal = async () => {
      const course = await completions.createCourse(2);
      const person = await completeCourse(course);
      await waitForCertificates(1);
      running.clock.advance(60_000);
      await completeNextCycle(person, course);
      await waitForCertificates(2);
      return { course, person };
    };

    it('is valid again, which is audited', async () => {
      await completeRenewal();
      await voidEvidence(1);
      expect(await cycleStates()).toEqual([
        [1, 'issued'],
        [2, 'revoked'],
      ]);
      const events = (await admin().get('/api/audit-events?action=certificate.restore')).body as any[];
      expect(events.map(({ subject_id }) => subject_id)).toEqual([(await all())[0].id]);
    });

    it('stays superseded while a newer one is valid, or when it is revoked itself', async () => {
      const { course, person } = await completeRenewal();
      running.clock.advance(60_000);
      await completeNextCycle(person, course);
      await waitForCertificates(3);
      await voidEvidence(1);
      expect(await cycleStates()).toEqual([
        [1, 'superseded'],
        [2, 'revoked'],
        [3, 'issued'],
      ]);
      await voidEvidence(0);
      await voidEvidence(2);
      expect((await cycleStates()).map(([, state]) => state)).toEqual(['revoked', 'revoked', 'revoked']);
    });
  });

  it('of an older cycle is valid when the newer one was revoked before', async () => {
    const course = await completions.createCourse(2);
    const disabledIssuing = jest.spyOn(issuing(), 'issue').mockResolvedValue(0);
    const person = await completeCourse(course);
    const [first] = await assignmentKeys();
    running.clock.advance(60_000);
    await completeNextCycle(person, course);
    disabledIssuing.mockRestore();
    const newestAssignments = (await assignmentKeys()).filter(
      ({ assignment_id }) => assignment_id !== first!.assignment_id,
    );
    await issuing().issue(plant.tenant, newestAssignments);
    await voidEvidence(1);
    await issuing().issue(plant.tenant, [first!]);
    expect((await all()).map(({ cycle, state }) => [cycle, state])).toEqual([
      [2, 'revoked'],
      [1, 'issued'],
    ]);
  });

  it('is not issued for trainings without certificates or for earlier completions', async () => {
    const course = await createCourse({ certificate: false });
    const person = await completeCourse(course);
    await issuing().issue(plant.tenant, await assignmentKeys());
    expect(await all()).toEqual([]);
    running.clock.advance(3_600_000);
    await runScheduledJob(running, 'certificates');
    expect((await admin().patch(`/api/trainings/${course.training_id}`, { certificate: true })).status).toBe(200);
    await runScheduledJob(running, 'certificates');
    expect(await all()).toEqual([]);
    await completeNextCycle(person, course);
    await waitForCertificates(1);
    expect((await all())[0].cycle).toBe(2);
  });

  it('is issued by the scheduled job when the process ended before', async () => {
    const disabledIssuing = jest.spyOn(issuing(), 'issue').mockResolvedValue(0);
    await completeCourse(await completions.createCourse(2));
    disabledIssuing.mockRestore();
    expect(await all()).toEqual([]);
    running.clock.advance(120_000);
    expect(await runScheduledJob(running, 'certificates')).toMatchObject({ isComplete: true });
    expect(await all()).toHaveLength(1);
    expect((await admin().get('/api/audit-events?action=certificate.issue')).body).toHaveLength(1);
  });

  it('is notified once in the app and by mail', async () => {
    const person = await completeCourse(await completions.createCourse(2));
    await waitForCertificates(1);
    await issuing().issue(plant.tenant, await assignmentKeys());
    const noticeList = (await api(running, person.headers).get('/api/notices')).body.notices as any[];
    expect(noticeList.filter(({ kind }) => kind === 'certificate')).toEqual([
      expect.objectContaining({ training_title: expect.stringContaining('Training'), day: null, read: false }),
    ]);
    const rules = [{ kind: 'certificate', app: false, mail: 'off' }];
    expect((await admin().patch('/api/settings/notices', { rules })).status).toBe(200);
    const other = await completeCourse(await completions.createCourse(2));
    await waitForCertificates(2);
    const otherNotices = (await api(running, other.headers).get('/api/notices')).body.notices as any[];
    expect(otherNotices.map(({ kind }) => kind)).not.toContain('certificate');
  });

  it('is issued in batches, one batch per organisation at a time', async () => {
    // The scheduled job would issue a batch of its own.
    unscheduleAll(running);
    const course = await completions.createCourse(2);
    const people = await completions.createReadyLearners(6, [course]);
    const issue = issuing().issue.bind(issuing());
    let openGate = () => {};
    const gatePromise = new Promise<void>((resolve) => (openGate = resolve));
    const batchSizes: number[] = [];
    let [concurrent, maxConcurrent] = [0, 0];
    const issueSpy = jest.spyOn(issuing(), 'issue').mockImplementation(async (tenant, batch) => {
      batchSizes.push(batch.length);
      maxConcurrent = Math.max(maxConcurrent, ++concurrent);
      await gatePromise;
      return issue(tenant, batch).finally(() => concurrent--);
    });
    await Promise.all(people.map((person) => submit(running, person, [course], 0)));
    openGate();
    await waitForCertificates(6);
    issueSpy.mockRestore();
    expect([batchSizes, maxConcurrent]).toEqual([[1, 5], 1]);
  });

  it('costs as many statements for ten as for one', async () => {
    disableAllJobs(running);
    const courses = [await completions.createCourse(2)];
    const disabledIssuing = jest.spyOn(issuing(), 'issue').mockResolvedValue(0);
    const people = await completions.createReadyLearners(11, courses);
    for (const person of people) await submit(running, person, courses, 0);
    disabledIssuing.mockRestore();
    const [firstAssignment, ...tenAssignments] = await assignmentKeys();
    const countStatements = async (batch: typeof tenAssignments) =>
      (await statementsOfRequests(() => withRequestContext(REQUEST, () => issuing().issue(plant.tenant, batch))))
        .length;
    const statementsForOne = await countStatements([firstAssignment!]);
    expect(await countStatements(tenAssignments)).toBe(statementsForOne);
    expect(await all()).toHaveLength(11);
  });

  it('is visible to its owner, their managers and admins', async () => {
    const course = await completions.createCourse(2);
    const person = await completeCourse(course);
    await completeCourse(course);
    await waitForCertificates(2);
    const managerAccount = (
      await admin().post('/api/staff', {
        staff_code: 'L-1',
        first_name: 'Lea',
        last_name: 'Kern',
        joined: '2024-03-01',
      })
    ).body;
    await admin().patch(`/api/staff/${person.staff_id}`, { manager_id: managerAccount.staff_id });
    const manager = await plant.signIn({ role: 'user', staff_id: managerAccount.staff_id, eid: 'L-1' });
    const [ownCertificate, other] = (await all()).toSorted((a) => (a.staff_id === person.staff_id ? -1 : 1));
    for (const headers of [person.headers, manager]) {
      const viewer = api(running, headers);
      expect((await viewer.get('/api/certificates')).body.map(({ id }: any) => id)).toEqual([ownCertificate.id]);
      expect((await viewer.get(`/api/certificates/${ownCertificate.id}`)).status).toBe(200);
      expect((await viewer.get(`/api/certificates/${other.id}`)).status).toBe(404);
    }
  });
});
