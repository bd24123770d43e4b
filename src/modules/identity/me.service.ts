import { Injectable } from '@nestjs/common';
import type { Me } from '../../contract/account.responses';
import { PlanUsageService } from '../subscriptions/plan-usage.service';
import { SubscriptionsService } from '../subscriptions/subscriptions.service';
import { SessionExpiredError } from '../../tenancy/tenancy.errors';
import type { Tenant } from '../../tenancy/tenant';
import { AccountsService, type Preferences } from './accounts.service';
import { SignInChangesService } from './sign-in-changes.service';
import { toIdentity, SignInAccountsQuery } from './sign-in-accounts.query';

/** The current user, with the data that every page shows. */
@Injectable()
export class MeService {
  constructor(
    private readonly signInAccounts: SignInAccountsQuery,
    private readonly accountsService: AccountsService,
    private readonly usage: PlanUsageService,
    private readonly subscriptionsService: SubscriptionsService,
    private readonly signInChanges: SignInChangesService,
  ) {}

  /** @throws SessionExpiredError */
  async read(tenant: Tenant): Promise<Me> {
    const account = tenant.actor.account_id ? await this.signInAccounts.findById(tenant.actor.account_id) : null;
    if (!account) throw new SessionExpiredError();
    return {
      ...toIdentity(account, tenant.actor.eid, tenant.lacks_second_factor),
      ...(await this.usage.read(tenant)),
      time_zone: tenant.time_zone,
      staff_time_zone: account.staff_time_zone ?? tenant.time_zone,
      is_manager: tenant.actor.is_manager,
      theme: account.theme,
      locale: account.locale,
      layout: account.layout,
      subscription: await this.subscriptionsService.standing(tenant),
      sign_in_change: await this.signInChanges.findPending(account.account_id),
    };
  }

  async savePreferences(tenant: Tenant, change: Preferences): Promise<Me> {
    await this.accountsService.savePreferences(tenant, change);
    return this.read(tenant);
  }
}
