import { Entity } from 'typeorm';
import type { NoticeRule } from '../contract/notices';
import { Json, Whole } from '../platform/database/columns';
import { TenantRecord } from '../tenancy/tenant-record';

/** What an organisation wants its people to be told of; made when first saved (notice-rules.ts has what holds before). */
@Entity('notice_settings')
export class NoticeSettings extends TenantRecord {
  /** Days before the due day. */
  @Whole()
  due_soon_days: number;

  /** Days before the last valid day. */
  @Whole()
  expiring_days: number;

  /** A kind that is not in it is as at first. */
  @Json()
  rules: readonly NoticeRule[];
}
