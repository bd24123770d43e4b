import { Entity, Index } from 'typeorm';
import { Digest, IdKey, IdRef, Instant, Text } from '../platform/database/columns';

/**
 * A new e-mail or user name that an account was asked to take: it does once the mailbox has confirmed it (contract.md,
 * `UpdateCustomer`). The token is derived from the id, by the mail worker too.
 */
@Entity('sign_in_change')
@Index(['token_digest'], { unique: true })
@Index(['open_of'], { unique: true })
@Index(['expires_at'])
export class SignInChange {
  @IdKey()
  change_id: string;

  @IdRef()
  account_id: string;

  /** The account while this is its open one, of which there is one at most; null when it has ended. */
  @IdRef({ nullable: true })
  open_of: string | null;

  @Digest(32)
  token_digest: Uint8Array;

  /** What it signed in with when this was asked: anything else meanwhile, and the link is dead. */
  @Text(254)
  was_email: string;

  @Text(254)
  was_user_name: string;

  /** null: stays. */
  @Text(254, { nullable: true })
  email: string | null;

  /** null: stays, or follows the e-mail that it is. */
  @Text(254, { nullable: true })
  user_name: string | null;

  @Instant()
  expires_at: number;

  /** Confirmed, cancelled, or replaced by a newer one. */
  @Instant({ nullable: true })
  ended_at: number | null;

  @Instant()
  created_at: number;
}
