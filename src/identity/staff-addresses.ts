import { Injectable } from '@nestjs/common';
import { Clock } from '../platform/clock';
import { Transactions, isDuplicate } from '../platform/database/transactions';
import { keyOf } from '../platform/folded';
import { Outbox } from '../platform/mail/outbox';
import { Throttle } from '../platform/throttle/throttle';
import { Directory, type DirectoryRepository } from '../tenancy/directory';
import type { Tenant } from '../tenancy/tenant';
import { Account } from './account.entity';
import { AddressInUse } from './account.errors';
import { INVITE, INVITE_TAKEN } from './account-mails';
import { PasswordLink } from './password-link.entity';
import { SignInChanges } from './sign-in-changes.service';
import { SignedInAccounts } from './signed-in-accounts';

/** Invitations to one address. */
const INVITATIONS = { limit: 5, windowMs: 3_600_000 };
const STAFF_FIELDS = { email: 'email', user_name: 'email' };

/** Placeholder for an invited account whose e-mail has an account in another organisation: no sign-in, no mail. */
export const unreachableAddress = (account_id: string): string => `invited-${account_id}@invalid`;

/** What becomes of a staff member's account when an administrator edits the e-mail of their record. */
@Injectable()
export class StaffAddresses {
  constructor(
    @Directory(Account) private readonly accounts: DirectoryRepository<Account>,
    @Directory(PasswordLink) private readonly links: DirectoryRepository<PasswordLink>,
    private readonly onFile: SignedInAccounts,
    private readonly changes: SignInChanges,
    private readonly throttle: Throttle,
    private readonly outbox: Outbox,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** So that nobody's mailbox is filled. In the caller's transaction. @throws TooManyTries */
  async demandInvitation(tenant: Tenant, email: string): Promise<void> {
    await this.throttle.demand(`invite:${tenant.customer_id} ${keyOf(email)}`, INVITATIONS);
  }

  /**
   * Whether an account of another organisation has the address.
   * @throws AddressInUse when another person of this organisation has it
   */
  async isTaken(tenant: Tenant, email: string, staff_id: string): Promise<boolean> {
    const key = keyOf(email);
    const owners = await this.accounts.find({ anyOf: [{ email_key: key }, { user_name_key: key }] });
    const others = owners.filter((owner) => owner.customer_id !== tenant.customer_id || owner.staff_id !== staff_id);
    if (others.some(({ customer_id }) => customer_id === tenant.customer_id)) throw new AddressInUse();
    return others.length > 0;
  }

  /** What lies in the mailbox of an invited account is good for nothing any more. */
  async endLinks(account_id: string): Promise<void> {
    await this.links.update({ account_id, ended_at: null }, { ended_at: this.clock.now() });
  }

  /**
   * Whoever never had a password takes the address at once and is invited there; a taken one is answered alike, as by
   * inviting. Whoever signs in keeps the old one until the new mailbox has confirmed; whoever is suspended is asked when
   * they may sign in again (`StaffAccounts.reactivateOf`). No account is no error.
   * @throws AddressInUse, TooManyTries
   */
  async moved(tenant: Tenant, staff_id: string, email: string): Promise<void> {
    await this.transactions.run(async () => {
      const known = await this.accounts.one({ customer_id: tenant.customer_id, staff_id });
      if (known?.status === 'active') {
        const account = await this.onFile.byId(known.account_id);
        await this.changes.ask(tenant, account!, { email }, STAFF_FIELDS);
      } else if (known && known.password_hash === null && known.status !== 'closed') {
        if (keyOf(email) !== known.email_key) await this.invitedMoves(tenant, known, email);
      }
    });
  }

  private async invitedMoves(tenant: Tenant, known: Account, email: string): Promise<void> {
    const { account_id, status } = known;
    await this.demandInvitation(tenant, email);
    // The link that lies in the wrong mailbox.
    await this.endLinks(account_id);
    const { customer_id } = tenant;
    const isTaken = await this.isTaken(tenant, email, known.staff_id!);
    if (isTaken || !(await this.takes(known, email))) {
      await this.takes(known, unreachableAddress(account_id));
      await this.outbox.add(INVITE_TAKEN, { customer_id, recipient: email, facts: { inviter: customer_id } });
      return;
    }
    if (status === 'invited') await this.outbox.add(INVITE, { customer_id, recipient: account_id });
  }

  /** @returns false when it belongs to another account */
  private async takes(known: Account, email: string): Promise<boolean> {
    const { account_id } = known;
    const follows = known.user_name_key === known.email_key;
    try {
      const change = { email, ...(follows && { user_name: email }) };
      return (await this.accounts.update({ account_id, password_hash: null }, change)) > 0;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }
}
