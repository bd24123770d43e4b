import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ASSIGNMENT_STATES } from '../../src/contract/training-assignments.resource';
import { dayAt } from '../../src/common/calendar';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { TenantFactory } from '../../src/tenancy/tenant.factory';
import { AssignmentHistoryService } from '../../src/modules/trainings/assignment-history.service';
import { startApp, type RunningApp } from '../support/app';
import { countVisibleRows, rows, signInAsDemo } from '../support/demo';

type Row = Record<string, any>;

/** HTML pages of the demo, part of the admin's public files. */
const PAGES = join(__dirname, '../../admin/public/demo');
const WORDS_A_MINUTE = 150;
const SECONDS_A_QUESTION = 40;

describe('the demo data', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp({ env: { SEED_DEMO: 'on' } });
  });
  afterAll(() => running.close());

  const list = async (accountName: keyof typeof DEMO_ACCOUNTS, path: string): Promise<Row[]> =>
    (await (await signInAsDemo(running, accountName)).get(`/api/${path}`)).body;

  it('has assignments in every state, and optional ones', async () => {
    for (const state of ASSIGNMENT_STATES)
      expect([state, (await countVisibleRows(running, 'admin', `training-assignments?state=${state}`)) > 0]).toEqual([
        state,
        true,
      ]);
    expect(await countVisibleRows(running, 'admin', 'training-assignments?mandatory=false')).toBeGreaterThan(2);
  });

  it('has failed assignments only without attempts left, and expired ones only after their validity', async () => {
    const proofs = await rows(
      running,
      `SELECT a.completed_at, e.valid_until FROM training_assignment a
        LEFT JOIN evidence e ON e.customer_id = a.customer_id AND e.staff_id = a.staff_id AND e.source_id = a.assignment_id
        WHERE a.state = 'expired'`,
    );
    const today = dayAt(running.clock.now(), 'Europe/Berlin');
    expect(proofs).not.toEqual([]);
    for (const { completed_at, valid_until } of proofs)
      expect([completed_at !== null, valid_until !== null && String(valid_until) < today]).toEqual([true, true]);
    const failed = await list('admin', 'training-assignments?state=failed');
    expect(failed).not.toEqual([]);
    for (const { staff_id, training_id } of failed) {
      const [quiz] = await list('admin', `quizzes?training_id=${training_id}`);
      const attemptRows = await list('admin', `attempts?staff_id=${staff_id}&quiz_id=${quiz!.id}`);
      expect(attemptRows.map(({ result }) => result)).toEqual(Array(quiz!.attempts_allowed).fill('failed'));
    }
  });

  it('rejects a failure of a completed assignment', async () => {
    const { identity, get } = await signInAsDemo(running, 'admin');
    const states = async () => (await get('/api/training-assignments?state=completed&_start=0&_end=1')).body as Row[];
    const [{ id: assignment_id }] = (await states()) as [Row];
    const tenant = await running.app.get(TenantFactory).forSystem(identity.customer_id);
    const assignmentHistory = running.app.get(AssignmentHistoryService, { strict: false });
    await expect(assignmentHistory.recordOutcomes(tenant, [{ assignment_id, state: 'failed' }])).rejects.toThrow(
      RangeError,
    );
    expect((await states())[0]!.id).toBe(assignment_id);
  });

  it('has a quiz with a time limit and one with attempt limit and pause, which all attempts respect', async () => {
    expect(await countVisibleRows(running, 'admin', 'quizzes?time_limit_minutes_gte=1')).toBeGreaterThan(0);
    const quizzesWithPause = (await list('admin', 'quizzes')).filter(
      (quiz) => quiz.attempts_allowed && quiz.pause_minutes > 0,
    );
    expect(quizzesWithPause).not.toEqual([]);
    const [broken] = await rows(
      running,
      `SELECT COUNT(*) AS n FROM attempt a
        JOIN quiz q ON q.customer_id = a.customer_id AND q.quiz_id = a.quiz_id
        LEFT JOIN attempt b ON b.customer_id = a.customer_id AND b.staff_id = a.staff_id AND b.quiz_id = a.quiz_id
          AND b.attempt_no = a.attempt_no - 1
        WHERE a.attempt_no > COALESCE(q.attempts_allowed, 100) OR a.submitted_at > a.deadline
          OR a.started_at < b.submitted_at + q.pause_minutes * 60000`,
    );
    expect(Number(broken!['n'])).toBe(0);
  });

  it('has something to continue for each learner account', async () => {
    for (const accountName of ['welder', 'driver'] as const)
      expect([
        accountName,
        await countVisibleRows(running, accountName, 'training-assignments?state=in_progress'),
      ]).not.toEqual([accountName, 0]);
  });

  it('has people of several languages and time zones', async () => {
    const people = await list('admin', 'staff?_start=0&_end=100');
    const distinct = (field: string) => new Set(people.map((each) => each[field]).filter(Boolean));
    expect(distinct('language').size).toBeGreaterThanOrEqual(6);
    expect(distinct('time_zone').size).toBeGreaterThanOrEqual(3);
  });

  it('has a revoked skill and lowered levels in the default report period', async () => {
    const { get } = await signInAsDemo(running, 'admin');
    const { bridge } = (await get('/api/reports/skill-matrix-datewise')).body;
    expect([bridge.downgrades, bridge.revocations].every((steps: number) => steps > 0)).toBe(true);
  });

  it('has answered and open support messages, and API keys with unknown secrets', async () => {
    expect(await countVisibleRows(running, 'platform', 'support-messages?answered_at_null=true')).toBeGreaterThan(1);
    expect(await countVisibleRows(running, 'platform', 'support-messages?answered_at_null=false')).toBeGreaterThan(0);
    const senders = new Set((await list('platform', 'support-messages')).map(({ customer_name }) => customer_name));
    expect(senders.size).toBeGreaterThan(2);
    const keys = await list('admin', 'api-keys');
    expect(keys.map(({ revoked_at }) => revoked_at !== null).toSorted()).toEqual([false, true]);
    expect(keys.every(({ scopes }) => scopes.length > 0)).toBe(true);
  });

  it('has four small customers whose accounts cannot sign in', async () => {
    const smallCustomers = (await list('platform', 'subscribers')).filter(
      ({ status }) => status !== 'active' && status !== 'trial',
    );
    expect(smallCustomers.map(({ total_staff }) => total_staff >= 2 && total_staff <= 4)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    const publishedNames = new Set<string>(Object.values(DEMO_ACCOUNTS).map(({ user_name }) => user_name));
    const accounts = await rows(running, 'SELECT user_name, password_hash FROM account');
    const unknownAccounts = accounts.filter(({ user_name }) => !publishedNames.has(String(user_name)));
    expect(unknownAccounts.filter(({ password_hash }) => password_hash !== null)).toHaveLength(4);
    const zones = await rows(running, 'SELECT DISTINCT time_zone FROM customer_state');
    expect(zones).toHaveLength(6);
  });

  it('has own pages for all reading material', async () => {
    for (const accountName of ['admin', 'second'] as const)
      for (const { type, status, source_url, code } of await list(accountName, 'trainings?_start=0&_end=100')) {
        if (type !== 'document' && type !== 'link') continue;
        if (status === 'draft') continue;
        expect([code, source_url.startsWith(`${running.config.publicUrl}/demo/`)]).toEqual([code, true]);
        expect([code, existsSync(join(PAGES, source_url.split('/').at(-1)))]).toEqual([code, true]);
      }
  });

  it('has trainings whose stated minutes match their content', async () => {
    for (const accountName of ['admin', 'second'] as const) {
      const quizzes = await list(accountName, 'quizzes?_start=0&_end=100');
      for (const training of await list(accountName, 'trainings?_start=0&_end=100&status=published&status=archived')) {
        if (training.type === 'classroom') continue;
        const quiz = quizzes.find(({ training_id }) => training_id === training.id);
        const seconds =
          training.type === 'video'
            ? training.video_duration_ms / 1000
            : (60 * countWords(training.source_url)) / WORDS_A_MINUTE;
        const expectedMinutes = Math.ceil((seconds + (quiz?.question_count ?? 0) * SECONDS_A_QUESTION) / 60);
        expect([training.code, training.estimated_minutes]).toEqual([training.code, expectedMinutes]);
      }
    }
  });
});

/** Number of words of a page without its tags. */
function countWords(address: string): number {
  const page = readFileSync(join(PAGES, address.split('/').at(-1)!), 'utf8');
  const [body = ''] = /<body>[^]*<\/body>/.exec(page) ?? [];
  return body.replaceAll(/<[^>]*>/g, ' ').match(/\p{L}+/gu)?.length ?? 0;
}
