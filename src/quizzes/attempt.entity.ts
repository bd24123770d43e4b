import { Entity, Index } from 'typeorm';
import { attempts } from '../contract/attempts.resource';
import { Big, Choice, IdKey, IdRef, Instant, Json, Whole } from '../platform/database/columns';
import { Raises } from '../tenancy/report-versions';
import { Keeps } from '../tenancy/resources/kept';
import { RefersTo, TenantRecord } from '../tenancy/tenant-record';
import type { Paper } from './paper';

abstract class AttemptColumns extends TenantRecord {
  @IdKey()
  attempt_id: string;

  @IdRef()
  staff_id: string;

  @IdRef()
  training_id: string;

  @IdRef()
  quiz_id: string;

  /** The cycle that it counts for. No foreign key: assignments are the busiest of the master data. */
  @IdRef()
  assignment_id: string;

  /** From 1; the unique key decides who starts it. */
  @Whole()
  attempt_no: number;

  /** in_progress → submitted | abandoned | voided */
  @Choice()
  status: string;

  /** Copied at the start: a later change of the quiz changes no attempt. */
  @Whole()
  pass_mark: number;

  @Instant()
  started_at: number;

  /** Set by the server at the start; only minutes that a person is given move it (extra-time.service.ts). */
  @Instant({ nullable: true })
  deadline: number | null;

  /** Within the deadline already. Theirs and the admins' to know, as the deadline is with it (attempt-sheet.ts). */
  @Whole({ nullable: true })
  extra_minutes: number | null;

  /** Copied at the start: so long after the deadline what is saved can be handed in. */
  @Whole({ nullable: true })
  grace_minutes: number | null;

  /** Never after the deadline and its grace, whenever the attempt was closed; null as well where it was abandoned. */
  @Instant({ nullable: true })
  submitted_at: number | null;

  /** Marks, a million a point (grading.ts). */
  @Big({ nullable: true })
  correct_marks: number | null;

  @Big({ nullable: true })
  total_marks: number | null;

  /** 8182 for 81.82. For show and for sorting only: pass or fail is `result`. */
  @Whole({ nullable: true })
  score_hundredths: number | null;

  /** passed | failed */
  @Choice({ nullable: true })
  result: string | null;
}

/** One sitting, with the questions as they were when it began. No command changes it but answering and submitting. */
@Entity('attempt')
@Keeps(attempts, { noun: 'attempt', named_by: ['staff_id', 'training_id'] })
@Index(['customer_id', 'staff_id', 'quiz_id', 'attempt_no'], { unique: true })
@Index(['customer_id', 'started_at', 'attempt_id'])
@Index(['customer_id', 'submitted_at', 'attempt_id'])
@Index(['status', 'deadline'])
@Index(['customer_id', 'attempt_no', 'attempt_id'])
@Index(['customer_id', 'pass_mark', 'started_at', 'attempt_id'])
@Index(['customer_id', 'result', 'started_at', 'attempt_id'])
@Index(['customer_id', 'status', 'started_at', 'attempt_id'])
@Index(['customer_id', 'training_id', 'started_at', 'attempt_id'])
@Index(['customer_id', 'quiz_id', 'started_at', 'attempt_id'])
// What the totals of the dashboard are settled from (reports/totals-sweep.ts).
@Index(['updated_at', 'customer_id', 'submitted_at'])
@Index(['customer_id', 'status', 'submitted_at', 'attempt_id', 'result'])
@Index(['customer_id', 'status', 'training_id', 'submitted_at', 'attempt_id'])
// Whoever took what, try by try, with all that is added up of it (reports/quiz-summary.query.ts): no paper is read.
@Index([
  ...['customer_id', 'staff_id', 'training_id', 'assignment_id', 'quiz_id', 'attempt_no'],
  ...['status', 'submitted_at', 'result', 'score_hundredths', 'pass_mark'],
])
@Raises('attempt_version', {
  changed: ({ status }) => status !== undefined,
  added: ({ status }) => status !== 'in_progress',
})
@RefersTo('Staff', 'staff_id')
@RefersTo('Training', 'training_id')
@RefersTo('Quiz', 'quiz_id')
export class Attempt extends AttemptColumns {
  @Json()
  paper: Paper;
}

/**
 * The same rows without the frozen questions, for lists: two hundred papers are megabytes. `synchronize: false` keeps
 * the schema comparison from taking the missing column for a change.
 */
@Entity('attempt', { synchronize: false })
export class AttemptHead extends AttemptColumns {}
