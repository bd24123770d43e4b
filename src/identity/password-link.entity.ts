import { Entity, Index } from 'typeorm';
import { Choice, Digest, IdKey, IdRef, Instant } from '../platform/database/columns';

/** A mailed link that lets the holder choose a password. The token is derived from the id by the mail worker. */
@Entity('password_link')
@Index(['token_digest'], { unique: true })
@Index(['account_id'])
@Index(['expires_at'])
export class PasswordLink {
  @IdKey()
  link_id: string;

  @Digest(32)
  token_digest: Uint8Array;

  @IdRef()
  account_id: string;

  /** reset | invite */
  @Choice()
  purpose: string;

  @Instant()
  expires_at: number;

  /** Used, or replaced by a newer one. */
  @Instant({ nullable: true })
  ended_at: number | null;

  @Instant()
  created_at: number;
}
