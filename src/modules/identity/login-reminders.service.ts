import { Injectable } from '@nestjs/common';
import { CustomersService } from '../customers/customers.service';
import { AuditTrailService } from '../../infrastructure/audit/audit-trail.service';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { normalizeKey } from '../../common/text-normalization';
import { MailOutbox } from '../../infrastructure/mail/mail-outbox';
import { ThrottleService } from '../../infrastructure/throttle/throttle.service';
import { buildAuditEntry } from '../../tenancy/audit-entry';
import type { Tenant } from '../../tenancy/tenant';
import { LOGIN_REMINDER } from './account-mail.composer';
import { LoginNotSendableError } from './account.errors';
import { RESET_MAIL_LIMIT, resetMailKey } from './password-changes.service';
import { belongsToActiveCustomer, SignInAccountsQuery } from './sign-in-accounts.query';

/** "Resend login" of platform staff: mails user name and reset link to the account that registered. */
@Injectable()
export class LoginRemindersService {
  constructor(
    private readonly customersService: CustomersService,
    private readonly accounts: SignInAccountsQuery,
    private readonly outbox: MailOutbox,
    private readonly throttleService: ThrottleService,
    private readonly transactions: TransactionManager,
    private readonly audit: AuditTrailService,
  ) {}

  /**
   * Shares the limit of forgotten passwords: 3 an hour per account. @returns address of the mail
   * @throws NotFoundError, LoginNotSendableError, TooManyAttemptsError
   */
  async send(staff: Tenant, customer_id: number): Promise<{ sent_to: string }> {
    const { c_user_name } = await this.customersService.one(staff, customer_id);
    const account = await this.accounts.findByName(c_user_name);
    if (account?.customer_id !== customer_id || account.status !== 'active' || !belongsToActiveCustomer(account)) {
      throw new LoginNotSendableError();
    }
    const { account_id: recipient, email } = account;
    await this.transactions.run(async () => {
      await this.throttleService.enforce(resetMailKey(normalizeKey(email)), RESET_MAIL_LIMIT);
      await this.outbox.add(LOGIN_REMINDER, { customer_id, recipient });
      const became = { user_name: c_user_name };
      const overrides = { customer_id };
      await this.audit.record(
        buildAuditEntry(staff, 'customer.resend_login', `${customer_id}`, null, became, overrides),
      );
    });
    return { sent_to: email };
  }
}
