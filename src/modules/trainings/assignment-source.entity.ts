import { Entity, Index } from 'typeorm';
import type { AssignmentSourceName } from '../../contract/training-assignments.resource';
import {
  ChoiceColumn,
  PrimaryCustomerIdColumn,
  UuidColumn,
  InstantColumn,
} from '../../infrastructure/database/columns';
import { RefersTo } from '../../tenancy/tenant-record';

/** Placeholder for sources without a rule, since key columns are not nullable. */
export const NO_RULE = '00000000-0000-0000-0000-000000000000';

/** A reason why an assignment exists. Removing the last one removes an incomplete assignment. */
@Entity('assignment_source')
@Index(['customer_id', 'rule_id', 'assignment_id'])
@RefersTo('TrainingAssignment', 'assignment_id')
export class AssignmentSource {
  @PrimaryCustomerIdColumn()
  customer_id: number;

  @UuidColumn({ primary: true })
  assignment_id: string;

  /** manual | rule | role | gap | self | bundle */
  @ChoiceColumn({ primary: true })
  source: AssignmentSourceName;

  /** `NO_RULE` unless the source is a rule; the rule may be deleted. */
  @UuidColumn({ primary: true })
  rule_id: string;

  @InstantColumn()
  created_at: number;

  /** Set when the assignment was removed manually: the rule no longer assigns it. null: the source counts. */
  @InstantColumn({ nullable: true })
  refused_at: number | null;
}
