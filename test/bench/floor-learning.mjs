// Learners in the baseline server: the same work on the product's own tables, hand-written.
import { bytes, iso, newId, uuid } from './floor-values.mjs';

const START_SQL = `SELECT q.quiz_id, q.title, q.pass_mark, q.time_limit_minutes, q.review, a.assignment_id, a.state,
    (SELECT COALESCE(MAX(n.attempt_no), 0) FROM attempt n WHERE n.customer_id = ? AND n.staff_id = ? AND n.quiz_id = q.quiz_id) AS last,
    s.points, k.question_id, k.kind, k.text, k.feedback, k.explanation, k.options
  FROM quiz q
  JOIN training_assignment a ON a.customer_id = ? AND a.staff_id = ? AND a.training_id = q.training_id
  JOIN quiz_slot s ON s.customer_id = ? AND s.quiz_id = q.quiz_id
  JOIN question k ON k.customer_id = ? AND k.question_id = s.question_id
  WHERE q.customer_id = ? AND q.training_id = ?
  ORDER BY a.cycle DESC, s.slot`;
const ATTEMPT =
  'customer_id, attempt_id, staff_id, training_id, quiz_id, assignment_id, attempt_no, status, pass_mark, started_at, deadline, paper, created_at, updated_at, row_version';

const PROGRESS_SQL = `SELECT a.assignment_id, t.video_duration_ms, t.video_threshold, p.row_version, p.watched_ranges, p.position_ms,
    p.spare_ms, p.linked_at, p.beat_at, p.completed_at
  FROM training_assignment a
  JOIN training t ON t.customer_id = ? AND t.training_id = a.training_id
  JOIN video_progress p ON p.customer_id = ? AND p.assignment_id = a.assignment_id
  WHERE a.customer_id = ? AND a.staff_id = ? AND a.training_id = ?
  ORDER BY a.cycle DESC LIMIT 1`;

/** The attempt, the skills of its training, and the person's existing evidence for them. */
const SUBMIT_SQL = `SELECT a.staff_id, a.training_id, a.assignment_id, a.pass_mark, a.paper, b.skill_id, b.level, b.min_score,
    e.evidence_id, e.level AS held, e.effective_date
  FROM attempt a
  LEFT JOIN training_skill b ON b.customer_id = ? AND b.training_id = a.training_id
  LEFT JOIN evidence e ON e.customer_id = ? AND e.staff_id = a.staff_id AND e.skill_id = b.skill_id AND e.state = 'approved'
  WHERE a.customer_id = ? AND a.attempt_id = ?`;
const EVIDENCE =
  'customer_id, staff_id, skill_id, effective_date, evidence_id, created_at, updated_at, row_version, kind, level, state, first_state, source_type, source_id, training_id, attempt_id, score_correct, score_total';
const SPAN = 'customer_id, staff_id, skill_id, from_date, to_date, level, held_level, cause, evidence_id';
const POINT = 1_000_000;

const ASSIGNMENT =
  'customer_id, assignment_id, staff_id, training_id, cycle, source, state, mandatory, assigned_on, created_at, updated_at, row_version';
const EVENT = 'audit_event_id, customer_id, at, role, action, subject_type, subject_id, became, request_id, address';

/** Marks of the answers by the questions stored with the attempt. */
function graded(paper, given) {
  const chosen = new Map(given.map((answer) => [answer.question_id, answer.option_id]));
  let correct = 0;
  const answers = paper.questions.map((question, at) => {
    const options = chosen.get(question.question_id) ?? [];
    const right = question.options.filter(({ fraction }) => fraction > 0).map(({ option_id }) => option_id);
    const isRight = right.length === options.length && right.every((each) => options.includes(each));
    const marks = isRight ? question.points * POINT : 0;
    correct += marks;
    return { slot: question.slot ?? at + 1, options, marks };
  });
  const total = paper.questions.reduce((sum, { points }) => sum + points * POINT, 0);
  return { answers, correct, total };
}

export const learning = (db) => ({
  async start({ customer, staff, training }) {
    const person = bytes(staff);
    const course = bytes(training);
    const values = [customer, person, customer, person, customer, customer, customer, course];
    const found = await db.execute(START_SQL, values);
    const [first] = found;
    const questions = found.map((row, at) => ({
      slot: at + 1,
      question_id: uuid(row.question_id),
      kind: row.kind,
      text: row.text,
      points: row.points,
      feedback: row.feedback,
      explanation: row.explanation,
      options: JSON.parse(row.options),
    }));
    const { title, review, time_limit_minutes, pass_mark } = first;
    const paper = JSON.stringify({ title, review, time_limit_minutes, questions });
    const now = Date.now();
    const attempt = newId();
    const deadline = time_limit_minutes === null ? null : now + time_limit_minutes * 60_000;
    const attempt_no = first.last + 1;
    const of = [customer, attempt, person, course, first.quiz_id, first.assignment_id, attempt_no];
    await db.transaction(async (one) => {
      await one.execute(`INSERT INTO attempt (${ATTEMPT}) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)`, [
        ...[...of, 'in_progress', pass_mark, now, deadline, paper, now, now, 1],
      ]);
      if (first.state === 'assigned')
        await one.execute(
          "UPDATE training_assignment SET state = 'in_progress', started_at = ?, updated_at = ?, row_version = row_version + 1 WHERE customer_id = ? AND assignment_id = ? AND state = 'assigned'",
          [now, now, customer, first.assignment_id],
        );
    });
    const shown = questions.map(({ slot, question_id, kind, text, points, options }) => ({
      slot,
      question_id,
      kind,
      text,
      points,
      options: options.map(({ option_id, text }) => ({ option_id, text })),
    }));
    const body = { attempt_id: uuid(attempt), training_id: training, attempt_no, started_at: iso(now), deadline };
    return { body: { ...body, title, pass_mark, questions: shown } };
  },

  async beat({ customer }, { staff_id, training_id, ranges, position_ms }) {
    const values = [customer, customer, customer, bytes(staff_id), bytes(training_id)];
    const [row] = await db.execute(PROGRESS_SQL, values);
    const now = Date.now();
    const wall = Math.max(0, now - Math.max(row.linked_at, row.beat_at ?? 0)) + row.spare_ms;
    const was = JSON.parse(row.watched_ranges);
    const merged = [];
    for (const [from, to] of [...was, ...ranges].sort((a, b) => a[0] - b[0])) {
      const last = merged.at(-1);
      if (last && from <= last[1]) last[1] = Math.max(last[1], to);
      else merged.push([from, to]);
    }
    const sum = (some) => some.reduce((all, [from, to]) => all + to - from, 0);
    const more = sum(merged) - sum(was);
    const taken = more <= wall ? merged : was;
    const spare = Math.max(0, wall - (taken === was ? 0 : more));
    const watched = sum(taken);
    const reached = watched * 100 >= row.video_duration_ms * row.video_threshold;
    const completed = row.completed_at ?? (reached ? now : null);
    await db.execute(
      'UPDATE video_progress SET watched_ranges = ?, duration_ms = ?, watched_ms = ?, position_ms = ?, spare_ms = ?, beat_at = ?, completed_at = ?, updated_at = ?, row_version = row_version + 1 WHERE customer_id = ? AND assignment_id = ? AND row_version = ?',
      [
        ...[JSON.stringify(taken), row.video_duration_ms, watched, position_ms, spare, now, completed, now],
        ...[customer, row.assignment_id, row.row_version],
      ],
    );
    return { body: { training_id, ranges: taken, position_ms, share: (watched * 100) / row.video_duration_ms } };
  },

  /** Submits a quiz of ten questions in one transaction: grades, completes, writes evidence and spans. */
  async submit({ customer }, { attempt_id, answers: given }) {
    const at = bytes(attempt_id);
    const now = Date.now();
    const day = iso(now).slice(0, 10);
    const score = await db.transaction(async (one) => {
      const rows = await one.execute(SUBMIT_SQL, [customer, customer, customer, at]);
      const { staff_id, training_id, assignment_id, pass_mark, paper } = rows[0];
      const { answers, correct, total } = graded(JSON.parse(paper), given);
      const passed = correct * 100 >= total * pass_mark;
      const hundredths = Math.round((correct * 10_000) / total);
      const result = ['submitted', now, correct, total, hundredths, passed ? 'passed' : 'failed', now];
      const closed = await one.execute(
        "UPDATE attempt SET status = ?, submitted_at = ?, correct_marks = ?, total_marks = ?, score_hundredths = ?, result = ?, updated_at = ?, row_version = row_version + 1 WHERE customer_id = ? AND attempt_id = ? AND status = 'in_progress'",
        [...result, customer, at],
      );
      if (closed.affectedRows !== 1 || !passed) throw new Error('not in progress, or not passed');
      await one.query(
        'INSERT INTO attempt_answer (customer_id, attempt_id, slot, option_id, client_sequence, saved_at, answered, marks) VALUES ?',
        [answers.map(({ slot, options, marks }) => [customer, at, slot, JSON.stringify(options), 1, now, 1, marks])],
      );
      await one.execute(
        "UPDATE training_assignment SET state = 'completed', completed_at = ?, updated_at = ?, row_version = row_version + 1 WHERE customer_id = ? AND assignment_id = ?",
        [now, now, customer, assignment_id],
      );
      const skills = rows.filter((row) => row.skill_id && row.min_score * 100 <= hundredths);
      const evidence = skills.map((row) => [
        ...[customer, staff_id, row.skill_id, day, newId(), now, now, 1, 'training', row.level],
        ...['approved', 'approved', 'completion', assignment_id, training_id, at, correct, total],
      ]);
      await one.query(`INSERT INTO evidence (${EVIDENCE}) VALUES ?`, [evidence]);
      const spans = skills.map((row, n) => {
        const level = Math.max(row.level, row.held ?? 0);
        return [customer, staff_id, row.skill_id, day, '9999-12-31', level, level, 'training', evidence[n][4]];
      });
      await one.query(`REPLACE INTO skill_level_span (${SPAN}) VALUES ?`, [spans]);
      await one.execute(
        'UPDATE customer_state SET matrix_version = matrix_version + 1, attempt_version = COALESCE(attempt_version, 0) + 1 WHERE customer_id = ?',
        [customer],
      );
      return hundredths / 100;
    });
    return { body: { Status: true, data: { attempt_id, score, result: 'passed' } } };
  },

  /** Several people, one training: one query for the active people and their existing assignments. */
  async assign({ customer }, { staff_id, training_id }) {
    const now = Date.now();
    const training = bytes(training_id);
    const people = staff_id.map(bytes);
    const today = iso(now).slice(0, 10);
    const assigned = await db.transaction(async (one) => {
      const standing = await one.query(
        `SELECT s.staff_id, MAX(a.cycle) AS cycle FROM staff s LEFT JOIN training_assignment a ON a.customer_id = ? AND a.staff_id = s.staff_id AND a.training_id = ?
         WHERE s.customer_id = ? AND s.staff_id IN (?) AND s.status = 'active' GROUP BY s.staff_id`,
        [customer, training, customer, people],
      );
      const rows = standing
        .filter(({ cycle }) => cycle === null)
        .map((row) => [...[customer, newId(), row.staff_id, training, 1, 'manual', 'assigned', 1, today, now, now, 1]]);
      await one.query(`INSERT INTO training_assignment (${ASSIGNMENT}) VALUES ?`, [rows]);
      const facts = JSON.stringify({ staff_id, training_id: [training_id], assigned: rows.length });
      const event = [newId(), customer, now, 'admin', 'training-assignment.bulk', 'training-assignment', null, facts];
      await one.query(`INSERT INTO audit_event (${EVENT}) VALUES ?`, [[[...event, uuid(newId()), '127.0.0.1']]]);
      await one.execute('UPDATE customer_state SET matrix_version = matrix_version + 1 WHERE customer_id = ?', [
        customer,
      ]);
      return rows.length;
    });
    return { body: { assigned, already_assigned: staff_id.length - assigned } };
  },
});
