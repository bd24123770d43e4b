import { Injectable } from '@nestjs/common';
import { FALLBACK_LANGUAGE, type Language } from '../../contract/languages';
import type { OrganisationSettings } from '../../contract/settings';
import { AuditTrailService } from '../../infrastructure/audit/audit-trail.service';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { InvalidFieldsError, NotFoundError } from '../../common/errors/app-error';
import { normalizeTimeZoneName } from '../../common/time-zones';
import { SubscriptionsService } from '../subscriptions/subscriptions.service';
import { buildAuditEntry, omitUnchanged, pickFields } from '../../tenancy/audit-entry';
import { CustomerState } from '../../tenancy/customer-state.entity';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { CustomerSettings } from './customer-settings.entity';
import { fieldError } from '../../common/errors/field-error';

export type SettingsChange = Partial<OrganisationSettings>;

const DEFAULTS = { default_language: FALLBACK_LANGUAGE, row_version: 1 };

/**
 * Settings of a customer. Time zone and financial year are in customer_state, which every session reads, so that they
 * apply from the next request on.
 */
@Injectable()
export class SettingsService {
  constructor(
    @InjectTenantRepository(CustomerSettings) private readonly settings: TenantRepository<CustomerSettings>,
    @InjectTenantRepository(CustomerState) private readonly states: TenantRepository<CustomerState>,
    private readonly subscriptionsService: SubscriptionsService,
    private readonly transactions: TransactionManager,
    private readonly audit: AuditTrailService,
  ) {}

  async read(tenant: Tenant): Promise<OrganisationSettings> {
    const stored = await this.settings.findOne(tenant, {});
    const state = await this.states.findOne(tenant, {});
    if (!state) throw new NotFoundError('organisation');
    const { time_zone, financial_year_start_month } = state;
    const default_language = stored?.default_language ?? DEFAULTS.default_language;
    return {
      time_zone,
      financial_year_start_month,
      default_language,
      row_version: stored?.row_version ?? DEFAULTS.row_version,
    };
  }

  /** Absent fields stay unchanged. @throws InvalidFieldsError, StaleRecordError */
  async change(tenant: Tenant, { row_version, ...input }: SettingsChange): Promise<OrganisationSettings> {
    const definedFields = Object.fromEntries(
      Object.entries(input).filter(([, value]) => value !== undefined),
    ) as SettingsChange;
    if (definedFields.time_zone !== undefined) definedFields.time_zone = parseTimeZone(definedFields.time_zone);
    const { time_zone, financial_year_start_month, default_language } = definedFields;
    return this.transactions.run(async () => {
      const previous = await this.read(tenant);
      await this.settings.insertMissing(tenant, [{ default_language: previous.default_language }]);
      await this.settings.updateVersioned(
        tenant,
        {},
        default_language === undefined ? {} : { default_language },
        row_version,
      );
      if (financial_year_start_month !== undefined) {
        await this.states.update(tenant, {}, { financial_year_start_month });
      }
      if (time_zone !== undefined && time_zone !== previous.time_zone)
        await this.subscriptionsService.changeTimeZone(tenant, time_zone);
      const changes = omitUnchanged(previous, definedFields);
      // No audit entry without a change.
      if (Object.keys(changes).length) {
        const id = String(tenant.customer_id);
        await this.audit.record(buildAuditEntry(tenant, 'settings.change', id, pickFields(previous, changes), changes));
      }
      return this.read(tenant);
    });
  }

  /** For a new customer: the language of the account that registered. In the caller's transaction. */
  async initialize(tenant: Tenant, default_language: Language): Promise<void> {
    if (default_language === DEFAULTS.default_language) return;
    await this.transactions.run(() => this.settings.insertMissing(tenant, [{ default_language }]));
  }

  /** The language of invitations to people without a language of their own. */
  async defaultLanguage(tenant: Tenant): Promise<Language> {
    const stored = await this.settings.findOne(tenant, {});
    return stored?.default_language ?? DEFAULTS.default_language;
  }
}

function parseTimeZone(input: string): string {
  const zone = normalizeTimeZoneName(input);
  if (!zone)
    throw new InvalidFieldsError({
      time_zone: [fieldError('time_zone', 'Enter the name of a time zone, such as Europe/Berlin.')],
    });
  return zone;
}
