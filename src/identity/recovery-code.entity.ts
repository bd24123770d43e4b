import { Entity } from 'typeorm';
import { CustomerRef, Digest, IdRef, Instant } from '../platform/database/columns';

/** What opens an account once when its authenticator is lost. Only a keyed digest is kept. */
@Entity('recovery_code')
export class RecoveryCode {
  @IdRef({ primary: true })
  account_id: string;

  @Digest(32, { primary: true })
  code_digest: Uint8Array;

  /** 0: platform staff. */
  @CustomerRef()
  customer_id: number;

  @Instant({ nullable: true })
  used_at: number | null;

  @Instant()
  created_at: number;
}
