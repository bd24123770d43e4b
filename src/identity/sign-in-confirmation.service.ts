import { Injectable } from '@nestjs/common';
import type { NamesToConfirm, SignInNames } from '../contract/account-answers';
import { AuditTrail } from '../platform/audit/audit-trail';
import { Clock } from '../platform/clock';
import { Transactions, isDuplicate } from '../platform/database/transactions';
import { keyOf } from '../platform/folded';
import { Outbox } from '../platform/mail/outbox';
import { EmailTaken } from '../customers/customer.errors';
import { Customers } from '../customers/customers.service';
import { Announcements } from '../tenancy/announcements';
import { Directory, type DirectoryRepository } from '../tenancy/directory';
import { Tenants } from '../tenancy/tenants';
import { Account } from './account.entity';
import { LinkDead, UserNameTaken } from './account.errors';
import { SIGN_IN_EMAIL_CHANGED } from './account.events';
import { Accounts } from './accounts.service';
import { PasswordLink } from './password-link.entity';
import { digestOf } from './secrets';
import { SignInChange } from './sign-in-change.entity';
import { SIGN_IN_CHANGED } from './sign-in-change-mails';
import { isOfOpenOrganisation, SignedInAccounts, type AccountOnFile } from './signed-in-accounts';

/** The holder of the mailed link makes an account sign in with its new names. */
@Injectable()
export class SignInConfirmation {
  constructor(
    @Directory(SignInChange) private readonly changes: DirectoryRepository<SignInChange>,
    @Directory(Account) private readonly accounts: DirectoryRepository<Account>,
    @Directory(PasswordLink) private readonly links: DirectoryRepository<PasswordLink>,
    private readonly directory: Accounts,
    private readonly onFile: SignedInAccounts,
    private readonly customers: Customers,
    private readonly tenants: Tenants,
    private readonly announcements: Announcements,
    private readonly outbox: Outbox,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** What will change. Looking does not spend the link: mail scanners look. @throws LinkDead */
  async look(token: string): Promise<NamesToConfirm> {
    const { change, account } = await this.good(token);
    return { customer_name: account.customer_name ?? '', was: wasOf(change), becomes: becomesOf(change) };
  }

  /**
   * Once. The account's unique keys decide whether the names are free; one that is taken meanwhile changes nothing and
   * leaves the link as it is. Sessions stay.
   * @throws LinkDead, EmailTaken, UserNameTaken
   */
  async confirm(token: string): Promise<SignInNames> {
    const { change, account } = await this.good(token);
    const [was, becomes] = [wasOf(change), becomesOf(change)];
    try {
      await this.transactions.run(() => this.apply(change, account, was, becomes));
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      const owner = await this.directory.ownerOf(becomes.email);
      throw owner === null || owner === account.account_id ? new UserNameTaken('user_name') : new EmailTaken('email');
    }
    return becomes;
  }

  private async apply(
    change: SignInChange,
    account: AccountOnFile,
    was: SignInNames,
    becomes: SignInNames,
  ): Promise<void> {
    const { account_id, customer_id } = account;
    const now = this.clock.now();
    const moved = change.email !== null;
    if (moved && (await this.customers.hasEmail(becomes.email, customer_id))) throw new EmailTaken('email');
    // The account first, as whoever asks does: two never wait for each other crosswise.
    if (!(await this.accounts.update({ account_id, status: 'active', ...was }, becomes))) throw new LinkDead();
    const open = { change_id: change.change_id, ended_at: null, expires_at: { gt: now } };
    if (!(await this.changes.update(open, { ended_at: now, open_of: null }))) throw new LinkDead();
    if (becomes.user_name !== was.user_name) {
      await this.customers.registrantRenamed(customer_id, was.user_name, becomes.user_name);
    }
    // A password link that lies in the old mailbox would still open the account.
    if (moved) await this.links.update({ account_id, ended_at: null }, { ended_at: now });
    if (moved && account.staff_id) {
      const tenant = await this.tenants.forSystem(customer_id);
      const facts = { staff_id: account.staff_id, was: was.email, email: becomes.email };
      await this.announcements.publish(SIGN_IN_EMAIL_CHANGED, tenant, facts);
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

  /** Open, in time, of an account that may sign in and still has the names it had when this was asked. */
  private async good(token: string): Promise<{ change: SignInChange; account: AccountOnFile }> {
    const open = { token_digest: digestOf(token), ended_at: null, expires_at: { gt: this.clock.now() } };
    const change = await this.changes.one(open);
    const account = change && (await this.onFile.byId(change.account_id));
    if (!change || account?.status !== 'active' || !isOfOpenOrganisation(account)) throw new LinkDead();
    if (account.email !== change.was_email || account.user_name !== change.was_user_name) throw new LinkDead();
    return { change, account };
  }
}

const wasOf = (change: SignInChange): SignInNames => ({ email: change.was_email, user_name: change.was_user_name });

/** A user name that is the e-mail follows it (account.entity.ts). */
function becomesOf({ email, user_name, was_email, was_user_name }: SignInChange): SignInNames {
  const follows = email !== null && keyOf(was_user_name) === keyOf(was_email);
  return { email: email ?? was_email, user_name: user_name ?? (follows ? email : was_user_name) };
}
