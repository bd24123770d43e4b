import { Entity, Index } from 'typeorm';
import { Digest, Flag, IdKey, Instant, KeyOf, Text, Whole } from '../platform/database/columns';

/**
 * Somebody shows that a mailbox is theirs. Nothing secret is kept: the code is derived from the id and the number of
 * sends, by the mail worker and again when it is verified (contract.md, `Common/send_otp`).
 */
@Entity('email_challenge')
@Index(['email_key'])
@Index(['address', 'user_agent_digest', 'created_at'])
@Index(['expires_at'])
export class EmailChallenge {
  @IdKey()
  challenge_id: string;

  @Text(254)
  email: string;

  @KeyOf('email', 254)
  email_key: string;

  /** The mailbox belongs to an account already: no code was sent and none will do. */
  @Flag()
  taken: boolean;

  /** How many mails were sent; each kills the code before. */
  @Whole()
  sends: number;

  @Instant()
  sent_at: number;

  @Whole()
  wrong_tries: number;

  @Instant()
  expires_at: number;

  /** Verified, or ended by wrong tries. */
  @Instant({ nullable: true })
  ended_at: number | null;

  @Text(64)
  address: string;

  @Digest(32)
  user_agent_digest: Uint8Array;

  @Instant()
  created_at: number;
}
