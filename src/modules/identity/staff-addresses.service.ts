import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { TransactionManager, isUniqueViolation } from '../../infrastructure/database/transaction-manager';
import { normalizeKey } from '../../common/text-normalization';
import { MailOutbox } from '../../infrastructure/mail/mail-outbox';
import { ThrottleService } from '../../infrastructure/throttle/throttle.service';
import { InjectDirectoryRepository, type DirectoryRepository } from '../../tenancy/directory-repository';
import type { Tenant } from '../../tenancy/tenant';
import { Account } from './account.entity';
import { AddressInUseError } from './account.errors';
import { INVITE, INVITE_TAKEN } from './account-mail.composer';
import { PasswordLink } from './password-link.entity';
import { SignInChangesService } from './sign-in-changes.service';
import { SignInAccountsQuery } from './sign-in-accounts.query';

const INVITATION_LIMIT = { limit: 5, windowMs: 3_600_000 };
const STAFF_FIELDS = { email: 'email', user_name: 'email' };

/** Placeholder for an invited account whose e-mail belongs to another customer's account: no sign-in, no mail. */
export const unreachableAddress = (account_id: string): string => `invited-${account_id}@invalid`;

/** Changes of a staff member's e-mail, as far as the account is concerned. */
@Injectable()
export class StaffAddressesService {
  constructor(
    @InjectDirectoryRepository(Account) private readonly accounts: DirectoryRepository<Account>,
    @InjectDirectoryRepository(PasswordLink) private readonly links: DirectoryRepository<PasswordLink>,
    private readonly signInAccounts: SignInAccountsQuery,
    private readonly changes: SignInChangesService,
    private readonly throttleService: ThrottleService,
    private readonly outbox: MailOutbox,
    private readonly transactions: TransactionManager,
    private readonly clock: Clock,
  ) {}

  /** Runs in the caller's transaction. @throws TooManyAttemptsError */
  async limitInvitations(tenant: Tenant, email: string): Promise<void> {
    await this.throttleService.enforce(`invite:${tenant.customer_id} ${normalizeKey(email)}`, INVITATION_LIMIT);
  }

  /**
   * Whether an account of another customer has the address.
   * @throws AddressInUseError when another person of this customer has it
   */
  async isTaken(tenant: Tenant, email: string, staff_id: string): Promise<boolean> {
    const key = normalizeKey(email);
    const owners = await this.accounts.find({ anyOf: [{ email_key: key }, { user_name_key: key }] });
    const others = owners.filter((owner) => owner.customer_id !== tenant.customer_id || owner.staff_id !== staff_id);
    if (others.some(({ customer_id }) => customer_id === tenant.customer_id)) throw new AddressInUseError();
    return others.length > 0;
  }

  async endLinks(account_id: string): Promise<void> {
    await this.links.update({ account_id, ended_at: null }, { ended_at: this.clock.now() });
  }

  /**
   * An account without a password takes the address at once and is invited there. An active one keeps the old address
   * until the new mailbox has confirmed; a suspended one is asked on reactivation (`StaffAccountsService.reactivate`).
   * No error without an account.
   * @throws AddressInUseError, TooManyAttemptsError
   */
  async changeEmail(tenant: Tenant, staff_id: string, email: string): Promise<void> {
    await this.transactions.run(async () => {
      const staffAccount = await this.accounts.findOne({ customer_id: tenant.customer_id, staff_id });
      if (staffAccount?.status === 'active') {
        const account = await this.signInAccounts.findById(staffAccount.account_id);
        await this.changes.request(tenant, account!, { email }, STAFF_FIELDS);
      } else if (staffAccount && staffAccount.password_hash === null && staffAccount.status !== 'closed') {
        if (normalizeKey(email) !== staffAccount.email_key) await this.moveInvitation(tenant, staffAccount, email);
      }
    });
  }

  private async moveInvitation(tenant: Tenant, account: Account, email: string): Promise<void> {
    const { account_id, status } = account;
    await this.limitInvitations(tenant, email);
    // The old mailbox must not open the account.
    await this.endLinks(account_id);
    const { customer_id } = tenant;
    const isTaken = await this.isTaken(tenant, email, account.staff_id!);
    if (isTaken || !(await this.assignEmail(account, email))) {
      await this.assignEmail(account, unreachableAddress(account_id));
      await this.outbox.add(INVITE_TAKEN, { customer_id, recipient: email, facts: { inviter: customer_id } });
      return;
    }
    if (status === 'invited') await this.outbox.add(INVITE, { customer_id, recipient: account_id });
  }

  /** @returns false when it belongs to another account */
  private async assignEmail(account: Account, email: string): Promise<boolean> {
    const { account_id } = account;
    const followsEmail = account.user_name_key === account.email_key;
    try {
      const change = { email, ...(followsEmail && { user_name: email }) };
      return (await this.accounts.update({ account_id, password_hash: null }, change)) > 0;
    } catch (error) {
      if (isUniqueViolation(error)) return false;
      throw error;
    }
  }
}
