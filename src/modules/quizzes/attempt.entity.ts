import { Entity, Index } from 'typeorm';
import { attempts } from '../../contract/attempts.resource';
import {
  BigIntColumn,
  ChoiceColumn,
  PrimaryUuidColumn,
  UuidColumn,
  InstantColumn,
  JsonColumn,
  IntegerColumn,
} from '../../infrastructure/database/columns';
import { RaisesReportVersion } from '../../tenancy/report-versions';
import { Resource } from '../../tenancy/resource-metadata';
import { RefersTo, TenantRecord } from '../../tenancy/tenant-record';
import type { Paper } from './paper';

abstract class AttemptColumns extends TenantRecord {
  @PrimaryUuidColumn()
  attempt_id: string;

  @UuidColumn()
  staff_id: string;

  @UuidColumn()
  training_id: string;

  @UuidColumn()
  quiz_id: string;

  /** The cycle it counts for. No foreign key: assignments are written too often. */
  @UuidColumn()
  assignment_id: string;

  /** From 1; the unique key decides concurrent starts. */
  @IntegerColumn()
  attempt_no: number;

  /** in_progress → submitted | abandoned | voided */
  @ChoiceColumn()
  status: string;

  /** Copied at the start: later changes of the quiz do not apply. */
  @IntegerColumn()
  pass_mark: number;

  @InstantColumn()
  started_at: number;

  /** Set by the server at the start; changed only by extra time (extra-time.service.ts). */
  @InstantColumn({ nullable: true })
  deadline: number | null;

  /** Already included in the deadline. Visible to the learner and admins only (attempt-sheet.ts). */
  @IntegerColumn({ nullable: true })
  extra_minutes: number | null;

  /** Copied at the start: minutes after the deadline in which saved answers can be submitted. */
  @IntegerColumn({ nullable: true })
  grace_minutes: number | null;

  /** At most the deadline plus the grace time, even if closed later; null if abandoned. */
  @InstantColumn({ nullable: true })
  submitted_at: number | null;

  /** In marks, 1,000,000 per point (grading.ts). */
  @BigIntColumn({ nullable: true })
  correct_marks: number | null;

  @BigIntColumn({ nullable: true })
  total_marks: number | null;

  /** 8182 for 81.82. For display and sorting only: pass or fail is `result`. */
  @IntegerColumn({ nullable: true })
  score_hundredths: number | null;

  /** passed | failed */
  @ChoiceColumn({ nullable: true })
  result: string | null;
}

/** One attempt, with its questions as frozen at the start. */
@Entity('attempt')
@Resource(attempts, { noun: 'attempt', named_by: ['staff_id', 'training_id'] })
@Index(['customer_id', 'staff_id', 'quiz_id', 'attempt_no'], { unique: true })
@Index(['customer_id', 'started_at', 'attempt_id'])
@Index(['customer_id', 'submitted_at', 'attempt_id'])
@Index(['status', 'deadline'])
@Index(['customer_id', 'attempt_no', 'attempt_id'])
@Index(['customer_id', 'result', 'started_at', 'attempt_id'])
@Index(['customer_id', 'status', 'started_at', 'attempt_id'])
@Index(['customer_id', 'training_id', 'started_at', 'attempt_id'])
@Index(['customer_id', 'quiz_id', 'started_at', 'attempt_id'])
// For the dashboard totals.
@Index(['updated_at', 'customer_id', 'submitted_at'])
@Index(['customer_id', 'status', 'submitted_at', 'attempt_id', 'result'])
@Index(['customer_id', 'status', 'training_id', 'submitted_at', 'attempt_id'])
// Covering index of the quiz summary report: no paper is read.
@Index([
  ...['customer_id', 'staff_id', 'training_id', 'assignment_id', 'quiz_id', 'attempt_no'],
  ...['status', 'submitted_at', 'result', 'score_hundredths', 'pass_mark'],
])
@RaisesReportVersion('attempt_version', {
  changed: ({ status }) => status !== undefined,
  added: ({ status }) => status !== 'in_progress',
})
@RefersTo('Staff', 'staff_id')
@RefersTo('Training', 'training_id')
@RefersTo('Quiz', 'quiz_id')
export class Attempt extends AttemptColumns {
  @JsonColumn()
  paper: Paper;
}

/**
 * The same rows without the frozen questions, for lists: two hundred papers are megabytes. `synchronize: false` keeps
 * the schema comparison from reporting the missing column.
 */
@Entity('attempt', { synchronize: false })
export class AttemptHead extends AttemptColumns {}
