import { CertificateIssuingService } from '../../src/modules/certificates/certificate-issuing.service';
import { startApp, type RunningApp } from '../support/app';
import { eventually } from '../support/eventually';
import { openPlant, type Plant } from '../support/plant';
import { createQuiz, singleChoiceQuestion } from '../support/quiz-fixtures';
import { trainingSessionFixture } from '../support/training-sessions';
import { disableJob, runScheduledJob } from '../support/scheduled-jobs';

const MINUTE = 60_000;

describe('sessions of classroom trainings', () => {
  let running: RunningApp;
  let plant: Plant;
  let fixture: ReturnType<typeof trainingSessionFixture>;
  beforeAll(async () => {
    running = await startApp();
    disableJob(running, 'notices');
  });
  beforeEach(async () => {
    running.clock.freeze('2036-03-03T09:00:00Z');
    plant = await openPlant(running);
    fixture = trainingSessionFixture(running, plant);
  });
  afterEach(() => running.clock.release());
  afterAll(() => running.close());

  const fieldErrors = (reply: { status: number; body: { details?: Record<string, { code: string }[]> } }) => [
    reply.status,
    Object.entries(reply.body.details ?? {}).map(([field, [first]]) => `${field}: ${first!.code}`),
  ];

  const waive = async (staff_id: string) => {
    const admin = await fixture.adminApi();
    const { body } = await admin.get(`/api/training-assignments?staff_id=${staff_id}`);
    const assignment_id = (body as { assignment_id: string }[]).map((each) => each.assignment_id);
    fixture.expectOk(await admin.post('/api/training-assignments/waive', { assignment_id, reason: 'Abroad' }));
  };

  describe('are planned', () => {
    it('for a classroom training only, where it is or at its https address, and end after they begin', async () => {
      const { training_id } = await fixture.createClassroomTraining();
      const film = await plant.createPublishedTraining();
      const post = (more: object) => plant.api.post('/api/training-sessions', fixture.sessionBody(training_id, more));
      expect(fieldErrors(await post({ training_id: film.training_id }))).toEqual([422, ['training_id: not_classroom']]);
      expect(fieldErrors(await post({ online_url: null }))).toEqual([422, ['training_location_id: place_or_address']]);
      expect(fieldErrors(await post({ online_url: 'http://meet.example.org' }))).toEqual([422, ['online_url: https']]);
      const backwards = { starts_at: '2036-03-05T09:00:00Z', ends_at: '2036-03-05T09:00:00Z' };
      expect(fieldErrors(await post(backwards))).toEqual([422, ['ends_at: ends_before_start']]);
      for (const starts_at of ['2036-03-05T09:00:00', '2036-03-05', '2036-02-30T09:00:00Z'])
        expect([starts_at, ...fieldErrors(await post({ starts_at }))]).toEqual([
          starts_at,
          422,
          ['starts_at: instant'],
        ]);
      expect(fieldErrors(await post({ trainer_id: training_id }))).toEqual([422, ['trainer_id: reference']]);
      const created = await post({});
      expect(created).toMatchObject({ status: 201, body: { status: 'planned', booked: 0, waiting: 0, seats: 5 } });
      const otherwise = await plant.api.patch(`/api/trainings/${training_id}`, { type: 'document' });
      expect(fieldErrors(otherwise)).toEqual([422, ['type: has_sessions']]);
    });

    it('with the seats of their location, which is not archived', async () => {
      const { training_id } = await fixture.createClassroomTraining();
      const hall = (await plant.api.post('/api/training-locations', { code: 'H', name: 'Hall', seats: 3 })).body;
      const there = { online_url: null, training_location_id: hall.id };
      const body = fixture.sessionBody(training_id, { ...there, seats: null });
      const created = await plant.api.post('/api/training-sessions', body);
      expect(created.body).toMatchObject({ seats: 3 });
      const session = `/api/training-sessions/${created.body.id}`;
      expect((await plant.api.patch(session, { seats: 2 })).body).toMatchObject({ seats: 2 });
      // Emptied, it has the seats of the location, not an unlimited number.
      expect((await plant.api.patch(session, { seats: null })).body).toMatchObject({ seats: 3 });
      expect((await plant.api.delete(`/api/training-locations/${hall.id}`)).body).toMatchObject({
        code: 'in_use',
        facts: { training_session: 1 },
      });
      await plant.api.post(`/api/training-locations/${hall.id}/archive`, {});
      expect(fieldErrors(await plant.api.post('/api/training-sessions', body))).toEqual([
        422,
        ['training_location_id: archived'],
      ]);
    });

    it('and keep booked seats; more seats go to the waiting list, and a booked session cannot be deleted', async () => {
      const { training_id } = await fixture.createClassroomTraining();
      const [one, two, three] = await fixture.createStaff(3);
      const id = await fixture.createSession(training_id, { seats: 2 });
      expect((await fixture.book(id, [one!, two!, three!])).body).toEqual({
        booked: 2,
        waiting: 1,
        already_booked: 0,
        assigned: 3,
      });
      const fewer = await plant.api.patch(`/api/training-sessions/${id}`, { seats: 1 });
      expect(fieldErrors(fewer)).toEqual([422, ['seats: seats_booked']]);
      expect((await plant.api.delete(`/api/training-sessions/${id}`)).body).toMatchObject({
        code: 'in_use',
        facts: { session_booking: 3 },
      });
      const more = await plant.api.patch(`/api/training-sessions/${id}`, { seats: null });
      expect(more.body).toMatchObject({ seats: null, booked: 3, waiting: 0 });
      expect((await fixture.readBookings(id)).map(([, state]) => state)).toEqual(['booked', 'booked', 'booked']);
    });
  });

  describe('are booked', () => {
    it('up to their seats, also with concurrent requests: of twenty people five get one and fifteen wait in order', async () => {
      const { training_id } = await fixture.createClassroomTraining();
      const allStaff = await fixture.createStaff(20);
      await plant.assign(allStaff, [training_id]);
      const id = await fixture.createSession(training_id);
      const mine = await Promise.all(allStaff.map((each) => fixture.learnerApi(each)));
      const replies = await Promise.all(mine.map((each) => each.post(`/api/training-sessions/${id}/book`)));
      expect(replies.map(({ status }) => status)).toEqual(allStaff.map(() => 200));
      const states = replies.map(({ body }) => body.own_state as string);
      expect(states.filter((state) => state === 'booked')).toHaveLength(5);
      expect(await fixture.readSession(id)).toMatchObject({ booked: 5, waiting: 15 });
      const places = await Promise.all(
        mine.map(async (each) => (await each.get(`/api/training-sessions/${id}`)).body.own_place as number | null),
      );
      const waits = places.filter((place) => place !== null).toSorted((a, b) => a - b);
      expect(waits).toEqual(Array.from({ length: 15 }, (_, index) => index + 1));
    });

    it('and a free seat skips waiting people who were suspended or waived', async () => {
      const { training_id } = await fixture.createClassroomTraining();
      const [one, gone, off, last] = await fixture.createStaff(4);
      const id = await fixture.createSession(training_id, { seats: 1 });
      await fixture.book(id, [one!, gone!, off!, last!]);
      expect((await plant.api.post(`/api/staff/${gone}/suspend`, {})).status).toBeLessThan(300);
      await waive(off!);
      expect((await fixture.cancel(id, [one!])).body).toEqual({ cancelled: 1, moved_up: 1 });
      expect(new Map(await fixture.readBookings(id)).get(last!)).toBe('booked');
    });

    it('and end when the person leaves, or the assignment is waived or removed', async () => {
      const { training_id } = await fixture.createClassroomTraining();
      const [left, off, removed, ...next] = await fixture.createStaff(6);
      const [id, full] = [
        await fixture.createSession(training_id, { seats: 3 }),
        await fixture.createSession(training_id, {
          starts_at: '2036-03-09T09:00:00Z',
          ends_at: '2036-03-09T11:00:00Z',
        }),
      ];
      await fixture.book(id, [left!, off!, removed!, ...next]);
      await fixture.book(full, [off!]);
      expect((await plant.api.post(`/api/staff/${left}/leave`, { last_active_day: '2036-03-02' })).status).toBeLessThan(
        300,
      );
      await waive(off!);
      const { body } = await plant.api.get(`/api/training-assignments?staff_id=${removed}`);
      fixture.expectOk(
        await plant.api.post('/api/training-assignments/remove', { assignment_id: [body[0].assignment_id] }),
      );
      await fixture.waitForJobs();
      expect(await fixture.readBookings(id)).toEqual(next.map((each) => [each, 'booked']));
      expect(await fixture.readSession(id)).toMatchObject({ booked: 3, waiting: 0 });
      expect(await fixture.readSession(full)).toMatchObject({ booked: 0 });
    });

    it('and end when another training replaces theirs', async () => {
      const [from, to] = [await fixture.createClassroomTraining(), await fixture.createClassroomTraining()];
      const people = await fixture.createStaff(2);
      const id = await fixture.createSession(from.training_id);
      await fixture.book(id, people);
      fixture.expectOk(await plant.api.post(`/api/trainings/${from.training_id}/reassign`, { to: to.training_id }));
      await fixture.waitForJobs();
      expect(await fixture.readBookings(id)).toEqual([]);
      expect(await fixture.readSession(id)).toMatchObject({ booked: 0 });
    });

    it('and count for the open cycle when booked again, and keep their place', async () => {
      const { training_id } = await fixture.createClassroomTraining();
      const [one] = await fixture.createStaff(1);
      const [first, second] = [
        await fixture.createSession(training_id),
        await fixture.createSession(training_id, {
          starts_at: '2036-03-10T09:00:00Z',
          ends_at: '2036-03-10T11:00:00Z',
        }),
      ];
      await fixture.book(second, [one!]);
      await fixture.book(first, [one!]);
      running.clock.freeze('2036-03-04T15:00:00Z');
      await fixture.recordAttendance(first, [one!]);
      await fixture.waitForJobs();
      const admin = await fixture.adminApi();
      await admin.post('/api/training-assignments/bulk', { staff_id: [one], training_id: [training_id] });
      expect((await fixture.book(second, [one!])).body).toMatchObject({ booked: 0, already_booked: 1, assigned: 0 });
      running.clock.freeze('2036-03-10T15:00:00Z');
      await fixture.recordAttendance(second, [one!]);
      await fixture.waitForJobs();
      const later = await fixture.adminApi();
      const rows = (await later.get('/api/training-assignments')).body as { cycle: number; state: string }[];
      expect(rows.map(({ cycle, state }) => [cycle, state]).toSorted()).toEqual([
        [1, 'completed'],
        [2, 'completed'],
      ]);
    });

    it('and can be left also after the training was archived', async () => {
      const { training_id } = await fixture.createClassroomTraining();
      const [one] = await fixture.createStaff(1);
      const id = await fixture.createSession(training_id);
      await fixture.book(id, [one!]);
      expect((await plant.api.post(`/api/trainings/${training_id}/archive`, {})).status).toBeLessThan(300);
      expect(await (await fixture.learnerApi(one!)).post(`/api/training-sessions/${id}/leave`)).toMatchObject({
        status: 200,
        body: { own_state: null, own_place: null },
      });
      expect(await fixture.readBookings(id)).toEqual([]);
    });

    it('once per person, also with concurrent requests', async () => {
      const { training_id } = await fixture.createClassroomTraining();
      const [one] = await fixture.createStaff(1);
      await plant.assign([one!], [training_id]);
      const id = await fixture.createSession(training_id);
      const mine = await fixture.learnerApi(one!);
      const replies = await Promise.all([1, 2, 3].map(() => mine.post(`/api/training-sessions/${id}/book`)));
      expect(replies.map(({ body }) => body)).toEqual([1, 2, 3].map(() => ({ own_state: 'booked', own_place: null })));
      expect(await fixture.readSession(id)).toMatchObject({ booked: 1 });
      expect((await fixture.book(id, [one!])).body).toMatchObject({ booked: 0, already_booked: 1, assigned: 0 });
    });

    it('and a freed seat goes to the person who waits longest', async () => {
      const { training_id } = await fixture.createClassroomTraining();
      const [one, two, three, four] = await fixture.createStaff(4);
      const id = await fixture.createSession(training_id, { seats: 1 });
      await fixture.book(id, [one!]);
      for (const each of [two!, three!, four!]) {
        running.clock.advance(MINUTE);
        await fixture.book(id, [each]);
      }
      expect((await (await fixture.learnerApi(three!)).post(`/api/training-sessions/${id}/leave`)).body).toEqual({
        own_state: null,
        own_place: null,
      });
      expect((await fixture.cancel(id, [one!])).body).toEqual({ cancelled: 1, moved_up: 1 });
      const trail = await plant.api.get(`/api/audit-events?subject_id=${id}&role=user`);
      expect(trail.body).toMatchObject([
        { action: 'training-session.leave', was: { staff_id: [three] }, became: { cancelled: 1 } },
      ]);
      expect(await fixture.readBookings(id)).toEqual([
        [two, 'booked'],
        [four, 'waiting'],
      ]);
      expect((await fixture.cancel(id, [one!])).body).toEqual({ cancelled: 0, moved_up: 0 });
    });

    it('and once it has begun, an unused seat can go to a waiting person', async () => {
      const { training_id } = await fixture.createClassroomTraining();
      const [one, two] = await fixture.createStaff(2);
      const id = await fixture.createSession(training_id, { seats: 1 });
      await fixture.book(id, [one!, two!]);
      running.clock.freeze('2036-03-04T09:30:00Z');
      expect(fieldErrors(await fixture.recordAttendance(id, [two!]))).toEqual([422, ['staff_id: unavailable']]);
      expect((await fixture.cancel(id, [one!])).body).toEqual({ cancelled: 1, moved_up: 1 });
      expect((await fixture.recordAttendance(id, [two!])).body).toMatchObject({ attended: 1 });
    });

    it('not twice at the same time by one person for one training, not even by moving one of them', async () => {
      const { training_id } = await fixture.createClassroomTraining();
      const [one] = await fixture.createStaff(1);
      const timesBetween = (from: string, to: string) => ({
        starts_at: `2036-03-05T${from}Z`,
        ends_at: `2036-03-05T${to}Z`,
      });
      const morning = await fixture.createSession(training_id, timesBetween('08:00:00', '12:00:00'));
      const noon = await fixture.createSession(training_id, timesBetween('11:00:00', '13:00:00'));
      const after = await fixture.createSession(training_id, timesBetween('12:00:00', '14:00:00'));
      expect((await fixture.book(morning, [one!])).status).toBe(200);
      expect(fieldErrors(await fixture.book(noon, [one!]))).toEqual([422, ['staff_id: session_overlaps']]);
      expect((await fixture.book(after, [one!])).status).toBe(200);
      const moved = await plant.api.patch(`/api/training-sessions/${morning}`, timesBetween('08:30:00', '12:30:00'));
      expect(fieldErrors(moved)).toEqual([422, ['starts_at: session_overlaps']]);
      const both = await fixture.createStaff(1);
      await plant.assign(both, [training_id]);
      const mine = await fixture.learnerApi(both[0]!);
      const replies = await Promise.all(
        [morning, noon].map((each) => mine.post(`/api/training-sessions/${each}/book`)),
      );
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    });

    it('by a learner with an open assignment, until it begins; by an admin also for others', async () => {
      const { training_id } = await fixture.createClassroomTraining();
      const [one] = await fixture.createStaff(1);
      const id = await fixture.createSession(training_id);
      const early = await (await fixture.learnerApi(one!)).post(`/api/training-sessions/${id}/book`);
      expect(early).toMatchObject({ status: 409, body: { code: 'training_not_to_do' } });
      running.clock.freeze('2036-03-04T10:00:00Z');
      expect((await fixture.book(id, [one!])).body).toMatchObject({ booked: 1 });
      const late = await (await fixture.learnerApi(one!)).post(`/api/training-sessions/${id}/leave`);
      expect(late).toMatchObject({ status: 409, body: { code: 'session_begun' } });
    });

    it('all or none: an unknown person, or one whose training is not published, leaves everything as it was', async () => {
      const { category_id } = await plant.createCategory();
      const draft = await plant.createTraining({ type: 'classroom', category_id });
      const [one] = await fixture.createStaff(1);
      const id = await fixture.createSession(draft.training_id);
      expect(fieldErrors(await fixture.book(id, [one!]))).toEqual([422, ['training_id: unavailable']]);
      const { training_id } = await fixture.createClassroomTraining();
      const other = await fixture.createSession(training_id);
      const unknown = '0190a6c8-0000-7000-8000-000000000000';
      expect(fieldErrors(await fixture.book(other, [one!, unknown]))).toEqual([422, ['staff_id: unavailable']]);
      expect(await fixture.readSession(other)).toMatchObject({ booked: 0, waiting: 0 });
      expect((await plant.api.get('/api/training-assignments')).body).toEqual([]);
    });

    it('and the online address is shown only to people with a seat', async () => {
      const { training_id } = await fixture.createClassroomTraining();
      const [one, two] = await fixture.createStaff(2);
      const id = await fixture.createSession(training_id, { seats: 1 });
      await fixture.book(id, [one!, two!]);
      const address = async (staffId: string) =>
        (await (await fixture.learnerApi(staffId)).get(`/api/training-sessions/${id}`)).body.online_url as
          string | null;
      expect(await address(one!)).toBe('https://meet.example.org/forklift');
      expect(await address(two!)).toBeNull();
      const { body } = await (await fixture.learnerApi(two!)).get(`/api/training-sessions/${id}/calendar`);
      expect(body).not.toContain('meet.example.org');
    });
  });

  describe('are attended', () => {
    it('which completes the training at the end of the session: level, certificate, validity', async () => {
      const { training_id, skill_id } = await fixture.createClassroomTraining({ validity_months: 12 });
      const [here, away] = await fixture.createStaff(2);
      const id = await fixture.createSession(training_id);
      await fixture.book(id, [here!, away!]);
      expect((await fixture.recordAttendance(id, [here!])).body).toMatchObject({ code: 'session_not_begun' });
      running.clock.freeze('2036-03-04T15:00:00Z');
      expect((await fixture.recordAttendance(id, [here!], [away!])).body).toMatchObject({
        attended: 1,
        absent: 1,
        unchanged: 0,
      });
      await fixture.waitForJobs();
      const admin = await fixture.adminApi();
      const rows = (await admin.get('/api/training-assignments?_sort=assigned_on')).body as Record<string, unknown>[];
      const rowOf = (staff_id: string) => rows.find((row) => row['staff_id'] === staff_id);
      expect(rowOf(here!)).toMatchObject({
        state: 'completed',
        completed_at: '2036-03-04T11:00:00.000Z',
        valid_until: '2037-03-04',
      });
      expect(rowOf(away!)).toMatchObject({ state: 'assigned', completed_at: null });
      const evidence = await admin.get(`/api/skill-evidence?staff_id=${here}`);
      expect(evidence.body).toMatchObject([{ skill_id, level: 2, kind: 'training', state: 'approved' }]);
      const issued = async () => (await admin.get(`/api/certificates?staff_id=${here}`)).body;
      await eventually(issued, [expect.objectContaining({ training_id })]);
      expect(await fixture.readSession(id)).toMatchObject({ status: 'held' });
      expect((await fixture.recordAttendance(id, [here!], [away!])).body).toEqual({
        attended: 0,
        absent: 0,
        unchanged: 2,
        job_id: null,
      });
    });

    it('and give a certificate although it is marked three days later, also after a lost issue', async () => {
      const { training_id } = await fixture.createClassroomTraining();
      const [one, two] = await fixture.createStaff(2);
      const id = await fixture.createSession(training_id);
      await fixture.book(id, [one!, two!]);
      running.clock.freeze('2036-03-07T15:00:00Z');
      const admin = await fixture.adminApi();
      const issued = (staff_id: string) => async () =>
        (await admin.get(`/api/certificates?staff_id=${staff_id}`)).body.length as number;
      await fixture.recordAttendance(id, [one!]);
      await fixture.waitForJobs();
      await eventually(issued(one!), 1);
      const issueSpy = jest
        .spyOn(running.app.get(CertificateIssuingService, { strict: false }), 'issue')
        .mockResolvedValue(0);
      await fixture.recordAttendance(id, [two!]);
      await fixture.waitForJobs();
      issueSpy.mockRestore();
      expect(await issued(two!)()).toBe(0);
      while (!(await runScheduledJob(running, 'certificates')).isComplete);
      expect(await issued(two!)()).toBe(1);
    });

    it('and completes nothing before the quiz is passed, whichever comes first', async () => {
      const { training_id } = await fixture.createClassroomTraining();
      const { questions } = await createQuiz(running, plant, training_id, [
        singleChoiceQuestion('Where is the brake?'),
      ]);
      const [first, last] = await fixture.createStaff(2);
      const id = await fixture.createSession(training_id);
      await fixture.book(id, [first!, last!]);
      const pass = async (staff_id: string) => {
        const mine = await fixture.learnerApi(staff_id);
        const { attempt_id } = (await mine.post('/api/attempts', { training_id })).body;
        const [{ question_id, options }] = questions as [(typeof questions)[number]];
        const answers = [{ question_id, option_id: [options[0]!.option_id] }];
        await mine.post('/S_QUIZ_PLAY_DETAILS/SaveQuizandvideo', { training_id, attempt_id, answers });
      };
      const states = async () => {
        const { body } = await (await fixture.adminApi()).get('/api/training-assignments');
        const rowOf = (staffId: string) =>
          (body as { staff_id: string; state: string }[]).find((row) => row.staff_id === staffId);
        return [rowOf(first!)!.state, rowOf(last!)!.state];
      };
      await pass(first!);
      expect(await states()).toEqual(['in_progress', 'assigned']);
      running.clock.freeze('2036-03-04T15:00:00Z');
      await fixture.recordAttendance(id, [first!, last!]);
      await fixture.waitForJobs();
      expect(await states()).toEqual(['completed', 'in_progress']);
      await pass(last!);
      expect(await states()).toEqual(['completed', 'completed']);
    });

    it('and a mark is final once it has completed something; before that it can be changed', async () => {
      const { training_id } = await fixture.createClassroomTraining();
      const [one, two] = await fixture.createStaff(2);
      const stranger = await fixture.createStaff(1);
      const id = await fixture.createSession(training_id);
      await fixture.book(id, [one!, two!]);
      running.clock.freeze('2036-03-04T15:00:00Z');
      await fixture.recordAttendance(id, [one!], [two!]);
      await fixture.waitForJobs();
      expect(await fixture.recordAttendance(id, [], [one!])).toMatchObject({
        status: 409,
        body: { code: 'attendance_counted', facts: { count: 1 } },
      });
      expect((await fixture.recordAttendance(id, [two!])).body).toMatchObject({ attended: 1 });
      expect(fieldErrors(await fixture.recordAttendance(id, stranger))).toEqual([422, ['staff_id: unavailable']]);
      expect(fieldErrors(await fixture.recordAttendance(id, [one!], [one!]))).toEqual([422, ['absent: marked_twice']]);
    });

    it('and what a mark did not complete is completed when it is marked again', async () => {
      const { training_id } = await fixture.createClassroomTraining();
      const [one] = await fixture.createStaff(1);
      const id = await fixture.createSession(training_id);
      await fixture.book(id, [one!]);
      running.clock.freeze('2036-03-04T15:00:00Z');
      await waive(one!);
      await fixture.recordAttendance(id, [one!]);
      await fixture.waitForJobs();
      const admin = await fixture.adminApi();
      const assignments = async () => (await admin.get('/api/training-assignments')).body as Record<string, unknown>[];
      const assignment_id = [(await assignments())[0]!['assignment_id']];
      expect((await admin.post('/api/training-assignments/resume', { assignment_id })).status).toBe(200);
      const again = await fixture.recordAttendance(id, [one!]);
      expect(again.body).toEqual({ attended: 0, absent: 0, unchanged: 1, job_id: expect.any(String) });
      await fixture.waitForJobs();
      expect(await assignments()).toMatchObject([{ state: 'completed' }]);
    });

    it('by more than there were seats, once it has more; nothing else of a held one is changed', async () => {
      const { training_id } = await fixture.createClassroomTraining();
      const [here, away, more] = await fixture.createStaff(3);
      const id = await fixture.createSession(training_id, { seats: 2 });
      await fixture.book(id, [here!, away!, more!]);
      running.clock.freeze('2036-03-04T15:00:00Z');
      await fixture.recordAttendance(id, [here!], [away!]);
      expect(fieldErrors(await fixture.recordAttendance(id, [more!]))).toEqual([422, ['staff_id: unavailable']]);
      const admin = await fixture.adminApi();
      const change = (changes: object) => admin.patch(`/api/training-sessions/${id}`, changes);
      expect(await change({ ends_at: '2036-03-04T12:00:00Z', seats: 3 })).toMatchObject({ status: 409 });
      expect((await change({ seats: 3 })).body).toMatchObject({ seats: 3, booked: 3, waiting: 0 });
      expect((await (await fixture.learnerApi(more!)).get('/api/notices')).body.notices).not.toContainEqual(
        expect.objectContaining({ detail: 'moved_up' }),
      );
      expect((await fixture.recordAttendance(id, [more!])).body).toMatchObject({ attended: 1 });
    });

    it('and a mark is corrected where another session has completed the training as well', async () => {
      const { training_id } = await fixture.createClassroomTraining();
      const [one] = await fixture.createStaff(1);
      const later = { starts_at: '2036-03-04T12:00:00Z', ends_at: '2036-03-04T13:00:00Z' };
      const [morning, noon] = [
        await fixture.createSession(training_id),
        await fixture.createSession(training_id, later),
      ];
      await fixture.book(morning, [one!]);
      await fixture.book(noon, [one!]);
      running.clock.freeze('2036-03-04T15:00:00Z');
      await fixture.recordAttendance(morning, [one!]);
      await fixture.recordAttendance(noon, [one!]);
      await fixture.waitForJobs();
      expect((await fixture.recordAttendance(noon, [], [one!])).body).toMatchObject({ absent: 1 });
      expect(await fixture.recordAttendance(morning, [], [one!])).toMatchObject({
        body: { code: 'attendance_counted' },
      });
    });

    it('by all people of a large session, whose training is then completed', async () => {
      const { training_id } = await fixture.createClassroomTraining();
      const allStaff = await fixture.createStaff(45);
      const id = await fixture.createSession(training_id, { seats: 45 });
      await fixture.book(id, allStaff);
      running.clock.freeze('2036-03-04T15:00:00Z');
      expect((await fixture.recordAttendance(id, allStaff)).body).toMatchObject({ attended: 45 });
      await fixture.waitForJobs();
      const { body } = await (await fixture.adminApi()).get('/api/training-assignments?state=completed&_end=100');
      expect(body).toHaveLength(45);
    });
  });

  describe('are cancelled', () => {
    it('once and for good: it takes no bookings, and its people may join another session at that time', async () => {
      const { training_id } = await fixture.createClassroomTraining();
      const [one] = await fixture.createStaff(1);
      const [id, other] = [await fixture.createSession(training_id), await fixture.createSession(training_id)];
      await fixture.book(id, [one!]);
      const cancel = () => plant.api.post(`/api/training-sessions/${id}/cancel`);
      expect(await cancel()).toMatchObject({ status: 200, body: { status: 'cancelled', booked: 1 } });
      expect(await cancel()).toMatchObject({ status: 409, body: { code: 'wrong_status' } });
      expect(await fixture.book(id, [one!])).toMatchObject({ status: 409 });
      expect(await plant.api.patch(`/api/training-sessions/${id}`, { seats: 9 })).toMatchObject({ status: 409 });
      expect((await fixture.book(other, [one!])).body).toMatchObject({ booked: 1 });
    });
  });

  describe('send notices', () => {
    const fetchNotices = async (staff_id: string) =>
      (
        (await (await fixture.learnerApi(staff_id)).get('/api/notices')).body.notices as {
          kind: string;
          detail: string | null;
        }[]
      )
        .filter(({ kind }) => kind === 'session')
        .map(({ detail }) => detail);

    it('to people who get a seat, move up, or whose session is changed or cancelled', async () => {
      const { training_id } = await fixture.createClassroomTraining();
      const [one, two] = await fixture.createStaff(2);
      const id = await fixture.createSession(training_id, { seats: 1 });
      await fixture.book(id, [one!, two!]);
      expect([await fetchNotices(one!), await fetchNotices(two!)]).toEqual([['booked'], []]);
      await fixture.cancel(id, [one!]);
      expect(await fetchNotices(two!)).toEqual(['moved_up']);
      await plant.api.patch(`/api/training-sessions/${id}`, { note: 'Bring shoes.' });
      expect(await fetchNotices(two!)).toEqual(['moved_up']);
      await plant.api.patch(`/api/training-sessions/${id}`, { ends_at: '2036-03-04T12:00:00Z' });
      expect(await fetchNotices(two!)).toEqual(['changed', 'moved_up']);
      await plant.api.post(`/api/training-sessions/${id}/cancel`);
      expect(await fetchNotices(two!)).toEqual(['cancelled', 'changed', 'moved_up']);
      expect(await fetchNotices(one!)).toEqual(['booked']);
    });

    it('on the day before, by each person’s own calendar, once however often the job runs', async () => {
      const { training_id } = await fixture.createClassroomTraining();
      const [here] = await fixture.createStaff(1, { email: 'here@plant.example' });
      const [there] = await fixture.createStaff(1, { time_zone: 'Pacific/Auckland', email: 'there@plant.example' });
      // In Auckland that is the 7th already, in the organisation the 6th.
      const times = { starts_at: '2036-03-06T20:00:00Z', ends_at: '2036-03-06T22:00:00Z' };
      const id = await fixture.createSession(training_id, times);
      await fixture.book(id, [here!, there!]);
      const runNoticesAt = async (instant: string) => {
        running.clock.freeze(instant);
        await runScheduledJob(running, 'notices');
        running.clock.advance(6 * MINUTE);
        await runScheduledJob(running, 'notices');
      };
      await runNoticesAt('2036-03-04T08:00:00Z');
      expect([await fetchNotices(here!), await fetchNotices(there!)]).toEqual([['booked'], ['booked']]);
      await runNoticesAt('2036-03-05T08:00:00Z');
      await runNoticesAt('2036-03-05T09:00:00Z');
      expect(await fetchNotices(here!)).toEqual(['tomorrow', 'booked']);
      await runNoticesAt('2036-03-06T08:00:00Z');
      expect([await fetchNotices(here!), await fetchNotices(there!)]).toEqual([
        ['tomorrow', 'booked'],
        ['tomorrow', 'booked'],
      ]);
      const mails = (await running.mails()).filter(({ to }) => to === 'there@plant.example');
      expect(mails[0]!.subject).toMatch(/^Coming up: Training/);
      expect(mails[0]!.text).toContain('March 7, 2036 at 9:00');
    });

    it('in one line of a mail, however often it was changed before the mail was made', async () => {
      const { training_id } = await fixture.createClassroomTraining({ title: 'Told once' });
      const [person] = await fixture.createStaff(1, { email: 'once@plant.example' });
      const id = await fixture.createSession(training_id, {
        starts_at: '2036-03-20T08:00:00Z',
        ends_at: '2036-03-20T10:00:00Z',
      });
      await fixture.book(id, [person!]);
      for (const hour of [11, 12, 13])
        await plant.api.patch(`/api/training-sessions/${id}`, { ends_at: `2036-03-20T${hour}:00:00Z` });
      expect(await fetchNotices(person!)).toEqual(['changed', 'changed', 'changed', 'booked']);
      running.clock.freeze('2036-03-10T08:00:00Z');
      await runScheduledJob(running, 'notices');
      const [mail] = (await running.mails()).filter(({ to }) => to === 'once@plant.example');
      expect(mail!.text).toContain('You have a seat');
      expect(mail!.text.match(/Told once, March 20, 2036/g)).toHaveLength(1);
    });
  });

  describe('have a calendar file', () => {
    it('with an id that stays and a number that grows, in UTC across the change of clocks', async () => {
      const { training_id } = await fixture.createClassroomTraining({
        title: 'Forklift, crane; and a title that is a good deal longer than a line',
      });
      const hall = (
        await plant.api.post('/api/training-locations', { code: 'H', name: 'Halle Süd', address: 'Am Kai 4, Hamburg' })
      ).body;
      // Europe/Berlin goes from 2:00 to 3:00 that night.
      const times = { starts_at: '2036-03-30T00:30:00Z', ends_at: '2036-03-30T01:30:00Z' };
      const there = { online_url: null, training_location_id: hall.id, note: 'First line\nSecond line' };
      const id = await fixture.createSession(training_id, { ...times, ...there });
      const path = `/api/training-sessions/${id}/calendar`;
      const file = await plant.api.get(path);
      expect(file.headers.get('content-type')).toMatch(/^text\/calendar/);
      const lines = (file.body as string).split('\r\n');
      expect(lines.every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
      const whole = (file.body as string).replaceAll('\r\n ', '').split('\r\n');
      expect(whole).toEqual(
        expect.arrayContaining([
          `UID:${id}@skilgrid`,
          'SEQUENCE:0',
          'DTSTART:20360330T003000Z',
          'DTEND:20360330T013000Z',
          'SUMMARY:Forklift\\, crane\\; and a title that is a good deal longer than a line',
          'LOCATION:Halle Süd\\, Am Kai 4\\, Hamburg',
          'DESCRIPTION:First line\\nSecond line',
          'STATUS:CONFIRMED',
        ]),
      );
      await plant.api.patch(`/api/training-sessions/${id}`, { ends_at: '2036-03-30T02:00:00Z' });
      await plant.api.post(`/api/training-sessions/${id}/cancel`);
      const later = (await plant.api.get(path)).body as string;
      expect(later).toContain('SEQUENCE:2\r\n');
      expect(later).toContain('STATUS:CANCELLED\r\n');
    });
  });

  it('are visible to a learner when their training is published, without the bookings of others', async () => {
    const { training_id } = await fixture.createClassroomTraining();
    const draft = await plant.createTraining({ type: 'classroom' });
    const [one, two] = await fixture.createStaff(2);
    const id = await fixture.createSession(training_id);
    await fixture.createSession(draft.training_id);
    await fixture.book(id, [one!, two!]);
    const mine = await fixture.learnerApi(one!);
    expect((await mine.get('/api/training-sessions')).body).toMatchObject([{ id, own_state: 'booked', booked: 2 }]);
    expect((await mine.get('/api/session-bookings')).body).toMatchObject([{ staff_id: one }]);
    expect((await mine.post(`/api/training-sessions/${id}/attendance`, { attended: [one], absent: [] })).status).toBe(
      403,
    );
  });
});
