import { startApp, type RunningApp } from '../support/app';
import { createLargeOrganisation, createPackagesAndCustomers } from '../support/large-organisation';
import { operationsOf, type Operation } from '../support/openapi';
import {
  measureCommands,
  measureReads,
  measureSignIns,
  UNMEASURED_PATHS,
  type MeasuredRequest,
} from '../support/measured-requests';

const SMALL_SIZE = 10;
const LARGE_SIZE = 300;

/** Maximum number of statements per operation, including one for the session; the longest matching prefix applies. */
const BUDGET: Readonly<Record<string, number>> = {
  GET: 3,
  'GET /api/reports/skill-matrix': 3,
  'GET /api/reports/skill-matrix?_start': 4,
  // A window: the order of the rows, the skills, the cells.
  'GET /api/reports/targeted-skills?from=…&to=…&': 4,
  'GET /api/reports/attention': 2,
  // One per kind.
  'GET /api/search': 6,
  'GET /api/reports/quiz': 2,
  // A page: the total, and its rows with granted skills.
  'GET /api/reports/quiz?from=…&to=…&_': 3,
  'GET /api/reports/quiz?from=…&to=…& as': 3,
  'GET /api/reports/quiz?from=…&to=…&attempts=latest&': 3,
  // Aggregates by training, attempt and score, one statement each; and the titles of the trainings.
  'GET /api/reports/quiz/summary': 5,
  // A file: the rows and the audit event.
  'GET /api/reports/quiz/export': 3,
  'GET /api/reports/skill-matrix/export': 4,
  'GET /api/reports/skill-matrix-datewise/export': 4,
  'GET /api/reports/targeted-skills/export': 5,
  'GET /api/reports/skill-wise/export': 5,
  'GET /api/reports/expiring-skills/export': 5,
  // Plus the names of the referenced records.
  'GET /api/exports/': 8,
  'GET /Result/get_skil_matrix_report': 3,
  // Includes the recipients and their notices.
  'POST /api/training-assignments/bulk': 10,
  // The rows, the waiting counts and the reader's own bookings.
  'GET /api/training-sessions': 5,
  // The staff, their other sessions at that time, their assignments and the notices.
  'POST /api/training-sessions/{id}/bookings': 23,
  'POST /api/training-sessions/{id}/bookings again': 6,
  // Notifies staff who move up from the waiting list.
  'POST /api/training-sessions/{id}/bookings/cancel': 13,
  'POST /api/training-sessions/{id}/book': 11,
  'POST /api/training-sessions/{id}/leave': 12,
  'POST /api/training-sessions/{id}/attendance': 11,
  'POST /api/training-sessions/{id}/cancel': 10,
  // The access check, the enrolment before and after, the assignment with its source and the notice.
  'POST /api/trainings/{id}/enrol': 13,
  'POST /api/trainings/{id}/withdraw': 14,
  'POST /api/enrolment-requests/{id}/approve': 17,
  'POST /api/enrolment-requests/{id}/decline': 10,
  'GET /api/trainings/{id}/revisions': 4,
  // Plus the source; by category one more to find the trainings.
  'POST /S_QUIZ_PLAY_DETAILS/SaveTrainingListBy': 11,
  'POST /api/attempts': 6,
  'POST /api/video-progress': 4,
  'POST /api/attempts/{id}/submit': 11,
  'POST /api/attempts/{id}/void': 11,
  // The question; per batch the attempts, their papers and answers; the names and the job.
  'POST /api/questions/{id}/regrade': 12,
  // Plus the watch progress: read and stored.
  'POST /S_QUIZ_PLAY_DETAILS/SaveQuizandvideo': 13,
  // The settings, the last day, up to four queries and the names.
  'GET /api/settings/notices/preview': 9,
  // A document: its data, design and language.
  'GET /api/certificates/{id}/file': 4,
  'GET /api/settings/certificates/preview': 4,
  'POST /api/auth/login': 3,
  'POST /Customer/customer_login': 3,
  'POST /users/authenticate': 3,
  // Current costs, so that an increase is noticed.
  'GET /api/trainings/{id}/publish-checklist': 6,
  'GET /api/trainings/{id}/captions': 5,
  'GET /api/skill-evidence/{id}/proofs': 4,
  'GET /api/trainings/{id}/skills': 4,
  'GET /api/skills/{id}/trainings': 4,
  'GET /api/quizzes/{id}/slots': 4,
  'GET /api/quizzes/{id}/extra-times': 4,
  'POST /api/quizzes/{id}/extra-time': 9,
  'GET /api/quizzes/{id}/preview': 4,
  // One more than other lists for the names of the subjects, and one for events between two others.
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
  // One per figure; the response is cached for a minute.
  'GET /api/reports/totals': 15,
  'GET get_quiz_questions': 5,
  'GET document': 7,
  'PUT /api/trainings/{id}/document': 9,
  'POST /api/trainings/{id}/document/pages': 6,
  'POST /api/trainings/{id}/document/acknowledgement': 25,
  'GET get_video_url_id': 4,
  'PUT answer': 5,
  // A table is read twice to determine its columns; plus the skill codes and the audit event.
  'GET /api/questions/export': 7,
  'PUT /api/skill-targets/grid': 8,
  // One more for the version of overdue data.
  'PUT /api/trainings/{id}/skills': 10,
  // Draws have their own table; plus the checks of a published training.
  'PUT /api/quizzes/{id}/slots': 15,
  'POST /api/training-assignments/extend': 8,
  'POST /api/training-assignments/waive': 8,
  'POST /api/training-assignments/resume': 9,
  'POST /api/training-assignments/remove': 8,
  'POST /api/training-assignments/{id}/extra-attempt': 8,
  'POST /api/skill-evidence': 15,
  'POST /api/revocations': 14,
  // The assignment rules, the end of the account's access, and the last-admin check.
  'POST /api/staff/{id}/leave': 22,
  'POST /api/staff/{id}/return': 19,
  // The sources with the names of rules, and the overdue state.
  'GET /api/training-assignments': 5,
  // The trainings and the last run.
  'GET /api/assignment-rules': 5,
  // Plus the counts of one rule.
  'GET /api/assignment-rules/{id}': 6,
  // The rule, its trainings, its staff, the counts and the page.
  'GET /api/assignment-rules/{id}/preview': 6,
};

const budgetOf = (name: string): number | undefined => {
  const [longest] = Object.keys(BUDGET)
    .filter((prefix) => name.startsWith(prefix))
    .toSorted((a, b) => b.length - a.length);
  return longest === undefined ? undefined : BUDGET[longest];
};

describe('the SQL statements of a request', () => {
  let running: RunningApp;
  let operations: Operation[];
  let smallRun: MeasuredRequest[];
  let largeRun: MeasuredRequest[];
  let signIns: MeasuredRequest[];

  beforeAll(async () => {
    running = await startApp();
    // Otherwise a minute that passes on a busy machine would update the session.
    running.clock.freeze(Date.now());
    operations = await operationsOf(running);
    const measureAll = async (size: number): Promise<MeasuredRequest[]> => {
      const globalIds = await createPackagesAndCustomers(running, size);
      const organisation = await createLargeOrganisation(running, size);
      return [
        ...(await measureReads(running, operations, organisation, globalIds)),
        ...(await measureCommands(running, organisation)),
      ];
    };
    smallRun = await measureAll(SMALL_SIZE);
    largeRun = await measureAll(LARGE_SIZE);
    signIns = await measureSignIns(running);
  });
  afterAll(() => running.close());

  const counts = (calls: readonly MeasuredRequest[]) =>
    Object.fromEntries(calls.map(({ name, statements }) => [name, statements.length]));

  it('are measured for every list, record and report of the document with successful responses', () => {
    const measuredOperations = new Set(smallRun.map(({ operation }) => operation));
    const reads = operations.filter(({ method }) => method === 'GET').map(({ path }) => path);
    expect(reads.filter((path) => !(path in UNMEASURED_PATHS) && !measuredOperations.has(`GET ${path}`))).toEqual([]);
    expect(Object.keys(UNMEASURED_PATHS).filter((path) => !reads.includes(path))).toEqual([]);
    for (const calls of [smallRun, largeRun, signIns]) {
      expect(
        calls.filter(({ reply }) => reply.status > 299).map(({ name, reply }) => `${name}: ${reply.status}`),
      ).toEqual([]);
      expect(calls.filter(({ reply }) => reply.body?.Status === false).map(({ name }) => name)).toEqual([]);
    }
  });

  it('are measured on lists of the full length', () => {
    const shortLists = largeRun
      .filter(({ name, reply }) => reply.headers.has('x-total-count') && !/staff(\?.*)? as learner$/.test(name))
      // Managers read only their own row of these.
      .filter(({ name }) => !/(revocations|exemptions|video-progress|quizzes) as manager$/.test(name))
      .filter(({ reply }) => Number(reply.headers.get('x-total-count')) < LARGE_SIZE)
      .map(({ name, reply }) => `${name}: ${reply.headers.get('x-total-count')}`);
    expect(shortLists).toEqual([]);
  });

  it('are as many for 300 rows as for 10', () => {
    expect(counts(largeRun)).toEqual(counts(smallRun));
  });

  it('read the staff visible to a manager once for page and total', () => {
    // Searches and the quiz report read the visible staff separately.
    const lists = largeRun.filter(
      ({ name, reply }) =>
        /^(?!.*(?:\?q=|reports\/quiz)).* as manager$/.test(name) && reply.headers.has('x-total-count'),
    );
    const managerLookups = lists.map(({ name, statements }) => ({
      name,
      times: statements.filter((text) => /FROM staff_line/.test(text)).length,
    }));
    expect(managerLookups.filter(({ times }) => times > 1)).toEqual([]);
    expect(managerLookups.filter(({ times }) => times === 1).length).toBeGreaterThan(5);
  });

  it('stay within their budgets', () => {
    const all = [...largeRun, ...signIns];
    expect(all.filter(({ name }) => budgetOf(name) === undefined).map(({ name }) => name)).toEqual([]);
    const overBudget = all.filter(({ name, statements }) => statements.length > budgetOf(name)!);
    expect(overBudget.map(({ name, statements }) => `${name}: ${statements.length} of ${budgetOf(name)}`)).toEqual([]);
  });

  it('have no budget for an unknown request', () => {
    const names = [...largeRun, ...signIns].map(({ name }) => name);
    expect(Object.keys(BUDGET).filter((prefix) => !names.some((name) => name.startsWith(prefix)))).toEqual([]);
  });
});
