import { Injectable } from '@nestjs/common';
import type { SignInChangePreview, SignInNames } from '../../contract/account.responses';
import { AuditTrailService } from '../../infrastructure/audit/audit-trail.service';
import { Clock } from '../../common/clock';
import { TransactionManager, isUniqueViolation } from '../../infrastructure/database/transaction-manager';
import { normalizeKey } from '../../common/text-normalization';
import { MailOutbox } from '../../infrastructure/mail/mail-outbox';
import { EmailTakenError } from '../customers/customer.errors';
import { CustomersService } from '../customers/customers.service';
import { DomainEventBus } from '../../tenancy/domain-event-bus';
import { InjectDirectoryRepository, type DirectoryRepository } from '../../tenancy/directory-repository';
import { TenantFactory } from '../../tenancy/tenant.factory';
import { Account } from './account.entity';
import { LinkExpiredError, UserNameTakenError } from './account.errors';
import { SIGN_IN_EMAIL_CHANGED } from './account.events';
import { AccountsService } from './accounts.service';
import { PasswordLink } from './password-link.entity';
import { sha256 } from './secrets';
import { SignInChange } from './sign-in-change.entity';
import { SIGN_IN_CHANGED } from './sign-in-change-mail.composer';
import { belongsToActiveCustomer, SignInAccountsQuery, type SignInAccount } from './sign-in-accounts.query';

/** Applies a requested change of sign-in names by the emailed link. */
@Injectable()
export class SignInConfirmationService {
  constructor(
    @InjectDirectoryRepository(SignInChange) private readonly changes: DirectoryRepository<SignInChange>,
    @InjectDirectoryRepository(Account) private readonly accounts: DirectoryRepository<Account>,
    @InjectDirectoryRepository(PasswordLink) private readonly links: DirectoryRepository<PasswordLink>,
    private readonly accountsService: AccountsService,
    private readonly signInAccounts: SignInAccountsQuery,
    private readonly customersService: CustomersService,
    private readonly tenantFactory: TenantFactory,
    private readonly events: DomainEventBus,
    private readonly outbox: MailOutbox,
    private readonly transactions: TransactionManager,
    private readonly audit: AuditTrailService,
    private readonly clock: Clock,
  ) {}

  /** Does not consume the link, because mail scanners open links. @throws LinkExpiredError */
  async preview(token: string): Promise<SignInChangePreview> {
    const { change, account } = await this.requireOpenChange(token);
    return { customer_name: account.customer_name ?? '', was: previousNames(change), becomes: newNames(change) };
  }

  /**
   * Works once. Unique keys decide whether the names are free; if not, nothing changes and the link stays valid.
   * Sessions continue.
   * @throws LinkExpiredError, EmailTakenError, UserNameTakenError
   */
  async confirm(token: string): Promise<SignInNames> {
    const { change, account } = await this.requireOpenChange(token);
    const [was, becomes] = [previousNames(change), newNames(change)];
    try {
      await this.transactions.run(() => this.apply(change, account, was, becomes));
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      const owner = await this.accountsService.findOwner(becomes.email);
      throw owner === null || owner === account.account_id
        ? new UserNameTakenError('user_name')
        : new EmailTakenError('email');
    }
    return becomes;
  }

  private async apply(
    change: SignInChange,
    account: SignInAccount,
    was: SignInNames,
    becomes: SignInNames,
  ): Promise<void> {
    const { account_id, customer_id } = account;
    const now = this.clock.now();
    const isEmailChanged = change.email !== null;
    if (isEmailChanged && (await this.customersService.hasEmail(becomes.email, customer_id)))
      throw new EmailTakenError('email');
    // Same lock order as in requests (account first), which prevents deadlocks.
    if (!(await this.accounts.update({ account_id, status: 'active', ...was }, becomes))) throw new LinkExpiredError();
    const open = { change_id: change.change_id, ended_at: null, expires_at: { gt: now } };
    if (!(await this.changes.update(open, { ended_at: now, open_of: null }))) throw new LinkExpiredError();
    if (becomes.user_name !== was.user_name) {
      await this.customersService.updateRegistrantUserName(customer_id, was.user_name, becomes.user_name);
    }
    // A password link in the old mailbox would still open the account.
    if (isEmailChanged) await this.links.update({ account_id, ended_at: null }, { ended_at: now });
    if (isEmailChanged && account.staff_id) {
      const tenant = await this.tenantFactory.forSystem(customer_id);
      const payload = { staff_id: account.staff_id, was: was.email, email: becomes.email };
      await this.events.publish(SIGN_IN_EMAIL_CHANGED, tenant, payload);
    }
    await this.outbox.add(SIGN_IN_CHANGED, { customer_id: customer_id || null, recipient: change.change_id });
    await this.audit.record({
      customer_id,
      account_id,
      role: account.role,
      action: 'account.sign_in_changed',
      subject_type: 'account',
      subject_id: account_id,
      was,
      became: becomes,
    });
  }

  /** @throws LinkExpiredError if expired, used, or the account or its names have changed */
  private async requireOpenChange(token: string): Promise<{ change: SignInChange; account: SignInAccount }> {
    const open = { token_digest: sha256(token), ended_at: null, expires_at: { gt: this.clock.now() } };
    const change = await this.changes.findOne(open);
    const account = change && (await this.signInAccounts.findById(change.account_id));
    if (!change || account?.status !== 'active' || !belongsToActiveCustomer(account)) throw new LinkExpiredError();
    if (account.email !== change.was_email || account.user_name !== change.was_user_name) throw new LinkExpiredError();
    return { change, account };
  }
}

const previousNames = (change: SignInChange): SignInNames => ({
  email: change.was_email,
  user_name: change.was_user_name,
});

/** A user name that equals the e-mail follows it. */
function newNames({ email, user_name, was_email, was_user_name }: SignInChange): SignInNames {
  const followsEmail = email !== null && normalizeKey(was_user_name) === normalizeKey(was_email);
  return { email: email ?? was_email, user_name: user_name ?? (followsEmail ? email : was_user_name) };
}
