import { Entity, Index } from 'typeorm';
import { CustomerRef, Digest, IdKey, Instant, KeyOf, Text } from '../platform/database/columns';

/** A verified mailbox may become one organisation within 30 minutes; then it may name its subscription for the rest. */
@Entity('registration_ticket')
@Index(['token_digest'], { unique: true })
@Index(['email_key'])
@Index(['expires_at'])
export class RegistrationTicket {
  @IdKey()
  ticket_id: string;

  /** SHA-256 of the token, which is derived from the id. */
  @Digest(32)
  token_digest: Uint8Array;

  @Text(254)
  email: string;

  @KeyOf('email', 254)
  email_key: string;

  @Text(64)
  address: string;

  @Digest(32)
  user_agent_digest: Uint8Array;

  @Instant()
  expires_at: number;

  @Instant({ nullable: true })
  spent_at: number | null;

  /** The organisation it made. */
  @CustomerRef({ nullable: true })
  customer_id: number | null;

  @Instant()
  created_at: number;
}
