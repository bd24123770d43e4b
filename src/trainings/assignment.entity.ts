import { Entity, Index } from 'typeorm';
import { trainingAssignments, type AssignmentSourceName } from '../contract/training-assignments.resource';
import { Choice, Day, Flag, IdKey, IdRef, Instant, Text, Whole } from '../platform/database/columns';
import { Raises } from '../tenancy/report-versions';
import { Keeps } from '../tenancy/resources/kept';
import { RefersTo, TenantRecord } from '../tenancy/tenant-record';

/** One staff member, one training, one cycle: the unique key decides every assigning, so asking twice is safe. */
@Entity('training_assignment')
@Keeps(trainingAssignments, { noun: 'assignment', schema: 'Assignment', named_by: ['staff_id', 'training_id'] })
// What is overdue stands in the matrix; that somebody has begun does not.
@Raises('matrix_version', {
  changed: ({ due_on, state, completed_at }) =>
    due_on !== undefined || completed_at !== undefined || (state ?? 'in_progress') !== 'in_progress',
})
@Index(['customer_id', 'staff_id', 'training_id', 'cycle'], { unique: true })
@Index(['customer_id', 'assigned_on', 'assignment_id'])
@Index(['customer_id', 'state', 'due_on'])
@Index(['customer_id', 'due_on', 'assignment_id'])
@Index(['customer_id', 'completed_at', 'assignment_id'])
@Index(['customer_id', 'state', 'assignment_id'])
@Index(['customer_id', 'state', 'assigned_on', 'assignment_id'])
@Index(['customer_id', 'training_id', 'assigned_on', 'assignment_id'])
@Index(['customer_id', 'valid_until', 'assignment_id'])
// What runs out, and what may be renewed, on a day (renewals.service.ts).
@Index(['customer_id', 'state', 'valid_until', 'assignment_id'])
@Index(['customer_id', 'state', 'renew_from', 'assignment_id'])
// What the totals of the dashboard are settled from (reports/totals-sweep.ts).
@Index(['updated_at', 'customer_id', 'created_at', 'completed_at'])
@Index(['customer_id', 'created_at', 'state'])
@RefersTo('Staff', 'staff_id')
@RefersTo('Training', 'training_id')
export class TrainingAssignment extends TenantRecord {
  @IdKey()
  assignment_id: string;

  @IdRef()
  staff_id: string;

  @IdRef()
  training_id: string;

  /** 1, and one more with each renewal. */
  @Whole()
  cycle: number;

  /** The first reason; all of them are in assignment-source.entity.ts. */
  @Choice()
  source: AssignmentSourceName;

  /** assigned → in_progress → completed → expiring → expired; removed keeps everything below and its progress. */
  @Choice()
  state: string;

  @Flag()
  mandatory: boolean;

  @Day()
  assigned_on: string;

  @Day({ nullable: true })
  due_on: string | null;

  @Instant({ nullable: true })
  started_at: number | null;

  /** The later of its required parts, not when the server noticed. */
  @Instant({ nullable: true })
  completed_at: number | null;

  /** The last valid day; null: for ever, or not completed. What the training says later changes nothing in it. */
  @Day({ nullable: true })
  valid_until: string | null;

  /** On it the next cycle opens; null: nothing is to be renewed, or it has been, in time. */
  @Day({ nullable: true })
  renew_from: string | null;

  /** 1, and one more each time that a completion of this cycle was taken back. */
  @Whole({ otherwise: '1' })
  completion_no: number;

  /** Attempts beyond those that the quiz allows, in this cycle. */
  @Whole({ otherwise: '0' })
  extra_attempts: number;

  @Instant({ nullable: true })
  removed_at: number | null;

  @Text(500, { nullable: true })
  removed_reason: string | null;

  /** The last extension, waiver or end of one; the audit trail has them all. */
  @Instant({ nullable: true })
  decided_at: number | null;

  /** An account. */
  @IdRef({ nullable: true })
  decided_by: string | null;

  @Text(500, { nullable: true })
  decision_reason: string | null;
}
