import { Entity } from 'typeorm';
import { Choice, CustomerKey, IdKey, LongText } from './columns';

/**
 * All words of one record, each behind a space: whether a record that one word has found has the others, too, is read
 * from one row, however many words it has. Written with them (tenancy/search-words.ts).
 */
@Entity('search_text')
export class SearchText {
  @CustomerKey()
  customer_id: number;

  /** The resource's name: `staff`. */
  @Choice({ primary: true })
  kind: string;

  @IdKey()
  record_id: string;

  @LongText()
  words: string;
}
