import { Entity, Index } from 'typeorm';
import type { Surface } from '../contract/account-answers';
import { Choice, CustomerRef, Digest, IdKey, IdRef, Instant, Text } from '../platform/database/columns';

/** One sign-in. Read on every call, so that logout, a new password or a new role ends it at once. */
@Entity('session')
@Index(['customer_id', 'account_id'])
export class Session {
  @IdKey()
  session_id: string;

  /** 0: platform staff. */
  @CustomerRef()
  customer_id: number;

  @IdRef()
  account_id: string;

  @IdRef({ nullable: true })
  staff_id: string | null;

  /** customer | platform */
  @Choice()
  kind: string;

  /** platform | admin | user: a change of role ends the session, so the copy cannot go stale. */
  @Choice()
  role: string;

  /** Employee code at sign-in; stays although an admin may edit the staff code meanwhile. */
  @Text(64)
  eid: string;

  /** legacy (§7 logins: no refresh) | modern (/api/auth: refresh cookie) */
  @Choice()
  surface: Surface;

  /** When the password was last shown. */
  @Instant()
  authenticated_at: number;

  /** totp | recovery_code | passkey; null: the password alone. */
  @Choice({ nullable: true })
  second_factor: string | null;

  /** Since when the account had its password when this began: another one now, and the session is over. */
  @Instant({ nullable: true })
  password_set_at: number | null;

  @Instant()
  last_seen_at: number;

  @Instant()
  expires_at: number;

  @Instant({ nullable: true })
  ended_at: number | null;

  @Choice({ nullable: true })
  ended_why: string | null;

  /** SHA-256 of the refresh token in force, and of the one before it (good for 30 s more: two tabs). */
  @Digest(32, { nullable: true })
  refresh_digest: Uint8Array | null;

  @Digest(32, { nullable: true })
  previous_digest: Uint8Array | null;

  @Instant({ nullable: true })
  rotated_at: number | null;

  @Text(64)
  address: string;

  @Text(300)
  user_agent: string;

  @Instant()
  created_at: number;
}
