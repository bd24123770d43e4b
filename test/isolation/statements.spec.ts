import { startApp, type RunningApp } from '../support/app';
import { openCrowd, openMarket } from '../support/crowd';
import { operationsOf, type Operation } from '../support/openapi';
import { commands, readings, signingIn, UNMEASURED, type Measured } from '../support/traffic';

const FEW = 10;
const MANY = 300;

/** speed.md's table, by operation; the longest matching beginning of a call's name decides. The session counts 1. */
const BUDGET: Readonly<Record<string, number>> = {
  GET: 3,
  'GET /api/reports/skill-matrix': 3,
  'GET /api/reports/skill-matrix?_start': 4,
  // A part: the order of the rows, the skills, the cells (speed.md, matrix window).
  'GET /api/reports/targeted-skills?from=…&to=…&': 4,
  'GET /api/reports/attention': 2,
  // One a kind.
  'GET /api/search': 6,
  'GET /api/reports/quiz': 2,
  // A page: how many there are, and its rows with what they granted.
  'GET /api/reports/quiz?from=…&to=…&_': 3,
  'GET /api/reports/quiz?from=…&to=…& as': 3,
  'GET /api/reports/quiz?from=…&to=…&attempts=latest&': 3,
  // Added up by training, by try and by score, an answer of the database each; and what the trainings of its chart are called.
  'GET /api/reports/quiz/summary': 5,
  // A file: the rows, and the event that tells of it.
  'GET /api/reports/quiz/export': 3,
  'GET /api/reports/skill-matrix/export': 4,
  'GET /api/reports/skill-matrix-datewise/export': 4,
  'GET /api/reports/targeted-skills/export': 5,
  'GET /api/reports/skill-wise/export': 5,
  'GET /api/reports/expiring-skills/export': 5,
  // And what the records of each resource that it refers to are called.
  'GET /api/exports/': 8,
  'GET /Result/get_skil_matrix_report': 3,
  // With whom it is told to: who wants it, and their notices.
  'POST /api/training-assignments/bulk': 10,
  // The rows, how many wait, and the reader's own places among them.
  'GET /api/training-sessions': 5,
  // Who they are, whether they are elsewhere at that time, what is assigned to them besides, and whom that is told to.
  'POST /api/training-sessions/{id}/bookings': 23,
  'POST /api/training-sessions/{id}/bookings again': 6,
  // Whoever moves up is told.
  'POST /api/training-sessions/{id}/bookings/cancel': 13,
  'POST /api/training-sessions/{id}/book': 11,
  'POST /api/training-sessions/{id}/leave': 12,
  'POST /api/training-sessions/{id}/attendance': 11,
  'POST /api/training-sessions/{id}/cancel': 10,
  // What they may see of it, how they stand to it before and after; the assignment, its reason and what is told.
  'POST /api/trainings/{id}/enrol': 13,
  'POST /api/trainings/{id}/withdraw': 14,
  'POST /api/enrolment-requests/{id}/approve': 17,
  'POST /api/enrolment-requests/{id}/decline': 10,
  'GET /api/trainings/{id}/revisions': 4,
  // And its reason; by category one more to find the trainings.
  'POST /S_QUIZ_PLAY_DETAILS/SaveTrainingListBy': 11,
  'POST /api/attempts': 6,
  'POST /api/video-progress': 4,
  'POST /api/attempts/{id}/submit': 11,
  'POST /api/attempts/{id}/void': 11,
  // The question, and by part which attempts, their papers and answers; the names, and the job that changes them.
  'POST /api/questions/{id}/regrade': 12,
  // With what was watched beside it: read, and kept.
  'POST /S_QUIZ_PLAY_DETAILS/SaveQuizandvideo': 13,
  // What is set, up to when it is told, four looks at most, and who and what it is about.
  'GET /api/settings/notices/preview': 9,
  // A document: what it says, how it looks, and in which language.
  'GET /api/certificates/{id}/file': 4,
  'GET /api/settings/certificates/preview': 4,
  'POST /api/auth/login': 3,
  'POST /Customer/customer_login': 3,
  'POST /users/authenticate': 3,
  // Not in speed.md's table: what they cost now, so that nobody adds to it unnoticed.
  'GET /api/trainings/{id}/publish-checklist': 6,
  'GET /api/trainings/{id}/captions': 5,
  'GET /api/skill-evidence/{id}/proofs': 4,
  'GET /api/trainings/{id}/skills': 4,
  'GET /api/skills/{id}/trainings': 4,
  'GET /api/quizzes/{id}/slots': 4,
  'GET /api/quizzes/{id}/extra-times': 4,
  'POST /api/quizzes/{id}/extra-time': 9,
  'GET /api/quizzes/{id}/preview': 4,
  // One more than other lists: what the subjects are called, whatever they are; and one for those between two others.
  'GET /api/audit-events': 5,
  'GET /api/exports/audit-events': 4,
  'GET /api/subscribers as platform': 4,
  'GET /Common/get_subscription_details': 4,
  'GET /CustomerMaster/ListCustomer/{customer_id} as platform': 4,
  'GET /api/reports/targeted-skills?staff_id': 4,
  'GET /api/reports/targeted-skills/person': 4,
  'GET /api/reports/targeted-skills?from=…&to=… as learner': 4,
  'GET /api/reports/targeted-skills?from=…&to=…& as learner': 4,
  'GET /api/reports/targeted-skills as learner': 4,
  'GET /Result/get_target_skil_matrix_report': 4,
  'GET /api/reports/skill-wise': 4,
  'GET /api/reports/skill-wise?staff_id=… as': 3,
  'GET /api/reports/skill-wise/person': 3,
  'GET /api/reports/expiring-skills': 4,
  'GET /Result/get_emp_skil_matrix_report': 4,
  'GET video-link': 4,
  // One for each figure; the answer is kept for a minute.
  'GET /api/reports/totals': 15,
  'GET get_quiz_questions': 5,
  'GET document': 7,
  'PUT /api/trainings/{id}/document': 9,
  'POST /api/trainings/{id}/document/pages': 6,
  'POST /api/trainings/{id}/document/acknowledgement': 25,
  'GET get_video_url_id': 4,
  'PUT answer': 5,
  // As a table it is read twice, for it says first how wide it is; and the codes of skills, and the event that tells of it.
  'GET /api/questions/export': 7,
  'PUT /api/skill-targets/grid': 8,
  // One more: what a training gives is part of what is overdue, and that has a version.
  'PUT /api/trainings/{id}/skills': 10,
  // What is drawn is a table of its own; and what a published training promises is asked of it.
  'PUT /api/quizzes/{id}/slots': 15,
  'POST /api/training-assignments/extend': 8,
  'POST /api/training-assignments/waive': 8,
  'POST /api/training-assignments/resume': 9,
  'POST /api/training-assignments/remove': 8,
  'POST /api/training-assignments/{id}/extra-attempt': 8,
  'POST /api/skill-evidence': 15,
  'POST /api/revocations': 14,
  // The look at everybody in them that rules are owed; until when the account signs in, and whether another admin stays.
  'POST /api/staff/{id}/leave': 22,
  'POST /api/staff/{id}/return': 19,
  // Why each exists, with the names of rules; and whether it is overdue.
  'GET /api/training-assignments': 5,
  // Their trainings, and when everybody was last looked at.
  'GET /api/assignment-rules': 5,
  // And how many people stand where, for the one that is opened.
  'GET /api/assignment-rules/{id}': 6,
  // The rule, its trainings, its people, the counts and the page.
  'GET /api/assignment-rules/{id}/preview': 6,
};

const budgetOf = (name: string): number | undefined => {
  const [longest] = Object.keys(BUDGET)
    .filter((beginning) => name.startsWith(beginning))
    .toSorted((a, b) => b.length - a.length);
  return longest === undefined ? undefined : BUDGET[longest];
};

describe('the statements of a call', () => {
  let running: RunningApp;
  let operations: Operation[];
  let few: Measured[];
  let many: Measured[];
  let entries: Measured[];

  beforeAll(async () => {
    running = await startApp();
    // A minute that passes on a busy machine would note the session as seen: a statement that the call did not ask for.
    running.clock.freeze(Date.now());
    operations = await operationsOf(running);
    const traffic = async (size: number): Promise<Measured[]> => {
      const market = await openMarket(running, size);
      const crowd = await openCrowd(running, size);
      return [...(await readings(running, operations, crowd, market)), ...(await commands(running, crowd))];
    };
    few = await traffic(FEW);
    many = await traffic(MANY);
    entries = await signingIn(running);
  });
  afterAll(() => running.close());

  const counts = (calls: readonly Measured[]) =>
    Object.fromEntries(calls.map(({ name, statements }) => [name, statements.length]));

  it('are counted for every list, row and report of the document, as it answers rightly', () => {
    const seen = new Set(few.map(({ operation }) => operation));
    const reads = operations.filter(({ method }) => method === 'GET').map(({ path }) => path);
    expect(reads.filter((path) => !(path in UNMEASURED) && !seen.has(`GET ${path}`))).toEqual([]);
    expect(Object.keys(UNMEASURED).filter((path) => !reads.includes(path))).toEqual([]);
    for (const calls of [few, many, entries]) {
      expect(
        calls.filter(({ reply }) => reply.status > 299).map(({ name, reply }) => `${name}: ${reply.status}`),
      ).toEqual([]);
      expect(calls.filter(({ reply }) => reply.body?.Status === false).map(({ name }) => name)).toEqual([]);
    }
  });

  it('are counted on lists that are as long as they should be', () => {
    const short = many
      .filter(({ name, reply }) => reply.headers.has('x-total-count') && !/staff(\?.*)? as learner$/.test(name))
      // Not among what a manager sees of others: their own is one row.
      .filter(({ name }) => !/(revocations|exemptions|video-progress|quizzes) as manager$/.test(name))
      .filter(({ reply }) => Number(reply.headers.get('x-total-count')) < MANY)
      .map(({ name, reply }) => `${name}: ${reply.headers.get('x-total-count')}`);
    expect(short).toEqual([]);
  });

  it('are as many for three hundred rows as for ten', () => {
    expect(counts(many)).toEqual(counts(few));
  });

  it('find whom a manager may see once, for the page and the number of all', () => {
    // What is searched for is found by its words first; the quiz report counts before it chooses how to read its page.
    const lists = many.filter(
      ({ name, reply }) =>
        /^(?!.*(?:\?q=|reports\/quiz)).* as manager$/.test(name) && reply.headers.has('x-total-count'),
    );
    const finding = lists.map(({ name, statements }) => ({
      name,
      times: statements.filter((text) => /FROM staff_line/.test(text)).length,
    }));
    expect(finding.filter(({ times }) => times > 1)).toEqual([]);
    expect(finding.filter(({ times }) => times === 1).length).toBeGreaterThan(5);
  });

  it('keep to the budgets of speed.md', () => {
    const all = [...many, ...entries];
    expect(all.filter(({ name }) => budgetOf(name) === undefined).map(({ name }) => name)).toEqual([]);
    const over = all.filter(({ name, statements }) => statements.length > budgetOf(name)!);
    expect(over.map(({ name, statements }) => `${name}: ${statements.length} of ${budgetOf(name)}`)).toEqual([]);
  });

  it('have budgets for calls that there are', () => {
    const names = [...many, ...entries].map(({ name }) => name);
    expect(Object.keys(BUDGET).filter((beginning) => !names.some((name) => name.startsWith(beginning)))).toEqual([]);
  });
});
