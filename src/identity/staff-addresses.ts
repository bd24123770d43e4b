import { Injectable } from '@nestjs/common';
import { Clock } from '../platform/clock';
import { Transactions, isDuplicate } from '../platform/database/transactions';
import { keyOf } from '../platform/folded';
import { Outbox } from '../platform/mail/outbox';
import { Throttle } from '../platform/throttle/throttle';
import { auditEntry } from '../tenancy/audit-entry';
import { AuditTrail } from '../platform/audit/audit-trail';
import { Directory, type DirectoryRepository } from '../tenancy/directory';
import type { Tenant } from '../tenancy/tenant';
import { Account } from './account.entity';
import { INVITE, INVITE_TAKEN } from './account-mails';
import { PasswordLink } from './password-link.entity';
import { SignInChanges } from './sign-in-changes.service';
import { SignedInAccounts } from './signed-in-accounts';

/** Invitations to one address. */
const INVITATIONS = { limit: 5, windowMs: 3_600_000 };
const STAFF_FIELDS = { email: 'email', user_name: 'email' };

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
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** So that nobody's mailbox is filled. In the caller's transaction. @throws TooManyTries */
  async demandInvitation(tenant: Tenant, email: string): Promise<void> {
    await this.throttle.demand(`invite:${tenant.customer_id} ${keyOf(email)}`, INVITATIONS);
  }

  /**
   * Whoever never had a password takes the address at once and is invited there; a taken one is answered alike, as by
   * inviting. Whoever signs in keeps the old one until the new mailbox has confirmed; whoever is suspended is asked when
   * they may sign in again (`StaffAccounts.reactivateOf`). No account is no error.
   * @throws TooManyTries
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
    await this.links.update({ account_id, ended_at: null }, { ended_at: this.clock.now() });
    const { customer_id } = tenant;
    if (!(await this.takes(known, email))) {
      await this.outbox.add(INVITE_TAKEN, { customer_id, recipient: email, facts: { inviter: customer_id } });
      return;
    }
    if (status === 'invited') await this.outbox.add(INVITE, { customer_id, recipient: account_id });
    await this.audit.record(auditEntry(tenant, 'account.email', account_id, { email: known.email }, { email }));
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
