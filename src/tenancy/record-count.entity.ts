import { Entity } from 'typeorm';
import { Choice, CustomerKey, Whole } from '../platform/database/columns';

/**
 * How many records of a kind an organisation has in each status, where people write them by hand (record-counts.ts). No
 * foreign key points here: counters may be hot.
 */
@Entity('record_count')
export class RecordCount {
  @CustomerKey()
  customer_id: number;

  /** The resource's name: `staff`. */
  @Choice({ primary: true })
  kind: string;

  @Choice({ primary: true })
  status: string;

  @Whole()
  amount: number;
}
