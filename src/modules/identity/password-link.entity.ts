import { Entity, Index } from 'typeorm';
import {
  ChoiceColumn,
  BinaryColumn,
  PrimaryUuidColumn,
  UuidColumn,
  InstantColumn,
} from '../../infrastructure/database/columns';

/** An emailed link for setting a password. The token is derived from the id. */
@Entity('password_link')
@Index(['token_digest'], { unique: true })
@Index(['account_id'])
@Index(['expires_at'])
export class PasswordLink {
  @PrimaryUuidColumn()
  link_id: string;

  @BinaryColumn(32)
  token_digest: Uint8Array;

  @UuidColumn()
  account_id: string;

  /** reset | invite */
  @ChoiceColumn()
  purpose: string;

  @InstantColumn()
  expires_at: number;

  /** Used, or replaced by a newer link. */
  @InstantColumn({ nullable: true })
  ended_at: number | null;

  @InstantColumn()
  created_at: number;
}
