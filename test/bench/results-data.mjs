// Quiz results for the reports, inserted directly into the tables.
import { id, insert } from './data.mjs';

const TRAINING =
  'customer_id, training_id, code, code_key, title, title_sort, category_id, type, source_url, video_threshold, requires_quiz, status, content_revision, published_at, created_at, updated_at, row_version';
const QUIZ =
  'customer_id, quiz_id, training_id, title, title_sort, pass_mark, pause_minutes, at_end, shuffle_questions, shuffle_options, review, question_count, total_points, status, created_at, updated_at, row_version';
const ASSIGNMENT =
  'customer_id, assignment_id, staff_id, training_id, cycle, source, state, mandatory, assigned_on, started_at, completed_at, created_at, updated_at, row_version';
const ATTEMPT =
  'customer_id, attempt_id, staff_id, training_id, quiz_id, assignment_id, attempt_no, status, pass_mark, started_at, submitted_at, correct_marks, total_marks, score_hundredths, result, paper, created_at, updated_at, row_version';
const EVIDENCE =
  'customer_id, staff_id, skill_id, effective_date, evidence_id, kind, level, valid_until, state, first_state, source_type, source_id, training_id, attempt_id, score_correct, score_total, created_at, updated_at, row_version';
const DAY_MS = 86_400_000;
const POINT = 1_000_000;

/** Every person has one attempt at the quiz of each training; four of five passed and got a skill. */
export async function insertQuizResults(db, { customer, staff, skills }, trainings) {
  const now = Date.now();
  const stamps = [now, now, 1];
  const category = id();
  await insert(
    db,
    'training_category',
    'customer_id, category_id, code, code_key, name, name_key, name_sort, position, status, created_at, updated_at, row_version',
    [[customer, category, 'TAKEN', 'taken', 'Taken', 'taken', 'taken', 0, 'active', ...stamps]],
  );
  for (let at = 0; at < trainings; at++) {
    const [training, quiz] = [id(), id()];
    const title = `Taken ${at}`;
    const source = ['document', 'https://bench.example/read-me'];
    await insert(db, 'training', TRAINING, [
      [
        ...[customer, training, `TAKEN-${at}`, `taken-${at}`, title, title.toLowerCase(), category],
        ...[...source, 90, 1, 'published', 1, now, ...stamps],
      ],
    ]);
    const rules = [80, 0, 'auto_submit', 0, 0, 'after_submit', 10, 10, 'active'];
    await insert(db, 'quiz', QUIZ, [[customer, quiz, training, title, title.toLowerCase(), ...rules, ...stamps]]);
    const rows = { assignments: [], attempts: [], evidence: [] };
    for (const [p, person] of staff.entries()) {
      const [assignment, attempt] = [id(), id()];
      const passed = (p + at) % 5 !== 0;
      const submitted = now - (((p * 31 + at * 7) % 150) + 1) * DAY_MS;
      const day = new Date(submitted).toISOString().slice(0, 10);
      const started = submitted - 600_000;
      const right = passed ? 8 + ((p + at) % 3) : 4;
      const state = passed ? 'completed' : 'failed';
      rows.assignments.push([
        ...[customer, assignment, person, training, 1, 'manual', state, 1, '2026-01-05', started],
        ...[passed ? submitted : null, ...stamps],
      ]);
      rows.attempts.push([
        ...[customer, attempt, person, training, quiz, assignment, 1, 'submitted', 80, started, submitted],
        ...[right * POINT, 10 * POINT, right * 1_000, passed ? 'passed' : 'failed', '{"questions":[]}', ...stamps],
      ]);
      if (!passed) continue;
      rows.evidence.push([
        ...[customer, person, skills[at % skills.length], day, id(), 'training', 3, null, 'approved', 'approved'],
        ...['completion', assignment, training, attempt, right * POINT, 10 * POINT, ...stamps],
      ]);
    }
    await insert(db, 'training_assignment', ASSIGNMENT, rows.assignments);
    await insert(db, 'attempt', ATTEMPT, rows.attempts);
    await insert(db, 'evidence', EVIDENCE, rows.evidence);
  }
}
