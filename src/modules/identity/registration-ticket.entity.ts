import { Entity, Index } from 'typeorm';
import {
  CustomerIdColumn,
  BinaryColumn,
  PrimaryUuidColumn,
  InstantColumn,
  UniqueKeyColumn,
  VarcharColumn,
} from '../../infrastructure/database/columns';

/** A verified mailbox may register one customer within 30 minutes, and confirm its subscription afterwards. */
@Entity('registration_ticket')
@Index(['token_digest'], { unique: true })
@Index(['email_key'])
@Index(['expires_at'])
export class RegistrationTicket {
  @PrimaryUuidColumn()
  ticket_id: string;

  /** SHA-256 of the token, which is derived from the id. */
  @BinaryColumn(32)
  token_digest: Uint8Array;

  @VarcharColumn(254)
  email: string;

  @UniqueKeyColumn('email', 254)
  email_key: string;

  @VarcharColumn(64)
  address: string;

  @BinaryColumn(32)
  user_agent_digest: Uint8Array;

  @InstantColumn()
  expires_at: number;

  @InstantColumn({ nullable: true })
  spent_at: number | null;

  /** The customer that was registered. */
  @CustomerIdColumn({ nullable: true })
  customer_id: number | null;

  @InstantColumn()
  created_at: number;
}
