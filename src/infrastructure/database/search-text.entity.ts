import { Entity } from 'typeorm';
import { ChoiceColumn, PrimaryCustomerIdColumn, PrimaryUuidColumn, LongTextColumn } from './columns';

/**
 * All words of one record, each preceded by a space: one row tells whether a record found by one word also has the
 * others. Written together with them (tenancy/search-index.ts).
 */
@Entity('search_text')
export class SearchText {
  @PrimaryCustomerIdColumn()
  customer_id: number;

  /** The resource's name: `staff`. */
  @ChoiceColumn({ primary: true })
  kind: string;

  @PrimaryUuidColumn()
  record_id: string;

  @LongTextColumn()
  words: string;
}
