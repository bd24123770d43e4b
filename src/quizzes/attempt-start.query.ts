import { Injectable } from '@nestjs/common';
import { idFromBytes } from '../platform/ids';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import type { QuestionKind } from './grading';
import type { DrawnQuestion } from './paper';
import type { KeptOption } from './question.entity';

/** All that starting an attempt needs to know. */
export interface StartFacts {
  quiz_id: string;
  title: string;
  pass_mark: number;
  attempts_allowed: number | null;
  pause_minutes: number;
  time_limit_minutes: number | null;
  shuffle_questions: boolean;
  shuffle_options: boolean;
  review: string;
  /** The quiz is not archived. */
  active: boolean;
  /** The training is still being written. Once it was published, whoever is assigned may finish it. */
  draft: boolean;
  /** The newest cycle that was not removed; null: not assigned. */
  assignment: { assignment_id: string; state: string } | null;
  /** The newest attempt; null: none yet. */
  last: {
    attempt_id: string;
    assignment_id: string;
    attempt_no: number;
    status: string;
    deadline: number | null;
    submitted_at: number | null;
  } | null;
  /** Attempts that count against those allowed: of this assignment, for a renewal begins anew. */
  taken: number;
  questions: DrawnQuestion[];
}

// One statement, since starting has four in all (speed.md): the facts are repeated on each question's row, and small. By
// equality alone, or it would not be prepared (server-statements.ts): a tenth of what it costs.
const SQL = `SELECT q.quiz_id, q.title, q.pass_mark, q.attempts_allowed, q.pause_minutes, q.time_limit_minutes,
    q.shuffle_questions, q.shuffle_options, q.review, q.status AS quiz_status, t.status AS training_status,
    a.assignment_id, a.state AS assignment_state,
    p.attempt_id, p.assignment_id AS attempt_assignment_id, p.attempt_no, p.status AS attempt_status, p.deadline, p.submitted_at,
    (SELECT COUNT(*) FROM attempt c WHERE c.customer_id = :customer_id AND c.staff_id = :staff_id
      AND c.quiz_id = q.quiz_id AND c.assignment_id = a.assignment_id AND c.status NOT IN ('voided')) AS taken,
    s.points, k.question_id, k.kind, k.text, k.feedback, k.explanation, k.options
  FROM quiz q
  JOIN training t ON t.customer_id = :customer_id AND t.training_id = q.training_id
  LEFT JOIN training_assignment a ON a.customer_id = :customer_id AND a.staff_id = :staff_id
    AND a.training_id = q.training_id AND a.cycle = (SELECT MAX(m.cycle) FROM training_assignment m
      WHERE m.customer_id = :customer_id AND m.staff_id = :staff_id AND m.training_id = q.training_id
        AND m.state NOT IN ('removed', 'waived'))
  LEFT JOIN attempt p ON p.customer_id = :customer_id AND p.staff_id = :staff_id AND p.quiz_id = q.quiz_id
    AND p.attempt_no = (SELECT MAX(n.attempt_no) FROM attempt n
      WHERE n.customer_id = :customer_id AND n.staff_id = :staff_id AND n.quiz_id = q.quiz_id)
  LEFT JOIN quiz_slot s ON s.customer_id = :customer_id AND s.quiz_id = q.quiz_id
  LEFT JOIN question k ON k.customer_id = :customer_id AND k.question_id = s.question_id
  WHERE q.customer_id = :customer_id AND q.training_id = :training_id
  ORDER BY s.slot`;

interface Row {
  quiz_id: Uint8Array;
  title: string;
  pass_mark: number;
  attempts_allowed: number | null;
  pause_minutes: number;
  time_limit_minutes: number | null;
  shuffle_questions: number;
  shuffle_options: number;
  review: string;
  quiz_status: string;
  training_status: string;
  assignment_id: Uint8Array | null;
  assignment_state: string | null;
  attempt_id: Uint8Array | null;
  attempt_assignment_id: Uint8Array | null;
  attempt_no: number;
  attempt_status: string;
  deadline: number | null;
  submitted_at: number | null;
  taken: number;
  points: number;
  question_id: Uint8Array | null;
  kind: string;
  text: string;
  feedback: string | null;
  explanation: string | null;
  options: string;
}

@Injectable()
export class AttemptStartQuery {
  constructor(private readonly queries: TenantQueries) {}

  /** null: this training has no quiz here. */
  async facts(tenant: Tenant, staff_id: string, training_id: string): Promise<StartFacts | null> {
    const rows = await this.queries.rows<Row>(tenant, SQL, { staff_id, training_id });
    const [first] = rows;
    if (!first) return null;
    const { title, pass_mark, attempts_allowed, pause_minutes, time_limit_minutes, review } = first;
    return {
      quiz_id: idFromBytes(first.quiz_id),
      ...{ title, pass_mark, attempts_allowed, pause_minutes, time_limit_minutes, review },
      shuffle_questions: Number(first.shuffle_questions) === 1,
      shuffle_options: Number(first.shuffle_options) === 1,
      active: first.quiz_status === 'active',
      draft: first.training_status === 'draft',
      assignment: first.assignment_id && {
        assignment_id: idFromBytes(first.assignment_id),
        state: first.assignment_state ?? '',
      },
      last: first.attempt_id && {
        attempt_id: idFromBytes(first.attempt_id),
        assignment_id: idFromBytes(first.attempt_assignment_id!),
        attempt_no: first.attempt_no,
        status: first.attempt_status,
        deadline: instantOf(first.deadline),
        submitted_at: instantOf(first.submitted_at),
      },
      taken: Number(first.taken),
      questions: rows.flatMap((row) => (row.question_id ? [questionOf(row, row.question_id)] : [])),
    };
  }
}

function questionOf(row: Row, id: Uint8Array): DrawnQuestion {
  const { text, points, feedback, explanation } = row;
  const options = JSON.parse(row.options) as KeptOption[];
  return { question_id: idFromBytes(id), kind: row.kind as QuestionKind, text, points, feedback, explanation, options };
}

const instantOf = (value: number | null): number | null => (value === null ? null : Number(value));
