import { Entity, Index } from 'typeorm';
import {
  BinaryColumn,
  BooleanColumn,
  PrimaryUuidColumn,
  InstantColumn,
  UniqueKeyColumn,
  VarcharColumn,
  IntegerColumn,
} from '../../infrastructure/database/columns';

/**
 * Verification of a mailbox. Stores no secret: the code is derived from the id and the number of sends, both for the
 * mail and for the verification.
 */
@Entity('email_challenge')
@Index(['email_key'])
@Index(['address', 'user_agent_digest', 'created_at'])
@Index(['expires_at'])
export class EmailChallenge {
  @PrimaryUuidColumn()
  challenge_id: string;

  @VarcharColumn(254)
  email: string;

  @UniqueKeyColumn('email', 254)
  email_key: string;

  /** The mailbox has an account: no code was sent and none is accepted. */
  @BooleanColumn()
  taken: boolean;

  /** Number of mails; each invalidates the previous code. */
  @IntegerColumn()
  sends: number;

  @InstantColumn()
  sent_at: number;

  @IntegerColumn()
  wrong_tries: number;

  @InstantColumn()
  expires_at: number;

  /** Verified, or locked by wrong codes. */
  @InstantColumn({ nullable: true })
  ended_at: number | null;

  @VarcharColumn(64)
  address: string;

  @BinaryColumn(32)
  user_agent_digest: Uint8Array;

  @InstantColumn()
  created_at: number;
}
