import { Entity } from 'typeorm';
import { PrimaryCustomerIdColumn, IntegerColumn } from '../../infrastructure/database/columns';

/**
 * Limits and usage of the plan. A separate row without foreign keys to it: on a Galera cluster a counter on a parent
 * row would make every insert of a child conflict.
 */
@Entity('plan_usage')
export class PlanUsageRow {
  @PrimaryCustomerIdColumn()
  customer_id: number;

  @IntegerColumn()
  staff_used: number;

  @IntegerColumn()
  staff_limit: number;

  @IntegerColumn()
  training_used: number;

  @IntegerColumn()
  training_limit: number;
}
