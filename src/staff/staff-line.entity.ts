import { Entity, Index } from 'typeorm';
import { CustomerKey, IdKey, Whole } from '../platform/database/columns';

/**
 * Who stands below whom, at whatever depth: a projection of `staff.manager_id`, written in the same transaction by
 * staff-lines.ts. A manager stands in their own line, too, for what they see is the line and themselves; somebody below
 * whom nobody stands has no row of that kind. Like every projection it has no foreign key.
 */
@Entity('staff_line')
@Index(['customer_id', 'staff_id', 'manager_id'])
export class StaffLine {
  @CustomerKey()
  customer_id: number;

  @IdKey()
  manager_id: string;

  @IdKey()
  staff_id: string;
}

/** One row an organisation: whoever changes who stands below whom counts it up first, so that one change follows another. */
@Entity('staff_structure')
export class StaffStructure {
  @CustomerKey()
  customer_id: number;

  @Whole()
  version: number;
}
