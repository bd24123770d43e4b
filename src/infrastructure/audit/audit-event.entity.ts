import { Entity, Index } from 'typeorm';
import {
  CustomerIdColumn,
  PrimaryUuidColumn,
  UuidColumn,
  InstantColumn,
  UnselectedLongTextColumn,
  VarcharColumn,
} from '../database/columns';

/** Append-only audit record with values before and after, secrets masked. No foreign keys: it outlives its subject. */
@Entity('audit_event')
@Index(['customer_id', 'at'])
@Index(['at', 'audit_event_id'])
@Index(['customer_id', 'subject_id'])
@Index(['customer_id', 'audit_event_id'])
@Index(['customer_id', 'action', 'at', 'audit_event_id'])
@Index(['customer_id', 'account_id', 'at', 'audit_event_id'])
export class AuditEvent {
  @PrimaryUuidColumn()
  audit_event_id: string;

  /** 0: platform staff, or not signed in. */
  @CustomerIdColumn()
  customer_id: number;

  @InstantColumn()
  at: number;

  @UuidColumn({ nullable: true })
  account_id: string | null;

  /** The acting API key, if there was no account. */
  @UuidColumn({ nullable: true })
  api_key_id: string | null;

  /** admin, user, platform, api_key, system, anonymous */
  @VarcharColumn(24)
  role: string;

  /** `staff.create`, `session.tenant_mismatch`, … */
  @VarcharColumn(80)
  action: string;

  @VarcharColumn(60, { nullable: true })
  subject_type: string | null;

  @VarcharColumn(64, { nullable: true })
  subject_id: string | null;

  /** JSON. One event may cover a thousand rows. */
  @UnselectedLongTextColumn({ nullable: true })
  was: string | null;

  @UnselectedLongTextColumn({ nullable: true })
  became: string | null;

  @VarcharColumn(64, { nullable: true })
  request_id: string | null;

  @VarcharColumn(64, { nullable: true })
  address: string | null;
}
