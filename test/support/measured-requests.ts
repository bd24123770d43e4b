import { JobWorker } from '../../src/modules/background-jobs/job-worker';
import { api, type Reply } from './api';
import type { RunningApp } from './app';
import { options, type LargeOrganisation } from './large-organisation';
import { fixtures } from './fixtures';
import type { Operation } from './openapi';
import type { Headers } from './organisation';
import { statementsOfRequests } from './recorded-statements';

/** A request and the SQL statements that it executed (including the session's row, without BEGIN and COMMIT). */
export interface MeasuredRequest {
  /** `GET /api/staff as admin`; the same for every organisation size. */
  name: string;
  operation: string;
  statements: string[];
  reply: Reply;
}

/** GETs that read no list and need a secret or special data; each is tested elsewhere. */
export const UNMEASURED_PATHS: Readonly<Record<string, string>> = {
  '/api/exports/support-messages': 'Platform staff only, like its list.',
  '/media/{token}': 'A signed link; test/rest/media counts its statements.',
  '/api/practical-assessments/{id}': 'As the list of a person: test/rest/practical-assessments counts its statements.',
  '/media/proofs/{token}': 'A signed link; test/rest/evidence-proofs counts its statements.',
  '/media/{token}/{name}': 'A signed link; test/rest/video-streams counts its statements.',
  '/health/live': 'Reads no data.',
  '/health/ready': 'Only pings the database.',
  '/Common/check_email': 'Throttled by address: test/legacy-api/registration.',
  '/Common/send_otp': 'Throttled by mailbox: test/legacy-api/registration.',
  '/Common/verify_otp': 'Holds a secret: test/legacy-api/registration.',
  '/Common/send_forgot_email_link': 'Throttled by account: test/legacy-api/accounts.',
  '/Common/decryption_code': 'Holds a secret: test/legacy-api/accounts.',
  '/CustomerMaster/UpdateCustomerPassword': 'Holds a secret: test/legacy-api/accounts.',
  '/Common/get_quiz_questions': 'Starts an attempt: among the commands below.',
  '/Common/get_video_url_id': 'Starts the clock of a video: among the commands below.',
  '/api/trainings/{id}/video-link': 'As get_video_url_id.',
  '/api/trainings/{id}/video/renditions':
    'Refused where no video is streamed; test/rest/video-streams has it where there is.',
  '/api/trainings/{id}/document': 'Opens a document: among the commands below.',
  '/api/trainings/{id}/uploads/{upload_id}': 'Like its list; the storage is not queried by SQL.',
  '/api/support-messages': 'Platform staff only: test/rest/support counts its statements.',
  '/api/support-messages/{id}': 'As its list.',
  '/api/jobs': 'test/rest/bulk-assign-job counts its statements.',
  '/api/jobs/{id}': 'As its list.',
  '/api/jobs/{id}/rows': 'As its list.',
  '/api/jobs/{id}/file': 'A file, one statement: test/rest/export-jobs.',
  '/api/jobs/{id}/file-link': 'The same.',
  '/api/imports/template': 'Reads no rows.',
  '/api/imports/{id}': 'An uploaded file: test/rest/imports counts its statements.',
  '/api/imports/{id}/rows': 'The same.',
  '/api/imports/{id}/errors': 'The same.',
  '/api/settings/certificates/images/{place}': 'An image, one statement.',
  '/api/me/sessions': 'One person’s sign-ins: test/rest/my-sessions counts its statements.',
  '/api/me/passkeys': 'One person’s passkeys: test/rest/passkeys counts its statements.',
  '/api/me': 'Needs an account: test/rest/me counts its statements.',
};

/** Query strings measured per report. */
const reportQueries = (crowd: LargeOrganisation): Readonly<Record<string, readonly string[]>> => {
  const period = `from=2025-01-01&to=${crowd.today}`;
  const person = `staff_id=${crowd.staff[0]}`;
  const skill = `skill_id=${crowd.skills[0]}`;
  const legacyPeriod = `fdate=2025-01-01&tdate=${crowd.today}`;
  return {
    '/api/staff': [pageOf(crowd.size), 'q=asha', 'q=asha%20rao&status=active', 'last_name_like=rao&status=active'],
    '/api/reports/skill-matrix': ['', '_start=0&_end=50&skill_start=0&skill_end=60', person, skill],
    '/api/reports/skill-matrix/summary': ['', period],
    '/api/reports/skill-matrix-datewise': ['', period, `${period}&_start=0&_end=50&skill_start=0&skill_end=60`],
    '/api/reports/targeted-skills': ['', period, person, `${period}&_start=0&_end=50`],
    '/api/reports/skill-wise': ['', period, person, skill, `${person}&${skill}`],
    '/api/reports/targeted-skills/person': [person, `${person}&${period}`],
    '/api/reports/skill-wise/holders': [skill],
    '/api/reports/skill-wise/person': [person],
    '/api/reports/skill-wise/trail': [`${person}&${skill}`],
    '/api/reports/quiz': [
      period,
      `${period}&attempts=best`,
      `${period}&${person}`,
      `${period}&_start=0&_end=8`,
      `${period}&attempts=latest&_start=0&_end=8`,
      `${period}&_sort=score&_order=desc&_start=0&_end=8`,
    ],
    '/api/reports/quiz/summary': [period],
    '/api/reports/quiz/export': [period],
    '/api/search': ['q=p', 'q=asha+p&_limit=20', `q=p&kind=staff`],
    '/api/reports/explain': [`${person}&${skill}`],
    '/api/reports/skill-history': [person],
    '/api/reports/expiring-skills': ['', person, skill],
    '/Result/get_skil_matrix_report_date_wise': ['', legacyPeriod],
    '/Result/get_target_skil_matrix_report': ['', legacyPeriod, `${legacyPeriod}&${person}`],
    '/Result/get_emp_skil_matrix_report': [
      '',
      legacyPeriod,
      `${legacyPeriod}&${person}`,
      `${legacyPeriod}&skil_code=S-0`,
      `${person}&skil_code=S-0`,
    ],
  };
};

/** A page smaller than the list, so that the total count is needed at every size. */
const pageOf = (size: number) => `_start=0&_end=${Math.min(200, Math.floor(size * 0.8))}`;

/** Lists across customers: platform staff see all rows, an admin the own row. */
const GLOBAL_PATHS =
  /^\/(api\/(customers|subscribers|subscription-packages)|CustomerMaster\/|Common\/get_(registered|subscri))/;

const isAuditTrail = ({ path }: Operation): boolean => path.startsWith('/api/audit-events');

/** Measures every list, record and report as admin, learner and manager (global ones as platform staff). */
export async function measureReads(
  running: RunningApp,
  operations: readonly Operation[],
  crowd: LargeOrganisation,
  globalIds: Readonly<Record<string, string>>,
): Promise<MeasuredRequest[]> {
  const measured: MeasuredRequest[] = [];
  const platform = (await fixtures(running).platformStaff()).headers;
  const queriesByPath = reportQueries(crowd);
  // First, because exports add audit events without a record name to look up.
  const auditTrailFirst = operations.toSorted((a, b) => Number(isAuditTrail(b)) - Number(isAuditTrail(a)));
  for (const { method, path, open } of auditTrailFirst) {
    if (method !== 'GET' || path in UNMEASURED_PATHS) continue;
    const prefix = path.includes('/{') ? path.slice(0, path.indexOf('/{')) : '';
    const id = crowd.ids[prefix] ?? globalIds[prefix];
    if (path.includes('{id}') && !id) throw new Error(`${path}: createLargeOrganisation has no row for it`);
    const isGlobal = GLOBAL_PATHS.test(path);
    const customer_id = isGlobal ? globalIds['/api/customers']! : String(crowd.customer_id);
    const target = path.replace('{customer_id}', customer_id).replace('{id}', id ?? '');
    const isList = path === '/api/video-progress' || operations.some((each) => each.path === `${path}/{id}`);
    const details = path === '/Common/get_subscription_details' ? `customer_id=${customer_id}` : '';
    const queries = queriesByPath[path] ?? [isList ? pageOf(crowd.size) : details];
    const callers: [string, Headers][] = open
      ? [['anybody', {}]]
      : isGlobal
        ? [['platform', platform]]
        : [
            ['admin', crowd.admin],
            ['learner', crowd.learner],
            ['manager', crowd.manager],
          ];
    for (const [caller, headers] of callers) {
      for (const query of queries) {
        const operation = `GET ${path}`;
        const shownQuery = query
          .replace(/_start=0&_end=\d+$/, '')
          .replaceAll(/=([0-9a-f-]{36}|\d{4}-\d\d-\d\d)/g, '=…')
          .replace(/customer_id=\d+/, '');
        const call = () => api(running, headers).get(`${target}${query && `?${query}`}`);
        // The access of platform staff is audited at intervals; this first call takes that statement.
        if (caller === 'platform') await call();
        const request = await measure(`${operation}${shownQuery && `?${shownQuery}`} as ${caller}`, operation, call);
        // Access rights are tested in who-may.spec.
        const isHidden = request.reply.status === 403 || (caller === 'manager' && request.reply.status === 404);
        if (!isHidden) measured.push(request);
      }
    }
  }
  return measured;
}

/** Measures every command that takes a list or whose work could grow with the organisation, each with `size` items. */
export async function measureCommands(running: RunningApp, crowd: LargeOrganisation): Promise<MeasuredRequest[]> {
  const measured: MeasuredRequest[] = [];
  const admin = api(running, crowd.admin);
  const learner = api(running, crowd.learner);
  const send = async (name: string, operation: string, call: () => Promise<Reply>): Promise<any> => {
    const request = await measure(name, operation, call);
    measured.push(request);
    if (request.reply.status > 299 || request.reply.body?.Status === false) {
      throw new Error(`${name}: ${request.reply.status} ${JSON.stringify(request.reply.body).slice(0, 300)}`);
    }
    return request.reply.body;
  };
  const post = (path: string, body: object, name = path, caller = admin) =>
    send(`POST ${name}`, `POST ${path}`, () =>
      caller.post(path.replace('{id}', (body as { id?: string }).id ?? ''), withoutId(body)),
    );
  const put = (path: string, id: string, body: object) =>
    send(`PUT ${path}`, `PUT ${path}`, () => admin.put(path.replace('{id}', id), body));
  const { staff, skills, spare, fresh, legacy } = crowd;
  const upToLimit = <T>(list: readonly T[]) => list.slice(0, 200);

  const bulkBody = { staff_id: staff, training_id: [spare[0]!.training_id] };
  await post('/api/training-assignments/bulk/preview', bulkBody);
  await post('/api/training-assignments/bulk', bulkBody);
  await post('/api/training-assignments/bulk', bulkBody, '/api/training-assignments/bulk again');
  await post('/S_QUIZ_PLAY_DETAILS/SaveTrainingListByT', { staff_id: staff, training_id: [spare[0]!.training_id] });
  await post('/S_QUIZ_PLAY_DETAILS/SaveTrainingListByC', { staff_id: staff, category_id: [spare[1]!.category_id] });
  const decision = { assignment_id: crowd.assignments, reason: 'Away until spring' };
  await post('/api/training-assignments/extend', { ...decision, due_on: '2099-12-31' });
  await post('/api/training-assignments/waive', decision);
  // A background job frees the session seats of waived staff.
  await running.app.get(JobWorker, { strict: false }).drain();
  await post('/api/training-assignments/resume', decision);
  await post('/api/training-assignments/remove', { assignment_id: crowd.assignments, reason: 'Another plan' });
  const changes = staff.map((staff_id) => ({ staff_id, skill_id: skills[1], level: 2, from_date: '2025-02-01' }));
  await put('/api/skill-targets/grid', '', { changes });
  const trainingSkills = upToLimit(skills).map((skill_id) => ({ skill_id, min_score: 0, level: 2 }));
  await put('/api/trainings/{id}/skills', spare[2]!.training_id, trainingSkills);
  const fixedQuestions = upToLimit(crowd.questions).slice(1);
  const slots = [...fixedQuestions.map((question_id) => ({ question_id })), { draw: { count: 1, tag: 'forklift' } }];
  await put('/api/quizzes/{id}/slots', spare[2]!.quiz_id, { slots });

  await admin.patch(`/api/quizzes/${spare[2]!.quiz_id}`, { time_limit_minutes: 30 });
  const extraTime = { id: spare[2]!.quiz_id, staff_id: staff[0]!, minutes: 30, reason: 'Reads with a screen reader' };
  await post('/api/quizzes/{id}/extra-time', extraTime);

  // Sessions: half of the staff get a seat, and half of those cancel.
  const { upcoming, started } = crowd.sessions;
  const sessions = '/api/training-sessions/{id}';
  await post(`${sessions}/bookings`, { id: upcoming, staff_id: staff });
  await post(`${sessions}/bookings`, { id: upcoming, staff_id: staff }, `${sessions}/bookings again`);
  await post(`${sessions}/bookings/cancel`, { id: upcoming, staff_id: staff.filter((_, at) => at % 2 > 0) });
  await post(`${sessions}/book`, { id: upcoming }, `${sessions}/book`, learner);
  await post(`${sessions}/leave`, { id: upcoming }, `${sessions}/leave`, learner);
  const [attended, absent] = [0, 1].map((rest) => staff.filter((_, at) => at % 2 === rest));
  await post(`${sessions}/attendance`, { id: started, attended, absent });
  await post(`${sessions}/cancel`, { id: upcoming });

  // Enrolment: requested, withdrawn, requested again and approved.
  const optional = { id: spare[1]!.training_id };
  const [ownAssignment] = (await learner.get(`/api/training-assignments?training_id=${optional.id}`)).body;
  await admin.post('/api/training-assignments/remove', { assignment_id: [ownAssignment.id] });
  for (const enrolment of ['open', 'approval']) {
    await admin.patch(`/api/trainings/${optional.id}`, { enrolment });
    await post('/api/trainings/{id}/enrol', optional, `/api/trainings/{id}/enrol ${enrolment}`, learner);
    await post('/api/trainings/{id}/enrol', optional, '/api/trainings/{id}/enrol again', learner);
    await post('/api/trainings/{id}/withdraw', optional, '/api/trainings/{id}/withdraw', learner);
  }
  await post('/api/trainings/{id}/enrol', optional, `/api/trainings/{id}/enrol approval`, learner);
  const [enrolmentRequest] = (await learner.get(`/api/enrolment-requests?training_id=${optional.id}`)).body;
  await post('/api/enrolment-requests/{id}/approve', { id: enrolmentRequest.id });
  await post('/api/enrolment-requests/{id}/decline', { id: crowd.requests[1]!, reason: 'Booked out' });

  // A learner takes a video and a quiz of up to 200 questions.
  const play = { training_id: fresh.training_id };
  await send('GET video-link', 'GET /api/trainings/{id}/video-link', () =>
    learner.get(`/api/trainings/${fresh.training_id}/video-link`),
  );
  await post('/api/video-progress', { ...play, ranges: [[0, 100]] }, '/api/video-progress', learner);
  await post('/api/video-progress', { ...play, ranges: [[0, 200]] }, '/api/video-progress again', learner);
  const { attempt_id } = await post('/api/attempts', play, '/api/attempts', learner);
  await post('/api/attempts', play, '/api/attempts again', learner);
  await send('PUT answer', 'PUT /api/attempts/{id}/answers/{slot}', () =>
    learner.put(`/api/attempts/${attempt_id}/answers/1`, {
      option_id: [correctOptionId(fresh.questions[0]!)],
      sequence: 1,
    }),
  );
  await post('/api/attempts/{id}/submit', { id: attempt_id }, '/api/attempts/{id}/submit', learner);
  await post('/api/attempts/{id}/submit', { id: attempt_id }, '/api/attempts/{id}/submit again', learner);

  // All attempts are used: an admin grants an extra one.
  await admin.patch(`/api/quizzes/${fresh.quiz_id}`, { attempts_allowed: 1 });
  const [usedAssignment] = (await learner.get(`/api/training-assignments?training_id=${fresh.training_id}`)).body;
  const reason = 'The connection was lost';
  await post('/api/training-assignments/{id}/extra-attempt', { id: usedAssignment.id, reason: reason });

  await post('/api/attempts/{id}/void', { id: attempt_id, reason: reason });

  // A document: written, opened, read page by page, acknowledged.
  const categoryId = spare[0]!.category_id;
  const lesson = { code: 'PAPER', title: 'Lockout and tagout', type: 'document', category_id: categoryId };
  const documentId = (await admin.post('/api/trainings', lesson)).body.id as string;
  await admin.put(`/api/trainings/${documentId}/skills`, trainingSkills);
  const text = upToLimit(skills)
    .map((_, at) => `# Page ${at}`)
    .join('\n');
  const pages = Array.from({ length: upToLimit(skills).length }, (_, at) => at + 1);
  const documentPath = '/api/trainings/{id}/document';
  await put(documentPath, documentId, { text });
  await admin.post(`/api/trainings/${documentId}/publish`, {});
  await admin.post('/api/training-assignments/bulk', { staff_id: [staff[0]], training_id: [documentId] });
  await send('GET document', `GET ${documentPath}`, () => learner.get(documentPath.replace('{id}', documentId)));
  await post(`${documentPath}/pages`, { id: documentId, pages }, `${documentPath}/pages`, learner);
  running.clock.advance(300_000);
  await post(`${documentPath}/pages`, { id: documentId, pages }, `${documentPath}/pages again`, learner);
  await post(`${documentPath}/acknowledgement`, { id: documentId }, `${documentPath}/acknowledgement`, learner);
  await post(`${documentPath}/acknowledgement`, { id: documentId }, `${documentPath}/acknowledgement again`, learner);

  // The same through the legacy API, with every question answered.
  const training_id = legacy.training_id;
  const videoUrlReply = await send('GET get_video_url_id', 'GET /Common/get_video_url_id', () =>
    learner.get(`/Common/get_video_url_id?training_id=${training_id}`),
  );
  if (!videoUrlReply.data.video_url) throw new Error('no link');
  const questionsReply = await send('GET get_quiz_questions', 'GET /Common/get_quiz_questions', () =>
    learner.get(`/Common/get_quiz_questions?training_id=${training_id}&quiz_id=${legacy.quiz_id}`),
  );
  const save = '/S_QUIZ_PLAY_DETAILS/SaveQuizandvideo';
  await post(
    save,
    {
      training_id,
      quiz_id: legacy.quiz_id,
      attempt_id: questionsReply.data.attempt_id,
      answers: legacy.questions.map((question_id) => ({ question_id, option_id: [correctOptionId(question_id)] })),
      video: { ranges: [[0, 100]] },
    },
    save,
    learner,
  );

  // A large skill ledger.
  const staffAndSkill = { staff_id: staff[0]!, skill_id: skills[0]! };
  const evidence = await post('/api/skill-evidence', {
    ...staffAndSkill,
    kind: 'assessment',
    level: 4,
    effective_date: '2025-04-01',
  });
  await post('/api/skill-evidence/{id}/void', { id: evidence.id, reason: 'Wrong person' });
  await post('/api/skill-evidence/{id}/approve', { id: crowd.pending[0] });
  const revocation = await post('/api/revocations', { ...staffAndSkill, from_date: '2025-05-01', reason: 'Near miss' });
  await post('/api/revocations/{id}/end', { id: revocation.id, to_date: '2025-05-05' });
  await post('/api/staff/{id}/leave', { id: staff[0]!, last_active_day: '2025-06-30' });
  await post('/api/staff/{id}/return', { id: staff[0]!, first_day: '2025-09-01' });

  // Changes the correct option of a question used in many attempts: the regrading reads them in batches.
  const question_id = crowd.questions[1]!;
  const swappedOptions = options(question_id).map((option) => ({ ...option, fraction: option.fraction ? 0 : 1 }));
  await admin.patch(`/api/questions/${question_id}`, { options: swappedOptions });
  await post('/api/questions/{id}/regrade', { id: question_id, reason: 'The wrong option was right', lower: true });
  await running.app.get(JobWorker, { strict: false }).drain();
  return measured;
}

/** Measures sign-ins, which have no tenant yet. */
export async function measureSignIns(running: RunningApp): Promise<MeasuredRequest[]> {
  const { user_name, password } = await fixtures(running).organisation();
  const login = async (path: string) =>
    measure(`POST ${path}`, `POST ${path}`, () => api(running).post(path, { user_name, password }));
  return [await login('/api/auth/login'), await login('/Customer/customer_login'), await login('/users/authenticate')];
}

const correctOptionId = (question_id: string): string => options(question_id)[0]!.option_id;
const withoutId = ({ id: _, ...body }: { id?: string }): object => body;

async function measure(name: string, operation: string, call: () => Promise<Reply>): Promise<MeasuredRequest> {
  let reply!: Reply;
  const statements = await statementsOfRequests(async () => {
    reply = await call();
  });
  return { name, operation, statements, reply };
}
