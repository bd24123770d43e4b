import { Entity, Index } from 'typeorm';
import { trainingAssignments, type AssignmentSourceName } from '../../contract/training-assignments.resource';
import {
  ChoiceColumn,
  DayColumn,
  BooleanColumn,
  PrimaryUuidColumn,
  UuidColumn,
  InstantColumn,
  VarcharColumn,
  IntegerColumn,
} from '../../infrastructure/database/columns';
import { RaisesReportVersion } from '../../tenancy/report-versions';
import { Resource } from '../../tenancy/resource-metadata';
import { RefersTo, TenantRecord } from '../../tenancy/tenant-record';

/** The unique key (staff, training, cycle) makes repeated assigning harmless. */
@Entity('training_assignment')
@Resource(trainingAssignments, { noun: 'assignment', schema: 'Assignment', named_by: ['staff_id', 'training_id'] })
// Matrices show overdue assignments, but not whether they were started.
@RaisesReportVersion('matrix_version', {
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
// For renewals.service.ts.
@Index(['customer_id', 'state', 'valid_until', 'assignment_id'])
@Index(['customer_id', 'state', 'renew_from', 'assignment_id'])
// For reports/totals.service.ts.
@Index(['updated_at', 'customer_id', 'created_at', 'completed_at'])
@Index(['customer_id', 'created_at', 'state'])
@RefersTo('Staff', 'staff_id')
@RefersTo('Training', 'training_id')
export class TrainingAssignment extends TenantRecord {
  @PrimaryUuidColumn()
  assignment_id: string;

  @UuidColumn()
  staff_id: string;

  @UuidColumn()
  training_id: string;

  /** Starts at 1; each renewal adds one. */
  @IntegerColumn()
  cycle: number;

  /** The first source; all are in assignment-source.entity.ts. */
  @ChoiceColumn()
  source: AssignmentSourceName;

  /** assigned → in_progress → completed → expiring → expired; removed keeps the columns below and the progress. */
  @ChoiceColumn()
  state: string;

  @BooleanColumn()
  mandatory: boolean;

  @DayColumn()
  assigned_on: string;

  @DayColumn({ nullable: true })
  due_on: string | null;

  @InstantColumn({ nullable: true })
  started_at: number | null;

  /** The latest time of its required parts, not the time of detection. */
  @InstantColumn({ nullable: true })
  completed_at: number | null;

  /** The last valid day; null: no expiry or not completed. Later changes of the training do not affect it. */
  @DayColumn({ nullable: true })
  valid_until: string | null;

  /** The day on which the next cycle opens; null: nothing to renew, or already renewed. */
  @DayColumn({ nullable: true })
  renew_from: string | null;

  /** Starts at 1; each revoked completion of this cycle adds one. */
  @IntegerColumn({ defaultTo: '1' })
  completion_no: number;

  /** Added to the quiz's attempt limit in this cycle. */
  @IntegerColumn({ defaultTo: '0' })
  extra_attempts: number;

  @InstantColumn({ nullable: true })
  removed_at: number | null;

  @VarcharColumn(500, { nullable: true })
  removed_reason: string | null;

  /** Of the last extension, waiver or end of a waiver. */
  @InstantColumn({ nullable: true })
  decided_at: number | null;

  /** Account id. */
  @UuidColumn({ nullable: true })
  decided_by: string | null;

  @VarcharColumn(500, { nullable: true })
  decision_reason: string | null;
}
