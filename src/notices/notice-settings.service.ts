import { Injectable } from '@nestjs/common';
import type { NoticeRule, NoticeSettingsAnswer } from '../contract/notices';
import { AuditTrail } from '../platform/audit/audit-trail';
import { Transactions } from '../platform/database/transactions';
import { auditEntry, sameFields } from '../tenancy/audit-entry';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { DUE_SOON_DAYS, EXPIRING_DAYS, rulesOf } from './notice-rules';
import { NoticeSettings } from './notice-settings.entity';

export interface NoticeSettingsChange {
  due_soon_days?: number | undefined;
  expiring_days?: number | undefined;
  /** Of some kinds; the others stay. */
  rules?: readonly NoticeRule[] | undefined;
  row_version?: number | undefined;
}

const AT_FIRST = { due_soon_days: DUE_SOON_DAYS, expiring_days: EXPIRING_DAYS, rules: [] };

/** What an organisation's admin says of notices and mails: how many days before, and what comes by which way. */
@Injectable()
export class NoticeRules {
  constructor(
    @Records(NoticeSettings) private readonly settings: TenantRepository<NoticeSettings>,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
  ) {}

  async read(tenant: Tenant): Promise<NoticeSettingsAnswer> {
    const kept = await this.settings.one(tenant, {});
    const { due_soon_days, expiring_days, rules } = kept ?? AT_FIRST;
    return { due_soon_days, expiring_days, rules: rulesOf(rules), row_version: kept?.row_version ?? 1 };
  }

  /** What is left out stays; what was told before stays told. @throws Stale */
  async change(tenant: Tenant, { row_version, ...asked }: NoticeSettingsChange): Promise<NoticeSettingsAnswer> {
    return this.transactions.run(async () => {
      const { row_version: _, ...was } = await this.read(tenant);
      const rules = was.rules.map((rule) => asked.rules?.find(({ kind }) => kind === rule.kind) ?? rule);
      const becomes = {
        due_soon_days: asked.due_soon_days ?? was.due_soon_days,
        expiring_days: asked.expiring_days ?? was.expiring_days,
        rules,
      };
      await this.settings.insertMissing(tenant, [AT_FIRST]);
      await this.settings.change(tenant, {}, becomes, row_version);
      const other = Object.fromEntries(
        Object.entries(becomes).filter(
          ([name, value]) => JSON.stringify(value) !== JSON.stringify(was[name as keyof typeof was]),
        ),
      );
      // The same again is no event.
      if (Object.keys(other).length) {
        const id = String(tenant.customer_id);
        await this.audit.record(auditEntry(tenant, 'settings.notices', id, sameFields(was, other), other));
      }
      return this.read(tenant);
    });
  }
}
