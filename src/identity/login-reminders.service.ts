import { Injectable } from '@nestjs/common';
import { Customers } from '../customers/customers.service';
import { AuditTrail } from '../platform/audit/audit-trail';
import { Transactions } from '../platform/database/transactions';
import { keyOf } from '../platform/folded';
import { Outbox } from '../platform/mail/outbox';
import { Throttle } from '../platform/throttle/throttle';
import { auditEntry } from '../tenancy/audit-entry';
import type { Tenant } from '../tenancy/tenant';
import { LOGIN_REMINDER } from './account-mails';
import { LoginNotSendable } from './account.errors';
import { FORGOT, forgotKey } from './passwords.service';
import { isOfOpenOrganisation, SignedInAccounts } from './signed-in-accounts';

/** "Resend login" of platform staff (screens.md §6): the account that registered is mailed its user name and a link. */
@Injectable()
export class LoginReminders {
  constructor(
    private readonly customers: Customers,
    private readonly accounts: SignedInAccounts,
    private readonly outbox: Outbox,
    private readonly throttle: Throttle,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Counts like a forgotten password: 3 an hour for one account, whoever asks.
   * @returns where the mail goes
   * @throws NotFound, LoginNotSendable, TooManyTries
   */
  async send(staff: Tenant, customer_id: number): Promise<{ sent_to: string }> {
    const { c_user_name } = await this.customers.one(staff, customer_id);
    const account = await this.accounts.byName(c_user_name);
    if (account?.customer_id !== customer_id || account.status !== 'active' || !isOfOpenOrganisation(account)) {
      throw new LoginNotSendable();
    }
    const { account_id: recipient, email } = account;
    await this.transactions.run(async () => {
      await this.throttle.demand(forgotKey(keyOf(email)), FORGOT);
      await this.outbox.add(LOGIN_REMINDER, { customer_id, recipient });
      const became = { user_name: c_user_name };
      const about = { customer_id };
      await this.audit.record(auditEntry(staff, 'customer.resend_login', `${customer_id}`, null, became, about));
    });
    return { sent_to: email };
  }
}
