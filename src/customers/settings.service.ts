import { Injectable } from '@nestjs/common';
import { FALLBACK, type Language } from '../contract/languages';
import type { OrganisationSettings } from '../contract/settings';
import { AuditTrail } from '../platform/audit/audit-trail';
import { Transactions } from '../platform/database/transactions';
import { InvalidFields, NotFound } from '../platform/errors/app-error';
import { timeZoneNamed } from '../platform/time-zones';
import { Subscriptions } from '../subscriptions/subscriptions.service';
import { auditEntry, differing, sameFields } from '../tenancy/audit-entry';
import { CustomerState } from '../tenancy/customer-state.entity';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { CustomerSettings } from './customer-settings.entity';
import { fieldError } from '../platform/errors/field-error';

export type SettingsChange = Partial<OrganisationSettings>;

const AT_FIRST = { default_language: FALLBACK, row_version: 1 };

/**
 * What an organisation's admin sets for all of it (contract.md, "settings own"). Its calendar stands in customer_state,
 * which every session reads: today, the financial year, expiry and the days of reports follow with the next call.
 */
@Injectable()
export class Settings {
  constructor(
    @Records(CustomerSettings) private readonly settings: TenantRepository<CustomerSettings>,
    @Records(CustomerState) private readonly states: TenantRepository<CustomerState>,
    private readonly subscriptions: Subscriptions,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
  ) {}

  async read(tenant: Tenant): Promise<OrganisationSettings> {
    const kept = await this.settings.one(tenant, {});
    const state = await this.states.one(tenant, {});
    if (!state) throw new NotFound('organisation');
    const { time_zone, financial_year_start_month } = state;
    const default_language = kept?.default_language ?? AT_FIRST.default_language;
    return {
      ...{ time_zone, financial_year_start_month, default_language },
      row_version: kept?.row_version ?? AT_FIRST.row_version,
    };
  }

  /** What is left out stays. @throws InvalidFields, Stale */
  async change(tenant: Tenant, { row_version, ...asked }: SettingsChange): Promise<OrganisationSettings> {
    const change = Object.fromEntries(
      Object.entries(asked).filter(([, value]) => value !== undefined),
    ) as SettingsChange;
    if (change.time_zone !== undefined) change.time_zone = zoneOf(change.time_zone);
    const { time_zone, financial_year_start_month, default_language } = change;
    return this.transactions.run(async () => {
      const was = await this.read(tenant);
      await this.settings.insertMissing(tenant, [{ default_language: was.default_language }]);
      await this.settings.change(tenant, {}, default_language === undefined ? {} : { default_language }, row_version);
      if (financial_year_start_month !== undefined) {
        await this.states.update(tenant, {}, { financial_year_start_month });
      }
      if (time_zone !== undefined && time_zone !== was.time_zone) await this.subscriptions.moveTo(tenant, time_zone);
      const other = differing(was, change);
      // The same again is no event.
      if (Object.keys(other).length) {
        const id = String(tenant.customer_id);
        await this.audit.record(auditEntry(tenant, 'settings.change', id, sameFields(was, other), other));
      }
      return this.read(tenant);
    });
  }

  /** Of an organisation that has just been founded: it speaks as its founder does. In the caller's transaction. */
  async begin(tenant: Tenant, default_language: Language): Promise<void> {
    if (default_language === AT_FIRST.default_language) return;
    await this.transactions.run(() => this.settings.insertMissing(tenant, [{ default_language }]));
  }

  /** The language in which somebody is invited who has chosen none. */
  async defaultLanguage(tenant: Tenant): Promise<Language> {
    const kept = await this.settings.one(tenant, {});
    return kept?.default_language ?? AT_FIRST.default_language;
  }
}

function zoneOf(typed: string): string {
  const zone = timeZoneNamed(typed);
  if (!zone)
    throw new InvalidFields({
      time_zone: [fieldError('time_zone', 'Enter the name of a time zone, such as Europe/Berlin.')],
    });
  return zone;
}
