import { Entity, Index } from 'typeorm';
import { Choice, CustomerKey, IdKey, Text } from './columns';
import { WORD_MAX } from '../folded';

/**
 * By which words a record is found, folded. Written by the repository in the transaction of the record
 * (tenancy/search-words.ts). The second index: which words are a record's, when it changes.
 */
@Entity('search_word')
@Index(['customer_id', 'kind', 'record_id', 'word'])
export class SearchWord {
  @CustomerKey()
  customer_id: number;

  /** The resource's name: `staff`. */
  @Choice({ primary: true })
  kind: string;

  @Text(WORD_MAX, { primary: true })
  word: string;

  @IdKey()
  record_id: string;
}
