import { Injectable } from '@nestjs/common';
import type { SecurityRule } from '../contract/account-answers';
import { AuditTrail } from '../platform/audit/audit-trail';
import { Clock } from '../platform/clock';
import { Transactions } from '../platform/database/transactions';
import { toIso } from '../platform/definitions/row';
import { auditEntry } from '../tenancy/audit-entry';
import { CustomerState } from '../tenancy/customer-state.entity';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { SecondFactorFirst } from './second-factor.errors';

/** What an organisation demands of everybody who signs in to it. */
@Injectable()
export class SecuritySettings {
  constructor(
    @Records(CustomerState) private readonly states: TenantRepository<CustomerState>,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async read(tenant: Tenant): Promise<SecurityRule> {
    const since = (await this.states.one(tenant, {}))?.second_factor_required_since ?? null;
    return { require_second_factor: since !== null, since: since === null ? null : toIso(since) };
  }

  /**
   * From the next call on, sessions that were made without a second factor may only set one up. Asking twice keeps the
   * first instant.
   * @throws SecondFactorFirst: the first whom it would shut out is whoever requires it
   */
  async requireSecondFactor(tenant: Tenant, required: boolean): Promise<SecurityRule> {
    if (required && !tenant.actor.is_strong) throw new SecondFactorFirst();
    const second_factor_required_since = required ? this.clock.now() : null;
    await this.transactions.run(async () => {
      const changed = await this.states.update(
        tenant,
        { second_factor_required_since: { null: required } },
        { second_factor_required_since },
      );
      if (!changed) return;
      const [was, became] = [!required, required].map((require_second_factor) => ({ require_second_factor }));
      await this.audit.record(auditEntry(tenant, 'security.second_factor', String(tenant.customer_id), was!, became!));
    });
    return this.read(tenant);
  }
}
