import { Injectable } from '@nestjs/common';
import type { SecuritySettingsResponse } from '../../contract/account.responses';
import { AuditTrailService } from '../../infrastructure/audit/audit-trail.service';
import { Clock } from '../../common/clock';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { toIso } from '../../common/rest/row';
import { buildAuditEntry } from '../../tenancy/audit-entry';
import { CustomerState } from '../../tenancy/customer-state.entity';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { OwnSecondFactorMissingError } from './second-factor.errors';

/** Whether a customer requires a second factor of its accounts. */
@Injectable()
export class SecuritySettingsService {
  constructor(
    @InjectTenantRepository(CustomerState) private readonly states: TenantRepository<CustomerState>,
    private readonly transactions: TransactionManager,
    private readonly audit: AuditTrailService,
    private readonly clock: Clock,
  ) {}

  async read(tenant: Tenant): Promise<SecuritySettingsResponse> {
    const since = (await this.states.findOne(tenant, {}))?.second_factor_required_since ?? null;
    return { require_second_factor: since !== null, since: since === null ? null : toIso(since) };
  }

  /**
   * From the next request on, sessions without a second factor may only set one up. Repeated calls keep the first time.
   * @throws OwnSecondFactorMissingError if the current session has none
   */
  async requireSecondFactor(tenant: Tenant, required: boolean): Promise<SecuritySettingsResponse> {
    if (required && !tenant.actor.is_strong) throw new OwnSecondFactorMissingError();
    const second_factor_required_since = required ? this.clock.now() : null;
    await this.transactions.run(async () => {
      const changed = await this.states.update(
        tenant,
        { second_factor_required_since: { null: required } },
        { second_factor_required_since },
      );
      if (!changed) return;
      const [was, became] = [!required, required].map((require_second_factor) => ({ require_second_factor }));
      await this.audit.record(
        buildAuditEntry(tenant, 'security.second_factor', String(tenant.customer_id), was!, became!),
      );
    });
    return this.read(tenant);
  }
}
