import { Entity, Index } from 'typeorm';
import {
  ChoiceColumn,
  CustomerIdColumn,
  PrimaryUuidColumn,
  InstantColumn,
  JsonColumn,
  VarcharColumn,
  IntegerColumn,
} from '../database/columns';

export type OutboxStatus = 'waiting' | 'sent' | 'dropped' | 'dead';
/** Ids and plain values; never a code, a token or a password: those are derived when the mail is composed. */
export type MailFacts = Readonly<Record<string, string | number | boolean | null>>;

/**
 * A queued mail, inserted in the transaction that causes it (transactional outbox). Not tenant-owned: a mail during
 * registration has no customer yet, and one worker sends the mails of all customers.
 */
@Entity('outbox_mail')
@Index(['once_key'], { unique: true })
@Index(['status', 'next_at'])
@Index(['status', 'kind', 'next_at'])
export class OutboxMail {
  @PrimaryUuidColumn()
  mail_id: string;

  @CustomerIdColumn({ nullable: true })
  customer_id: number | null;

  @VarcharColumn(60)
  kind: string;

  /** An account id, a challenge id, or an address if there is neither. */
  @VarcharColumn(254)
  recipient: string;

  @JsonColumn()
  facts: MailFacts;

  /** Unique: a second mail with the same key is not inserted, so a reminder is sent once. */
  @VarcharColumn(160, { nullable: true })
  once_key: string | null;

  /** waiting | sent | dropped (no longer needed when composed) | dead (all attempts failed) */
  @ChoiceColumn()
  status: OutboxStatus;

  @IntegerColumn()
  attempts: number;

  @InstantColumn()
  next_at: number;

  @VarcharColumn(40, { nullable: true })
  lease_owner: string | null;

  @InstantColumn()
  leased_until: number;

  @InstantColumn()
  created_at: number;

  @InstantColumn({ nullable: true })
  settled_at: number | null;

  @VarcharColumn(200, { nullable: true })
  last_error: string | null;
}
