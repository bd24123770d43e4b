import { exampleBody, resourcesWithExamples } from './resource-examples';
import { randomBytes } from 'node:crypto';
import { Certificate } from '../../src/modules/certificates/certificate.entity';
import { generateVerificationCode } from '../../src/modules/certificates/verification-code';
import { RegistrationService } from '../../src/modules/identity/registration.service';
import { addDays, dayAt } from '../../src/common/calendar';
import { Clock } from '../../src/common/clock';
import { Database } from '../../src/infrastructure/database/database';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { idFromBytes, newId } from '../../src/common/ids';
import { AuditEvent } from '../../src/infrastructure/audit/audit-event.entity';
import { AttemptAnswer } from '../../src/modules/quizzes/attempt-answer.entity';
import { Attempt } from '../../src/modules/quizzes/attempt.entity';
import { Question } from '../../src/modules/quizzes/question.entity';
import { QuizSlot } from '../../src/modules/quizzes/quiz-slot.entity';
import { Quiz } from '../../src/modules/quizzes/quiz.entity';
import { EvidenceRecord } from '../../src/modules/skills/evidence.entity';
import { ExemptionRecord } from '../../src/modules/skills/exemption.entity';
import { RevocationRecord } from '../../src/modules/skills/revocation.entity';
import { RoleTarget } from '../../src/modules/skills/role-target.entity';
import { SkillLevelSpan } from '../../src/modules/skills/skill-level-span.entity';
import { SkillTarget } from '../../src/modules/skills/skill-target.entity';
import { Skill } from '../../src/modules/skills/skill.entity';
import { Department } from '../../src/modules/staff/department.entity';
import { JobRole } from '../../src/modules/staff/job-role.entity';
import { StaffLine } from '../../src/tenancy/staff-line.entity';
import { Staff } from '../../src/modules/staff/staff.entity';
import { ApiKey } from '../../src/auth/api-key.entity';
import { EnrolmentRequest } from '../../src/modules/trainings/enrolment-request.entity';
import { SessionBooking } from '../../src/modules/trainings/session-booking.entity';
import { TrainingAssignment } from '../../src/modules/trainings/assignment.entity';
import { NEW_CYCLE } from '../../src/modules/trainings/assignment-cycles';
import { TrainingCategory } from '../../src/modules/trainings/training-category.entity';
import { TrainingSkill } from '../../src/modules/trainings/training-skill.entity';
import { Training } from '../../src/modules/trainings/training.entity';
import { TrainingSession } from '../../src/modules/trainings/training-session.entity';
import { VideoProgress } from '../../src/modules/trainings/video-progress.entity';
import type { RunningApp } from './app';
import { fixtures, registrationForm } from './fixtures';
import { openOrganisation, type Headers, type Organisation } from './organisation';
import { buildSkillRow, buildStaffRow, createRowInserter } from './insert-rows';

export interface LargeOrganisation extends Organisation {
  size: number;
  /** In the organisation's zone. */
  today: string;
  learner: Headers;
  /** The manager above all other staff. */
  manager: Headers;
  staff: string[];
  skills: string[];
  trainings: string[];
  categories: string[];
  quizzes: string[];
  questions: string[];
  assignments: string[];
  pending: string[];
  /** A published training with a quiz of `min(size, 200)` questions, assigned to the learner and not started. */
  fresh: { training_id: string; quiz_id: string; assignment_id: string; questions: string[] };
  /** The same, for the legacy API. */
  legacy: LargeOrganisation['fresh'];
  /** Sessions of a training assigned only to the learner: one started and full, one upcoming and half full. */
  sessions: { started: string; upcoming: string };
  /** Waiting enrolment requests. */
  requests: string[];
  /** Unassigned trainings, each alone in its category; the last is a draft with a quiz. */
  spare: { training_id: string; category_id: string; quiz_id: string }[];
  /** Path prefix → the id of a row, as in `World`. */
  ids: Record<string, string>;
}

const QUIZ_MAX = 200;

/**
 * Creates an organisation with `size` staff, skills and trainings in bulk. The first staff member (the learner) has a
 * row with every skill and training, and all staff have one with the first. So every list and report has at least
 * `size` rows.
 */
export async function createLargeOrganisation(running: RunningApp, size: number): Promise<LargeOrganisation> {
  const { app } = running;
  const organisation = await openOrganisation(running, { staff: 2 * size + 10, trainings: 2 * size + 10 });
  const { tenant } = organisation;
  const now = app.get(Clock).now();
  const today = dayAt(now, 'UTC');
  const insertRows = createRowInserter({ app }, tenant);
  const ids = (count: number) => Array.from({ length: count }, () => newId());
  const itemAt = <T>(list: readonly T[], at = 0): T => list[at % list.length]!;

  const [departments, roles, staff, skills, categories] = [ids(size), ids(size), ids(size), ids(size), ids(size)];
  await insertRows(
    Department,
    departments.map((department_id, n) => ({ department_id, name: `Department ${n}`, parent_id: null })),
  );
  await insertRows(
    JobRole,
    roles.map((job_role_id, n) => ({ job_role_id, name: `Role ${n}`, status: 'active' })),
  );
  const leader = staff[1]!;
  const people = staff.map((staff_id, n) =>
    buildStaffRow(n, {
      staff_id,
      first_name: `Asha ${n}`,
      department_id: itemAt(departments, n),
      job_role_id: itemAt(roles, n),
      manager_id: staff_id === leader ? null : leader,
    }),
  );
  // The manager is inserted first: the other rows refer to them.
  await insertRows(Staff, [people[1]!]);
  await insertRows(Staff, people.toSpliced(1, 1));
  await insertRows(
    StaffLine,
    staff.map((staff_id) => ({ manager_id: leader, staff_id })),
  );
  await insertRows(
    Skill,
    skills.map((skill_id, n) => buildSkillRow(n, { skill_id })),
  );

  // Trainings, and five spare ones; each with a quiz.
  const [trainings, quizzes, questions] = [ids(size + 5), ids(size + 5), ids(Math.max(size, 10))];
  const spareCategories = ids(5);
  await insertRows(
    TrainingCategory,
    [...categories, ...spareCategories].map((category_id, n) => ({
      category_id,
      code: `C-${n}`,
      name: `Category ${n}`,
      parent_id: null,
      color: null,
      description: null,
      position: n,
      status: 'active',
    })),
  );
  const draft = trainings.at(-1);
  await insertRows(
    Training,
    trainings.map((training_id, n) => ({
      training_id,
      code: `T-${n}`,
      title: `Training ${n}`,
      type: 'video',
      description: null,
      estimated_minutes: null,
      category_id: n < size ? itemAt(categories, n) : spareCategories[n - size],
      source_url: 'https://media.example.org/a.mp4',
      video_provider: 'mp4',
      video_file_id: null,
      video_format: null,
      video_duration_ms: 600_000,
      video_threshold: 90,
      requires_quiz: true,
      validity_months: null,
      due_days: 30,
      certificate: true,
      enrolment: 'none',
      status: training_id === draft ? 'draft' : 'published',
      content_revision: 1,
      media_revision: 1,
      published_at: now,
    })),
  );
  const skillsOfTrainings = [
    ...trainings.map((id) => [id, skills[0]!]),
    ...skills.slice(1).map((id) => [trainings[0]!, id]),
  ];
  await insertRows(
    TrainingSkill,
    skillsOfTrainings.map(([training_id, skill_id]) => ({
      training_id,
      skill_id,
      min_score: 0,
      level: 3,
      validity_months: null,
    })),
  );
  await insertRows(
    Question,
    questions.map((question_id, n) => ({
      question_id,
      kind: 'single',
      text: `Question ${n}?`,
      points: 1,
      skill_id: null,
      tags: null,
      feedback: null,
      explanation: null,
      status: 'active',
      options: options(question_id),
      grading: 'wrong_ticks_cost',
    })),
  );
  const quizQuestions = questions.slice(0, QUIZ_MAX);
  await insertRows(
    Quiz,
    quizzes.map((quiz_id, n) => ({
      quiz_id,
      training_id: trainings[n]!,
      title: `Quiz ${n}`,
      pass_mark: 80,
      attempts_allowed: null,
      pause_minutes: 0,
      time_limit_minutes: null,
      at_end: 'auto_submit',
      shuffle_questions: false,
      shuffle_options: false,
      review: 'after_submit',
      status: 'active',
      question_count: quizQuestions.length,
      total_points: quizQuestions.length,
    })),
  );
  const longQuizIndexes = [0, size, size + 1, size + 4];
  await insertRows(
    QuizSlot,
    quizzes.flatMap((quiz_id, n) =>
      (longQuizIndexes.includes(n) ? quizQuestions : quizQuestions.slice(0, 1)).map((question_id, at) => ({
        quiz_id,
        slot: at + 1,
        question_id,
        points: 1,
      })),
    ),
  );

  // Assignments: the first person has all trainings, the others have the first.
  const started = cross(staff, trainings.slice(0, size)).map(([staff_id, training_id]) => ({
    assignment_id: newId(),
    staff_id,
    training_id,
    quiz_id: quizzes[trainings.indexOf(training_id)]!,
    attempt_id: newId(),
  }));
  const notStarted = [size, size + 1].map((n) => ({
    assignment_id: newId(),
    staff_id: staff[0]!,
    training_id: trainings[n]!,
    quiz_id: quizzes[n]!,
    questions: quizQuestions,
  }));
  await insertRows(
    TrainingAssignment,
    [...started, ...notStarted].map(({ assignment_id, staff_id, training_id }, n) => ({
      assignment_id,
      staff_id,
      training_id,
      cycle: 1,
      source: 'manual',
      mandatory: true,
      assigned_on: today,
      ...NEW_CYCLE,
      state: n < started.length ? 'in_progress' : 'assigned',
      due_on: addDays(today, 30),
    })),
  );
  await insertRows(
    VideoProgress,
    started.map(({ assignment_id, staff_id, training_id }) => ({
      assignment_id,
      staff_id,
      training_id,
      watched_ranges: [[0, 60_000]] as [number, number][],
      duration_ms: 600_000,
      media_revision: 1,
      share_hundredths: 1_000,
      watched_ms: 60_000,
      position_ms: 60_000,
      best_speed: 100,
      spare_ms: 0,
      linked_at: now,
      beat_at: now,
      completed_at: null,
    })),
  );
  await insertRows(
    Attempt,
    started.map(({ attempt_id, assignment_id, staff_id, training_id, quiz_id }) => ({
      attempt_id,
      assignment_id,
      staff_id,
      training_id,
      quiz_id,
      attempt_no: 1,
      status: 'submitted',
      pass_mark: 80,
      started_at: now - 120_000,
      deadline: null,
      submitted_at: now - 60_000,
      correct_marks: 1_000_000,
      total_marks: 1_000_000,
      score_hundredths: 10_000,
      result: 'passed',
      paper: paper(quizQuestions.slice(0, 1)) as never,
    })),
  );
  await insertRows(
    AttemptAnswer,
    started.map(({ attempt_id }) => ({
      attempt_id,
      slot: 1,
      option_id: [options(quizQuestions[0]!)[0]!.option_id],
      client_sequence: 1,
      saved_at: now,
      answered: true,
      marks: 1_000_000,
    })),
  );

  const apiKeys = ids(size);
  await insertRows(
    ApiKey,
    apiKeys.map((api_key_id, n) => ({
      api_key_id,
      name: `Program ${n}`,
      prefix: `sg_${n}`,
      secret_digest: randomBytes(32),
      scopes: ['staff:read' as const],
      last_used_at: null,
      expires_at: null,
      revoked_at: null,
    })),
  );
  const events = ids(size);
  await insertRows(
    AuditEvent,
    events.map((audit_event_id, n) => ({
      audit_event_id,
      at: now - n * 1000,
      account_id: newId(),
      role: 'admin',
      action: 'staff.change',
      subject_type: 'staff',
      subject_id: itemAt(staff, n),
      was: null,
      became: JSON.stringify({ first_name: `Asha ${n}` }),
      request_id: null,
      address: '127.0.0.1',
    })),
  );

  // Skill levels and targets.
  const pairs = cross(staff, skills).map(([staff_id, skill_id]) => ({ staff_id, skill_id, evidence_id: newId() }));
  const pending = pairs.slice(0, size).map(({ staff_id, skill_id }) => ({ staff_id, skill_id, evidence_id: newId() }));
  await insertRows(
    EvidenceRecord,
    [...pairs, ...pending].map(({ staff_id, skill_id, evidence_id }, n) => {
      const state = n < pairs.length ? 'approved' : 'pending';
      const assignment = n < pairs.length ? started[n % started.length] : undefined;
      return {
        staff_id,
        skill_id,
        evidence_id,
        effective_date: '2025-03-01',
        kind: 'assessment',
        level: 3,
        valid_until: null,
        state,
        first_state: state,
        source_type: 'hand',
        source_id: evidence_id,
        completion_no: 1,
        training_id: null,
        attempt_id: assignment?.staff_id === staff_id ? assignment.attempt_id : null,
        score_correct: null,
        score_total: null,
        note: null,
        recorded_by: null,
      };
    }),
  );
  await insertRows(
    SkillLevelSpan,
    pairs.map(({ staff_id, skill_id, evidence_id }) => ({
      staff_id,
      skill_id,
      from_date: '2025-03-01',
      to_date: '9999-12-31',
      level: 3,
      held_level: 3,
      cause: 'evidence',
      evidence_id,
    })),
  );
  const period = { from_date: '2025-01-01', to_date: null, reason: 'As agreed' };
  const targets = pairs.map(({ staff_id, skill_id }) => ({
    staff_id,
    skill_id,
    target_id: newId(),
    level: 3,
    ...period,
  }));
  await insertRows(SkillTarget, targets);
  const { reason: _reason, ...dates } = period;
  const roleTargets = cross(roles, skills).map(([job_role_id, skill_id]) => ({
    job_role_id,
    skill_id,
    target_id: newId(),
    level: 2,
    ...dates,
  }));
  await insertRows(RoleTarget, roleTargets);
  // These end before the staff joined: rows for the lists, without more spans.
  const ended = { from_date: '2019-01-01', to_date: '2019-02-01', reason: 'Near miss' };
  const revocations = pairs.map(({ staff_id, skill_id }) => ({ staff_id, skill_id, revocation_id: newId(), ...ended }));
  await insertRows(RevocationRecord, revocations);
  const exemptions = pairs.map(({ staff_id, skill_id }) => ({ staff_id, skill_id, exemption_id: newId(), ...ended }));
  await insertRows(ExemptionRecord, exemptions);

  const issuedCertificates = started.map(({ assignment_id, staff_id, training_id }, n) => ({
    completion_no: 1,
    certificate_id: newId(),
    number: `2025-${n}`,
    assignment_id,
    staff_id,
    training_id,
    code: generateVerificationCode(),
    staff_name: 'Asha Rao',
    training_name: 'Training',
    organisation_name: 'Plant',
    cycle: 1,
    state: 'issued' as const,
    completed_on: '2025-03-01',
    valid_until: null,
    issued_at: now,
    score_hundredths: 10_000,
  }));
  await insertRows(Certificate, issuedCertificates);

  // The first person is booked in all sessions in sequence; all staff are booked in the started one.
  const sessions = ids(size + 2);
  const [startedSession, upcoming] = [sessions[size]!, sessions[size + 1]!];
  const seats = Math.max(1, Math.floor(size / 2));
  await insertRows(
    TrainingSession,
    sessions.map((session_id, n) => ({
      session_id,
      training_id: trainings[n < size ? 0 : size]!,
      status: 'planned' as const,
      turn: 0,
      seats,
      starts_at: now + (session_id === startedSession ? -7_200_000 : (n + 1) * 7_200_000),
      ends_at: now + (n + 2) * 7_200_000,
      seats_left: session_id === upcoming ? seats : 0,
      training_location_id: null,
      trainer_id: null,
      note: null,
      online_url: 'https://meet.example.org/hall',
    })),
  );
  const bookings = [
    ...sessions.slice(0, size).map((session_id) => [session_id, staff[0]!] as const),
    ...staff.map((staff_id) => [startedSession, staff_id] as const),
  ].map(([session_id, staff_id], n) => ({
    booking_id: newId(),
    session_id,
    staff_id,
    asked_at: now + n,
    attended_at: null,
    state: 'booked' as const,
    training_id: trainings[session_id === startedSession ? size : 0]!,
    assignment_id: started[0]!.assignment_id,
  }));
  await insertRows(SessionBooking, bookings);

  // The first person requests every training, the others request the first.
  const requests = [
    ...trainings.slice(0, size).map((training_id) => [staff[0]!, training_id] as const),
    ...staff.slice(1).map((staff_id) => [staff_id, trainings[0]!] as const),
  ].map(([staff_id, training_id], n) => ({
    enrolment_request_id: newId(),
    staff_id,
    training_id,
    asked_at: now + n,
    state: 'waiting' as const,
    decided_at: null,
    decided_by: null,
    decision_reason: null,
  }));
  await insertRows(EnrolmentRequest, requests);

  const idsByPath: Record<string, string> = {
    '/api/enrolment-requests': requests[0]!.enrolment_request_id,
    '/api/training-sessions': sessions[0]!,
    '/api/session-bookings': bookings[0]!.booking_id,
    '/api/certificates': issuedCertificates[0]!.certificate_id,
    '/api/api-keys': apiKeys[0]!,
    '/api/audit-events': events[0]!,
    '/api/departments': departments[0]!,
    '/api/job-roles': roles[0]!,
    '/api/staff': staff[0]!,
    '/api/skills': skills[0]!,
    '/api/training-categories': categories[0]!,
    '/api/trainings': trainings[0]!,
    '/api/quizzes': quizzes[0]!,
    '/api/questions': questions[0]!,
    '/api/training-assignments': started[0]!.assignment_id,
    '/api/attempts': started[0]!.attempt_id,
    '/api/skill-evidence': pairs[0]!.evidence_id,
    '/api/revocations': revocations[0]!.revocation_id,
    '/api/exemptions': exemptions[0]!.exemption_id,
    '/api/skill-targets': targets[0]!.target_id,
    '/api/role-targets': roleTargets[0]!.target_id,
  };
  for (const { entity, definition } of resourcesWithExamples(idsByPath)) {
    const rows = Array.from({ length: size }, (_, n) => ({
      ...Object.fromEntries(Object.entries(definition.fields).map(([name, field]) => [name, field.initial ?? null])),
      ...exampleBody(definition, n + 1),
      [definition.id]: newId(),
    }));
    await insertRows(entity as never, rows);
    idsByPath[`/api/${definition.name}`] = String((rows[0] as Record<string, unknown>)[definition.id]);
  }

  return {
    ...organisation,
    size,
    today,
    staff,
    skills,
    trainings,
    categories,
    quizzes,
    questions,
    learner: await organisation.signIn({ role: 'user', staff_id: staff[0]!, eid: 'P-0' }),
    manager: await organisation.signIn({ role: 'user', staff_id: leader, eid: 'P-1' }),
    assignments: started.map(({ assignment_id }) => assignment_id),
    pending: pending.map(({ evidence_id }) => evidence_id),
    sessions: { started: startedSession, upcoming },
    requests: requests.map(({ enrolment_request_id }) => enrolment_request_id),
    fresh: notStarted[0]!,
    legacy: notStarted[1]!,
    spare: [2, 3, 4].map((n) => ({
      training_id: trainings[size + n]!,
      category_id: spareCategories[n]!,
      quiz_id: quizzes[size + n]!,
    })),
    ids: idsByPath,
  };
}

/**
 * Creates packages and customers, which platform staff list.
 * @returns path prefix → an id
 */
export async function createPackagesAndCustomers(running: RunningApp, count: number): Promise<Record<string, string>> {
  const { app } = running;
  const registration = app.get(RegistrationService, { strict: false });
  const lastIds = await app.get(TransactionManager).run(async () => {
    let last = { package: 0, customer: 0 };
    for (let n = 0; n < count; n++) {
      const { subscription_id } = await fixtures(running).package();
      const { customer_id } = await registration.createCustomer(registrationForm(subscription_id), 'no password fits');
      last = { package: subscription_id, customer: customer_id };
    }
    return last;
  });
  const [subscriber] = await app
    .get(Database)
    .rows<{ subscriber_id: Uint8Array }>('SELECT subscriber_id FROM subscriber WHERE customer_id = ?', [
      lastIds.customer,
    ]);
  return {
    '/api/customers': String(lastIds.customer),
    '/api/subscription-packages': String(lastIds.package),
    '/api/subscribers': idFromBytes(subscriber!.subscriber_id),
  };
}

/** Pairs the first row with every column, and the other rows with the first column. */
function cross(rows: readonly string[], columns: readonly string[]): (readonly [string, string])[] {
  return [
    ...columns.map((column) => [rows[0]!, column] as const),
    ...rows.slice(1).map((row) => [row, columns[0]!] as const),
  ];
}

/** The first option is correct. The ids are derived from the question's id, so that a test knows them. */
export function options(question_id: string) {
  return [1, 0].map((right) => ({
    option_id: `${question_id.slice(0, -1)}${right}`,
    text: right ? 'Yes' : 'No',
    fraction: right * 10_000,
    feedback: null,
  }));
}

function paper(questions: readonly string[]) {
  return {
    title: 'Quiz',
    review: 'after_submit',
    time_limit_minutes: null,
    questions: questions.map((question_id, n) => ({
      slot: n + 1,
      question_id,
      kind: 'single',
      text: `Question ${n}?`,
      points: 1,
      feedback: null,
      explanation: null,
      options: options(question_id),
    })),
  };
}
