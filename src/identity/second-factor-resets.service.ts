import { Injectable } from '@nestjs/common';
import { Customers } from '../customers/customers.service';
import { AuditTrail } from '../platform/audit/audit-trail';
import { Transactions } from '../platform/database/transactions';
import { NotFound } from '../platform/errors/app-error';
import { keyOf } from '../platform/folded';
import { Outbox } from '../platform/mail/outbox';
import { auditEntry } from '../tenancy/audit-entry';
import { Directory, type DirectoryRepository } from '../tenancy/directory';
import { Sessions } from '../tenancy/sessions';
import type { Tenant } from '../tenancy/tenant';
import { Account } from './account.entity';
import { SECOND_FACTOR } from './second-factor-mails';
import { NoSecondFactor, OwnSecondFactor } from './second-factor.errors';
import { SecondFactors } from './second-factors.service';

/** The phone is lost and the recovery codes are, too: an administrator helps. */
@Injectable()
export class SecondFactorResets {
  constructor(
    @Directory(Account) private readonly accounts: DirectoryRepository<Account>,
    private readonly customers: Customers,
    private readonly factors: SecondFactors,
    private readonly sessions: Sessions,
    private readonly outbox: Outbox,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * A staff member's account has no second factor any more, is signed out everywhere, and its owner is told.
   * @throws NotFound, NoSecondFactor, OwnSecondFactor
   */
  async resetOf(tenant: Tenant, staff_id: string): Promise<void> {
    const account = await this.accounts.one({ customer_id: tenant.customer_id, staff_id });
    if (!account) throw new NotFound('account');
    if (account.account_id === tenant.actor.account_id) throw new OwnSecondFactor();
    await this.reset(tenant, account);
  }

  /**
   * The same by platform staff for the account that registered, whom nobody in the organisation may be able to help.
   * @throws NotFound, NoSecondFactor
   */
  async resetOfRegistrant(staff: Tenant, customer_id: number): Promise<void> {
    const { c_user_name } = await this.customers.one(staff, customer_id);
    const account = await this.accounts.one({ customer_id, user_name_key: keyOf(c_user_name) });
    if (!account) throw new NotFound('account');
    await this.reset(staff, account);
  }

  private async reset(by: Tenant, account: Account): Promise<void> {
    const { account_id, customer_id } = account;
    await this.transactions.run(async () => {
      if (!(await this.factors.forget(account))) throw new NoSecondFactor();
      await this.sessions.endAllOf(account, 'second_factor_reset');
      await this.outbox.add(SECOND_FACTOR, { customer_id, recipient: account_id, facts: { what: 'reset' } });
      const about = { customer_id, subject_type: 'account' };
      await this.audit.record(auditEntry(by, 'second_factor.reset', account_id, null, null, about));
    });
  }
}
