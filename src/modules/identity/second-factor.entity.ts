import { Entity, Index } from 'typeorm';
import {
  ChoiceColumn,
  CustomerIdColumn,
  PrimaryUuidColumn,
  UuidColumn,
  InstantColumn,
  IntegerColumn,
} from '../../infrastructure/database/columns';

/** An authenticator app. Stores no secret: the app's key is derived from the id (totp.ts) and the server key. */
@Entity('second_factor')
@Index(['account_id', 'status'], { unique: true })
@Index(['status', 'expires_at'])
export class SecondFactor {
  @PrimaryUuidColumn()
  second_factor_id: string;

  /** 0: platform staff. */
  @CustomerIdColumn()
  customer_id: number;

  @UuidColumn()
  account_id: string;

  /** pending (shown, not yet confirmed by a code) → active */
  @ChoiceColumn()
  status: string;

  /** Latest 30-second step that was used; it and older ones are rejected. */
  @IntegerColumn()
  last_step: number;

  @InstantColumn({ nullable: true })
  confirmed_at: number | null;

  /** When the current recovery codes were created. */
  @InstantColumn({ nullable: true })
  codes_made_at: number | null;

  /** Deadline for confirming a pending one. */
  @InstantColumn({ nullable: true })
  expires_at: number | null;

  @InstantColumn()
  created_at: number;
}
