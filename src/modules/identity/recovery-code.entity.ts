import { Entity } from 'typeorm';
import { CustomerIdColumn, BinaryColumn, UuidColumn, InstantColumn } from '../../infrastructure/database/columns';

/** A one-time code that replaces a lost authenticator app. Stored as a keyed digest. */
@Entity('recovery_code')
export class RecoveryCode {
  @UuidColumn({ primary: true })
  account_id: string;

  @BinaryColumn(32, { primary: true })
  code_digest: Uint8Array;

  /** 0: platform staff. */
  @CustomerIdColumn()
  customer_id: number;

  @InstantColumn({ nullable: true })
  used_at: number | null;

  @InstantColumn()
  created_at: number;
}
