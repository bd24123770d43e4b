import { JobWorker } from '../../src/tenancy/jobs/job-worker';
import { api, type Reply } from './api';
import type { RunningApp } from './app';
import { options, type Crowd } from './crowd';
import { given } from './given';
import type { Operation } from './openapi';
import type { Headers } from './organisation';
import { statementsOfRequests } from './statements';

/** A call, and the SQL statements that it sent (the session's row included, BEGIN and COMMIT not). */
export interface Measured {
  /** `GET /api/staff as admin`; the same for every size of crowd. */
  name: string;
  operation: string;
  statements: string[];
  reply: Reply;
}

/** GETs that read no list of anybody and need a secret or a world of their own; each has a test elsewhere. */
export const UNMEASURED: Readonly<Record<string, string>> = {
  '/api/exports/support-messages': 'Of platform staff, as its list.',
  '/media/{token}': 'A signed link; test/rest/media counts its statements.',
  '/api/practical-assessments/{id}': 'As those of a person: test/rest/practical-assessments counts its statements.',
  '/media/proofs/{token}': 'A signed link; test/rest/evidence-proofs counts its statements.',
  '/media/{token}/{name}': 'A signed link; test/rest/video-streams counts its statements.',
  '/health/live': 'Touches nothing.',
  '/health/ready': 'Asks the database whether it is there.',
  '/Common/check_email': 'Throttled by address: test/wire/registration.',
  '/Common/send_otp': 'Throttled by mailbox: test/wire/registration.',
  '/Common/verify_otp': 'Holds a secret: test/wire/registration.',
  '/Common/send_forgot_email_link': 'Throttled by account: test/wire/accounts.',
  '/Common/decryption_code': 'Holds a secret: test/wire/accounts.',
  '/CustomerMaster/UpdateCustomerPassword': 'Holds a secret: test/wire/accounts.',
  '/Common/get_quiz_questions': 'Starts an attempt: among the commands below.',
  '/Common/get_video_url_id': 'Starts the clock of a video: among the commands below.',
  '/api/trainings/{id}/video-link': 'As get_video_url_id.',
  '/api/trainings/{id}/video/renditions':
    'Refused where no video is streamed; test/rest/video-streams has it where there is.',
  '/api/trainings/{id}/document': 'Opens what is to be read: among the commands below.',
  '/api/trainings/{id}/uploads/{upload_id}': 'As its list, and what the storage has of it, which is no statement.',
  '/api/support-messages': 'Platform staff’s alone: test/rest/support counts its statements.',
  '/api/support-messages/{id}': 'As its list.',
  '/api/jobs': 'Written by what owes them: test/rest/bulk-assign-job counts its statements.',
  '/api/jobs/{id}': 'As its list.',
  '/api/jobs/{id}/rows': 'As its list.',
  '/api/jobs/{id}/file': 'A file, of one statement: test/rest/export-jobs.',
  '/api/jobs/{id}/file-link': 'The same.',
  '/api/imports/template': 'Of no row.',
  '/api/imports/{id}': 'A file that was sent: test/rest/imports counts its statements.',
  '/api/imports/{id}/rows': 'The same.',
  '/api/imports/{id}/errors': 'The same.',
  '/api/settings/certificates/images/{place}': 'A picture, of one statement.',
  '/api/me/sessions': 'One person’s sign-ins: test/rest/my-sessions counts its statements.',
  '/api/me/passkeys': 'One person’s passkeys: test/rest/passkeys counts its statements.',
  '/api/me': 'Needs an account: test/rest/me counts its statements.',
};

/** What a report is asked beside the plain call. */
const NARROWED = (crowd: Crowd): Readonly<Record<string, readonly string[]>> => {
  const period = `from=2025-01-01&to=${crowd.today}`;
  const person = `staff_id=${crowd.staff[0]}`;
  const skill = `skill_id=${crowd.skills[0]}`;
  const wire = `fdate=2025-01-01&tdate=${crowd.today}`;
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
    '/Result/get_skil_matrix_report_date_wise': ['', wire],
    '/Result/get_target_skil_matrix_report': ['', wire, `${wire}&${person}`],
    '/Result/get_emp_skil_matrix_report': [
      '',
      wire,
      `${wire}&${person}`,
      `${wire}&skil_code=S-0`,
      `${person}&skil_code=S-0`,
    ],
  };
};

/** Rows asked of a list: fewer than there are, so that the number of all has to be counted at every size. */
const pageOf = (size: number) => `_start=0&_end=${Math.min(200, Math.floor(size * 0.8))}`;

/** Lists that belong to no organisation: platform staff see all of them, an admin the own row. */
const GLOBAL =
  /^\/(api\/(customers|subscribers|subscription-packages)|CustomerMaster\/|Common\/get_(registered|subscri))/;

const isTrail = ({ path }: Operation): boolean => path.startsWith('/api/audit-events');

/** Every list, row and report of the document, as an admin, as a learner and as a manager (what is global as platform staff). */
export async function readings(
  running: RunningApp,
  operations: readonly Operation[],
  crowd: Crowd,
  market: Readonly<Record<string, string>>,
): Promise<Measured[]> {
  const measured: Measured[] = [];
  const platform = (await given(running).platformStaff()).headers;
  const narrowed = NARROWED(crowd);
  // First, for exports tell there that they were made, of no record whose name would have to be found.
  const trailFirst = operations.toSorted((a, b) => Number(isTrail(b)) - Number(isTrail(a)));
  for (const { method, path, open } of trailFirst) {
    if (method !== 'GET' || path in UNMEASURED) continue;
    const prefix = path.includes('/{') ? path.slice(0, path.indexOf('/{')) : '';
    const id = crowd.ids[prefix] ?? market[prefix];
    if (path.includes('{id}') && !id) throw new Error(`${path}: give the crowd a row of it`);
    const isGlobal = GLOBAL.test(path);
    const customer_id = isGlobal ? market['/api/customers']! : String(crowd.customer_id);
    const target = path.replace('{customer_id}', customer_id).replace('{id}', id ?? '');
    const isList = path === '/api/video-progress' || operations.some((each) => each.path === `${path}/{id}`);
    const details = path === '/Common/get_subscription_details' ? `customer_id=${customer_id}` : '';
    const queries = narrowed[path] ?? [isList ? pageOf(crowd.size) : details];
    const callers: [string, Headers][] = open
      ? [['anybody', {}]]
      : isGlobal
        ? [['platform', platform]]
        : [
            ['admin', crowd.admin],
            ['learner', crowd.learner],
            ['manager', crowd.manager],
          ];
    for (const [who, headers] of callers) {
      for (const query of queries) {
        const operation = `GET ${path}`;
        const shown = query
          .replace(/_start=0&_end=\d+$/, '')
          .replaceAll(/=([0-9a-f-]{36}|\d{4}-\d\d-\d\d)/g, '=…')
          .replace(/customer_id=\d+/, '');
        const call = () => api(running, headers).get(`${target}${query && `?${query}`}`);
        // What platform staff look at is told once in a while, which is no part of the call.
        if (who === 'platform') await call();
        const one = await measure(`${operation}${shown && `?${shown}`} as ${who}`, operation, call);
        // What a learner may not see is who-may.spec's business, and what a manager does not see of others, too.
        const isHidden = one.reply.status === 403 || (who === 'manager' && one.reply.status === 404);
        if (!isHidden) measured.push(one);
      }
    }
  }
  return measured;
}

/** Every command that takes a list, and those whose work could grow with the organisation, each with `size` of it. */
export async function commands(running: RunningApp, crowd: Crowd): Promise<Measured[]> {
  const measured: Measured[] = [];
  const admin = api(running, crowd.admin);
  const learner = api(running, crowd.learner);
  const send = async (name: string, operation: string, call: () => Promise<Reply>): Promise<any> => {
    const one = await measure(name, operation, call);
    measured.push(one);
    if (one.reply.status > 299 || one.reply.body?.Status === false) {
      throw new Error(`${name}: ${one.reply.status} ${JSON.stringify(one.reply.body).slice(0, 300)}`);
    }
    return one.reply.body;
  };
  const post = (path: string, body: object, name = path, who = admin) =>
    send(`POST ${name}`, `POST ${path}`, () =>
      who.post(path.replace('{id}', (body as { id?: string }).id ?? ''), withoutId(body)),
    );
  const put = (path: string, id: string, body: object) =>
    send(`PUT ${path}`, `PUT ${path}`, () => admin.put(path.replace('{id}', id), body));
  const { staff, skills, spare, fresh, legacy } = crowd;
  const most = <T>(list: readonly T[]) => list.slice(0, 200);

  // Bulk commands.
  const everyone = { staff_id: staff, training_id: [spare[0]!.training_id] };
  await post('/api/training-assignments/bulk/preview', everyone);
  await post('/api/training-assignments/bulk', everyone);
  await post('/api/training-assignments/bulk', everyone, '/api/training-assignments/bulk again');
  await post('/S_QUIZ_PLAY_DETAILS/SaveTrainingListByT', { staff_id: staff, training_id: [spare[0]!.training_id] });
  await post('/S_QUIZ_PLAY_DETAILS/SaveTrainingListByC', { staff_id: staff, category_id: [spare[1]!.category_id] });
  const decided = { assignment_id: crowd.assignments, reason: 'Away until spring' };
  await post('/api/training-assignments/extend', { ...decided, due_on: '2099-12-31' });
  await post('/api/training-assignments/waive', decided);
  // The places of those who were let off are freed behind it.
  await running.app.get(JobWorker, { strict: false }).settle();
  await post('/api/training-assignments/resume', decided);
  await post('/api/training-assignments/remove', { assignment_id: crowd.assignments, reason: 'Another plan' });
  const changes = staff.map((staff_id) => ({ staff_id, skill_id: skills[1], level: 2, from_date: '2025-02-01' }));
  await put('/api/skill-targets/grid', '', { changes });
  const given_levels = most(skills).map((skill_id) => ({ skill_id, min_score: 0, level: 2 }));
  await put('/api/trainings/{id}/skills', spare[2]!.training_id, given_levels);
  const fixed = most(crowd.questions).slice(1);
  const slots = [...fixed.map((question_id) => ({ question_id })), { draw: { count: 1, tag: 'forklift' } }];
  await put('/api/quizzes/{id}/slots', spare[2]!.quiz_id, { slots });

  await admin.patch(`/api/quizzes/${spare[2]!.quiz_id}`, { time_limit_minutes: 30 });
  const longer = { id: spare[2]!.quiz_id, staff_id: staff[0]!, minutes: 30, reason: 'Reads with a screen reader' };
  await post('/api/quizzes/{id}/extra-time', longer);

  // Sessions: half of them find room, and half of those leave again.
  const { ahead, begun } = crowd.sessions;
  const sessions = '/api/training-sessions/{id}';
  await post(`${sessions}/bookings`, { id: ahead, staff_id: staff });
  await post(`${sessions}/bookings`, { id: ahead, staff_id: staff }, `${sessions}/bookings again`);
  await post(`${sessions}/bookings/cancel`, { id: ahead, staff_id: staff.filter((_, at) => at % 2 > 0) });
  await post(`${sessions}/book`, { id: ahead }, `${sessions}/book`, learner);
  await post(`${sessions}/leave`, { id: ahead }, `${sessions}/leave`, learner);
  const [attended, absent] = [0, 1].map((rest) => staff.filter((_, at) => at % 2 === rest));
  await post(`${sessions}/attendance`, { id: begun, attended, absent });
  await post(`${sessions}/cancel`, { id: ahead });

  // What is chosen: asked for, taken back, asked for again and approved.
  const chosen = { id: spare[1]!.training_id };
  const [theirs] = (await learner.get(`/api/training-assignments?training_id=${chosen.id}`)).body;
  await admin.post('/api/training-assignments/remove', { assignment_id: [theirs.id] });
  for (const enrolment of ['open', 'approval']) {
    await admin.patch(`/api/trainings/${chosen.id}`, { enrolment });
    await post('/api/trainings/{id}/enrol', chosen, `/api/trainings/{id}/enrol ${enrolment}`, learner);
    await post('/api/trainings/{id}/enrol', chosen, '/api/trainings/{id}/enrol again', learner);
    await post('/api/trainings/{id}/withdraw', chosen, '/api/trainings/{id}/withdraw', learner);
  }
  await post('/api/trainings/{id}/enrol', chosen, `/api/trainings/{id}/enrol approval`, learner);
  const [requested] = (await learner.get(`/api/enrolment-requests?training_id=${chosen.id}`)).body;
  await post('/api/enrolment-requests/{id}/approve', { id: requested.id });
  await post('/api/enrolment-requests/{id}/decline', { id: crowd.requests[1]!, reason: 'Booked out' });

  // A learner at work: a video and a quiz of up to 200 questions.
  const play = { training_id: fresh.training_id };
  await send('GET video-link', 'GET /api/trainings/{id}/video-link', () =>
    learner.get(`/api/trainings/${fresh.training_id}/video-link`),
  );
  await post('/api/video-progress', { ...play, ranges: [[0, 100]] }, '/api/video-progress', learner);
  await post('/api/video-progress', { ...play, ranges: [[0, 200]] }, '/api/video-progress again', learner);
  const { attempt_id } = await post('/api/attempts', play, '/api/attempts', learner);
  await post('/api/attempts', play, '/api/attempts again', learner);
  await send('PUT answer', 'PUT /api/attempts/{id}/answers/{slot}', () =>
    learner.put(`/api/attempts/${attempt_id}/answers/1`, { option_id: [right(fresh.questions[0]!)], sequence: 1 }),
  );
  await post('/api/attempts/{id}/submit', { id: attempt_id }, '/api/attempts/{id}/submit', learner);
  await post('/api/attempts/{id}/submit', { id: attempt_id }, '/api/attempts/{id}/submit again', learner);

  // All attempts are used: an admin gives one more.
  await admin.patch(`/api/quizzes/${fresh.quiz_id}`, { attempts_allowed: 1 });
  const [used] = (await learner.get(`/api/training-assignments?training_id=${fresh.training_id}`)).body;
  const why = 'The connection was lost';
  await post('/api/training-assignments/{id}/extra-attempt', { id: used.id, reason: why });

  await post('/api/attempts/{id}/void', { id: attempt_id, reason: why });

  // What is read: written, opened, seen page by page, understood.
  const shelf = spare[0]!.category_id;
  const lesson = { code: 'PAPER', title: 'Lockout and tagout', type: 'document', category_id: shelf };
  const paper = (await admin.post('/api/trainings', lesson)).body.id as string;
  await admin.put(`/api/trainings/${paper}/skills`, given_levels);
  const text = most(skills)
    .map((_, at) => `# Page ${at}`)
    .join('\n');
  const pages = Array.from({ length: most(skills).length }, (_, at) => at + 1);
  const reading = '/api/trainings/{id}/document';
  await put(reading, paper, { text });
  await admin.post(`/api/trainings/${paper}/publish`, {});
  await admin.post('/api/training-assignments/bulk', { staff_id: [staff[0]], training_id: [paper] });
  await send('GET document', `GET ${reading}`, () => learner.get(reading.replace('{id}', paper)));
  await post(`${reading}/pages`, { id: paper, pages }, `${reading}/pages`, learner);
  running.clock.advance(300_000);
  await post(`${reading}/pages`, { id: paper, pages }, `${reading}/pages again`, learner);
  await post(`${reading}/acknowledgement`, { id: paper }, `${reading}/acknowledgement`, learner);
  await post(`${reading}/acknowledgement`, { id: paper }, `${reading}/acknowledgement again`, learner);

  // The same by the specification's calls, with every question answered.
  const training_id = legacy.training_id;
  const opened = await send('GET get_video_url_id', 'GET /Common/get_video_url_id', () =>
    learner.get(`/Common/get_video_url_id?training_id=${training_id}`),
  );
  if (!opened.data.video_url) throw new Error('no link');
  const asked = await send('GET get_quiz_questions', 'GET /Common/get_quiz_questions', () =>
    learner.get(`/Common/get_quiz_questions?training_id=${training_id}&quiz_id=${legacy.quiz_id}`),
  );
  const save = '/S_QUIZ_PLAY_DETAILS/SaveQuizandvideo';
  await post(
    save,
    {
      ...{ training_id, quiz_id: legacy.quiz_id, attempt_id: asked.data.attempt_id },
      answers: legacy.questions.map((question_id) => ({ question_id, option_id: [right(question_id)] })),
      video: { ranges: [[0, 100]] },
    },
    save,
    learner,
  );

  // The ledger of somebody with much in it.
  const whom = { staff_id: staff[0]!, skill_id: skills[0]! };
  const recorded = await post('/api/skill-evidence', {
    ...whom,
    kind: 'assessment',
    level: 4,
    effective_date: '2025-04-01',
  });
  await post('/api/skill-evidence/{id}/void', { id: recorded.id, reason: 'Wrong person' });
  await post('/api/skill-evidence/{id}/approve', { id: crowd.pending[0] });
  const revoked = await post('/api/revocations', { ...whom, from_date: '2025-05-01', reason: 'Near miss' });
  await post('/api/revocations/{id}/end', { id: revoked.id, to_date: '2025-05-05' });
  await post('/api/staff/{id}/leave', { id: staff[0]!, last_active_day: '2025-06-30' });
  await post('/api/staff/{id}/return', { id: staff[0]!, first_day: '2025-09-01' });

  // The other option is right, of a question of one attempt among many: they are read in parts.
  const question_id = crowd.questions[1]!;
  const turned = options(question_id).map((option) => ({ ...option, fraction: option.fraction ? 0 : 1 }));
  await admin.patch(`/api/questions/${question_id}`, { options: turned });
  await post('/api/questions/{id}/regrade', { id: question_id, reason: 'The wrong option was right', lower: true });
  await running.app.get(JobWorker, { strict: false }).settle();
  return measured;
}

/** Signing in and registering: what has no organisation yet. */
export async function signingIn(running: RunningApp): Promise<Measured[]> {
  const { user_name, password } = await given(running).organisation();
  const login = async (path: string) =>
    measure(`POST ${path}`, `POST ${path}`, () => api(running).post(path, { user_name, password }));
  return [await login('/api/auth/login'), await login('/Customer/customer_login'), await login('/users/authenticate')];
}

const right = (question_id: string): string => options(question_id)[0]!.option_id;
const withoutId = ({ id: _, ...body }: { id?: string }): object => body;

async function measure(name: string, operation: string, call: () => Promise<Reply>): Promise<Measured> {
  let reply!: Reply;
  const statements = await statementsOfRequests(async () => {
    reply = await call();
  });
  return { name, operation, statements, reply };
}
