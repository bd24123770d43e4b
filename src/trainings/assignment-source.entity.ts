import { Entity, Index } from 'typeorm';
import type { AssignmentSourceName } from '../contract/training-assignments.resource';
import { Choice, CustomerKey, IdRef, Instant } from '../platform/database/columns';
import { RefersTo } from '../tenancy/tenant-record';

/** Instead of a rule where none is the reason: a part of a key is never empty. */
export const NO_RULE = '00000000-0000-0000-0000-000000000000';

/** One reason why an assignment exists. With its last one an assignment goes, unless it is completed. */
@Entity('assignment_source')
@Index(['customer_id', 'rule_id', 'assignment_id'])
@RefersTo('TrainingAssignment', 'assignment_id')
export class AssignmentSource {
  @CustomerKey()
  customer_id: number;

  @IdRef({ primary: true })
  assignment_id: string;

  /** manual | rule | role | gap | self | bundle */
  @Choice({ primary: true })
  source: AssignmentSourceName;

  /** Which rule; `NO_RULE` for all others. It may be gone. */
  @IdRef({ primary: true })
  rule_id: string;

  @Instant()
  created_at: number;

  /** Somebody removed the assignment by hand: this rule has no say in it any more. null: it is a reason. */
  @Instant({ nullable: true })
  refused_at: number | null;
}
