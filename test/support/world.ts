import { Certificate } from '../../src/certificates/certificate.entity';
import { newCode } from '../../src/certificates/verification-code';
import { newId } from '../../src/platform/ids';
import { Jobs } from '../../src/tenancy/jobs/jobs.service';
import type { RunningApp } from './app';
import { assessed, checklist } from './assessed';
import { exampleOf, madeOfExamples } from './examples';
import { imports } from './imports';
import type { Organisation } from './organisation';
import { picture, png } from './picture';
import { openPlant, type Plant } from './plant';
import { PDF, prove } from './proofs';
import { quiz, rows, single } from './quiz-given';

/**
 * One organisation with at least one row of everything, made through the resource API, and the ids a path may name:
 * `/api/staff/{id}` → ids['/api/staff']. A resource that refers to others has its row here, the isolation test demands it;
 * one that refers to nothing is made of its definition's examples.
 */
export interface World {
  plant: Plant;
  /** Path prefix → the id of a row that this organisation owns. */
  ids: Record<string, string>;
  learner: Record<string, string>;
  /** Whose line the learner is. */
  manager: Record<string, string>;
  /** Not among the ids: its own organisation does not read it. */
  support_message_id: string;
}

export async function openWorld(running: RunningApp, owner?: Organisation): Promise<World> {
  const plant = await openPlant(running, {}, owner);
  const post = async (path: string, body: object): Promise<any> => {
    const reply = await plant.api.post(path, body);
    if (reply.status > 299) throw new Error(`${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  const department = await post('/api/departments', { name: 'Weld shop' });
  const role = await post('/api/job-roles', { name: 'Welder' });
  const manager = await plant.staff();
  const person = await plant.staff({
    department_id: department.id,
    job_role_id: role.id,
    manager_id: manager.staff_id,
  });
  const roleFrom = (job_role_id: string | null, from_date: string) =>
    post(`/api/staff/${person.staff_id}/job-role`, { job_role_id, from_date });
  await roleFrom(null, '2022-01-01');
  await roleFrom(role.id, '2023-01-01');
  const { training_id, skill_id, category_id } = await plant
    .published({ requires_quiz: true, due_days: 30 })
    .catch(() => plant.published());
  await plant.api.patch(`/api/skills/${skill_id}`, { signoff_by: 'manager' });
  await post(`/api/trainings/${training_id}/uploads`, { name: 'film.mp4', bytes: 64, type: 'video/mp4' });
  const captions = new FormData();
  captions.append('file', new Blob(['WEBVTT\n\n00:00.000 --> 00:01.000\nMind the forks.\n']), 'en.vtt');
  const given = { method: 'PUT', headers: plant.admin, body: captions };
  const told = await fetch(`${running.url}/api/trainings/${training_id}/captions/en`, given);
  if (!told.ok) throw new Error(`captions: ${told.status}`);
  const made = await quiz(running, plant, training_id, [single('Where is the brake?'), single('Who may drive?')]);
  await plant.assign([person.staff_id], [training_id]);
  const learner = await plant.learner(person.staff_id);
  const attempt = await plant.as(learner).post('/api/attempts', { training_id });
  if (attempt.status > 299) throw new Error(`attempt: ${JSON.stringify(attempt.body)}`);
  const whom = { staff_id: person.staff_id, skill_id };
  const evidence = await post('/api/skill-evidence', {
    ...whom,
    kind: 'assessment',
    level: 3,
    effective_date: '2025-03-01',
  });
  const proved = await prove(running, plant.admin, evidence.id, PDF);
  if (proved.status !== 200) throw new Error(`proof: ${proved.status}`);
  const revocation = await post('/api/revocations', {
    ...whom,
    from_date: '2025-06-01',
    to_date: '2025-06-30',
    reason: 'Near miss',
  });
  const exemption = await post('/api/exemptions', { ...whom, from_date: '2025-07-01', reason: 'Leave' });
  const target = await post('/api/skill-targets', { ...whom, level: 3, from_date: '2025-01-01' });
  const roleTarget = await post('/api/role-targets', {
    job_role_id: role.id,
    skill_id,
    level: 2,
    from_date: '2025-01-01',
  });
  const [assignment] = (await plant.api.get('/api/training-assignments')).body;
  await plant.api.patch('/api/settings', { default_language: 'de' });
  await picture(running, plant.admin, 'logo', png(8));
  const message = await post('/api/support-messages', { subject: 'More seats', message: 'What would they cost?' });
  const apiKey = await post('/api/api-keys', { name: 'HR system', scopes: ['staff:read'] });
  const [event] = (await plant.api.get('/api/audit-events?_end=1')).body;
  const nothing = { staff_id: [], training_id: [], due_on: null };
  const job_id = await running.app.get(Jobs, { strict: false }).enqueue(plant.tenant, 'bulk_assign', nothing, 0);
  const { import_id } = await imports(running, plant.admin).checked('job-roles', 'name\nFitter\n');
  const certificate_id = await certified(running, plant, person.staff_id);
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
    '/api/quizzes': made.quiz_id,
    '/api/questions': made.questions[0]!.question_id,
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
  await checklist(plant.api, skill_id);
  ids['/api/practical-assessments'] = await assessed(plant.api, person.staff_id, skill_id);
  // Off: what it would assign is nobody's business here.
  const rule = { name: 'Forklift drivers', training_id: [training_id], job_role_id: role.id, active: false };
  ids['/api/assignment-rules'] = (await post('/api/assignment-rules', rule)).id;
  const room = await plant.published({ type: 'classroom', source_url: null, video_duration_ms: null });
  const online = { online_url: 'https://meet.example.org/brake', seats: 4 };
  const when = { starts_at: '2099-03-01T08:00:00Z', ends_at: '2099-03-01T12:00:00Z' };
  const session = await post('/api/training-sessions', { training_id: room.training_id, ...when, ...online });
  await post(`/api/training-sessions/${session.id}/bookings`, { staff_id: [person.staff_id] });
  const [booking] = (await plant.api.get('/api/session-bookings')).body;
  Object.assign(ids, { '/api/training-sessions': session.id, '/api/session-bookings': booking.id });
  const asked = await plant.published({ enrolment: 'approval' });
  const enrolled = await plant.as(learner).post(`/api/trainings/${asked.training_id}/enrol`);
  if (enrolled.body.state !== 'waiting') throw new Error(`enrol: ${JSON.stringify(enrolled.body)}`);
  const [request] = (await plant.api.get('/api/enrolment-requests')).body;
  ids['/api/enrolment-requests'] = request.id;
  for (const { definition } of madeOfExamples(ids)) {
    const path = `/api/${definition.name}`;
    ids[path] = (await post(path, exampleOf(definition))).id;
  }
  return { plant, learner, manager: await plant.learner(manager.staff_id), support_message_id: message.id, ids };
}

/** Of another training than the one that is being learnt, and long ago. */
async function certified(running: RunningApp, plant: Plant, staff_id: string): Promise<string> {
  const { training_id } = await plant.training();
  const certificate_id = newId();
  await rows(running, Certificate, plant, {
    ...{ certificate_id, number: '2025-000001', staff_id, training_id, assignment_id: newId(), code: newCode() },
    ...{ staff_name: 'Asha Rao', training_name: 'First aid', organisation_name: 'Plant', cycle: 1, completion_no: 1 },
    ...{
      state: 'issued',
      completed_on: '2025-03-01',
      valid_until: null,
      issued_at: 1_740_787_200_000,
      score_hundredths: null,
    },
  });
  return certificate_id;
}
