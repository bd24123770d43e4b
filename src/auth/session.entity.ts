import { Entity, Index } from 'typeorm';
import type { SignInApi } from '../contract/account.responses';
import {
  ChoiceColumn,
  CustomerIdColumn,
  BinaryColumn,
  PrimaryUuidColumn,
  UuidColumn,
  InstantColumn,
  VarcharColumn,
} from '../infrastructure/database/columns';

/** One sign-in. Read on every request, so that sign-out, a new password or a new role ends it at once. */
@Entity('session')
@Index(['customer_id', 'account_id'])
export class Session {
  @PrimaryUuidColumn()
  session_id: string;

  /** 0: platform staff. */
  @CustomerIdColumn()
  customer_id: number;

  @UuidColumn()
  account_id: string;

  @UuidColumn({ nullable: true })
  staff_id: string | null;

  /** customer | platform */
  @ChoiceColumn()
  kind: string;

  /** platform | admin | user. A change of role ends the session, so this copy is never stale. */
  @ChoiceColumn()
  role: string;

  /** Employee code at sign-in; does not follow later changes of the staff code. */
  @VarcharColumn(64)
  eid: string;

  /** legacy (no refresh) | modern (/api/auth, refresh cookie) */
  @ChoiceColumn()
  surface: SignInApi;

  /** When the password was last entered. */
  @InstantColumn()
  authenticated_at: number;

  /** totp | recovery_code | passkey; null: password only */
  @ChoiceColumn({ nullable: true })
  second_factor: string | null;

  /** When the password was set; a newer password ends the session. */
  @InstantColumn({ nullable: true })
  password_set_at: number | null;

  @InstantColumn()
  last_seen_at: number;

  @InstantColumn()
  expires_at: number;

  @InstantColumn({ nullable: true })
  ended_at: number | null;

  @ChoiceColumn({ nullable: true })
  ended_why: string | null;

  /** SHA-256 of the current refresh token and of the previous one, which stays valid for 30 s (two tabs). */
  @BinaryColumn(32, { nullable: true })
  refresh_digest: Uint8Array | null;

  @BinaryColumn(32, { nullable: true })
  previous_digest: Uint8Array | null;

  @InstantColumn({ nullable: true })
  rotated_at: number | null;

  @VarcharColumn(64)
  address: string;

  @VarcharColumn(300)
  user_agent: string;

  @InstantColumn()
  created_at: number;
}
