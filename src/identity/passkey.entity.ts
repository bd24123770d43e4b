import { Entity, Index } from 'typeorm';
import { Big, Choice, CustomerRef, Digest, IdKey, IdRef, Instant, LongText, Text } from '../platform/database/columns';

/** A key pair that a phone, a computer or a security stick keeps; here only its public half. */
@Entity('passkey')
@Index(['credential_digest'], { unique: true })
@Index(['account_id'])
export class Passkey {
  @IdKey()
  passkey_id: string;

  /** 0: platform staff. */
  @CustomerRef()
  customer_id: number;

  @IdRef()
  account_id: string;

  /** SHA-256 of the credential's id, which may be longer than a key of an index. */
  @Digest(32)
  credential_digest: Uint8Array;

  /** base64url */
  @LongText()
  credential_id: string;

  /** COSE, base64url */
  @LongText()
  public_key: string;

  /** How often it has signed, as it says; 0: it does not count. One that goes back is a copy. */
  @Big()
  counter: number;

  /** internal, hybrid, usb …: how a browser finds it again; comma-separated. */
  @Text(100)
  transports: string;

  /** The owner's word for it. */
  @Text(100)
  name: string;

  @Instant({ nullable: true })
  last_used_at: number | null;

  @Instant()
  created_at: number;
}

/** What a passkey is asked to sign: derived from the id (secrets.ts), good for one answer within five minutes. */
@Entity('passkey_challenge')
@Index(['expires_at'])
export class PasskeyChallenge {
  @IdKey()
  challenge_id: string;

  /** register | sign_in */
  @Choice()
  purpose: string;

  /** Who registers; null: nobody is known yet. */
  @IdRef({ nullable: true })
  account_id: string | null;

  @Instant()
  expires_at: number;

  @Instant()
  created_at: number;
}
