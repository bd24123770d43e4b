import { Injectable } from '@nestjs/common';
import type { Tenant } from '../../tenancy/tenant';
import { TenantQueries } from '../../tenancy/tenant-queries';
import { closingTimeOf } from './attempt-time';
import type { ResolvedSlot } from './quiz-question-selection';
import { QuizPaperService } from './quiz-paper.service';

/** State needed to start an attempt. */
export interface AttemptStartState {
  quiz_id: string;
  training_id: string;
  title: string;
  pass_mark: number;
  /** Includes the extra attempts of this assignment; null: unlimited. */
  attempts_allowed: number | null;
  pause_minutes: number;
  time_limit_minutes: number | null;
  /** Extra minutes of this person. */
  extra_minutes: number | null;
  at_end: string;
  grace_minutes: number | null;
  shuffle_questions: boolean;
  shuffle_options: boolean;
  review: string;
  /** The quiz is not archived. */
  active: boolean;
  /** The training is a draft. After publication, all assignees may finish it. */
  draft: boolean;
  /** The newest cycle that is not removed or waived; null: not assigned. */
  assignment: { assignment_id: string; state: string } | null;
  /** Highest attempt number, voided ones included; null: none yet. */
  last_no: number | null;
  /** The newest attempt that is not voided; null: none. */
  last: {
    attempt_id: string;
    assignment_id: string;
    status: string;
    deadline: number | null;
    grace_minutes: number | null;
    /** Time of submission, or end of the grace time if abandoned; null: in progress. */
    ended_at: number | null;
  } | null;
  /** Attempts used of this assignment; a renewal starts at zero. */
  taken: number;
  /** Slots in order, with the candidates of random draws. */
  slots: ResolvedSlot[];
}

const START_STATE = `SELECT q.quiz_id AS quiz_id, q.training_id AS training_id, a.assignment_id AS assignment_id,
    p.attempt_id AS attempt_id, p.assignment_id AS attempt_assignment_id, q.title AS title, q.review AS review,
    q.at_end AS at_end, q.status AS quiz_status, t.status AS training_status, a.state AS assignment_state,
    p.status AS attempt_status, q.pass_mark AS pass_mark, q.attempts_allowed AS attempts_allowed,
    a.extra_attempts AS extra_attempts, q.pause_minutes AS pause_minutes, q.time_limit_minutes AS time_limit_minutes,
    q.grace_minutes AS grace_minutes, q.shuffle_questions AS shuffle_questions, q.shuffle_options AS shuffle_options,
    e.minutes AS extra_minutes, p.deadline AS deadline, p.grace_minutes AS attempt_grace_minutes,
    p.submitted_at AS submitted_at,
    (SELECT COUNT(*) FROM attempt c WHERE c.customer_id = :customer_id AND c.staff_id = :staff_id
      AND c.quiz_id = q.quiz_id AND c.assignment_id = a.assignment_id AND c.status NOT IN ('voided')) AS taken,
    (SELECT MAX(v.attempt_no) FROM attempt v WHERE v.customer_id = :customer_id AND v.staff_id = :staff_id
      AND v.quiz_id = q.quiz_id) AS last_no
  FROM quiz q
  JOIN training t ON t.customer_id = :customer_id AND t.training_id = q.training_id
  LEFT JOIN quiz_extra_time e ON e.customer_id = :customer_id AND e.quiz_id = q.quiz_id AND e.staff_id = :staff_id
  LEFT JOIN training_assignment a ON a.customer_id = :customer_id AND a.staff_id = :staff_id
    AND a.training_id = q.training_id AND a.cycle = (SELECT MAX(m.cycle) FROM training_assignment m
      WHERE m.customer_id = :customer_id AND m.staff_id = :staff_id AND m.training_id = q.training_id
        AND m.state NOT IN ('removed', 'waived'))
  LEFT JOIN attempt p ON p.customer_id = :customer_id AND p.staff_id = :staff_id AND p.quiz_id = q.quiz_id
    AND p.attempt_no = (SELECT MAX(n.attempt_no) FROM attempt n
      WHERE n.customer_id = :customer_id AND n.staff_id = :staff_id AND n.quiz_id = q.quiz_id
        AND n.status NOT IN ('voided'))
  WHERE q.customer_id = :customer_id AND q.training_id = :training_id`;

/** Reads everything that decides whether a person may start an attempt. */
@Injectable()
export class AttemptStartQuery {
  constructor(
    private readonly queries: TenantQueries,
    private readonly papers: QuizPaperService,
  ) {}

  /** @returns null if the training has no quiz */
  async load(tenant: Tenant, staff_id: string, training_id: string): Promise<AttemptStartState | null> {
    const [row] = await this.queries.rowsWithIds<AttemptStartRow>(tenant, START_STATE, { staff_id, training_id });
    return row ? { ...toStartState(row), slots: await this.papers.loadSlots(tenant, row.quiz_id) } : null;
  }
}

interface AttemptStartRow extends Omit<
  AttemptStartState,
  'active' | 'draft' | 'assignment' | 'last' | 'slots' | 'shuffle_questions' | 'shuffle_options'
> {
  shuffle_questions: number;
  shuffle_options: number;
  quiz_status: string;
  training_status: string;
  extra_attempts: number | null;
  assignment_id: string | null;
  assignment_state: string | null;
  attempt_id: string | null;
  attempt_assignment_id: string | null;
  attempt_status: string;
  attempt_grace_minutes: number | null;
  deadline: number | null;
  submitted_at: number | null;
}

function toStartState(row: AttemptStartRow): Omit<AttemptStartState, 'slots'> {
  const { quiz_id, training_id, title, pass_mark, pause_minutes, time_limit_minutes } = row;
  const attempts_allowed = row.attempts_allowed === null ? null : row.attempts_allowed + (row.extra_attempts ?? 0);
  const { extra_minutes, at_end, grace_minutes, review, taken, last_no, assignment_id } = row;
  return {
    quiz_id,
    training_id,
    title,
    pass_mark,
    attempts_allowed,
    pause_minutes,
    time_limit_minutes,
    extra_minutes,
    at_end,
    grace_minutes,
    review,
    taken,
    last_no,
    shuffle_questions: row.shuffle_questions === 1,
    shuffle_options: row.shuffle_options === 1,
    active: row.quiz_status === 'active',
    draft: row.training_status === 'draft',
    assignment: assignment_id && row.assignment_state ? { assignment_id, state: row.assignment_state } : null,
    last:
      row.attempt_id && row.attempt_assignment_id
        ? toLastAttempt(row, row.attempt_id, row.attempt_assignment_id)
        : null,
  };
}

function toLastAttempt(row: AttemptStartRow, attempt_id: string, assignment_id: string): AttemptStartState['last'] {
  const { attempt_status: status, deadline, attempt_grace_minutes: grace_minutes, submitted_at } = row;
  const ended_at = submitted_at ?? (status === 'abandoned' ? closingTimeOf({ deadline, grace_minutes }) : null);
  return { attempt_id, assignment_id, status, deadline, grace_minutes, ended_at };
}
