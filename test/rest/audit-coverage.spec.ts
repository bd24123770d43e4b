import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AUDIT_ACTIONS, AUDIT_SUBJECTS } from '../../src/contract/audit-vocabulary';
import { SkillLedgerService } from '../../src/modules/skills/skill-ledger.service';
import { Database } from '../../src/infrastructure/database/database';
import { api, type Reply } from '../support/api';
import { exampleBody, resourcesWithExamples } from '../support/resource-examples';
import { startApp, type RunningApp } from '../support/app';
import { fixtures, PASSWORD, registrationForm } from '../support/fixtures';
import { operationsOf } from '../support/openapi';
import type { Headers } from '../support/organisation';
import { statementsDuring } from '../support/recorded-statements';
import { CLIP } from '../support/plant';
import { uploadBody, sendPart } from '../support/video-uploads';

/** Changes without an audit event, each with its reason. A new operation is added here or performed below. */
const NOT_AUDITED: Readonly<Record<string, string>> = {
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
/** Audited, but tested elsewhere: they need an authenticator app, a passkey or a mailbox. */
const TESTED_ELSEWHERE: Readonly<Record<string, string>> = {
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

interface RecordedEvent {
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
  const statements: string[] = [];
  const exercised = new Set<string>();
  const recorded: RecordedEvent[] = [];
  const failed: string[] = [];
  /** Passwords, tokens and codes used on the way. */
  const secrets: string[] = [PASSWORD, NEW_PASSWORD];

  beforeAll(async () => {
    running = await startApp();
    operations = (await operationsOf(running))
      .filter(({ method, path }) => method !== 'GET' && path.startsWith('/api/'))
      .map(({ id }) => id);
    statements.push(...(await statementsDuring(() => performAllChanges())));
  });
  afterAll(() => running.close());

  /** Performs one change and collects the audit events of its request id. */
  async function step(operation: string, call: (request: Headers) => Promise<Reply>): Promise<any> {
    const id = `walk-${exercised.size}-${operation}`;
    exercised.add(operation);
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
      recorded.push({
        ...(row as unknown as RecordedEvent),
        operation,
        was: facts(row['was']),
        became: facts(row['became']),
      });
    return reply.body;
  }

  async function performAllChanges(): Promise<void> {
    const people = fixtures(running);
    const plant = await people.organisation({ staffLimit: 50, trainingLimit: 50 });
    const platform = await people.platformStaff();
    const apiAs = (headers: Headers) => {
      const { call } = api(running, headers);
      return (operation: string, method: string, path: string, body?: unknown) =>
        step(operation, (request) => call(method, path, body, request));
    };
    const admin = apiAs(plant.admin);
    const owner = apiAs(platform.headers);
    /** Creates and changes a record. @returns its id */
    const resource = async (name: string, path: string, make: object, change: object): Promise<string> => {
      const { id } = await admin(`${name}_create`, 'POST', path, make);
      await admin(`${name}_change`, 'PATCH', `${path}/${id}`, change);
      return id as string;
    };
    const archiveAndRestore = async (name: string, path: string, ...aliases: readonly string[]) => {
      for (const unarchiveAction of ['unarchive', ...aliases]) {
        await admin(`${name}_archive`, 'POST', `${path}/archive`, {});
        await admin(`${name}_${unarchiveAction}`, 'POST', `${path}/${unarchiveAction}`, {});
      }
    };
    const remove = (name: string, path: string) => admin(`${name}_remove`, 'DELETE', path);

    // Departments, locations, job roles, people.
    const department = await resource('departments', '/api/departments', { name: 'Weld shop' }, { name: 'Welding' });
    const role = await resource('job_roles', '/api/job-roles', { name: 'Welder' }, { name: 'Senior welder' });
    const email = registrationForm(1).email_primary;
    const person = { staff_code: 'P-1', first_name: 'Asha', last_name: 'Rao', joined: '2024-01-01', email };
    const staff_id = await resource('staff', '/api/staff', person, { first_name: 'Aisha' });
    const staffPath = `/api/staff/${staff_id}`;
    await admin('staff_invite', 'POST', `${staffPath}/invite`, { role: 'user' });
    const [mail] = (await running.mails()).filter(({ to }) => to === email);
    // A second role: the first one is deleted at the end.
    const fitter = (await api(running, plant.admin).post('/api/job-roles', { name: 'Fitter' })).body;
    const roleChange = { job_role_id: fitter.id, from_date: '2024-06-01' };
    await admin('staff_setJobRole', 'POST', `${staffPath}/job-role`, roleChange);
    const link = mail!.link!.split('/reset/')[1]!;
    const { handle } = (await api(running).post('/api/auth/password-reset/check', { token: link })).body;
    secrets.push(link, handle);
    await apiAs({})('auth_resetPassword', 'POST', '/api/auth/password-reset', { handle, password: PASSWORD });
    const learner = await people.signIn({ user_name: email });
    await people.signIn({ user_name: email });
    const sessions = (await api(running, learner).get('/api/me/sessions')).body as { id: string; current: boolean }[];
    const other = sessions.find(({ current }) => !current)!;
    await apiAs(learner)('my_sessions_end', 'DELETE', `/api/me/sessions/${other.id}`);
    await people.signIn({ user_name: email });
    await apiAs(learner)('my_sessions_endOthers', 'POST', '/api/me/sessions/end-others', {});

    // Skills, targets and evidence.
    const skill = { skill_code: 'WELD', name: 'Welding', requires_signoff: true };
    const skill_id = await resource('skills', '/api/skills', skill, { name: 'MIG welding' });
    await archiveAndRestore('skills', `/api/skills/${skill_id}`);
    const pair = { staff_id, skill_id };
    const target = { ...pair, level: 2, from_date: '2025-01-01' };
    await remove(
      'skill_targets',
      `/api/skill-targets/${await resource('skill_targets', '/api/skill-targets', target, { level: 3 })}`,
    );
    const roleTarget = { job_role_id: role, skill_id, level: 2, from_date: '2025-01-01' };
    await remove(
      'role_targets',
      `/api/role-targets/${await resource('role_targets', '/api/role-targets', roleTarget, { level: 3 })}`,
    );
    const changes = [{ ...pair, level: 2, from_date: '2025-01-01' }];
    await api(running, plant.admin).put('/api/skill-targets/grid', { changes });
    await admin('skill_targets_setGrid', 'PUT', '/api/skill-targets/grid', { changes: [{ ...changes[0], level: 4 }] });
    const leaveOfAbsence = { ...pair, from_date: '2025-07-01', reason: 'Leave' };
    await remove(
      'exemptions',
      `/api/exemptions/${await resource('exemptions', '/api/exemptions', leaveOfAbsence, { reason: 'Long leave' })}`,
    );
    const assessmentEvidence = { ...pair, kind: 'assessment', level: 3, effective_date: '2025-03-01' };
    const evidence = await admin('skill_evidence_record', 'POST', '/api/skill-evidence', assessmentEvidence);
    const proofs = `/api/skill-evidence/${evidence.id}/proofs`;
    const licence = new FormData();
    licence.append('file', new Blob(['%PDF-1.7 a licence']), 'licence.pdf');
    const proofReply = await step('evidence_proofs_add', async (request) => {
      const headers = { ...plant.admin, ...request };
      const answer = await fetch(running.url + proofs, { method: 'POST', headers, body: licence });
      return { status: answer.status, body: await answer.json(), headers: answer.headers };
    });
    await admin('evidence_proofs_remove', 'DELETE', `${proofs}/${proofReply.proofs[0].proof_id}`);
    await admin('skill_evidence_void', 'POST', `/api/skill-evidence/${evidence.id}/void`, { reason: 'Wrong person' });
    // Evidence granted by a training waits for a sign-off; evidence recorded by an admin does not.
    const trainingEvidence = {
      ...pair,
      kind: 'training' as const,
      level: 2,
      effective_date: '2025-04-01',
      source_type: 'hand' as const,
    };
    const ledger = running.app.get(SkillLedgerService, { strict: false });
    const [first, second] = await ledger.grant(plant.tenant, [
      trainingEvidence,
      { ...trainingEvidence, effective_date: '2025-04-02' },
    ]);
    await admin('skill_evidence_approve', 'POST', `/api/skill-evidence/${first!}/approve`, { reason: 'Seen' });
    await admin('skill_evidence_reject', 'POST', `/api/skill-evidence/${second!}/reject`, { reason: 'Not seen' });
    const list = { needed: 1, criteria: [{ text: 'Wears the visor', critical: true }] };
    await admin('skill_checklists_put', 'PUT', `/api/skills/${skill_id}/checklists/3`, list);
    const adminApi = api(running, plant.admin);
    const submitAssessment = async () => {
      const newRecord = (await adminApi.post('/api/practical-assessments', { ...pair, level: 3 })).body;
      const path = `/api/practical-assessments/${newRecord.assessment_id}`;
      await adminApi.patch(path, { marks: [{ criterion: 1, mark: 'met' }] });
      await admin('practical_assessments_submit', 'POST', `${path}/submit`, {});
      return path;
    };
    await apiAs(learner)('practical_assessments_confirm', 'POST', `${await submitAssessment()}/confirm`, {});
    await admin('practical_assessments_withdraw', 'POST', `${await submitAssessment()}/withdraw`, {
      reason: 'Mistaken',
    });
    await admin('skill_checklists_remove', 'DELETE', `/api/skills/${skill_id}/checklists/3`);
    const nearMiss = { ...pair, from_date: '2025-06-01', reason: 'Near miss' };
    const revocation = await admin('revocations_start', 'POST', '/api/revocations', nearMiss);
    await admin('revocations_end', 'POST', `/api/revocations/${revocation.id}/end`, { to_date: '2025-06-30' });

    // Trainings and quizzes.
    const category = { code: 'SAFE', name: 'Safety' };
    const category_id = await resource('training_categories', '/api/training-categories', category, {
      name: 'Safety first',
    });
    await archiveAndRestore('training_categories', `/api/training-categories/${category_id}`);
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
    const clipBytes = readFileSync(CLIP);
    const newRecord = (await api(running, plant.admin).post(`${training}/uploads`, uploadBody(clipBytes))).body;
    expect(await sendPart(running.url, plant.admin, newRecord.parts[0].url, clipBytes)).toBe(204);
    await admin('training_uploads_complete', 'POST', `${training}/uploads/${newRecord.upload_id}/complete`, {});
    await upload({});
    await admin('training_skills_replace', 'PUT', `${training}/skills`, [{ skill_id, min_score: 0, level: 2 }]);
    const paper = `/api/trainings/${(await api(running, plant.admin).post('/api/trainings', { code: 'T-4', title: 'Lockout', type: 'document', category_id })).body.id}`;
    await admin('training_document_write', 'PUT', `${paper}/document`, { text: 'Pull the plug.' });
    await admin('training_document_remove', 'DELETE', `${paper}/document`);
    await api(running, plant.admin).put(`${paper}/document`, { text: 'Pull the plug, then wait.' });
    await api(running, plant.admin).put(`${paper}/skills`, [{ skill_id, min_score: 0, level: 2 }]);
    await api(running, plant.admin).post(`${paper}/publish`, {});
    const documentAssignment = { staff_id: [staff_id], training_id: [paper.split('/').at(-1)] };
    await api(running, plant.admin).post('/api/training-assignments/bulk', documentAssignment);
    const readerSession = await people.signIn({ user_name: email });
    await api(running, readerSession).get(`${paper}/document`);
    await api(running, readerSession).post(`${paper}/document/pages`, { pages: [1] });
    await apiAs(readerSession)('training_document_acknowledge', 'POST', `${paper}/document/acknowledgement`, {});
    const rules = { training_id, title: 'Daily check', pass_mark: 80 };
    const quiz = `/api/quizzes/${await resource('quizzes', '/api/quizzes', rules, { pass_mark: 90 })}`;
    const options = [
      { text: 'Left', fraction: 1 },
      { text: 'Right', fraction: 0 },
    ];
    const question = { kind: 'single', text: 'Where is the brake?', points: 1, options };
    const question_id = await resource('questions', '/api/questions', question, { points: 2 });
    await archiveAndRestore('questions', `/api/questions/${question_id}`, 'restore');
    await admin('quizzes_replaceSlots', 'PUT', `${quiz}/slots`, { slots: [{ question_id, points: 1 }] });
    await archiveAndRestore('quizzes', quiz, 'restore');
    await api(running, plant.admin).patch(quiz, { time_limit_minutes: 30 });
    const longer = { staff_id, minutes: 30, reason: 'Reads with a screen reader' };
    await admin('quizzes_giveTime', 'POST', `${quiz}/extra-time`, longer);
    await admin('trainings_publish', 'POST', `${training}/publish`, {});
    await archiveAndRestore('trainings', training);
    const bulk = { staff_id: [staff_id], training_id: [training_id], due_on: '2099-01-31' };
    await admin('training_assignments_assign', 'POST', '/api/training-assignments/bulk', bulk);
    const [assignment] = (await api(running, plant.admin).get('/api/training-assignments')).body;
    const removal = { assignment_id: [assignment.id], reason: 'Another plan' };
    const removalWithReason = { ...removal, reason: 'Away until spring' };
    await admin('training_assignments_extend', 'POST', '/api/training-assignments/extend', {
      ...removalWithReason,
      due_on: '2099-12-31',
    });
    await admin('training_assignments_waive', 'POST', '/api/training-assignments/waive', removalWithReason);
    await admin('training_assignments_resume', 'POST', '/api/training-assignments/resume', removalWithReason);
    await admin('training_assignments_remove', 'POST', '/api/training-assignments/remove', removal);
    const otherQuestion = (
      await api(running, plant.admin).post('/api/questions', { ...question, text: 'Which pedal?' })
    ).body;
    await admin('questions_reassign', 'POST', `/api/questions/${question_id}/reassign`, { to: otherQuestion.id });
    await api(running, plant.admin).put(`${quiz}/slots`, { slots: [] });
    await remove('questions', `/api/questions/${question_id}`);
    await remove('quizzes', quiz);
    // A failed quiz: an extra attempt.
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
    const attempt = (await api(running, readerSession).post('/api/attempts', { training_id: tested.id })).body;
    const incorrect = [brake.options[1].option_id];
    await api(running, readerSession).put(`/api/attempts/${attempt.attempt_id}/answers/1`, {
      option_id: incorrect,
      sequence: 1,
    });
    await api(running, readerSession).post(`/api/attempts/${attempt.attempt_id}/submit`, {});
    const reason = 'The connection was lost';
    const extraAttemptPath = `/api/training-assignments/${attempt.assignment_id}/extra-attempt`;
    await admin('training_assignments_giveExtraAttempt', 'POST', extraAttemptPath, { reason });
    const swappedOptions = brake.options.map((each: { fraction: number }) => ({
      ...each,
      fraction: 1 - each.fraction,
    }));
    await api(running, plant.admin).patch(`/api/questions/${brake.id}`, { options: swappedOptions });
    await admin('questions_regrade', 'POST', `/api/questions/${brake.id}/regrade`, { reason, lower: true });
    await admin('attempts_void', 'POST', `/api/attempts/${attempt.attempt_id}/void`, { reason });
    const spareTraining = (await api(running, plant.admin).post('/api/trainings', { code: 'T-2', title: 'Spare' }))
      .body;
    const clip = { source_url: 'https://media.example.org/a.mp4', video_duration_ms: 600_000, category_id };
    const instead = (await api(running, plant.admin).post('/api/trainings', { code: 'T-3', title: 'New', ...clip }))
      .body;
    const { call } = api(running, plant.admin);
    await call('PUT', `/api/trainings/${instead.id}/skills`, [{ skill_id, min_score: 0, level: 2 }]);
    await call('POST', `/api/trainings/${instead.id}/publish`, {});
    await call('POST', '/api/training-assignments/bulk', bulk);
    await admin('trainings_reassign', 'POST', `${training}/reassign`, { to: instead.id });
    await remove('trainings', `/api/trainings/${spareTraining.id}`);
    const classroom = (
      await call('POST', '/api/trainings', { code: 'T-9', title: 'Room', type: 'classroom', category_id })
    ).body;
    await call('PUT', `/api/trainings/${classroom.id}/skills`, [{ skill_id, min_score: 0, level: 2 }]);
    await call('POST', `/api/trainings/${classroom.id}/publish`, {});
    const now = running.clock.now();
    const times = [now - 60_000, now + 60_000].map((each) => new Date(each).toISOString());
    const online = { online_url: 'https://meet.example.org/brake', starts_at: times[0], ends_at: times[1] };
    const sessionInput = { training_id: classroom.id, ...online };
    const session = `/api/training-sessions/${await resource('training_sessions', '/api/training-sessions', sessionInput, { note: 'Shoes' })}`;
    await admin('training_sessions_bookPeople', 'POST', `${session}/bookings`, { staff_id: [staff_id] });
    await admin('training_sessions_cancelBookings', 'POST', `${session}/bookings/cancel`, { staff_id: [staff_id] });
    await call('POST', `${session}/bookings`, { staff_id: [staff_id] });
    await admin('training_sessions_mark', 'POST', `${session}/attendance`, { attended: [], absent: [staff_id] });
    const cancelledSession = (await call('POST', '/api/training-sessions', sessionInput)).body;
    await admin('training_sessions_cancel', 'POST', `/api/training-sessions/${cancelledSession.id}/cancel`, {});
    await remove('training_sessions', `/api/training-sessions/${cancelledSession.id}`);
    const empty = (await api(running, plant.admin).post('/api/training-categories', { code: 'E', name: 'Empty' })).body;
    await call('POST', '/api/training-categories', { code: 'B', name: 'Below', parent_id: empty.id });
    await admin('training_categories_reassign', 'POST', `/api/training-categories/${empty.id}/reassign`, {
      to: category_id,
    });
    await remove('training_categories', `/api/training-categories/${empty.id}`);
    const unusedSkill = (await api(running, plant.admin).post('/api/skills', { skill_code: 'U', name: 'Unused' })).body;
    await call('POST', '/api/questions', { ...question, text: 'What is this?', skill_id: unusedSkill.id });
    await admin('skills_reassign', 'POST', `/api/skills/${unusedSkill.id}/reassign`, { to: skill_id });
    await remove('skills', `/api/skills/${unusedSkill.id}`);

    // Ends of employment.
    const invitedPerson = { ...person, staff_code: 'P-9', email: registrationForm(1).email_primary };
    const { id: invited } = (await api(running, plant.admin).post('/api/staff', invitedPerson)).body;
    await api(running, plant.admin).post(`/api/staff/${invited}/invite`, { role: 'user' });
    await admin('staff_withdrawInvitation', 'POST', `/api/staff/${invited}/withdraw-invitation`, {});
    await admin('staff_suspend', 'POST', `${staffPath}/suspend`, {});
    await admin('staff_reactivate', 'POST', `${staffPath}/reactivate`, {});
    await admin('staff_leave', 'POST', `${staffPath}/leave`, { last_active_day: '2099-12-31' });
    await admin('staff_stay', 'POST', `${staffPath}/stay`, {});
    await admin('staff_leave', 'POST', `${staffPath}/leave`, { last_active_day: '2025-12-31' });
    await admin('staff_rehire', 'POST', `${staffPath}/return`, { first_day: '2026-02-01' });
    const passing = (await api(running, plant.admin).post('/api/staff', { ...person, staff_code: 'P-2', email: null }))
      .body;
    const subordinate = (
      await api(running, plant.admin).post('/api/staff', {
        ...person,
        staff_code: 'P-3',
        email: null,
        manager_id: passing.id,
      })
    ).body;
    await admin('staff_reassign', 'POST', `/api/staff/${passing.id}/reassign`, { to: staff_id });
    expect((await api(running, plant.admin).get(`/api/staff/${subordinate.id}`)).body.manager_id).toBe(staff_id);
    await remove('staff', `/api/staff/${passing.id}`);
    const yard = (await api(running, plant.admin).post('/api/departments', { name: 'Yard' })).body;
    await call('PATCH', staffPath, { department_id: department, job_role_id: role });
    await archiveAndRestore('job_roles', `/api/job-roles/${role}`);
    await admin('departments_reassign', 'POST', `/api/departments/${department}/reassign`, { to: yard.id });
    await remove('departments', `/api/departments/${department}`);
    await admin('job_roles_reassign', 'POST', `/api/job-roles/${role}/reassign`, { to: fitter.id });
    const idle = (await call('POST', '/api/job-roles', { name: 'Painter' })).body;
    await remove('job_roles', `/api/job-roles/${idle.id}`);

    // Assignment rules; their job audits the assignments.
    const drivers = { name: 'Drivers', training_id: [instead.id] };
    const rule = `/api/assignment-rules/${await resource('assignment_rules', '/api/assignment-rules', drivers, { due_days: 14 })}`;
    await archiveAndRestore('assignment_rules', rule);
    await remove('assignment_rules', rule);

    // The organisation, its API keys, its account, its plan.
    const key = await admin('api_keys_create', 'POST', '/api/api-keys', { name: 'HR system', scopes: ['staff:read'] });
    secrets.push(key.secret);
    await remove('api_keys', `/api/api-keys/${key.id}`);
    const ask = { subject: 'More seats', message: 'What would they cost?' };
    const message = `/api/support-messages/${(await admin('support_messages_create', 'POST', '/api/support-messages', ask)).id}`;
    await owner('support_messages_answered', 'POST', `${message}/answered`, {});
    await owner('support_messages_reopen', 'POST', `${message}/reopen`, {});
    for (const { definition } of resourcesWithExamples({})) {
      const [path, name] = [`/api/${definition.name}`, definition.name.replaceAll('-', '_')];
      if (exercised.has(`${name}_create`)) continue;
      const id = await resource(name, path, exampleBody(definition), exampleBody(definition, 2));
      if (definition.archives) await archiveAndRestore(name, `${path}/${id}`);
      await remove(name, `${path}/${id}`);
    }
    await admin('settings_change', 'PATCH', '/api/settings', { financial_year_start_month: 1 });
    await admin('notice_settings_change', 'PATCH', '/api/settings/notices', { due_soon_days: 5 });
    await admin('certificate_settings_change', 'PATCH', '/api/settings/certificates', { title: 'Award' });
    const firm = `/api/customers/${plant.customer_id}`;
    await admin('customers_change', 'PATCH', firm, { mobile_one: '9845099999' });
    const packageInput = { subscription_name: 'Workshop', subscription_price: 4900, currency: 'EUR' };
    const soldPackage = await owner('subscription_packages_create', 'POST', '/api/subscription-packages', packageInput);
    const packagePath = `/api/subscription-packages/${soldPackage.id}`;
    await owner('subscription_packages_change', 'PATCH', packagePath, { subscription_price: 5900 });
    await owner('subscription_packages_archive', 'POST', `${packagePath}/archive`, {});
    await owner('subscription_packages_restore', 'POST', `${packagePath}/restore`, {});
    await api(running, platform.headers).post(`${packagePath}/archive`);
    await owner('subscription_packages_unarchive', 'POST', `${packagePath}/unarchive`, {});
    const otherPackage = await people.package();
    await owner('subscription_packages_remove', 'DELETE', `/api/subscription-packages/${otherPackage.subscription_id}`);
    const [plan] = (await api(running, plant.admin).get('/api/subscribers')).body as { id: string }[];
    const subscriber = `/api/subscribers/${plan!.id}`;
    await owner('subscribers_change', 'PATCH', subscriber, { bill_generate_before_days: 14 });
    await owner('subscribers_extend', 'POST', `${subscriber}/extend`, { subs_expiry_date: '2030-12-31' });
    const larger = { subs_id: soldPackage.id, subs_expiry_date: '2031-12-31', no_of_staff: 50, no_of_training: 50 };
    await owner('subscribers_changePlan', 'POST', `${subscriber}/change-plan`, larger);
    const renewal = { ...larger, customer_id: plant.customer_id, subs_expiry_date: '2032-12-31' };
    await owner('subscribers_subscribe', 'POST', '/api/subscribers', renewal);
    await owner('login_reminders_resendLogin', 'POST', `${firm}/resend-login`, {});
    const form = registrationForm(soldPackage.id, { email_primary: 'office@audit-walk.example' });
    const { challenge } = (await api(running).post('/api/auth/email-challenges', { email: form.email_primary })).body;
    const [code] = (await running.mails()).filter(({ to }) => to === form.email_primary);
    const proof = { challenge, otp: code!.code };
    const { registration_token } = (await api(running).post('/api/auth/email-challenges/verify', proof)).body;
    secrets.push(registration_token, challenge);
    await apiAs({})('auth_register', 'POST', '/api/auth/register', { ...form, registration_token });
    const names = { user_name: `${plant.user_name}-new`, current_password: PASSWORD };
    await admin('me_askNames', 'POST', '/api/me/sign-in-change', names);
    await admin('me_cancelNames', 'DELETE', '/api/me/sign-in-change');
    const change = { password: NEW_PASSWORD, current_password: PASSWORD };
    await admin('auth_changePassword', 'POST', '/api/auth/password', change);
    for (const status of ['suspend', 'reactivate', 'close'])
      await owner(`customers_${status}`, 'POST', `${firm}/${status}`, {});
  }

  const eventsOf = (operation: string) => recorded.filter((row) => row.operation === operation);
  /** Whether the event says that this field changed. */
  const isChanged = (name: string, { was, became }: RecordedEvent) =>
    JSON.stringify(was?.[name] ?? null) !== JSON.stringify(became?.[name] ?? null);

  it('covers every changing operation, and each of them succeeded', () => {
    expect(failed).toEqual([]);
    const listedNames = { ...NOT_AUDITED, ...TESTED_ELSEWHERE };
    expect(operations.filter((id) => !exercised.has(id) && !(id in listedNames))).toEqual([]);
    expect([...exercised, ...Object.keys(listedNames)].filter((id) => !operations.includes(id))).toEqual([]);
    const filesWithoutAudit = Object.values(TESTED_ELSEWHERE).filter(
      (file) => !/audit[-_]events?/.test(readFileSync(join(__dirname, file), 'utf8')),
    );
    expect(filesWithoutAudit).toEqual([]);
  });

  it('records each change with its actor and address', () => {
    expect([...exercised].filter((id) => eventsOf(id).length === 0)).toEqual([]);
    const anonymousOperations = ['auth_resetPassword', 'auth_register'];
    const withoutActor = recorded.filter(({ operation, role, account_id, address }) => {
      const known = anonymousOperations.includes(operation) || account_id !== null;
      return !known || !role || address !== '127.0.0.1';
    });
    expect(withoutActor.map(({ operation, action }) => `${operation}: ${action}`)).toEqual([]);
  });

  it('uses only actions and subjects that the admin UI has texts for', () => {
    const known = new Set<string>([...AUDIT_ACTIONS, ...AUDIT_SUBJECTS]);
    const listedNames = recorded.flatMap(({ action, subject_type }) => [
      action,
      ...(subject_type ? [subject_type] : []),
    ]);
    expect([...new Set(listedNames)].filter((word) => !known.has(word))).toEqual([]);
  });

  it('records the values before and after', () => {
    const incorrect = recorded.flatMap((row) => {
      const verb = row.action.split('.')[1]!;
      const names = Object.keys({ ...row.was, ...row.became });
      const isComplete =
        verb === 'create'
          ? row.was === null && row.became !== null
          : verb === 'delete'
            ? row.was !== null && row.became === null
            : ['session.end', 'account.password', 'account.sign_in_cancelled'].includes(row.action) ||
              names.some((name) => isChanged(name, row));
      return isComplete ? [] : [`${row.operation}: ${JSON.stringify(row)}`];
    });
    expect(incorrect).toEqual([]);
    // An event of a change also has the former values.
    const changes = recorded.filter(({ action }) =>
      /\.(change|grid|slots|skills|archive|restore|suspend|leave|video)$/.test(action),
    );
    expect(changes.filter(({ was }) => was === null).map(({ action }) => action)).toEqual([]);
    expect(changes.length).toBeGreaterThan(20);
  });

  it('only adds events: no statement changes or removes one', () => {
    const auditStatements = statements.filter((sql) => /\baudit_event\b/.test(sql));
    expect(auditStatements.filter((sql) => !/^(INSERT INTO|SELECT)\b/.test(sql))).toEqual([]);
    expect(auditStatements.length).toBeGreaterThan(exercised.size);
  });

  it('contains no secret, and keeps harmless fields with similar names', async () => {
    const rows = await running.app
      .get(Database)
      .rows<{ facts: string }>(
        "SELECT COALESCE(was, '') AS facts FROM audit_event UNION ALL SELECT COALESCE(became, '') AS facts FROM audit_event",
      );
    const all = rows.map(({ facts }) => facts).join('\n');
    expect(secrets.filter((secret) => all.includes(secret))).toEqual([]);
    expect(all).not.toMatch(/\$argon2/);
    const [quiz] = eventsOf('quizzes_change');
    expect(quiz).toMatchObject({ was: { pass_mark: 80 }, became: { pass_mark: 90 } });
  });
});
