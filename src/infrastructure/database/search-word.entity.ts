import { Entity, Index } from 'typeorm';
import { ChoiceColumn, PrimaryCustomerIdColumn, PrimaryUuidColumn, VarcharColumn } from './columns';
import { WORD_MAX_LENGTH } from '../../common/text-normalization';

/**
 * Normalized words by which a record is found. Written by the repository in the record's transaction
 * (tenancy/search-index.ts). The second index finds a record's words when it changes.
 */
@Entity('search_word')
@Index(['customer_id', 'kind', 'record_id', 'word'])
export class SearchWord {
  @PrimaryCustomerIdColumn()
  customer_id: number;

  /** The resource's name: `staff`. */
  @ChoiceColumn({ primary: true })
  kind: string;

  @VarcharColumn(WORD_MAX_LENGTH, { primary: true })
  word: string;

  @PrimaryUuidColumn()
  record_id: string;
}
