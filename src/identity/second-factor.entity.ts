import { Entity, Index } from 'typeorm';
import { Choice, CustomerRef, IdKey, IdRef, Instant, Whole } from '../platform/database/columns';

/**
 * An authenticator app that shows one-time codes. Nothing secret is kept: the app's key is derived from the id (totp.ts),
 * so a row of this table is worthless without the server's key.
 */
@Entity('second_factor')
@Index(['account_id', 'status'], { unique: true })
@Index(['status', 'expires_at'])
export class SecondFactor {
  @IdKey()
  second_factor_id: string;

  /** 0: platform staff. */
  @CustomerRef()
  customer_id: number;

  @IdRef()
  account_id: string;

  /** pending (shown, not yet confirmed by a code) → active */
  @Choice()
  status: string;

  /** The newest 30-second step whose code was used: that one and the older ones are refused from then on. */
  @Whole()
  last_step: number;

  @Instant({ nullable: true })
  confirmed_at: number | null;

  /** When the recovery codes in force were made. */
  @Instant({ nullable: true })
  codes_made_at: number | null;

  /** Until when a pending one can be confirmed. */
  @Instant({ nullable: true })
  expires_at: number | null;

  @Instant()
  created_at: number;
}
