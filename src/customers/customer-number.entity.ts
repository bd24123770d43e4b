import { Entity } from 'typeorm';
import { Choice, Whole } from '../platform/database/columns';

/** The last number given out. One row; counted up by a guarded update within the registration's transaction. */
@Entity('customer_number')
export class CustomerNumber {
  @Choice({ primary: true })
  counter: string;

  @Whole()
  last_number: number;
}
