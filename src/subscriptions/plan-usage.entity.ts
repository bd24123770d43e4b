import { Entity } from 'typeorm';
import { CustomerKey, Whole } from '../platform/database/columns';

/**
 * What the plan allows and what is used of it. A row of its own that no foreign key points at: on a cluster a counter on
 * a parent row would make every child insert conflict (speed.md).
 */
@Entity('plan_usage')
export class PlanUsageRow {
  @CustomerKey()
  customer_id: number;

  @Whole()
  staff_used: number;

  @Whole()
  staff_limit: number;

  @Whole()
  training_used: number;

  @Whole()
  training_limit: number;
}
