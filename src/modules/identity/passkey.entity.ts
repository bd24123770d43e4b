import { Entity, Index } from 'typeorm';
import {
  BigIntColumn,
  ChoiceColumn,
  CustomerIdColumn,
  BinaryColumn,
  PrimaryUuidColumn,
  UuidColumn,
  InstantColumn,
  LongTextColumn,
  VarcharColumn,
} from '../../infrastructure/database/columns';

/** Public key of a passkey. */
@Entity('passkey')
@Index(['credential_digest'], { unique: true })
@Index(['account_id'])
export class Passkey {
  @PrimaryUuidColumn()
  passkey_id: string;

  /** 0: platform staff. */
  @CustomerIdColumn()
  customer_id: number;

  @UuidColumn()
  account_id: string;

  /** SHA-256, because the credential id may be too long for an index. */
  @BinaryColumn(32)
  credential_digest: Uint8Array;

  /** base64url */
  @LongTextColumn()
  credential_id: string;

  /** COSE, base64url */
  @LongTextColumn()
  public_key: string;

  /** Signature counter reported by the device; 0: not supported. A lower value means a copy. */
  @BigIntColumn()
  counter: number;

  /** Comma-separated: internal, hybrid, usb … */
  @VarcharColumn(100)
  transports: string;

  /** Chosen by the owner. */
  @VarcharColumn(100)
  name: string;

  @InstantColumn({ nullable: true })
  last_used_at: number | null;

  @InstantColumn()
  created_at: number;
}

/** A WebAuthn challenge: derived from the id (secrets.ts), valid once within five minutes. */
@Entity('passkey_challenge')
@Index(['expires_at'])
export class PasskeyChallenge {
  @PrimaryUuidColumn()
  challenge_id: string;

  /** register | sign_in */
  @ChoiceColumn()
  purpose: string;

  /** Account that registers; null for a sign-in. */
  @UuidColumn({ nullable: true })
  account_id: string | null;

  @InstantColumn()
  expires_at: number;

  @InstantColumn()
  created_at: number;
}
