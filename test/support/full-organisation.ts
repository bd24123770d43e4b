import { Certificate } from '../../src/modules/certificates/certificate.entity';
import { generateVerificationCode } from '../../src/modules/certificates/verification-code';
import { newId } from '../../src/common/ids';
import { JobsService } from '../../src/modules/background-jobs/jobs.service';
import type { RunningApp } from './app';
import { submitAssessment, createChecklist } from './practical-assessments';
import { exampleBody, resourcesWithExamples } from './resource-examples';
import { importClient } from './imports';
import type { Organisation } from './organisation';
import { uploadCertificateImage, png } from './png-image';
import { openPlant, type Plant } from './plant';
import { PDF, uploadProof } from './proofs';
import { createQuiz, insertRow, singleChoiceQuestion } from './quiz-fixtures';

/**
 * One organisation with at least one row of every resource, created through the REST API, and the ids for paths:
 * `/api/staff/{id}` → ids['/api/staff']. A resource that refers to others is created here (the isolation test
 * requires it); others are created from the examples of their definition.
 */
export interface FullOrganisation {
  plant: Plant;
  /** Path prefix → the id of a row of this organisation. */
  ids: Record<string, string>;
  learner: Record<string, string>;
  /** The learner's manager. */
  manager: Record<string, string>;
  /** Not in `ids`, because the organisation itself may not read it. */
  support_message_id: string;
}

export async function createFullOrganisation(running: RunningApp, existing?: Organisation): Promise<FullOrganisation> {
  const plant = await openPlant(running, {}, existing);
  const post = async (path: string, body: object): Promise<any> => {
    const reply = await plant.api.post(path, body);
    if (reply.status > 299) throw new Error(`${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  const department = await post('/api/departments', { name: 'Weld shop' });
  const role = await post('/api/job-roles', { name: 'Welder' });
  const manager = await plant.createStaff();
  const person = await plant.createStaff({
    department_id: department.id,
    job_role_id: role.id,
    manager_id: manager.staff_id,
  });
  const setJobRole = (job_role_id: string | null, from_date: string) =>
    post(`/api/staff/${person.staff_id}/job-role`, { job_role_id, from_date });
  await setJobRole(null, '2022-01-01');
  await setJobRole(role.id, '2023-01-01');
  const { training_id, skill_id, category_id } = await plant
    .createPublishedTraining({ requires_quiz: true, due_days: 30 })
    .catch(() => plant.createPublishedTraining());
  await plant.api.patch(`/api/skills/${skill_id}`, { signoff_by: 'manager' });
  await post(`/api/trainings/${training_id}/uploads`, { name: 'film.mp4', bytes: 64, type: 'video/mp4' });
  const captions = new FormData();
  captions.append('file', new Blob(['WEBVTT\n\n00:00.000 --> 00:01.000\nMind the forks.\n']), 'en.vtt');
  const captionRequest = { method: 'PUT', headers: plant.admin, body: captions };
  const captionReply = await fetch(`${running.url}/api/trainings/${training_id}/captions/en`, captionRequest);
  if (!captionReply.ok) throw new Error(`captions: ${captionReply.status}`);
  const createdQuiz = await createQuiz(running, plant, training_id, [
    singleChoiceQuestion('Where is the brake?'),
    singleChoiceQuestion('Who may drive?'),
  ]);
  await plant.assign([person.staff_id], [training_id]);
  const learner = await plant.signInLearner(person.staff_id);
  const attempt = await plant.as(learner).post('/api/attempts', { training_id });
  if (attempt.status > 299) throw new Error(`attempt: ${JSON.stringify(attempt.body)}`);
  const staffAndSkill = { staff_id: person.staff_id, skill_id };
  const evidence = await post('/api/skill-evidence', {
    ...staffAndSkill,
    kind: 'assessment',
    level: 3,
    effective_date: '2025-03-01',
  });
  const proofReply = await uploadProof(running, plant.admin, evidence.id, PDF);
  if (proofReply.status !== 200) throw new Error(`proof: ${proofReply.status}`);
  const revocation = await post('/api/revocations', {
    ...staffAndSkill,
    from_date: '2025-06-01',
    to_date: '2025-06-30',
    reason: 'Near miss',
  });
  const exemption = await post('/api/exemptions', { ...staffAndSkill, from_date: '2025-07-01', reason: 'Leave' });
  const target = await post('/api/skill-targets', { ...staffAndSkill, level: 3, from_date: '2025-01-01' });
  const roleTarget = await post('/api/role-targets', {
    job_role_id: role.id,
    skill_id,
    level: 2,
    from_date: '2025-01-01',
  });
  const [assignment] = (await plant.api.get('/api/training-assignments')).body;
  await plant.api.patch('/api/settings', { default_language: 'de' });
  await uploadCertificateImage(running, plant.admin, 'logo', png(8));
  const message = await post('/api/support-messages', { subject: 'More seats', message: 'What would they cost?' });
  const apiKey = await post('/api/api-keys', { name: 'HR system', scopes: ['staff:read'] });
  const [event] = (await plant.api.get('/api/audit-events?_end=1')).body;
  const emptyPayload = { staff_id: [], training_id: [], due_on: null };
  const job_id = await running.app
    .get(JobsService, { strict: false })
    .enqueue(plant.tenant, 'bulk_assign', emptyPayload, 0);
  const { import_id } = await importClient(running, plant.admin).sendAndCheck('job-roles', 'name\nFitter\n');
  const certificate_id = await insertCertificate(running, plant, person.staff_id);
  const ids: Record<string, string> = {
    '/api/certificates': certificate_id,
    '/api/imports': import_id,
    '/api/jobs': job_id,
    '/api/departments': department.id,
    '/api/job-roles': role.id,
    '/api/staff': person.staff_id,
    '/api/skills': skill_id,
    '/api/training-categories': category_id,
    '/api/trainings': training_id,
    '/api/quizzes': createdQuiz.quiz_id,
    '/api/questions': createdQuiz.questions[0]!.question_id,
    '/api/training-assignments': assignment.id,
    '/api/api-keys': apiKey.id,
    '/api/audit-events': event.id,
    '/api/attempts': attempt.body.attempt_id ?? attempt.body.id,
    '/api/skill-evidence': evidence.id,
    '/api/revocations': revocation.id,
    '/api/exemptions': exemption.id,
    '/api/skill-targets': target.id,
    '/api/role-targets': roleTarget.id,
  };
  await createChecklist(plant.api, skill_id);
  ids['/api/practical-assessments'] = await submitAssessment(plant.api, person.staff_id, skill_id);
  // Inactive, so that it assigns nothing.
  const rule = { name: 'Forklift drivers', training_id: [training_id], job_role_id: role.id, active: false };
  ids['/api/assignment-rules'] = (await post('/api/assignment-rules', rule)).id;
  const classroomTraining = await plant.createPublishedTraining({
    type: 'classroom',
    source_url: null,
    video_duration_ms: null,
  });
  const online = { online_url: 'https://meet.example.org/brake', seats: 4 };
  const times = { starts_at: '2099-03-01T08:00:00Z', ends_at: '2099-03-01T12:00:00Z' };
  const session = await post('/api/training-sessions', {
    training_id: classroomTraining.training_id,
    ...times,
    ...online,
  });
  await post(`/api/training-sessions/${session.id}/bookings`, { staff_id: [person.staff_id] });
  const [booking] = (await plant.api.get('/api/session-bookings')).body;
  Object.assign(ids, { '/api/training-sessions': session.id, '/api/session-bookings': booking.id });
  const approvalTraining = await plant.createPublishedTraining({ enrolment: 'approval' });
  const enrolReply = await plant.as(learner).post(`/api/trainings/${approvalTraining.training_id}/enrol`);
  if (enrolReply.body.state !== 'waiting') throw new Error(`enrol: ${JSON.stringify(enrolReply.body)}`);
  const [request] = (await plant.api.get('/api/enrolment-requests')).body;
  ids['/api/enrolment-requests'] = request.id;
  for (const { definition } of resourcesWithExamples(ids)) {
    const path = `/api/${definition.name}`;
    ids[path] = (await post(path, exampleBody(definition))).id;
  }
  return { plant, learner, manager: await plant.signInLearner(manager.staff_id), support_message_id: message.id, ids };
}

/** An old certificate of another training. */
async function insertCertificate(running: RunningApp, plant: Plant, staff_id: string): Promise<string> {
  const { training_id } = await plant.createTraining();
  const certificate_id = newId();
  await insertRow(running, Certificate, plant, {
    certificate_id,
    number: '2025-000001',
    staff_id,
    training_id,
    assignment_id: newId(),
    code: generateVerificationCode(),
    staff_name: 'Asha Rao',
    training_name: 'First aid',
    organisation_name: 'Plant',
    cycle: 1,
    completion_no: 1,
    state: 'issued',
    completed_on: '2025-03-01',
    valid_until: null,
    issued_at: 1_740_787_200_000,
    score_hundredths: null,
  });
  return certificate_id;
}
