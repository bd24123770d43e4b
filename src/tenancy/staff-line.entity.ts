import { Entity, Index } from 'typeorm';
import { CustomerKey, IdKey } from '../platform/database/columns';

/**
 * Whose rows a manager may see: everybody who stands below them, at whatever depth. A projection of `staff.manager_id`,
 * kept here because it is read with every session and narrows every query (scope.ts); written by the floor that has the
 * staff, in the same transaction. A manager stands in their own line, too, for what they see is the line and themselves;
 * somebody below whom nobody stands has no row of that kind. Like every projection it has no foreign key.
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
