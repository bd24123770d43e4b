import { Clock } from '../../src/common/clock';
import { Database } from '../../src/infrastructure/database/database';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { newId } from '../../src/common/ids';
import { Attempt } from '../../src/modules/quizzes/attempt.entity';
import { ExportFileFactory } from '../../src/modules/exports/export-file.factory';
import { ScreenTexts } from '../../src/modules/exports/screen-texts';
import { ReportExportsService } from '../../src/modules/reports/report-exports.service';
import { PAIRS_MAX } from '../../src/modules/reports/quiz-report.query';
import { TenantRepository, type NewRecord } from '../../src/tenancy/tenant-repository';
import { api, type Reply } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { EventOrder } from '../support/event-order';
import { openOrganisation, type Headers, type Organisation } from '../support/organisation';
import {
  createAssignment,
  createLearner,
  createQuiz,
  singleChoiceQuestion,
  createReadingTraining,
  type QuizFixture,
  type Learner,
} from '../support/quiz-fixtures';
import { statementsOfRequests } from '../support/recorded-statements';

const PEOPLE = 3;
const TRIES = 4;
const DAY_MS = 86_400_000;

describe('the quiz report, page by page', () => {
  let running: RunningApp;
  let plant: Organisation;
  let people: Learner[];
  let boss: Headers;
  let trainings: { training_id: string; quiz: QuizFixture; assignments: Map<string, string> }[];
  /** The stored attempts: two trainings × three people × four tries, six at each instant. */
  let written: { id: string; staff_id: string; training_id: string; attempt_no: number; score: number; at: number }[];

  beforeAll(async () => {
    running = await startApp();
    running.clock.freeze('2026-03-30T06:00:00Z');
    plant = await openOrganisation(running, { time_zone: 'UTC' });
    people = [];
    for (let n = 0; n < PEOPLE; n++) people.push(await createLearner(running, plant));
    const [asha, bala, chen] = people;
    // Chen reports to Bala; Asha does not.
    const below = await admin().patch(`/api/staff/${chen!.staff_id}`, { manager_id: bala!.staff_id });
    expect(below.status).toBe(200);
    boss = await plant.signIn({ role: 'user', staff_id: bala!.staff_id, eid: 'B' });
    trainings = [];
    for (const title of ['Forklift basics', 'Fire drill']) {
      const training_id = await createReadingTraining(running, plant, { title });
      const quizFixture = await createQuiz(running, plant, training_id, [singleChoiceQuestion('Q')], { pass_mark: 80 });
      const assignments = new Map<string, string>();
      for (const { staff_id } of people) {
        await createAssignment(running, plant, staff_id, training_id);
        const { body } = await admin().get(`/api/training-assignments?staff_id=${staff_id}&training_id=${training_id}`);
        assignments.set(staff_id, body[0].assignment_id as string);
      }
      trainings.push({ training_id, quiz: quizFixture, assignments });
    }
    const first = Date.parse('2026-03-10T08:00:00Z');
    written = [];
    for (let no = 1; no <= TRIES; no++)
      for (const { training_id } of trainings)
        for (const { staff_id } of people) {
          // Asha scores 60, 85, 85, 70; the others get varied scores.
          const score = staff_id === asha!.staff_id ? [60, 85, 85, 70][no - 1]! : (written.length * 7) % 101;
          written.push({ id: newId(first), staff_id, training_id, attempt_no: no, score, at: first + no * DAY_MS });
        }
    await insertAttempts(written);
    plant = { ...plant, admin: await plant.signIn({ role: 'admin' }) };
  });
  afterAll(() => running.close());

  const admin = () => api(running, plant.admin);
  const insertAttempts = (batch: typeof written) => {
    const repository = new TenantRepository<Attempt>(running.app.get(Database), running.app.get(Clock), Attempt);
    const rows = batch.map(({ id, staff_id, training_id, attempt_no, score, at }) => ({
      attempt_id: id,
      staff_id,
      training_id,
      attempt_no,
      status: 'submitted',
      pass_mark: 80,
      ...trainings
        .filter((each) => each.training_id === training_id)
        .map((each) => ({ quiz_id: each.quiz.quiz_id, assignment_id: each.assignments.get(staff_id)! }))[0]!,
      started_at: at - 300_000,
      deadline: null,
      submitted_at: at,
      correct_marks: score * 1_000_000,
      total_marks: 100_000_000,
      score_hundredths: score * 100,
      result: score >= 80 ? 'passed' : 'failed',
      paper: { questions: [] },
    }));
    return running.app
      .get(TransactionManager)
      .run(() => repository.insert(plant.tenant, rows as unknown as NewRecord<Attempt>[]));
  };
  /** A new learner with the first training assigned. */
  const newcomer = async () => {
    const person = await createLearner(running, plant);
    const { training_id, assignments } = trainings[0]!;
    await createAssignment(running, plant, person.staff_id, training_id);
    const { body } = await admin().get(
      `/api/training-assignments?staff_id=${person.staff_id}&training_id=${training_id}`,
    );
    assignments.set(person.staff_id, body[0].assignment_id as string);
    return person;
  };
  const get = (query: string, headers = plant.admin) =>
    api(running, headers).get(`/api/reports/quiz${query.startsWith('/') ? query : `?from=2026-03-01&${query}`}`);
  const ids = ({ body }: Reply) => (body.rows as { id: string }[]).map(({ id }) => id);
  const newestIds = (batch = written) =>
    batch.toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1)).map(({ id }) => id);

  it('says how many rows there are, and where a page begins and ends', async () => {
    const page = await get('_start=5&_end=12');
    expect(page.status).toBe(200);
    expect(ids(page)).toEqual(newestIds().slice(5, 12));
    expect(page.headers.get('x-total-count')).toBe('24');
    expect(page.headers.get('x-total-count-exact')).toBeNull();
    expect(page.headers.get('x-page-last')).toBeTruthy();
    // A page has no totals; its rows equal those of the whole report.
    expect(page.body.totals).toBeNull();
    expect(page.body.rows[0]).toEqual((await get('')).body.rows[5]);
  });

  it('pages forwards and backwards by cursor, in both sort orders and for each choice of attempts', async () => {
    for (const choice of ['', '&attempts=latest', '&attempts=best', `&training_id=${trainings[0]!.training_id}`]) {
      for (const order of ['asc', 'desc']) {
        const sort = `_sort=submitted_at&_order=${order}${choice}`;
        const all = ids(await get(`${sort}&_start=0&_end=200`));
        const walked: string[] = [];
        let page = await get(`${sort}&_start=0&_end=2`);
        for (; page.body.rows.length; page = await get(`${sort}&_end=2&_after=${page.headers.get('x-page-last')}`)) {
          walked.push(...ids(page));
          if (walked.length !== 4) continue;
          const back = await get(`${sort}&_end=2&_before=${page.headers.get('x-page-first')}`);
          expect([sort, ids(back)]).toEqual([sort, all.slice(0, 2)]);
        }
        expect([sort, walked]).toEqual([sort, all]);
      }
    }
  });

  it('has the same rows in pages as in the whole, for every choice of attempts', async () => {
    for (const attempts of ['all', 'latest', 'best']) {
      const whole = await get(`attempts=${attempts}`);
      const page = await get(`attempts=${attempts}&_start=0&_end=200`);
      expect([attempts, page.body.rows]).toEqual([attempts, whole.body.rows]);
      expect([attempts, page.headers.get('x-total-count')]).toEqual([attempts, String(whole.body.rows.length)]);
    }
    // With equal scores the earlier attempt counts as the better one.
    const best = (await get(`attempts=best&staff_id=${people[0]!.staff_id}&_end=50`)).body.rows;
    expect(best.map((row: { attempt_no: number }) => row.attempt_no)).toEqual([2, 2]);
  });

  it('is sorted by what a page shows', async () => {
    const of = async (sort: string) => (await get(`_sort=${sort}&_end=200`)).body.rows as Record<string, never>[];
    for (const sort of ['score', 'attempt_no', 'started_at', 'result', 'staff_code', 'staff_name', 'training_title']) {
      const values = (await of(`${sort}&_order=desc`)).map((row) => row[sort]);
      const sorted = values.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0));
      expect([sort, values]).toEqual([sort, sorted]);
    }
    expect((await get('_sort=category')).status).toBe(400);
    expect((await get('_sort=score&_order=up')).status).toBe(400);
    expect((await get('_sort=score&_after=abc')).status).toBe(400);
    expect((await get('_start=0&_end=201')).status).toBe(400);
    expect((await get('_start=5&_end=4')).status).toBe(400);
    expect((await get('_after=abc&_before=abc')).status).toBe(400);
  });

  it('shows a manager their line and a learner their own, in pages, in totals and in the export', async () => {
    const [asha, bala, chen] = people.map(({ staff_id }) => staff_id);
    for (const [headers, seen] of [
      [boss, [bala, chen]],
      [people[0]!.headers, [asha]],
    ] as const) {
      const own = newestIds(written.filter(({ staff_id }) => seen.includes(staff_id)));
      for (const sort of ['submitted_at', 'attempt_no']) {
        const page = await get(`_sort=${sort}&_order=desc&_end=200`, headers);
        expect(ids(page).toSorted()).toEqual(own.toSorted());
        expect(page.headers.get('x-total-count')).toBe(String(own.length));
      }
      const after = await get('_end=2', headers);
      expect(ids(await get(`_end=2&_after=${after.headers.get('x-page-last')}`, headers))).toEqual(own.slice(2, 4));
      expect((await get('/summary?from=2026-03-01', headers)).body.totals).toMatchObject({
        attempts: own.length,
        people: seen.length,
      });
      const csv = await get('/export?from=2026-03-01', headers);
      expect(String(csv.body).trim().split('\r\n')).toHaveLength(own.length + 1);
    }
    expect((await get(`_end=5&staff_id=${bala}`, people[0]!.headers)).status).toBe(404);
    expect((await get(`/summary?staff_id=${bala}`, people[0]!.headers)).status).toBe(404);
    expect((await get(`/export?staff_id=${bala}`, people[0]!.headers)).status).toBe(404);
  });

  it('adds up all rows as the whole report does, with the scores and the trainings of its charts', async () => {
    const { body } = await get('/summary?from=2026-03-01');
    expect(body.totals).toEqual((await get('')).body.totals);
    expect(body.scores.reduce((sum: number, count: number) => sum + count, 0)).toBe(24);
    expect(body.pass_mark).toBe(80);
    const rates = trainings.map(({ training_id }) => {
      const own = written.filter((each) => each.training_id === training_id);
      return Math.round((own.filter(({ score }) => score >= 80).length / own.length) * 10_000) / 100;
    });
    expect(body.trainings.map((each: { pass_rate: number }) => each.pass_rate)).toEqual(
      rates.toSorted((a, b) => a - b),
    );
    const one = await get(`/summary?from=2026-03-01&staff_id=${people[0]!.staff_id}`);
    // 60, 85, 85, 70 twice: passed on the second try.
    expect(one.body.totals).toEqual({
      attempts: 8,
      people: 1,
      pass_rate: 50,
      first_try_pass_rate: 0,
      mean_best: 85,
      mean_tries_to_pass: 2,
    });
  });

  it('computes the summary once for all callers until another attempt ends', async () => {
    const fetchSummary = () => get('/summary?from=2026-03-02');
    const summed = /GROUP BY g\.training_id/;
    const query = async (work: () => Promise<unknown>) =>
      (await statementsOfRequests(work)).filter((sql) => summed.test(sql)).length;
    expect(await query(() => Promise.all([fetchSummary(), fetchSummary(), fetchSummary()]))).toBe(1);
    expect(await query(fetchSummary)).toBe(0);
    const [asha] = people;
    const more = {
      ...written[0]!,
      id: newId(Date.now()),
      attempt_no: TRIES + 1,
      at: Date.parse('2026-03-20T08:00:00Z'),
    };
    await insertAttempts([more]);
    written.push(more);
    expect(await query(fetchSummary)).toBe(1);
    expect((await fetchSummary()).body.totals.attempts).toBe(25);
    // A submission by a learner also invalidates the summary.
    const { training_id } = trainings[0]!;
    const as = api(running, asha!.headers);
    expect((await admin().patch(`/api/quizzes/${trainings[0]!.quiz.quiz_id}`, { attempts_allowed: null })).status).toBe(
      200,
    );
    const { body } = await as.post('/api/attempts', { training_id });
    expect(await query(fetchSummary)).toBe(0);
    expect((await as.post(`/api/attempts/${body.attempt_id}/submit`)).status).toBe(200);
    written.push({ ...more, id: body.attempt_id, at: running.clock.now() });
    expect((await fetchSummary()).body.totals.attempts).toBe(26);
  });

  it('shows the last and the best of more attempts than are counted, and says that the number is not exact', async () => {
    const trial = await newcomer();
    const { training_id } = trainings[0]!;
    const first = Date.parse('2026-02-01T08:00:00Z');
    // One attempt more than the limit; the last is also the best.
    const many = Array.from({ length: PAIRS_MAX + 2 }, (_, n) => ({
      id: newId(first),
      staff_id: trial.staff_id,
      training_id,
      attempt_no: n + 1,
      score: n > PAIRS_MAX ? 90 : 50,
      at: first + n * 1000,
    }));
    await insertAttempts(many);
    const seen = await plant.signIn({ role: 'admin' });
    for (const attempts of ['latest', 'best']) {
      const query = `/api/reports/quiz?from=2026-02-01&to=2026-02-28&staff_id=${trial.staff_id}&attempts=${attempts}`;
      for (const order of ['asc', 'desc']) {
        const page = await api(running, seen).get(`${query}&_sort=submitted_at&_order=${order}&_start=0&_end=20`);
        expect([attempts, order, ids(page)]).toEqual([attempts, order, [many.at(-1)!.id]]);
        expect(page.headers.get('x-total-count')).toBe('1');
        expect(page.headers.get('x-total-count-exact')).toBe('false');
        // Beyond the last row there is nothing to count.
        const beyondLast = await api(running, seen).get(`${query}&_order=${order}&_start=9000&_end=9020`);
        expect([ids(beyondLast), Number(beyondLast.headers.get('x-total-count')) <= 1]).toEqual([[], true]);
      }
    }
  });

  it('is exported with its columns, one line per attempt, newest or oldest first', async () => {
    const csv = await get('/export?from=2026-03-01');
    expect(csv.headers.get('content-type')).toContain('text/csv');
    const lines = String(csv.body).trim().split('\r\n');
    expect(lines[0]).toMatch(/^\uFEFF?Staff code,Name,Training,Category,Attempt,/);
    const rows = (await get('')).body.rows as { submitted_at: string }[];
    const days = (batch: string[]) =>
      batch.slice(1).map((line) => line.split(',').find((cell) => /^2026.*Z$/.test(cell)));
    expect(lines).toHaveLength(rows.length + 1);
    const oldest = String((await get('/export?from=2026-03-01&_order=asc')).body)
      .trim()
      .split('\r\n');
    expect(days(oldest)).toEqual(days(oldest).toSorted());
    expect((await get('/export?from=2026-04-01&to=2026-03-01')).status).toBe(422);
    expect((await get('/export?_start=0')).status).toBe(400);
  });

  describe('exported, however long it is', () => {
    const MANY = 2_100;
    let of: Learner;
    let seen: Headers;
    const first = Date.parse('2026-01-10T08:00:00Z');
    const tries = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, n) => ({
        id: newId(first),
        staff_id: of.staff_id,
        training_id: trainings[0]!.training_id,
        // Two at each instant; their ids decide the order.
        attempt_no: from + n + 1,
        score: 50,
        at: first + Math.floor((from + n) / 2) * 60_000,
      }));
    beforeAll(async () => {
      of = await newcomer();
      seen = await plant.signIn({ role: 'admin' });
    });
    const query = (order: string) => `/export?from=2026-01-01&to=2026-01-31&_order=${order}`;
    const numbers = async (order: string): Promise<number[]> => {
      const { status, body } = await get(query(order), seen);
      const [head, ...lines] = String(body).trim().split('\r\n');
      const at = head!.split(',').indexOf('Attempt');
      expect(status).toBe(200);
      return lines.map((line) => Number(line.split(',')[at]));
    };

    it('is read in batches, each attempt once and in the order of days', async () => {
      const batch = tries(0, 10);
      await insertAttempts(batch);
      const few = await statementsOfRequests(() => numbers('asc'));
      const more = tries(10, MANY);
      await insertAttempts(more);
      const oldest = newestIds([...batch, ...more]).toReversed();
      const numberOf = new Map([...batch, ...more].map(({ id, attempt_no }) => [id, attempt_no]));
      const pages: number[][] = [];
      const many = await statementsOfRequests(async () => void pages.push(await numbers('asc')));
      // 2,100 rows are three batches of up to 999 each.
      expect(many).toHaveLength(few.length + 2);
      expect(pages).toEqual([oldest.map((id) => numberOf.get(id))]);
      expect(await numbers('desc')).toEqual(pages[0]!.toReversed());
      const latest = await get(`${query('asc')}&attempts=latest`, seen);
      expect(String(latest.body).trim().split('\r\n')).toHaveLength(2);
    });

    it('is written in batches, and other callbacks run between any two of them', async () => {
      const exporting = running.app.get(ReportExportsService, { strict: false });
      const words = await ScreenTexts.load('en');
      const query = { from: '2026-01-01', to: '2026-01-31', _order: 'asc' };
      const written = await exporting.quiz({ tenant: plant.tenant, query, format: 'csv', texts: words, mode: 'whole' });
      const maker = running.app.get(ExportFileFactory, { strict: false });
      const file = await maker.pieces(plant.tenant, { format: 'csv' }, words, written, { rows: 0 });
      const order = new EventOrder();
      for await (const part of file) if (String(part)) order.addPart();
      // The header and three batches.
      expect(order.parts).toBe(4);
      expect(order.longestRun).toBe(1);
    });

    it('leaves nothing open when the client disconnects or is refused', async () => {
      for (let n = 0; n < 4; n++) {
        const aborter = new AbortController();
        const url = `${running.url}/api/reports/quiz${query('asc')}`;
        const answer = await fetch(url, { headers: seen, signal: aborter.signal });
        expect(answer.status).toBe(200);
        aborter.abort();
        expect((await get('/export?from=2026-02-01&to=2026-01-01', seen)).status).toBe(422);
      }
      expect(await numbers('asc')).toHaveLength(MANY);
    });
  });
});
