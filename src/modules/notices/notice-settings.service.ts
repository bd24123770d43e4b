import { Injectable } from '@nestjs/common';
import type { NoticeRule, NoticeSettingsResponse } from '../../contract/notices';
import { AuditTrailService } from '../../infrastructure/audit/audit-trail.service';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { buildAuditEntry, pickFields } from '../../tenancy/audit-entry';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { DUE_SOON_DAYS, EXPIRING_DAYS, completeRules } from './notice-rules';
import { NoticeSettings } from './notice-settings.entity';

export interface NoticeSettingsChange {
  due_soon_days?: number | undefined;
  expiring_days?: number | undefined;
  /** Omitted kinds stay. */
  rules?: readonly NoticeRule[] | undefined;
  row_version?: number | undefined;
}

const DEFAULT_SETTINGS = { due_soon_days: DUE_SOON_DAYS, expiring_days: EXPIRING_DAYS, rules: [] };

/** Notification settings of a customer: days of advance notice, and channels by kind. */
@Injectable()
export class NoticeSettingsService {
  constructor(
    @InjectTenantRepository(NoticeSettings) private readonly settings: TenantRepository<NoticeSettings>,
    private readonly transactions: TransactionManager,
    private readonly audit: AuditTrailService,
  ) {}

  async read(tenant: Tenant): Promise<NoticeSettingsResponse> {
    const stored = await this.settings.findOne(tenant, {});
    const { due_soon_days, expiring_days, rules } = stored ?? DEFAULT_SETTINGS;
    return { due_soon_days, expiring_days, rules: completeRules(rules), row_version: stored?.row_version ?? 1 };
  }

  /** Omitted fields stay; written notices do not change. @throws StaleRecordError */
  async change(tenant: Tenant, { row_version, ...fields }: NoticeSettingsChange): Promise<NoticeSettingsResponse> {
    return this.transactions.run(async () => {
      const { row_version: _, ...before } = await this.read(tenant);
      const rules = before.rules.map((rule) => fields.rules?.find(({ kind }) => kind === rule.kind) ?? rule);
      const after = {
        due_soon_days: fields.due_soon_days ?? before.due_soon_days,
        expiring_days: fields.expiring_days ?? before.expiring_days,
        rules,
      };
      await this.settings.insertMissing(tenant, [DEFAULT_SETTINGS]);
      await this.settings.updateVersioned(tenant, {}, after, row_version);
      const changed = Object.fromEntries(
        Object.entries(after).filter(
          ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof typeof before]),
        ),
      );
      // No audit entry without a change.
      if (Object.keys(changed).length) {
        const id = String(tenant.customer_id);
        await this.audit.record(buildAuditEntry(tenant, 'settings.notices', id, pickFields(before, changed), changed));
      }
      return this.read(tenant);
    });
  }
}
