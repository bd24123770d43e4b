import { Entity, Index } from 'typeorm';
import { PrimaryCustomerIdColumn, UuidColumn } from '../../infrastructure/database/columns';
import { RefersTo } from '../../tenancy/tenant-record';

@Entity('assignment_rule_training')
@Index(['customer_id', 'training_id'])
@RefersTo('AssignmentRule', 'rule_id')
@RefersTo('Training', 'training_id')
export class AssignmentRuleTraining {
  @PrimaryCustomerIdColumn()
  customer_id: number;

  @UuidColumn({ primary: true })
  rule_id: string;

  @UuidColumn({ primary: true })
  training_id: string;
}
