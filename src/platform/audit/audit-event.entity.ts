import { Entity, Index } from 'typeorm';
import { CustomerRef, IdKey, IdRef, Instant, LongTextApart, Text } from '../database/columns';

/** Append-only: who did what, before and after with secrets masked. No foreign key, so that it outlives what it tells of. */
@Entity('audit_event')
@Index(['customer_id', 'at'])
@Index(['at', 'audit_event_id'])
@Index(['customer_id', 'subject_id'])
@Index(['customer_id', 'audit_event_id'])
@Index(['customer_id', 'action', 'at', 'audit_event_id'])
@Index(['customer_id', 'account_id', 'at', 'audit_event_id'])
export class AuditEvent {
  @IdKey()
  audit_event_id: string;

  /** 0: platform staff or nobody signed in. */
  @CustomerRef()
  customer_id: number;

  @Instant()
  at: number;

  @IdRef({ nullable: true })
  account_id: string | null;

  /** The API key that acted, where there was no account. */
  @IdRef({ nullable: true })
  api_key_id: string | null;

  /** admin, user, platform, api_key, system, anonymous */
  @Text(24)
  role: string;

  /** `staff.create`, `session.tenant_mismatch`, … */
  @Text(80)
  action: string;

  @Text(60, { nullable: true })
  subject_type: string | null;

  @Text(64, { nullable: true })
  subject_id: string | null;

  /** JSON, as it was told: one event may tell of a thousand rows. */
  @LongTextApart({ nullable: true })
  was: string | null;

  @LongTextApart({ nullable: true })
  became: string | null;

  @Text(64, { nullable: true })
  request_id: string | null;

  @Text(64, { nullable: true })
  address: string | null;
}
