import { DailyNoticesJob } from '../../src/modules/notices/daily-notices.job';
import { Database } from '../../src/infrastructure/database/database';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { newId } from '../../src/common/ids';
import { SkillLevelSpan } from '../../src/modules/skills/skill-level-span.entity';
import { eventually } from '../support/eventually';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { openOrganisation, type Organisation } from '../support/organisation';
import {
  createLearner,
  createQuiz,
  insertRow,
  singleChoiceQuestion,
  createReadingTraining,
  type Learner,
} from '../support/quiz-fixtures';
import { disableJob, runScheduledJob } from '../support/scheduled-jobs';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('notices', () => {
  let running: RunningApp;
  let plant: Organisation;
  let asha: Learner;
  let address: string;
  let sequence = 0;

  beforeAll(async () => {
    running = await startApp();
    disableJob(running, 'notices');
  });
  beforeEach(async () => {
    running.clock.freeze('2036-03-03T09:00:00Z');
    plant = await openOrganisation(running);
    ({ person: asha, email: address } = await createPerson());
  });
  afterEach(() => running.clock.release());
  afterAll(() => running.close());

  /** Signs in anew each time: the tests advance the clock by days, which ends sessions. */
  const admin = async () => api(running, await plant.signIn({ role: 'admin' }));
  const me = async (recipient: Learner = asha) =>
    api(running, await plant.signIn({ role: 'user', staff_id: recipient.staff_id }));
  const createPerson = async (more: object = {}) => {
    const person = await createLearner(running, plant);
    const email = `mail-${++sequence}@plant.example`;
    const changed = await (await admin()).patch(`/api/staff/${person.staff_id}`, { email, ...more });
    expect(changed.status).toBe(200);
    return { person, email };
  };
  const assign = async (due_on: string | null, recipients: Learner[] = [asha], title = 'Forklift') => {
    const training_id = await createReadingTraining(running, plant, { title });
    const order = { staff_id: recipients.map(({ staff_id }) => staff_id), training_id: [training_id], due_on };
    expect((await (await admin()).post('/api/training-assignments/bulk', order)).status).toBe(200);
    return training_id;
  };
  const freezeAt = (instant: string) => running.clock.freeze(instant);
  /** Runs the job, and again after the gathering delay, so that pending mails are sent. */
  const runNotices = async () => {
    expect((await runScheduledJob(running, 'notices')).isSkipped).toBeFalsy();
    running.clock.advance(6 * MINUTE);
    await runScheduledJob(running, 'notices');
    return mailsTo(address);
  };
  const mailsTo = async (email: string) => (await running.mails()).filter((mail) => mail.to === email);
  const fetchNoticeLines = async (recipient: Learner = asha) =>
    (
      (await (await me(recipient)).get('/api/notices')).body.notices as {
        kind: string;
        detail: string | null;
        day: string;
      }[]
    ).map(({ kind, detail, day }) => [kind, detail, day]);
  const setRule = async (kind: string, app: boolean, mail: string) =>
    (await admin()).patch('/api/settings/notices', { rules: [{ kind, app, mail }] });

  it('an assignment is a notice at once and is mailed a few minutes later', async () => {
    const training_id = await assign('2036-04-20');
    const { body } = await (await me()).get('/api/notices');
    expect(body).toMatchObject({ unread: 1, next: null });
    expect(body.notices).toMatchObject([
      { kind: 'assigned', training_id, training_title: 'Forklift', day: '2036-04-20', read: false },
    ]);
    const [mail, ...more] = await runNotices();
    expect(more).toEqual([]);
    expect(mail!.subject).toBe('New training: Forklift');
    expect(mail!.text).toContain('Forklift, due on April 20, 2036');
    expect(mail!.html).toContain('/api/unsubscribe/');
  });

  it('all notices of a day go in one mail per person; later ones wait for the next morning', async () => {
    await assign('2036-03-05', [asha], 'Forklift');
    await assign('2036-03-06', [asha], 'Crane');
    const [first, ...none] = await runNotices();
    expect(none).toEqual([]);
    expect(first!.subject).toBe('News about your trainings and skills');
    expect(first!.text.match(/Forklift|Crane/g)).toEqual(['Forklift', 'Crane']);
    await assign(null, [asha], 'Welding');
    expect(await runNotices()).toHaveLength(1);
    freezeAt('2036-03-04T06:59:00Z');
    expect(await runNotices()).toHaveLength(2);
    expect((await mailsTo(address))[0]!.text).toContain('Welding');
  });

  it('due-soon and overdue notices are created on the morning of their day, once however often the job runs', async () => {
    await assign('2036-03-20');
    await setRule('assigned', false, 'off');
    freezeAt('2036-03-12T08:00:00Z');
    await runNotices();
    expect((await fetchNoticeLines()).filter(([kind]) => kind !== 'assigned')).toEqual([]);
    freezeAt('2036-03-13T06:30:00Z');
    await runNotices();
    expect((await fetchNoticeLines()).filter(([kind]) => kind !== 'assigned')).toEqual([]);
    freezeAt('2036-03-13T07:00:00Z');
    await runNotices();
    await runNotices();
    expect((await fetchNoticeLines())[0]).toEqual(['due_soon', null, '2036-03-20']);
    freezeAt('2036-03-20T23:00:00Z');
    await runNotices();
    expect((await fetchNoticeLines()).map(([kind]) => kind)).toEqual(['due_soon', 'assigned']);
    freezeAt('2036-03-21T07:00:00Z');
    await runNotices();
    freezeAt('2036-03-22T07:00:00Z');
    await runNotices();
    expect((await fetchNoticeLines()).map(([kind]) => kind)).toEqual(['overdue', 'due_soon', 'assigned']);
    const subjects = (await mailsTo(address)).map(({ subject }) => subject);
    expect(subjects).toEqual(['Overdue: Forklift', 'Due soon: Forklift']);
  });

  it('an assignment removed before the mail is sent is left out, and an empty mail is not sent', async () => {
    await assign('2036-04-20');
    const { body } = await (await admin()).get(`/api/training-assignments?staff_id=${asha.staff_id}`);
    await (await admin()).post('/api/training-assignments/remove', { assignment_id: [body[0].id] });
    expect(await runNotices()).toEqual([]);
    const { body: log } = await (await admin()).get('/api/settings/notices/mails');
    expect(log.mails).toMatchObject([{ staff_id: asha.staff_id, kinds: ['assigned'], state: 'dropped' }]);
  });

  it('concurrent job runs, and a run after a crash, create no duplicate notices', async () => {
    await assign('2036-03-20');
    running.clock.advance(6 * MINUTE);
    // Bypasses the lease, as if two nodes held it: only the unique keys prevent duplicates.
    const runWithoutLease = () =>
      running.app.get(DailyNoticesJob)['runBatch'](0, {
        startedAt: 0,
        previousStartedAt: null,
        countProcessed() {},
        markIncomplete() {},
        recordFailure: (error) => {
          throw error;
        },
        shouldContinue: async () => true,
      });
    freezeAt('2036-03-13T07:00:00Z');
    await Promise.all([runWithoutLease(), runWithoutLease(), runWithoutLease()]);
    running.clock.advance(6 * MINUTE);
    await Promise.all([runWithoutLease(), runWithoutLease(), runWithoutLease()]);
    expect((await fetchNoticeLines()).map(([kind]) => kind)).toEqual(['due_soon', 'assigned']);
    expect(await mailsTo(address)).toHaveLength(1);

    // Simulates a crash after the notices of the day were created and before the day was recorded.
    freezeAt('2036-03-21T07:00:00Z');
    const dayRepository = Object.values(running.app.get(DailyNoticesJob)).find(
      (part) => part?.constructor?.name === 'TenantRepository',
    );
    const insertSpy = jest.spyOn(dayRepository, 'insertOrReplace').mockRejectedValue(new Error('killed'));
    expect((await runScheduledJob(running, 'notices').catch(() => ({ isComplete: false }))).isComplete).toBe(false);
    insertSpy.mockRestore();
    await runNotices();
    expect((await fetchNoticeLines()).map(([kind]) => kind)).toEqual(['overdue', 'due_soon', 'assigned']);
    expect(await mailsTo(address)).toHaveLength(2);
  });

  it('a day ends in the person’s own zone, and a clock change moves nothing', async () => {
    const { person: far } = await createPerson({ time_zone: 'Pacific/Kiritimati' });
    const { person: west } = await createPerson({ time_zone: 'America/Los_Angeles' });
    // The clocks go forward in Los Angeles on 9 March 2036, at 02:00.
    await assign('2036-03-08', [asha, far, west]);
    const overdue = async (recipient: Learner) =>
      (await fetchNoticeLines(recipient)).some(([kind]) => kind === 'overdue');
    freezeAt('2036-03-08T07:00:00Z');
    await runNotices();
    expect([await overdue(asha), await overdue(far), await overdue(west)]).toEqual([false, false, false]);
    freezeAt('2036-03-09T07:00:00Z');
    await runNotices();
    // It is 23:00 of the 8th in Los Angeles, and the 9th everywhere else.
    expect([await overdue(asha), await overdue(far), await overdue(west)]).toEqual([true, true, false]);
    freezeAt('2036-03-10T07:00:00Z');
    await runNotices();
    expect(await overdue(west)).toBe(true);
  });

  it('the morning is the organisation’s, also on the day on which its clocks change', async () => {
    plant = await openOrganisation(running, { time_zone: 'Europe/Berlin' });
    ({ person: asha } = await createPerson());
    await assign('2036-04-06');
    // Summer time begins on 30 March 2036: seven o'clock is 05:00 UTC from then on.
    freezeAt('2036-03-30T04:59:00Z');
    await runScheduledJob(running, 'notices');
    expect((await fetchNoticeLines()).map(([kind]) => kind)).toEqual(['assigned']);
    freezeAt('2036-03-30T05:00:00Z');
    await runScheduledJob(running, 'notices');
    expect((await fetchNoticeLines()).map(([kind]) => kind)).toEqual(['due_soon', 'assigned']);
  });

  it('an expiring level is a notice thirty days before, unless other evidence keeps the level', async () => {
    const skill = async (name: string) =>
      (await (await admin()).post('/api/skills', { skill_code: name, name, min_level: 1 })).body.skill_id as string;
    const [ends, stays] = [await skill('Rigging'), await skill('Slinging')];
    const insertSpan = (skill_id: string, from_date: string, to_date: string, level: number) =>
      insertRow(running, SkillLevelSpan, plant, {
        staff_id: asha.staff_id,
        skill_id,
        from_date,
        to_date,
        level,
        held_level: level,
        cause: 'evidence',
        evidence_id: newId(),
      });
    await insertSpan(ends, '2035-01-01', '2036-04-05', 3);
    await insertSpan(ends, '2036-04-06', '9999-12-31', 0);
    await insertSpan(stays, '2035-01-01', '2036-04-05', 2);
    await insertSpan(stays, '2036-04-06', '9999-12-31', 2);
    freezeAt('2036-03-05T07:00:00Z');
    await runNotices();
    expect(await fetchNoticeLines()).toEqual([]);
    freezeAt('2036-03-06T07:00:00Z');
    const [mail] = await runNotices();
    expect(await fetchNoticeLines()).toEqual([['expiring', null, '2036-04-05']]);
    expect(mail!.subject).toBe('Expiring soon: Rigging');
  });

  it('the result of a quiz is a notice, passed or not', async () => {
    const training_id = await createReadingTraining(running, plant, { title: 'Forklift' });
    const quizFixture = await createQuiz(running, plant, training_id, [singleChoiceQuestion('Horn?')], {
      attempts_allowed: 2,
    });
    await (
      await admin()
    ).post('/api/training-assignments/bulk', { staff_id: [asha.staff_id], training_id: [training_id] });
    for (const option of [1, 0]) {
      const { attempt_id } = (await (await me()).post('/api/attempts', { training_id })).body;
      const option_id = [quizFixture.questions[0]!.options[option]!.option_id];
      await (await me()).put(`/api/attempts/${attempt_id}/answers/1`, { option_id, sequence: 1 });
      expect((await (await me()).post(`/api/attempts/${attempt_id}/submit`)).status).toBe(200);
    }
    // The notice about the certificate may come before or after it.
    await eventually(
      async () => (await fetchNoticeLines()).filter(([kind]) => kind !== 'certificate'),
      [
        ['result', 'passed', null],
        ['result', 'failed', null],
        ['assigned', null, null],
      ],
    );
  });

  it('a manager is notified of what is overdue in the team, in the same mail', async () => {
    const { person: boss, email } = await createPerson();
    await (await admin()).patch(`/api/staff/${asha.staff_id}`, { manager_id: boss.staff_id });
    await assign('2036-03-05');
    freezeAt('2036-03-06T07:00:00Z');
    await runNotices();
    expect(await fetchNoticeLines(boss)).toEqual([['team', 'overdue', '2036-03-05']]);
    const [mail] = await mailsTo(email);
    expect(mail!.text).toContain('Asha Rao: Forklift, was due on March 5, 2036');
  });

  it('a mail is in the language of its recipient', async () => {
    const { person, email } = await createPerson({ language: 'de' });
    await assign('2036-04-20', [person]);
    await runNotices();
    const [mail] = await mailsTo(email);
    expect(mail).toMatchObject({ subject: 'Neue Schulung: Forklift' });
    expect(mail!.text).toContain('fällig am 20. April 2036');
  });

  it('people who are suspended, have left or have no address get no mail, nor does a suspended organisation', async () => {
    const [{ person: leaver, email: left }, { person: suspendedPerson, email: suspendedEmail }] = [
      await createPerson(),
      await createPerson(),
    ];
    const personWithoutEmail = await createLearner(running, plant);
    await assign('2036-04-20', [leaver, suspendedPerson, personWithoutEmail]);
    expect(
      (await (await admin()).post(`/api/staff/${leaver.staff_id}/leave`, { last_active_day: '2036-03-02' })).status,
    ).toBeLessThan(300);
    expect((await (await admin()).post(`/api/staff/${suspendedPerson.staff_id}/suspend`)).status).toBeLessThan(300);
    await runNotices();
    expect([await mailsTo(left), await mailsTo(suspendedEmail)]).toEqual([[], []]);
    expect(await fetchNoticeLines(personWithoutEmail)).toEqual([['assigned', null, '2036-04-20']]);

    await assign('2036-04-21');
    running.clock.advance(DAY);
    const { customer_id } = plant;
    const suspend = (status: string) =>
      running.app
        .get(TransactionManager)
        .run(() =>
          running.app
            .get(Database)
            .write('UPDATE customer_state SET status = ? WHERE customer_id = ?', [status, customer_id]),
        );
    await suspend('S');
    expect(await runNotices()).toEqual([]);
  });

  describe('the choice of notices', () => {
    it('of the organisation switches a kind off in both channels, and sets the days before due', async () => {
      await setRule('assigned', false, 'off');
      expect((await (await admin()).patch('/api/settings/notices', { due_soon_days: 3 })).body).toMatchObject({
        due_soon_days: 3,
      });
      await assign('2036-03-09');
      expect(await fetchNoticeLines()).toEqual([]);
      freezeAt('2036-03-05T07:00:00Z');
      expect(await runNotices()).toEqual([]);
      freezeAt('2036-03-06T07:00:00Z');
      expect(await runNotices()).toHaveLength(1);
    });

    it('of a person applies, except to mails that the organisation always sends', async () => {
      const { body } = await (
        await me()
      ).put('/api/notices/choices', { choices: [{ kind: 'assigned', app: false, mail: false }] });
      expect(body.email).toBe(address);
      expect(body.choices[0]).toMatchObject({ kind: 'assigned', app: false, mail: false, mail_offered: 'on' });
      await assign('2036-04-20');
      expect([await fetchNoticeLines(), await runNotices()]).toEqual([[], []]);
      await setRule('assigned', true, 'always');
      await assign('2036-04-21', [asha], 'Crane');
      const [mail] = await runNotices();
      expect(mail!.subject).toBe('New training: Crane');
      expect(mail!.text).not.toContain('unsubscribe');
    });

    it('can be made by the unsubscribe link without signing in: GET changes nothing, POST does', async () => {
      await setRule('overdue', true, 'always');
      await assign('2036-04-20');
      const [mail] = await runNotices();
      const path = /\/api\/unsubscribe\/\S+/.exec(mail!.text)![0];
      expect(path).not.toContain(asha.staff_id);
      const response = await fetch(running.url + path);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(await response.text()).toContain('New trainings assigned to you');
      const fetchMailKinds = async () =>
        (
          (await (await me()).get('/api/notices/choices')).body.choices as {
            kind: string;
            mail: boolean;
            app: boolean;
          }[]
        )
          .filter((choice) => choice.mail)
          .map(({ kind }) => kind);
      expect(await fetchMailKinds()).toHaveLength(8);
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const requestInit = { method: 'POST', body: 'List-Unsubscribe=One-Click', headers };
      for (let times = 0; times < 2; times++) expect((await fetch(running.url + path, requestInit)).status).toBe(200);
      expect(await fetchMailKinds()).toEqual(['overdue']);
      await assign('2036-04-21', [asha], 'Crane');
      running.clock.advance(DAY);
      expect(await runNotices()).toHaveLength(1);
      expect((await fetch(`${running.url}${path}x`)).status).toBe(404);
      expect((await fetch(`${running.url}${path.slice(0, -3)}abc`, requestInit)).status).toBe(404);
    });

    it('is refused for unknown kinds and invalid values, naming the field', async () => {
      const bad = await (
        await admin()
      ).patch('/api/settings/notices', { due_soon_days: 0, rules: [{ kind: 'x', app: 1, mail: 'on' }] });
      expect(bad.status).toBe(422);
      expect(Object.keys(bad.body.errors)).toEqual(expect.arrayContaining(['due_soon_days']));
      const stale = await (await admin()).patch('/api/settings/notices', { due_soon_days: 4, row_version: 99 });
      expect(stale.status).toBe(412);
    });
  });

  it('a notice is marked as read by its recipient only', async () => {
    await assign('2036-04-20');
    await assign('2036-04-21', [asha], 'Crane');
    const { notices } = (await (await me()).get('/api/notices')).body;
    const { person: other } = await createPerson();
    const notice_id = [notices[0].notice_id];
    expect((await (await me(other)).post('/api/notices/read', { notice_id })).body).toEqual({ unread: 0 });
    expect((await (await me()).get('/api/notices')).body.unread).toBe(2);
    expect((await (await me()).post('/api/notices/read', { notice_id })).body).toEqual({ unread: 1 });
    expect((await (await me()).post('/api/notices/read-all', {})).body).toEqual({ unread: 0 });
    expect((await (await admin()).get('/api/notices')).body).toEqual({ notices: [], unread: 0, next: null });
  });

  it('the preview lists who gets which notice on the next days', async () => {
    await assign('2036-03-20');
    const previewOn = async (day: string) =>
      (await (await admin()).get(`/api/settings/notices/preview?day=${day}`)).body.notices.map(
        (each: { kind: string; staff_id: string; mail: boolean }) => [each.kind, each.staff_id, each.mail],
      );
    expect((await (await admin()).get('/api/settings/notices/preview')).body).toMatchObject({
      day: '2036-03-03',
      notices: [],
    });
    expect(await previewOn('2036-03-12')).toEqual([]);
    expect(await previewOn('2036-03-13')).toEqual([['due_soon', asha.staff_id, true]]);
    expect(await previewOn('2036-03-14')).toEqual([]);
    expect((await (await admin()).get('/api/settings/notices/preview?day=2036-03-17')).status).toBe(422);
    freezeAt('2036-03-08T09:00:00Z');
    await runScheduledJob(running, 'notices');
    expect(await previewOn('2036-03-21')).toEqual([['overdue', asha.staff_id, true]]);
  });

  it('notices are kept for half a year and then deleted', async () => {
    await assign(null);
    await runNotices();
    running.clock.advance(179 * DAY);
    await runNotices();
    expect(await fetchNoticeLines()).toHaveLength(1);
    running.clock.advance(2 * DAY);
    await runNotices();
    expect((await (await me()).get('/api/notices')).body.notices).toEqual([]);
    expect((await (await admin()).get('/api/settings/notices/mails')).body.mails).toEqual([]);
  });
});
