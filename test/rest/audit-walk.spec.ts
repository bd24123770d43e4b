import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AUDIT_ACTIONS, AUDIT_SUBJECTS } from '../../src/contract/audit-vocabulary';
import { SkillLedger } from '../../src/skills/skill-ledger.service';
import { Database } from '../../src/platform/database/database';
import { api, type Reply } from '../support/api';
import { exampleOf, madeOfExamples } from '../support/examples';
import { startApp, type RunningApp } from '../support/app';
import { given, PASSWORD, registrationForm } from '../support/given';
import { operationsOf } from '../support/openapi';
import type { Headers } from '../support/organisation';
import { statementsDuring } from '../support/statements';
import { CLIP } from '../support/plant';
import { announced, sendPart } from '../support/uploads';

/** Changes that the trail does not tell, each with its reason. Whoever adds an operation walks it below, or says why not. */
const UNTOLD: Readonly<Record<string, string>> = {
  imports_receive: 'A file that waits; nothing of the organisation is changed.',
  imports_check: 'As imports_receive.',
  auth_refresh: 'Keeps a session alive.',
  auth_logout: 'The session row says when it ended.',
  auth_emailAvailability: 'Changes nothing but a counter.',
  auth_sendCode: 'Nobody is known yet; the challenge is a row.',
  auth_verifyCode: 'As auth_sendCode.',
  auth_forgotPassword: 'Changes nothing until the link is used, which is told.',
  auth_checkLink: 'Looking does not spend the link.',
  notices_read: 'What one has seen of what one was told.',
  notices_readAll: 'As notices_read.',
  notices_choose: 'What one wants to be told, oneself.',
  me_prefer: 'Language and look of one’s own screen.',
  training_assignments_preview: 'Changes nothing.',
  assignment_rules_previewDraft: 'Changes nothing.',
  me_resendNames: 'The same link once more; that it was asked for is told.',
  quizzes_tryOut: 'Changes nothing.',
  video_progress_beat: 'The progress is its own record.',
  training_document_see: 'As video_progress_beat.',
  attempts_start: 'The attempt is its own record, kept for good.',
  attempts_answer: 'As attempts_start.',
  practical_assessments_start: 'As attempts_start.',
  practical_assessments_fill: 'As attempts_start.',
  attempts_submit: 'As attempts_start; the training it completes is told.',
  training_uploads_begin: 'Parts of a file that no training names yet; what completes them is told.',
  training_uploads_part: 'As training_uploads_begin.',
  training_uploads_discard: 'As training_uploads_begin.',
};
/** Told too, under a test of their own: they need codes of an app, an authenticator, or a mailbox. */
const TOLD_ELSEWHERE: Readonly<Record<string, string>> = {
  training_video_askRenditions: 'video-streams.spec.ts',
  auth_login: 'sign-in-notices.spec.ts',
  auth_acceptInvitation: 'invitations.spec.ts',
  auth_askPasskey: 'passkeys.spec.ts',
  auth_enterByPasskey: 'passkeys.spec.ts',
  certificate_settings_putImage: 'certificate-files.spec.ts',
  certificate_settings_removeImage: 'certificate-files.spec.ts',
  imports_start: 'imports.spec.ts',
  jobs_cancel: 'jobs.spec.ts',
  jobs_undo: 'jobs.spec.ts',
  jobs_retry: 'jobs.spec.ts',
  questions_import: 'question-exchange.spec.ts',
  passkeys_ask: 'passkeys.spec.ts',
  passkeys_create: 'passkeys.spec.ts',
  passkeys_rename: 'passkeys.spec.ts',
  passkeys_remove: 'passkeys.spec.ts',
  second_factor_start: 'second-factor.spec.ts',
  second_factor_confirm: 'second-factor.spec.ts',
  second_factor_renewCodes: 'second-factor.spec.ts',
  second_factor_remove: 'second-factor.spec.ts',
  security_settings_change: 'second-factor-required.spec.ts',
  staff_resetSecondFactor: 'second-factor-required.spec.ts',
  second_factor_resets_resetRegistrant: 'second-factor-required.spec.ts',
  training_revisions_publish: 'training-revisions.spec.ts',
  training_enrolment_enrol: 'enrolments.spec.ts',
  training_enrolment_withdraw: 'enrolments.spec.ts',
  enrolment_requests_approve: 'enrolments.spec.ts',
  enrolment_requests_decline: 'enrolments.spec.ts',
  practical_assessments_confirmInPerson: 'practical-assessments.spec.ts',
  training_sessions_book: 'training-sessions.spec.ts',
  training_sessions_leave: 'training-sessions.spec.ts',
  auth_checkNames: 'sign-in-names.spec.ts',
  auth_confirmNames: 'sign-in-names.spec.ts',
};
const NEW_PASSWORD = 'seven-herons-over-the-dock';

interface Told {
  operation: string;
  action: string;
  role: string;
  subject_type: string | null;
  account_id: unknown;
  address: string | null;
  was: Record<string, unknown> | null;
  became: Record<string, unknown> | null;
}

describe('the audit trail, change by change', () => {
  let running: RunningApp;
  let operations: string[];
  const sent: string[] = [];
  const walked = new Set<string>();
  const words: Told[] = [];
  const failed: string[] = [];
  /** What was typed or handed out in confidence on the way. */
  const secrets: string[] = [PASSWORD, NEW_PASSWORD];

  beforeAll(async () => {
    running = await startApp();
    operations = (await operationsOf(running))
      .filter(({ method, path }) => method !== 'GET' && path.startsWith('/api/'))
      .map(({ id }) => id);
    sent.push(...(await statementsDuring(() => walk())));
  });
  afterAll(() => running.close());

  /** One change, and what the trail then holds of this very request. */
  async function step(operation: string, call: (request: Headers) => Promise<Reply>): Promise<any> {
    const id = `walk-${walked.size}-${operation}`;
    walked.add(operation);
    const reply = await call({ 'x-request-id': id });
    if (reply.status > 299) failed.push(`${operation}: ${reply.status} ${JSON.stringify(reply.body).slice(0, 200)}`);
    const rows = await running.app
      .get(Database)
      .rows<Record<string, unknown>>(
        'SELECT action, role, subject_type, account_id, address, was, became FROM audit_event WHERE request_id = ? ORDER BY audit_event_id',
        [id],
      );
    const facts = (text: unknown) => (text === null ? null : (JSON.parse(String(text)) as Record<string, unknown>));
    for (const row of rows)
      words.push({ ...(row as unknown as Told), operation, was: facts(row['was']), became: facts(row['became']) });
    return reply.body;
  }

  async function walk(): Promise<void> {
    const people = given(running);
    const plant = await people.organisation({ staffLimit: 50, trainingLimit: 50 });
    const platform = await people.platformStaff();
    const as = (headers: Headers) => {
      const { call } = api(running, headers);
      return (operation: string, method: string, path: string, body?: unknown) =>
        step(operation, (request) => call(method, path, body, request));
    };
    const admin = as(plant.admin);
    const owner = as(platform.headers);
    /** Created, changed, and what `then` does to it. */
    const resource = async (name: string, path: string, make: object, change: object): Promise<string> => {
      const { id } = await admin(`${name}_create`, 'POST', path, make);
      await admin(`${name}_change`, 'PATCH', `${path}/${id}`, change);
      return id as string;
    };
    const archived = async (name: string, path: string, ...old: readonly string[]) => {
      for (const back of ['unarchive', ...old]) {
        await admin(`${name}_archive`, 'POST', `${path}/archive`, {});
        await admin(`${name}_${back}`, 'POST', `${path}/${back}`, {});
      }
    };
    const gone = (name: string, path: string) => admin(`${name}_remove`, 'DELETE', path);

    // Places, people.
    const department = await resource('departments', '/api/departments', { name: 'Weld shop' }, { name: 'Welding' });
    const role = await resource('job_roles', '/api/job-roles', { name: 'Welder' }, { name: 'Senior welder' });
    const email = registrationForm(1).email_primary;
    const person = { staff_code: 'P-1', first_name: 'Asha', last_name: 'Rao', joined: '2024-01-01', email };
    const staff_id = await resource('staff', '/api/staff', person, { first_name: 'Aisha' });
    const whom = `/api/staff/${staff_id}`;
    await admin('staff_invite', 'POST', `${whom}/invite`, { role: 'user' });
    const [mail] = (await running.mails()).filter(({ to }) => to === email);
    // Another one: the walked role is deleted in the end.
    const fitter = (await api(running, plant.admin).post('/api/job-roles', { name: 'Fitter' })).body;
    const since = { job_role_id: fitter.id, from_date: '2024-06-01' };
    await admin('staff_setJobRole', 'POST', `${whom}/job-role`, since);
    const link = mail!.link!.split('/reset/')[1]!;
    const { handle } = (await api(running).post('/api/auth/password-reset/check', { token: link })).body;
    secrets.push(link, handle);
    await as({})('auth_resetPassword', 'POST', '/api/auth/password-reset', { handle, password: PASSWORD });
    const learner = await people.signIn({ user_name: email });
    await people.signIn({ user_name: email });
    const sessions = (await api(running, learner).get('/api/me/sessions')).body as { id: string; current: boolean }[];
    const other = sessions.find(({ current }) => !current)!;
    await as(learner)('my_sessions_end', 'DELETE', `/api/me/sessions/${other.id}`);
    await people.signIn({ user_name: email });
    await as(learner)('my_sessions_endOthers', 'POST', '/api/me/sessions/end-others', {});

    // Skills, and what is asked and held of them.
    const skill = { skill_code: 'WELD', name: 'Welding', requires_signoff: true };
    const skill_id = await resource('skills', '/api/skills', skill, { name: 'MIG welding' });
    await archived('skills', `/api/skills/${skill_id}`);
    const pair = { staff_id, skill_id };
    const target = { ...pair, level: 2, from_date: '2025-01-01' };
    await gone(
      'skill_targets',
      `/api/skill-targets/${await resource('skill_targets', '/api/skill-targets', target, { level: 3 })}`,
    );
    const asked = { job_role_id: role, skill_id, level: 2, from_date: '2025-01-01' };
    await gone(
      'role_targets',
      `/api/role-targets/${await resource('role_targets', '/api/role-targets', asked, { level: 3 })}`,
    );
    const changes = [{ ...pair, level: 2, from_date: '2025-01-01' }];
    await api(running, plant.admin).put('/api/skill-targets/grid', { changes });
    await admin('skill_targets_setGrid', 'PUT', '/api/skill-targets/grid', { changes: [{ ...changes[0], level: 4 }] });
    const leave = { ...pair, from_date: '2025-07-01', reason: 'Leave' };
    await gone(
      'exemptions',
      `/api/exemptions/${await resource('exemptions', '/api/exemptions', leave, { reason: 'Long leave' })}`,
    );
    const seen = { ...pair, kind: 'assessment', level: 3, effective_date: '2025-03-01' };
    const evidence = await admin('skill_evidence_record', 'POST', '/api/skill-evidence', seen);
    const proofs = `/api/skill-evidence/${evidence.id}/proofs`;
    const licence = new FormData();
    licence.append('file', new Blob(['%PDF-1.7 a licence']), 'licence.pdf');
    const proved = await step('evidence_proofs_add', async (request) => {
      const headers = { ...plant.admin, ...request };
      const answer = await fetch(running.url + proofs, { method: 'POST', headers, body: licence });
      return { status: answer.status, body: await answer.json(), headers: answer.headers };
    });
    await admin('evidence_proofs_remove', 'DELETE', `${proofs}/${proved.proofs[0].proof_id}`);
    await admin('skill_evidence_void', 'POST', `/api/skill-evidence/${evidence.id}/void`, { reason: 'Wrong person' });
    // What a training grants waits for a sign-off; what an admin records does not.
    const earned = {
      ...pair,
      kind: 'training' as const,
      level: 2,
      effective_date: '2025-04-01',
      source_type: 'hand' as const,
    };
    const ledger = running.app.get(SkillLedger, { strict: false });
    const [first, second] = await ledger.grant(plant.tenant, [earned, { ...earned, effective_date: '2025-04-02' }]);
    await admin('skill_evidence_approve', 'POST', `/api/skill-evidence/${first!}/approve`, { reason: 'Seen' });
    await admin('skill_evidence_reject', 'POST', `/api/skill-evidence/${second!}/reject`, { reason: 'Not seen' });
    const list = { needed: 1, criteria: [{ text: 'Wears the visor', critical: true }] };
    await admin('skill_checklists_put', 'PUT', `/api/skills/${skill_id}/checklists/3`, list);
    const walker = api(running, plant.admin);
    const shown = async () => {
      const begun = (await walker.post('/api/practical-assessments', { ...pair, level: 3 })).body;
      const path = `/api/practical-assessments/${begun.assessment_id}`;
      await walker.patch(path, { marks: [{ criterion: 1, mark: 'met' }] });
      await admin('practical_assessments_submit', 'POST', `${path}/submit`, {});
      return path;
    };
    await as(learner)('practical_assessments_confirm', 'POST', `${await shown()}/confirm`, {});
    await admin('practical_assessments_withdraw', 'POST', `${await shown()}/withdraw`, { reason: 'Mistaken' });
    await admin('skill_checklists_remove', 'DELETE', `/api/skills/${skill_id}/checklists/3`);
    const near = { ...pair, from_date: '2025-06-01', reason: 'Near miss' };
    const revocation = await admin('revocations_start', 'POST', '/api/revocations', near);
    await admin('revocations_end', 'POST', `/api/revocations/${revocation.id}/end`, { to_date: '2025-06-30' });

    // Trainings and quizzes.
    const category = { code: 'SAFE', name: 'Safety' };
    const category_id = await resource('training_categories', '/api/training-categories', category, {
      name: 'Safety first',
    });
    await archived('training_categories', `/api/training-categories/${category_id}`);
    const course = { code: 'T-1', title: 'Forklift', type: 'video', category_id };
    const training_id = await resource('trainings', '/api/trainings', course, { title: 'Forklift, daily check' });
    const training = `/api/trainings/${training_id}`;
    const video = () => {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(readFileSync(CLIP))], { type: 'video/mp4' }), 'clip.mp4');
      return form;
    };
    const upload = async (request: Headers): Promise<Reply> => {
      const headers = { ...plant.admin, ...request };
      const answer = await fetch(`${running.url}${training}/video`, { method: 'PUT', headers, body: video() });
      return { status: answer.status, body: await answer.json(), headers: answer.headers };
    };
    await step('training_video_upload', upload);
    await admin('training_video_remove', 'DELETE', `${training}/video`);
    const vtt = new FormData();
    vtt.append('file', new Blob(['WEBVTT\n\n00:00.000 --> 00:01.000\nMind the forks.\n']), 'en.vtt');
    await step('training_captions_put', async (request) => {
      const headers = { ...plant.admin, ...request };
      const answer = await fetch(`${running.url}${training}/captions/en`, { method: 'PUT', headers, body: vtt });
      return { status: answer.status, body: await answer.json(), headers: answer.headers };
    });
    await admin('training_captions_remove', 'DELETE', `${training}/captions/en`);
    const film = readFileSync(CLIP);
    const begun = (await api(running, plant.admin).post(`${training}/uploads`, announced(film))).body;
    expect(await sendPart(running.url, plant.admin, begun.parts[0].url, film)).toBe(204);
    await admin('training_uploads_complete', 'POST', `${training}/uploads/${begun.upload_id}/complete`, {});
    await upload({});
    await admin('training_skills_replace', 'PUT', `${training}/skills`, [{ skill_id, min_score: 0, level: 2 }]);
    const paper = `/api/trainings/${(await api(running, plant.admin).post('/api/trainings', { code: 'T-4', title: 'Lockout', type: 'document', category_id })).body.id}`;
    await admin('training_document_write', 'PUT', `${paper}/document`, { text: 'Pull the plug.' });
    await admin('training_document_remove', 'DELETE', `${paper}/document`);
    await api(running, plant.admin).put(`${paper}/document`, { text: 'Pull the plug, then wait.' });
    await api(running, plant.admin).put(`${paper}/skills`, [{ skill_id, min_score: 0, level: 2 }]);
    await api(running, plant.admin).post(`${paper}/publish`, {});
    const reads = { staff_id: [staff_id], training_id: [paper.split('/').at(-1)] };
    await api(running, plant.admin).post('/api/training-assignments/bulk', reads);
    const reader = await people.signIn({ user_name: email });
    await api(running, reader).get(`${paper}/document`);
    await api(running, reader).post(`${paper}/document/pages`, { pages: [1] });
    await as(reader)('training_document_acknowledge', 'POST', `${paper}/document/acknowledgement`, {});
    const rules = { training_id, title: 'Daily check', pass_mark: 80 };
    const quiz = `/api/quizzes/${await resource('quizzes', '/api/quizzes', rules, { pass_mark: 90 })}`;
    const options = [
      { text: 'Left', fraction: 1 },
      { text: 'Right', fraction: 0 },
    ];
    const question = { kind: 'single', text: 'Where is the brake?', points: 1, options };
    const question_id = await resource('questions', '/api/questions', question, { points: 2 });
    await archived('questions', `/api/questions/${question_id}`, 'restore');
    await admin('quizzes_replaceSlots', 'PUT', `${quiz}/slots`, { slots: [{ question_id, points: 1 }] });
    await archived('quizzes', quiz, 'restore');
    await api(running, plant.admin).patch(quiz, { time_limit_minutes: 30 });
    const longer = { staff_id, minutes: 30, reason: 'Reads with a screen reader' };
    await admin('quizzes_giveTime', 'POST', `${quiz}/extra-time`, longer);
    await admin('trainings_publish', 'POST', `${training}/publish`, {});
    await archived('trainings', training);
    const bulk = { staff_id: [staff_id], training_id: [training_id], due_on: '2099-01-31' };
    await admin('training_assignments_assign', 'POST', '/api/training-assignments/bulk', bulk);
    const [assignment] = (await api(running, plant.admin).get('/api/training-assignments')).body;
    const removal = { assignment_id: [assignment.id], reason: 'Another plan' };
    const why = { ...removal, reason: 'Away until spring' };
    await admin('training_assignments_extend', 'POST', '/api/training-assignments/extend', {
      ...why,
      due_on: '2099-12-31',
    });
    await admin('training_assignments_waive', 'POST', '/api/training-assignments/waive', why);
    await admin('training_assignments_resume', 'POST', '/api/training-assignments/resume', why);
    await admin('training_assignments_remove', 'POST', '/api/training-assignments/remove', removal);
    const better = (await api(running, plant.admin).post('/api/questions', { ...question, text: 'Which pedal?' })).body;
    await admin('questions_reassign', 'POST', `/api/questions/${question_id}/reassign`, { to: better.id });
    await api(running, plant.admin).put(`${quiz}/slots`, { slots: [] });
    await gone('questions', `/api/questions/${question_id}`);
    await gone('quizzes', quiz);
    // A quiz that was failed: another attempt.
    const tested = (
      await api(running, plant.admin).post('/api/trainings', {
        code: 'T-5',
        title: 'Brakes',
        type: 'document',
        category_id,
      })
    ).body;
    await api(running, plant.admin).put(`/api/trainings/${tested.id}/document`, { text: 'Brake before you turn.' });
    await api(running, plant.admin).put(`/api/trainings/${tested.id}/skills`, [{ skill_id, min_score: 0, level: 2 }]);
    const brakes = (
      await api(running, plant.admin).post('/api/quizzes', {
        training_id: tested.id,
        title: 'Brakes',
        attempts_allowed: 1,
      })
    ).body;
    const brake = (await api(running, plant.admin).post('/api/questions', { ...question, text: 'Brake first?' })).body;
    await api(running, plant.admin).put(`/api/quizzes/${brakes.id}/slots`, { slots: [{ question_id: brake.id }] });
    await api(running, plant.admin).post(`/api/trainings/${tested.id}/publish`, {});
    await api(running, plant.admin).post('/api/training-assignments/bulk', {
      staff_id: [staff_id],
      training_id: [tested.id],
    });
    const attempt = (await api(running, reader).post('/api/attempts', { training_id: tested.id })).body;
    const wrong = [brake.options[1].option_id];
    await api(running, reader).put(`/api/attempts/${attempt.attempt_id}/answers/1`, { option_id: wrong, sequence: 1 });
    await api(running, reader).post(`/api/attempts/${attempt.attempt_id}/submit`, {});
    const reason = 'The connection was lost';
    const again = `/api/training-assignments/${attempt.assignment_id}/extra-attempt`;
    await admin('training_assignments_giveExtraAttempt', 'POST', again, { reason });
    const turned = brake.options.map((each: { fraction: number }) => ({ ...each, fraction: 1 - each.fraction }));
    await api(running, plant.admin).patch(`/api/questions/${brake.id}`, { options: turned });
    await admin('questions_regrade', 'POST', `/api/questions/${brake.id}/regrade`, { reason, lower: true });
    await admin('attempts_void', 'POST', `/api/attempts/${attempt.attempt_id}/void`, { reason });
    const spare = (await api(running, plant.admin).post('/api/trainings', { code: 'T-2', title: 'Spare' })).body;
    const clip = { source_url: 'https://media.example.org/a.mp4', video_duration_ms: 600_000, category_id };
    const instead = (await api(running, plant.admin).post('/api/trainings', { code: 'T-3', title: 'New', ...clip }))
      .body;
    const { call } = api(running, plant.admin);
    await call('PUT', `/api/trainings/${instead.id}/skills`, [{ skill_id, min_score: 0, level: 2 }]);
    await call('POST', `/api/trainings/${instead.id}/publish`, {});
    await call('POST', '/api/training-assignments/bulk', bulk);
    await admin('trainings_reassign', 'POST', `${training}/reassign`, { to: instead.id });
    await gone('trainings', `/api/trainings/${spare.id}`);
    const room = (await call('POST', '/api/trainings', { code: 'T-9', title: 'Room', type: 'classroom', category_id }))
      .body;
    await call('PUT', `/api/trainings/${room.id}/skills`, [{ skill_id, min_score: 0, level: 2 }]);
    await call('POST', `/api/trainings/${room.id}/publish`, {});
    const now = running.clock.now();
    const times = [now - 60_000, now + 60_000].map((each) => new Date(each).toISOString());
    const online = { online_url: 'https://meet.example.org/brake', starts_at: times[0], ends_at: times[1] };
    const held = { training_id: room.id, ...online };
    const session = `/api/training-sessions/${await resource('training_sessions', '/api/training-sessions', held, { note: 'Shoes' })}`;
    await admin('training_sessions_bookPeople', 'POST', `${session}/bookings`, { staff_id: [staff_id] });
    await admin('training_sessions_cancelBookings', 'POST', `${session}/bookings/cancel`, { staff_id: [staff_id] });
    await call('POST', `${session}/bookings`, { staff_id: [staff_id] });
    await admin('training_sessions_mark', 'POST', `${session}/attendance`, { attended: [], absent: [staff_id] });
    const dropped = (await call('POST', '/api/training-sessions', held)).body;
    await admin('training_sessions_cancel', 'POST', `/api/training-sessions/${dropped.id}/cancel`, {});
    await gone('training_sessions', `/api/training-sessions/${dropped.id}`);
    const empty = (await api(running, plant.admin).post('/api/training-categories', { code: 'E', name: 'Empty' })).body;
    await call('POST', '/api/training-categories', { code: 'B', name: 'Below', parent_id: empty.id });
    await admin('training_categories_reassign', 'POST', `/api/training-categories/${empty.id}/reassign`, {
      to: category_id,
    });
    await gone('training_categories', `/api/training-categories/${empty.id}`);
    const unused = (await api(running, plant.admin).post('/api/skills', { skill_code: 'U', name: 'Unused' })).body;
    await call('POST', '/api/questions', { ...question, text: 'What is this?', skill_id: unused.id });
    await admin('skills_reassign', 'POST', `/api/skills/${unused.id}/reassign`, { to: skill_id });
    await gone('skills', `/api/skills/${unused.id}`);

    // The ends of employments.
    const recalled = { ...person, staff_code: 'P-9', email: registrationForm(1).email_primary };
    const { id: invited } = (await api(running, plant.admin).post('/api/staff', recalled)).body;
    await api(running, plant.admin).post(`/api/staff/${invited}/invite`, { role: 'user' });
    await admin('staff_withdrawInvitation', 'POST', `/api/staff/${invited}/withdraw-invitation`, {});
    await admin('staff_suspend', 'POST', `${whom}/suspend`, {});
    await admin('staff_reactivate', 'POST', `${whom}/reactivate`, {});
    await admin('staff_leave', 'POST', `${whom}/leave`, { last_active_day: '2099-12-31' });
    await admin('staff_stay', 'POST', `${whom}/stay`, {});
    await admin('staff_leave', 'POST', `${whom}/leave`, { last_active_day: '2025-12-31' });
    await admin('staff_comeBack', 'POST', `${whom}/return`, { first_day: '2026-02-01' });
    const passing = (await api(running, plant.admin).post('/api/staff', { ...person, staff_code: 'P-2', email: null }))
      .body;
    const led = (
      await api(running, plant.admin).post('/api/staff', {
        ...person,
        staff_code: 'P-3',
        email: null,
        manager_id: passing.id,
      })
    ).body;
    await admin('staff_reassign', 'POST', `/api/staff/${passing.id}/reassign`, { to: staff_id });
    expect((await api(running, plant.admin).get(`/api/staff/${led.id}`)).body.manager_id).toBe(staff_id);
    await gone('staff', `/api/staff/${passing.id}`);
    const yard = (await api(running, plant.admin).post('/api/departments', { name: 'Yard' })).body;
    await call('PATCH', whom, { department_id: department, job_role_id: role });
    await archived('job_roles', `/api/job-roles/${role}`);
    await admin('departments_reassign', 'POST', `/api/departments/${department}/reassign`, { to: yard.id });
    await gone('departments', `/api/departments/${department}`);
    await admin('job_roles_reassign', 'POST', `/api/job-roles/${role}/reassign`, { to: fitter.id });
    const idle = (await call('POST', '/api/job-roles', { name: 'Painter' })).body;
    await gone('job_roles', `/api/job-roles/${idle.id}`);

    // Rules: what they bring about is told by their job.
    const drivers = { name: 'Drivers', training_id: [instead.id] };
    const rule = `/api/assignment-rules/${await resource('assignment_rules', '/api/assignment-rules', drivers, { due_days: 14 })}`;
    await archived('assignment_rules', rule);
    await gone('assignment_rules', rule);

    // The organisation, its keys, its account, its plan.
    const key = await admin('api_keys_create', 'POST', '/api/api-keys', { name: 'HR system', scopes: ['staff:read'] });
    secrets.push(key.secret);
    await gone('api_keys', `/api/api-keys/${key.id}`);
    const ask = { subject: 'More seats', message: 'What would they cost?' };
    const message = `/api/support-messages/${(await admin('support_messages_create', 'POST', '/api/support-messages', ask)).id}`;
    await owner('support_messages_answered', 'POST', `${message}/answered`, {});
    await owner('support_messages_reopen', 'POST', `${message}/reopen`, {});
    for (const { definition } of madeOfExamples({})) {
      const [path, name] = [`/api/${definition.name}`, definition.name.replaceAll('-', '_')];
      if (walked.has(`${name}_create`)) continue;
      const id = await resource(name, path, exampleOf(definition), exampleOf(definition, 2));
      if (definition.archives) await archived(name, `${path}/${id}`);
      await gone(name, `${path}/${id}`);
    }
    await admin('settings_change', 'PATCH', '/api/settings', { financial_year_start_month: 1 });
    await admin('notice_settings_change', 'PATCH', '/api/settings/notices', { due_soon_days: 5 });
    await admin('certificate_settings_change', 'PATCH', '/api/settings/certificates', { title: 'Award' });
    const firm = `/api/customers/${plant.customer_id}`;
    await admin('customers_change', 'PATCH', firm, { mobile_one: '9845099999' });
    const offer = { subscription_name: 'Workshop', subscription_price: 4900, currency: 'EUR' };
    const sold = await owner('subscription_packages_create', 'POST', '/api/subscription-packages', offer);
    const offered = `/api/subscription-packages/${sold.id}`;
    await owner('subscription_packages_change', 'PATCH', offered, { subscription_price: 5900 });
    await owner('subscription_packages_archive', 'POST', `${offered}/archive`, {});
    await owner('subscription_packages_restore', 'POST', `${offered}/restore`, {});
    await api(running, platform.headers).post(`${offered}/archive`);
    await owner('subscription_packages_unarchive', 'POST', `${offered}/unarchive`, {});
    const unsold = await people.package();
    await owner('subscription_packages_remove', 'DELETE', `/api/subscription-packages/${unsold.subscription_id}`);
    const [plan] = (await api(running, plant.admin).get('/api/subscribers')).body as { id: string }[];
    const subscriber = `/api/subscribers/${plan!.id}`;
    await owner('subscribers_change', 'PATCH', subscriber, { bill_generate_before_days: 14 });
    await owner('subscribers_extend', 'POST', `${subscriber}/extend`, { subs_expiry_date: '2030-12-31' });
    const larger = { subs_id: sold.id, subs_expiry_date: '2031-12-31', no_of_staff: 50, no_of_training: 50 };
    await owner('subscribers_changePlan', 'POST', `${subscriber}/change-plan`, larger);
    const renewed = { ...larger, customer_id: plant.customer_id, subs_expiry_date: '2032-12-31' };
    await owner('subscribers_subscribe', 'POST', '/api/subscribers', renewed);
    await owner('login_reminders_resendLogin', 'POST', `${firm}/resend-login`, {});
    const form = registrationForm(sold.id, { email_primary: 'office@audit-walk.example' });
    const { challenge } = (await api(running).post('/api/auth/email-challenges', { email: form.email_primary })).body;
    const [code] = (await running.mails()).filter(({ to }) => to === form.email_primary);
    const proof = { challenge, otp: code!.code };
    const { registration_token } = (await api(running).post('/api/auth/email-challenges/verify', proof)).body;
    secrets.push(registration_token, challenge);
    await as({})('auth_register', 'POST', '/api/auth/register', { ...form, registration_token });
    const names = { user_name: `${plant.user_name}-new`, current_password: PASSWORD };
    await admin('me_askNames', 'POST', '/api/me/sign-in-change', names);
    await admin('me_cancelNames', 'DELETE', '/api/me/sign-in-change');
    const change = { password: NEW_PASSWORD, current_password: PASSWORD };
    await admin('auth_changePassword', 'POST', '/api/auth/password', change);
    for (const status of ['suspend', 'reactivate', 'close'])
      await owner(`customers_${status}`, 'POST', `${firm}/${status}`, {});
  }

  const of = (operation: string) => words.filter((row) => row.operation === operation);
  /** No change is an event that says nothing. */
  const unlike = (name: string, { was, became }: Told) =>
    JSON.stringify(was?.[name] ?? null) !== JSON.stringify(became?.[name] ?? null);

  it('is walked: every operation that changes something, and each of them worked', () => {
    expect(failed).toEqual([]);
    const named = { ...UNTOLD, ...TOLD_ELSEWHERE };
    expect(operations.filter((id) => !walked.has(id) && !(id in named))).toEqual([]);
    expect([...walked, ...Object.keys(named)].filter((id) => !operations.includes(id))).toEqual([]);
    const silent = Object.values(TOLD_ELSEWHERE).filter(
      (file) => !/audit[-_]events?/.test(readFileSync(join(__dirname, file), 'utf8')),
    );
    expect(silent).toEqual([]);
  });

  it('tells each change, who made it and from where', () => {
    expect([...walked].filter((id) => of(id).length === 0)).toEqual([]);
    const open = ['auth_resetPassword', 'auth_register'];
    const nameless = words.filter(({ operation, role, account_id, address }) => {
      const known = open.includes(operation) || account_id !== null;
      return !known || !role || address !== '127.0.0.1';
    });
    expect(nameless.map(({ operation, action }) => `${operation}: ${action}`)).toEqual([]);
  });

  it('tells it in words that the admin knows: nothing is called what no reader has heard of', () => {
    const known = new Set<string>([...AUDIT_ACTIONS, ...AUDIT_SUBJECTS]);
    const named = words.flatMap(({ action, subject_type }) => [action, ...(subject_type ? [subject_type] : [])]);
    expect([...new Set(named)].filter((word) => !known.has(word))).toEqual([]);
  });

  it('tells what something was and what became of it', () => {
    const wrong = words.flatMap((row) => {
      const verb = row.action.split('.')[1]!;
      const names = Object.keys({ ...row.was, ...row.became });
      const isRight =
        verb === 'create'
          ? row.was === null && row.became !== null
          : verb === 'delete'
            ? row.was !== null && row.became === null
            : ['session.end', 'account.password', 'account.sign_in_cancelled'].includes(row.action) ||
              names.some((name) => unlike(name, row));
      return isRight ? [] : [`${row.operation}: ${JSON.stringify(row)}`];
    });
    expect(wrong).toEqual([]);
    // Whatever only changes also says what it was before.
    const changes = words.filter(({ action }) =>
      /\.(change|grid|slots|skills|archive|restore|suspend|leave|video)$/.test(action),
    );
    expect(changes.filter(({ was }) => was === null).map(({ action }) => action)).toEqual([]);
    expect(changes.length).toBeGreaterThan(20);
  });

  it('only ever adds: of all statements of the walk none changes or removes an event', () => {
    const touching = sent.filter((sql) => /\baudit_event\b/.test(sql));
    expect(touching.filter((sql) => !/^(INSERT INTO|SELECT)\b/.test(sql))).toEqual([]);
    expect(touching.length).toBeGreaterThan(walked.size);
  });

  it('tells no secret, but what only looks like one', async () => {
    const rows = await running.app
      .get(Database)
      .rows<{ facts: string }>(
        "SELECT COALESCE(was, '') AS facts FROM audit_event UNION ALL SELECT COALESCE(became, '') AS facts FROM audit_event",
      );
    const all = rows.map(({ facts }) => facts).join('\n');
    expect(secrets.filter((secret) => all.includes(secret))).toEqual([]);
    expect(all).not.toMatch(/\$argon2/);
    const [quiz] = of('quizzes_change');
    expect(quiz).toMatchObject({ was: { pass_mark: 80 }, became: { pass_mark: 90 } });
  });
});
