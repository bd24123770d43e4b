import { Injectable } from '@nestjs/common';
import type { Me } from '../contract/account-answers';
import { PlanUsage } from '../subscriptions/plan-usage';
import { Subscriptions } from '../subscriptions/subscriptions.service';
import { SessionExpired } from '../tenancy/tenancy.errors';
import type { Tenant } from '../tenancy/tenant';
import { Accounts, type Preferences } from './accounts.service';
import { SignInChanges } from './sign-in-changes.service';
import { identityOf, SignedInAccounts } from './signed-in-accounts';

/** The signed-in person, with what the frame of every page shows. */
@Injectable()
export class MeService {
  constructor(
    private readonly onFile: SignedInAccounts,
    private readonly accounts: Accounts,
    private readonly usage: PlanUsage,
    private readonly subscriptions: Subscriptions,
    private readonly names: SignInChanges,
  ) {}

  /** @throws SessionExpired */
  async of(tenant: Tenant): Promise<Me> {
    const account = tenant.actor.account_id ? await this.onFile.byId(tenant.actor.account_id) : null;
    if (!account) throw new SessionExpired();
    return {
      ...identityOf(account, tenant.actor.eid, tenant.lacks_second_factor),
      ...(await this.usage.of(tenant)),
      time_zone: tenant.time_zone,
      staff_time_zone: account.staff_time_zone ?? tenant.time_zone,
      is_manager: tenant.actor.is_manager,
      theme: account.theme,
      locale: account.locale,
      layout: account.layout,
      subscription: await this.subscriptions.standing(tenant),
      sign_in_change: await this.names.pendingOf(account.account_id),
    };
  }

  async prefer(tenant: Tenant, change: Preferences): Promise<Me> {
    await this.accounts.prefer(tenant, change);
    return this.of(tenant);
  }
}
