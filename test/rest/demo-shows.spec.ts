import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ASSIGNMENT_STATES } from '../../src/contract/training-assignments.resource';
import { dayAt } from '../../src/platform/calendar';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { Tenants } from '../../src/tenancy/tenants';
import { AssignmentHistory } from '../../src/trainings/assignment-history.service';
import { startApp, type RunningApp } from '../support/app';
import { count, rows, signIn } from '../support/demo';

type Row = Record<string, any>;

/** Pages of the demo's own, which the admin's files bring along. */
const PAGES = join(__dirname, '../../admin/public/demo');
const WORDS_A_MINUTE = 150;
const SECONDS_A_QUESTION = 40;

describe('what the demo has to show', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp({ env: { SEED_DEMO: 'on' } });
  });
  afterAll(() => running.close());

  const list = async (who: keyof typeof DEMO_ACCOUNTS, path: string): Promise<Row[]> =>
    (await (await signIn(running, who)).get(`/api/${path}`)).body;

  it('is an assignment in every state, and some that are nobody’s duty', async () => {
    for (const state of ASSIGNMENT_STATES)
      expect([state, (await count(running, 'admin', `training-assignments?state=${state}`)) > 0]).toEqual([
        state,
        true,
      ]);
    expect(await count(running, 'admin', 'training-assignments?mandatory=false')).toBeGreaterThan(2);
  });

  it('is a state that its story explains: failed when no try is left, expired when what was learnt no longer holds', async () => {
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
      const tries = await list('admin', `attempts?staff_id=${staff_id}&quiz_id=${quiz!.id}`);
      expect(tries.map(({ result }) => result)).toEqual(Array(quiz!.attempts_allowed).fill('failed'));
    }
  });

  it('is no end that contradicts it: what was completed has not failed', async () => {
    const { identity, get } = await signIn(running, 'admin');
    const states = async () => (await get('/api/training-assignments?state=completed&_start=0&_end=1')).body as Row[];
    const [{ id: assignment_id }] = (await states()) as [Row];
    const tenant = await running.app.get(Tenants).forSystem(identity.customer_id);
    const ends = running.app.get(AssignmentHistory, { strict: false });
    await expect(ends.recordEnds(tenant, [{ assignment_id, state: 'failed' }])).rejects.toThrow(RangeError);
    expect((await states())[0]!.id).toBe(assignment_id);
  });

  it('is a quiz with a time limit, and one with so many attempts and a pause between them, which all have kept', async () => {
    expect(await count(running, 'admin', 'quizzes?time_limit_minutes_gte=1')).toBeGreaterThan(0);
    const paused = (await list('admin', 'quizzes')).filter((quiz) => quiz.attempts_allowed && quiz.pause_minutes > 0);
    expect(paused).not.toEqual([]);
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

  it('is something to continue for each learner who signs in', async () => {
    for (const who of ['welder', 'driver'] as const)
      expect([who, await count(running, who, 'training-assignments?state=in_progress')]).not.toEqual([who, 0]);
  });

  it('is people who speak other languages and work in other zones', async () => {
    const people = await list('admin', 'staff?_start=0&_end=100');
    const distinct = (field: string) => new Set(people.map((each) => each[field]).filter(Boolean));
    expect(distinct('language').size).toBeGreaterThanOrEqual(6);
    expect(distinct('time_zone').size).toBeGreaterThanOrEqual(3);
  });

  it('is held by the matrix that reports open with: a skill withdrawn, levels that went down', async () => {
    const { get } = await signIn(running, 'admin');
    const { bridge } = (await get('/api/reports/skill-matrix-datewise')).body;
    expect([bridge.downgrades, bridge.revocations].every((steps: number) => steps > 0)).toBe(true);
  });

  it('is what customers wrote to the platform, answered and not, and keys whose secret nobody knows', async () => {
    expect(await count(running, 'platform', 'support-messages?answered_at_null=true')).toBeGreaterThan(1);
    expect(await count(running, 'platform', 'support-messages?answered_at_null=false')).toBeGreaterThan(0);
    const from = new Set((await list('platform', 'support-messages')).map(({ customer_name }) => customer_name));
    expect(from.size).toBeGreaterThan(2);
    const keys = await list('admin', 'api-keys');
    expect(keys.map(({ revoked_at }) => revoked_at !== null).toSorted()).toEqual([false, true]);
    expect(keys.every(({ scopes }) => scopes.length > 0)).toBe(true);
  });

  it('is four small customers with people of their own, into whose accounts nobody can sign in', async () => {
    const small = (await list('platform', 'subscribers')).filter(
      ({ status }) => status !== 'active' && status !== 'trial',
    );
    expect(small.map(({ total_staff }) => total_staff >= 2 && total_staff <= 4)).toEqual([true, true, true, true]);
    const known = new Set<string>(Object.values(DEMO_ACCOUNTS).map(({ user_name }) => user_name));
    const accounts = await rows(running, 'SELECT user_name, password_hash FROM account');
    const unknown = accounts.filter(({ user_name }) => !known.has(String(user_name)));
    expect(unknown.filter(({ password_hash }) => password_hash !== null)).toHaveLength(4);
    const zones = await rows(running, 'SELECT DISTINCT time_zone FROM customer_state');
    expect(zones).toHaveLength(6);
  });

  it('is a page of its own wherever something is to be read, none of somebody else', async () => {
    for (const who of ['admin', 'second'] as const)
      for (const { type, status, source_url, code } of await list(who, 'trainings?_start=0&_end=100')) {
        if (type !== 'document' && type !== 'link') continue;
        if (status === 'draft') continue;
        expect([code, source_url.startsWith(`${running.config.publicUrl}/demo/`)]).toEqual([code, true]);
        expect([code, existsSync(join(PAGES, source_url.split('/').at(-1)))]).toEqual([code, true]);
      }
  });

  it('takes as long as it says: a clip or a page, and its questions, in whole minutes', async () => {
    for (const who of ['admin', 'second'] as const) {
      const quizzes = await list(who, 'quizzes?_start=0&_end=100');
      for (const training of await list(who, 'trainings?_start=0&_end=100&status=published&status=archived')) {
        if (training.type === 'classroom') continue;
        const quiz = quizzes.find(({ training_id }) => training_id === training.id);
        const seconds =
          training.type === 'video'
            ? training.video_duration_ms / 1000
            : (60 * words(training.source_url)) / WORDS_A_MINUTE;
        const whole = Math.ceil((seconds + (quiz?.question_count ?? 0) * SECONDS_A_QUESTION) / 60);
        expect([training.code, training.estimated_minutes]).toEqual([training.code, whole]);
      }
    }
  });
});

/** Of the text between the tags. */
function words(address: string): number {
  const page = readFileSync(join(PAGES, address.split('/').at(-1)!), 'utf8');
  const [body = ''] = /<body>[^]*<\/body>/.exec(page) ?? [];
  return body.replaceAll(/<[^>]*>/g, ' ').match(/\p{L}+/gu)?.length ?? 0;
}
