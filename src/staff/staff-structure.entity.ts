import { Entity } from 'typeorm';
import { CustomerKey, Whole } from '../platform/database/columns';

/** One row an organisation: whoever changes who stands below whom counts it up first, so that one change follows another. */
@Entity('staff_structure')
export class StaffStructure {
  @CustomerKey()
  customer_id: number;

  @Whole()
  version: number;
}
