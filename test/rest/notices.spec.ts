import { NoticeRound } from '../../src/notices/notice-round';
import { Database } from '../../src/platform/database/database';
import { Transactions } from '../../src/platform/database/transactions';
import { newId } from '../../src/platform/ids';
import { SkillLevelSpan } from '../../src/skills/skill-level-span.entity';
import { comesTo } from '../support/eventually';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { openOrganisation, type Organisation } from '../support/organisation';
import { learner, quiz, rows, single, training, type Learner } from '../support/quiz-given';
import { asleep, swept } from '../support/sweeps';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('what people are told', () => {
  let running: RunningApp;
  let plant: Organisation;
  let asha: Learner;
  let address: string;
  let made = 0;

  beforeAll(async () => {
    running = await startApp();
    asleep(running, 'notices');
  });
  beforeEach(async () => {
    running.clock.freeze('2036-03-03T09:00:00Z');
    plant = await openOrganisation(running);
    ({ person: asha, email: address } = await somebody());
  });
  afterEach(() => running.clock.release());
  afterAll(() => running.close());

  /** Signed in at that moment: the clock goes on for days. */
  const admin = async () => api(running, await plant.signIn({ role: 'admin' }));
  const me = async (who: Learner = asha) => api(running, await plant.signIn({ role: 'user', staff_id: who.staff_id }));
  const somebody = async (more: object = {}) => {
    const person = await learner(running, plant);
    const email = `mail-${++made}@plant.example`;
    const changed = await (await admin()).patch(`/api/staff/${person.staff_id}`, { email, ...more });
    expect(changed.status).toBe(200);
    return { person, email };
  };
  const assign = async (due_on: string | null, who: Learner[] = [asha], title = 'Forklift') => {
    const training_id = await training(running, plant, { title });
    const order = { staff_id: who.map(({ staff_id }) => staff_id), training_id: [training_id], due_on };
    expect((await (await admin()).post('/api/training-assignments/bulk', order)).status).toBe(200);
    return training_id;
  };
  const at = (instant: string) => running.clock.freeze(instant);
  /** The round of that moment, and another one once things have been gathered; what is owed is sent. */
  const round = async () => {
    expect((await swept(running, 'notices')).isElsewhere).toBeFalsy();
    running.clock.advance(6 * MINUTE);
    await swept(running, 'notices');
    return mailsTo(address);
  };
  const mailsTo = async (email: string) => (await running.mails()).filter((mail) => mail.to === email);
  const told = async (who: Learner = asha) =>
    (
      (await (await me(who)).get('/api/notices')).body.notices as { kind: string; detail: string | null; day: string }[]
    ).map(({ kind, detail, day }) => [kind, detail, day]);
  const rule = async (kind: string, app: boolean, mail: string) =>
    (await admin()).patch('/api/settings/notices', { rules: [{ kind, app, mail }] });

  it('an assignment stands behind the bell at once, and is mailed a little later', async () => {
    const training_id = await assign('2036-04-20');
    const { body } = await (await me()).get('/api/notices');
    expect(body).toMatchObject({ unread: 1, next: null });
    expect(body.notices).toMatchObject([
      { kind: 'assigned', training_id, training_title: 'Forklift', day: '2036-04-20', read: false },
    ]);
    const [mail, ...more] = await round();
    expect(more).toEqual([]);
    expect(mail!.subject).toBe('New training: Forklift');
    expect(mail!.text).toContain('Forklift, due on April 20, 2036');
    expect(mail!.html).toContain('/api/unsubscribe/');
  });

  it('comes in one mail a person and day, whatever it is; what comes later waits for the next morning', async () => {
    await assign('2036-03-05', [asha], 'Forklift');
    await assign('2036-03-06', [asha], 'Crane');
    const [first, ...none] = await round();
    expect(none).toEqual([]);
    expect(first!.subject).toBe('News about your trainings and skills');
    expect(first!.text.match(/Forklift|Crane/g)).toEqual(['Forklift', 'Crane']);
    await assign(null, [asha], 'Welding');
    expect(await round()).toHaveLength(1);
    at('2036-03-04T06:59:00Z');
    expect(await round()).toHaveLength(2);
    expect((await mailsTo(address))[0]!.text).toContain('Welding');
  });

  it('due soon and overdue are told in the morning of their day, and once, however often the round comes', async () => {
    await assign('2036-03-20');
    await rule('assigned', false, 'off');
    at('2036-03-12T08:00:00Z');
    await round();
    expect((await told()).filter(([kind]) => kind !== 'assigned')).toEqual([]);
    at('2036-03-13T06:30:00Z');
    await round();
    expect((await told()).filter(([kind]) => kind !== 'assigned')).toEqual([]);
    at('2036-03-13T07:00:00Z');
    await round();
    await round();
    expect((await told())[0]).toEqual(['due_soon', null, '2036-03-20']);
    at('2036-03-20T23:00:00Z');
    await round();
    expect((await told()).map(([kind]) => kind)).toEqual(['due_soon', 'assigned']);
    at('2036-03-21T07:00:00Z');
    await round();
    at('2036-03-22T07:00:00Z');
    await round();
    expect((await told()).map(([kind]) => kind)).toEqual(['overdue', 'due_soon', 'assigned']);
    const subjects = (await mailsTo(address)).map(({ subject }) => subject);
    expect(subjects).toEqual(['Overdue: Forklift', 'Due soon: Forklift']);
  });

  it('what is completed or taken away before its mail is sent is not in it, and a mail of nothing is none', async () => {
    await assign('2036-04-20');
    const { body } = await (await admin()).get(`/api/training-assignments?staff_id=${asha.staff_id}`);
    await (await admin()).post('/api/training-assignments/remove', { assignment_id: [body[0].id] });
    expect(await round()).toEqual([]);
    const { body: log } = await (await admin()).get('/api/settings/notices/mails');
    expect(log.mails).toMatchObject([{ staff_id: asha.staff_id, kinds: ['assigned'], state: 'dropped' }]);
  });

  it('two rounds at once, and one after a kill in the middle, tell nothing twice', async () => {
    await assign('2036-03-20');
    running.clock.advance(6 * MINUTE);
    // Without its lease, as two nodes of a cluster might both hold it: the keys alone decide.
    const once = () =>
      running.app.get(NoticeRound)['some'](0, {
        began: 0,
        before: null,
        did() {},
        left() {},
        failed: (error) => {
          throw error;
        },
        goesOn: async () => true,
      });
    at('2036-03-13T07:00:00Z');
    await Promise.all([once(), once(), once()]);
    running.clock.advance(6 * MINUTE);
    await Promise.all([once(), once(), once()]);
    expect((await told()).map(([kind]) => kind)).toEqual(['due_soon', 'assigned']);
    expect(await mailsTo(address)).toHaveLength(1);

    // The process ends after the notices of the day were made and before the day is noted.
    at('2036-03-21T07:00:00Z');
    const days = Object.values(running.app.get(NoticeRound)).find(
      (part) => part?.constructor?.name === 'TenantRepository',
    );
    const noted = jest.spyOn(days, 'insertOrReplace').mockRejectedValue(new Error('killed'));
    expect((await swept(running, 'notices').catch(() => ({ whole: false }))).whole).toBe(false);
    noted.mockRestore();
    await round();
    expect((await told()).map(([kind]) => kind)).toEqual(['overdue', 'due_soon', 'assigned']);
    expect(await mailsTo(address)).toHaveLength(2);
  });

  it('a day ends in the person’s own zone, and a clock change moves nothing', async () => {
    const { person: far } = await somebody({ time_zone: 'Pacific/Kiritimati' });
    const { person: west } = await somebody({ time_zone: 'America/Los_Angeles' });
    // The clocks go forward in Los Angeles on 9 March 2036, at 02:00.
    await assign('2036-03-08', [asha, far, west]);
    const overdue = async (who: Learner) => (await told(who)).some(([kind]) => kind === 'overdue');
    at('2036-03-08T07:00:00Z');
    await round();
    expect([await overdue(asha), await overdue(far), await overdue(west)]).toEqual([false, false, false]);
    at('2036-03-09T07:00:00Z');
    await round();
    // It is 23:00 of the 8th in Los Angeles, and the 9th everywhere else.
    expect([await overdue(asha), await overdue(far), await overdue(west)]).toEqual([true, true, false]);
    at('2036-03-10T07:00:00Z');
    await round();
    expect(await overdue(west)).toBe(true);
  });

  it('the morning is the organisation’s, also on the day on which its clocks change', async () => {
    plant = await openOrganisation(running, { time_zone: 'Europe/Berlin' });
    ({ person: asha } = await somebody());
    await assign('2036-04-06');
    // Summer time begins on 30 March 2036: seven o'clock is 05:00 UTC from then on.
    at('2036-03-30T04:59:00Z');
    await swept(running, 'notices');
    expect((await told()).map(([kind]) => kind)).toEqual(['assigned']);
    at('2036-03-30T05:00:00Z');
    await swept(running, 'notices');
    expect((await told()).map(([kind]) => kind)).toEqual(['due_soon', 'assigned']);
  });

  it('a level that ends is told thirty days before, unless another keeps it up', async () => {
    const skill = async (name: string) =>
      (await (await admin()).post('/api/skills', { skill_code: name, name, min_level: 1 })).body.skill_id as string;
    const [ends, stays] = [await skill('Rigging'), await skill('Slinging')];
    const span = (skill_id: string, from_date: string, to_date: string, level: number) =>
      rows(running, SkillLevelSpan, plant, {
        ...{ staff_id: asha.staff_id, skill_id, from_date, to_date, level, held_level: level },
        ...{ cause: 'evidence', evidence_id: newId() },
      });
    await span(ends, '2035-01-01', '2036-04-05', 3);
    await span(ends, '2036-04-06', '9999-12-31', 0);
    await span(stays, '2035-01-01', '2036-04-05', 2);
    await span(stays, '2036-04-06', '9999-12-31', 2);
    at('2036-03-05T07:00:00Z');
    await round();
    expect(await told()).toEqual([]);
    at('2036-03-06T07:00:00Z');
    const [mail] = await round();
    expect(await told()).toEqual([['expiring', null, '2036-04-05']]);
    expect(mail!.subject).toBe('Expiring soon: Rigging');
  });

  it('the result of a quiz stands behind the bell, passed or not', async () => {
    const training_id = await training(running, plant, { title: 'Forklift' });
    const given = await quiz(running, plant, training_id, [single('Horn?')], { attempts_allowed: 2 });
    await (
      await admin()
    ).post('/api/training-assignments/bulk', { staff_id: [asha.staff_id], training_id: [training_id] });
    for (const option of [1, 0]) {
      const { attempt_id } = (await (await me()).post('/api/attempts', { training_id })).body;
      const option_id = [given.questions[0]!.options[option]!.option_id];
      await (await me()).put(`/api/attempts/${attempt_id}/answers/1`, { option_id, sequence: 1 });
      expect((await (await me()).post(`/api/attempts/${attempt_id}/submit`)).status).toBe(200);
    }
    // Its certificate is told beside it, whichever is first.
    await comesTo(
      async () => (await told()).filter(([kind]) => kind !== 'certificate'),
      [
        ['result', 'passed', null],
        ['result', 'failed', null],
        ['assigned', null, null],
      ],
    );
  });

  it('a manager is told what is overdue in the team, in the same one mail', async () => {
    const { person: boss, email } = await somebody();
    await (await admin()).patch(`/api/staff/${asha.staff_id}`, { manager_id: boss.staff_id });
    await assign('2036-03-05');
    at('2036-03-06T07:00:00Z');
    await round();
    expect(await told(boss)).toEqual([['team', 'overdue', '2036-03-05']]);
    const [mail] = await mailsTo(email);
    expect(mail!.text).toContain('Asha Rao: Forklift, was due on March 5, 2036');
  });

  it('speaks the language of whoever reads it', async () => {
    const { person, email } = await somebody({ language: 'de' });
    await assign('2036-04-20', [person]);
    await round();
    const [mail] = await mailsTo(email);
    expect(mail).toMatchObject({ subject: 'Neue Schulung: Forklift' });
    expect(mail!.text).toContain('fällig am 20. April 2036');
  });

  it('whoever is suspended, has left or has no address gets no mail, and neither does anybody of a suspended organisation', async () => {
    const [{ person: gone, email: left }, { person: off, email: suspended }] = [await somebody(), await somebody()];
    const mute = await learner(running, plant);
    await assign('2036-04-20', [gone, off, mute]);
    expect(
      (await (await admin()).post(`/api/staff/${gone.staff_id}/leave`, { last_active_day: '2036-03-02' })).status,
    ).toBeLessThan(300);
    expect((await (await admin()).post(`/api/staff/${off.staff_id}/suspend`)).status).toBeLessThan(300);
    await round();
    expect([await mailsTo(left), await mailsTo(suspended)]).toEqual([[], []]);
    expect(await told(mute)).toEqual([['assigned', null, '2036-04-20']]);

    await assign('2036-04-21');
    running.clock.advance(DAY);
    const { customer_id } = plant;
    const suspend = (status: string) =>
      running.app
        .get(Transactions)
        .run(() =>
          running.app
            .get(Database)
            .write('UPDATE customer_state SET status = ? WHERE customer_id = ?', [status, customer_id]),
        );
    await suspend('S');
    expect(await round()).toEqual([]);
  });

  describe('is the choice', () => {
    it('of the organisation: what it switches off comes neither way, and how many days before it says', async () => {
      await rule('assigned', false, 'off');
      expect((await (await admin()).patch('/api/settings/notices', { due_soon_days: 3 })).body).toMatchObject({
        due_soon_days: 3,
      });
      await assign('2036-03-09');
      expect(await told()).toEqual([]);
      at('2036-03-05T07:00:00Z');
      expect(await round()).toEqual([]);
      at('2036-03-06T07:00:00Z');
      expect(await round()).toHaveLength(1);
    });

    it('of a person, but for a mail that the organisation always sends', async () => {
      const { body } = await (
        await me()
      ).put('/api/notices/choices', { choices: [{ kind: 'assigned', app: false, mail: false }] });
      expect(body.email).toBe(address);
      expect(body.choices[0]).toMatchObject({ kind: 'assigned', app: false, mail: false, mail_offered: 'on' });
      await assign('2036-04-20');
      expect([await told(), await round()]).toEqual([[], []]);
      await rule('assigned', true, 'always');
      await assign('2036-04-21', [asha], 'Crane');
      const [mail] = await round();
      expect(mail!.subject).toBe('New training: Crane');
      expect(mail!.text).not.toContain('unsubscribe');
    });

    it('by the way out of a mail, without signing in: looking changes nothing, one POST does', async () => {
      await rule('overdue', true, 'always');
      await assign('2036-04-20');
      const [mail] = await round();
      const path = /\/api\/unsubscribe\/\S+/.exec(mail!.text)![0];
      expect(path).not.toContain(asha.staff_id);
      const looked = await fetch(running.url + path);
      expect([looked.status, looked.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(await looked.text()).toContain('New trainings assigned to you');
      const mails = async () =>
        (
          (await (await me()).get('/api/notices/choices')).body.choices as {
            kind: string;
            mail: boolean;
            app: boolean;
          }[]
        )
          .filter((choice) => choice.mail)
          .map(({ kind }) => kind);
      expect(await mails()).toHaveLength(8);
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const asked = { method: 'POST', body: 'List-Unsubscribe=One-Click', headers };
      for (let times = 0; times < 2; times++) expect((await fetch(running.url + path, asked)).status).toBe(200);
      expect(await mails()).toEqual(['overdue']);
      await assign('2036-04-21', [asha], 'Crane');
      running.clock.advance(DAY);
      expect(await round()).toHaveLength(1);
      expect((await fetch(`${running.url}${path}x`)).status).toBe(404);
      expect((await fetch(`${running.url}${path.slice(0, -3)}abc`, asked)).status).toBe(404);
    });

    it('of what nobody knows is refused by name', async () => {
      const bad = await (
        await admin()
      ).patch('/api/settings/notices', { due_soon_days: 0, rules: [{ kind: 'x', app: 1, mail: 'on' }] });
      expect(bad.status).toBe(422);
      expect(Object.keys(bad.body.errors)).toEqual(expect.arrayContaining(['due_soon_days']));
      const stale = await (await admin()).patch('/api/settings/notices', { due_soon_days: 4, row_version: 99 });
      expect(stale.status).toBe(412);
    });
  });

  it('is marked as read by its reader alone', async () => {
    await assign('2036-04-20');
    await assign('2036-04-21', [asha], 'Crane');
    const { notices } = (await (await me()).get('/api/notices')).body;
    const { person: other } = await somebody();
    const notice_id = [notices[0].notice_id];
    expect((await (await me(other)).post('/api/notices/read', { notice_id })).body).toEqual({ unread: 0 });
    expect((await (await me()).get('/api/notices')).body.unread).toBe(2);
    expect((await (await me()).post('/api/notices/read', { notice_id })).body).toEqual({ unread: 1 });
    expect((await (await me()).post('/api/notices/read-all', {})).body).toEqual({ unread: 0 });
    expect((await (await admin()).get('/api/notices')).body).toEqual({ notices: [], unread: 0, next: null });
  });

  it('is foretold by the same look: who gets what on which of the next days', async () => {
    await assign('2036-03-20');
    const on = async (day: string) =>
      (await (await admin()).get(`/api/settings/notices/preview?day=${day}`)).body.notices.map(
        (each: { kind: string; staff_id: string; mail: boolean }) => [each.kind, each.staff_id, each.mail],
      );
    expect((await (await admin()).get('/api/settings/notices/preview')).body).toMatchObject({
      day: '2036-03-03',
      notices: [],
    });
    expect(await on('2036-03-12')).toEqual([]);
    expect(await on('2036-03-13')).toEqual([['due_soon', asha.staff_id, true]]);
    expect(await on('2036-03-14')).toEqual([]);
    expect((await (await admin()).get('/api/settings/notices/preview?day=2036-03-17')).status).toBe(422);
    at('2036-03-08T09:00:00Z');
    await swept(running, 'notices');
    expect(await on('2036-03-21')).toEqual([['overdue', asha.staff_id, true]]);
  });

  it('is kept half a year, and then forgotten', async () => {
    await assign(null);
    await round();
    running.clock.advance(179 * DAY);
    await round();
    expect(await told()).toHaveLength(1);
    running.clock.advance(2 * DAY);
    await round();
    expect((await (await me()).get('/api/notices')).body.notices).toEqual([]);
    expect((await (await admin()).get('/api/settings/notices/mails')).body.mails).toEqual([]);
  });
});
