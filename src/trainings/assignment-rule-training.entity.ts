import { Entity, Index } from 'typeorm';
import { CustomerKey, IdRef } from '../platform/database/columns';
import { RefersTo } from '../tenancy/tenant-record';

/** A training that a rule assigns. */
@Entity('assignment_rule_training')
@Index(['customer_id', 'training_id'])
@RefersTo('AssignmentRule', 'rule_id')
@RefersTo('Training', 'training_id')
export class AssignmentRuleTraining {
  @CustomerKey()
  customer_id: number;

  @IdRef({ primary: true })
  rule_id: string;

  @IdRef({ primary: true })
  training_id: string;
}
