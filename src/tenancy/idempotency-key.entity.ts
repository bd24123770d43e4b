import { Entity, Index } from 'typeorm';
import {
  PrimaryCustomerIdColumn,
  BinaryColumn,
  InstantColumn,
  LongTextColumn,
  VarcharColumn,
  IntegerColumn,
} from '../infrastructure/database/columns';

/** `Idempotency-Key` of a POST and its first answer; deleted after 24 hours. */
@Entity('idempotency_key')
@Index(['created_at'])
export class IdempotencyKey {
  @PrimaryCustomerIdColumn()
  customer_id: number;

  /** Id of the account or API key; the actor kind for system work. */
  @VarcharColumn(64, { primary: true })
  actor: string;

  @VarcharColumn(255, { primary: true })
  idempotency_key: string;

  /** SHA-256 of method, path and body. The same key with another request is rejected. */
  @BinaryColumn(32)
  request_digest: Uint8Array;

  /** Request that holds the key. Another one may take over after `claimed_until` while there is no answer. */
  @VarcharColumn(40)
  claim_owner: string;

  @InstantColumn()
  claimed_until: number;

  /** null: in progress. Written in the transaction of the work. */
  @IntegerColumn({ nullable: true })
  answer_status: number | null;

  @LongTextColumn({ nullable: true })
  answer_body: string | null;

  @InstantColumn()
  created_at: number;
}
