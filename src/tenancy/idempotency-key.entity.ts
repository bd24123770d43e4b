import { Entity, Index } from 'typeorm';
import { CustomerKey, Digest, Instant, LongText, Text, Whole } from '../platform/database/columns';

/** An `Idempotency-Key` that a client sent with a POST, and the first answer to it; forgotten after 24 hours. */
@Entity('idempotency_key')
@Index(['created_at'])
export class IdempotencyKey {
  @CustomerKey()
  customer_id: number;

  /** The id of the account or API key; of platform work without either the kind of actor. */
  @Text(64, { primary: true })
  actor: string;

  @Text(255, { primary: true })
  idempotency_key: string;

  /** SHA-256 over method, path and body: the same key with anything else is refused. */
  @Digest(32)
  request_digest: Uint8Array;

  /** Which request holds it; another one may take over after `claimed_until` while there is no answer. */
  @Text(40)
  claim_owner: string;

  @Instant()
  claimed_until: number;

  /** null: in flight. Written in the transaction that did the work. */
  @Whole({ nullable: true })
  answer_status: number | null;

  @LongText({ nullable: true })
  answer_body: string | null;

  @Instant()
  created_at: number;
}
