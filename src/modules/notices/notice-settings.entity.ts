import { Entity } from 'typeorm';
import type { NoticeRule } from '../../contract/notices';
import { JsonColumn, IntegerColumn } from '../../infrastructure/database/columns';
import { TenantRecord } from '../../tenancy/tenant-record';

/** Notification settings of a customer; created on the first save. Defaults are in notice-rules.ts. */
@Entity('notice_settings')
export class NoticeSettings extends TenantRecord {
  /** Days before the due day. */
  @IntegerColumn()
  due_soon_days: number;

  /** Days before the last valid day. */
  @IntegerColumn()
  expiring_days: number;

  /** Kinds without a rule have the default. */
  @JsonColumn()
  rules: readonly NoticeRule[];
}
