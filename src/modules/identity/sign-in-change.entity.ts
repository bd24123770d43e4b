import { Entity, Index } from 'typeorm';
import {
  BinaryColumn,
  PrimaryUuidColumn,
  UuidColumn,
  InstantColumn,
  VarcharColumn,
} from '../../infrastructure/database/columns';

/**
 * A requested e-mail or user name of an account, applied once the mailbox has confirmed it. The token is derived from
 * the id.
 */
@Entity('sign_in_change')
@Index(['token_digest'], { unique: true })
@Index(['open_of'], { unique: true })
@Index(['expires_at'])
export class SignInChange {
  @PrimaryUuidColumn()
  change_id: string;

  @UuidColumn()
  account_id: string;

  /** The account while the change is open (at most one); null when it has ended. */
  @UuidColumn({ nullable: true })
  open_of: string | null;

  @BinaryColumn(32)
  token_digest: Uint8Array;

  /** Names at the time of the request; the link is invalid if they have changed since. */
  @VarcharColumn(254)
  was_email: string;

  @VarcharColumn(254)
  was_user_name: string;

  /** null: unchanged */
  @VarcharColumn(254, { nullable: true })
  email: string | null;

  /** null: unchanged, or follows the e-mail if it equals it */
  @VarcharColumn(254, { nullable: true })
  user_name: string | null;

  @InstantColumn()
  expires_at: number;

  /** Confirmed, cancelled, or replaced by a newer one. */
  @InstantColumn({ nullable: true })
  ended_at: number | null;

  @InstantColumn()
  created_at: number;
}
