import { Entity, Index } from 'typeorm';
import { Choice, CustomerRef, IdKey, Instant, Json, Text, Whole } from '../database/columns';

export type OutboxStatus = 'waiting' | 'sent' | 'dropped' | 'dead';
/** Ids and plain choices; never a code, a token or a password: those are derived when the mail is made. */
export type MailFacts = Readonly<Record<string, string | number | boolean | null>>;

/**
 * A mail that is owed, written in the transaction that owes it. Not tenant-owned: a mail to somebody who is registering
 * has no customer yet, and one worker sends for everyone.
 */
@Entity('outbox_mail')
@Index(['once_key'], { unique: true })
@Index(['status', 'next_at'])
@Index(['status', 'kind', 'next_at'])
export class OutboxMail {
  @IdKey()
  mail_id: string;

  @CustomerRef({ nullable: true })
  customer_id: number | null;

  @Text(60)
  kind: string;

  /** Whom it is for: an account's id, a challenge's id, or an address where there is nothing else. */
  @Text(254)
  recipient: string;

  @Json()
  facts: MailFacts;

  /** A second mail with the same key is not added: a reminder is sent once. */
  @Text(160, { nullable: true })
  once_key: string | null;

  /** waiting | sent | dropped (no longer true when its turn came) | dead (given up) */
  @Choice()
  status: OutboxStatus;

  @Whole()
  attempts: number;

  @Instant()
  next_at: number;

  @Text(40, { nullable: true })
  lease_owner: string | null;

  @Instant()
  leased_until: number;

  @Instant()
  created_at: number;

  @Instant({ nullable: true })
  settled_at: number | null;

  @Text(200, { nullable: true })
  last_error: string | null;
}
