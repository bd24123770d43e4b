import { Injectable } from '@nestjs/common';
import type { Language } from '../contract/languages';
import { Settings } from '../customers/settings.service';
import { AuditTrail } from '../platform/audit/audit-trail';
import type { Day } from '../platform/calendar';
import { Clock } from '../platform/clock';
import { Transactions, isDuplicate } from '../platform/database/transactions';
import { keyOf } from '../platform/folded';
import { newId } from '../platform/ids';
import { Outbox } from '../platform/mail/outbox';
import { Directory, type DirectoryRepository } from '../tenancy/directory';
import { Sessions } from '../tenancy/sessions';
import { auditEntry } from '../tenancy/audit-entry';
import type { Tenant } from '../tenancy/tenant';
import { LastAdmin } from './account.errors';
import { Account } from './account.entity';
import { INVITE, INVITE_TAKEN } from './account-mails';
import { recordOf, type AccountFacts } from './accounts.service';
import { SecondFactors } from './second-factors.service';
import { SignInChanges } from './sign-in-changes.service';
import { StaffAddresses, unreachableAddress } from './staff-addresses';

export interface Invited {
  staff_id: string;
  staff_code: string;
  email: string;
  first_name: string;
  last_name: string;
  role: 'admin' | 'user';
  /** null: the organisation's. */
  language?: Language | null;
  time_zone?: string | null;
  last_active_day?: Day | null;
}

/** How the staff floor gives its members an account and takes it away. A member without an account is no error. */
@Injectable()
export class StaffAccounts {
  constructor(
    @Directory(Account) private readonly accounts: DirectoryRepository<Account>,
    private readonly addresses: StaffAddresses,
    private readonly changes: SignInChanges,
    private readonly factors: SecondFactors,
    private readonly settings: Settings,
    private readonly sessions: Sessions,
    private readonly outbox: Outbox,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Makes or renews a staff member's account and owes the mail with the set-password link. The answer is the same
   * when the e-mail has an account in another organisation: that mailbox gets a notice instead, and the new account an
   * address that cannot sign in. In the caller's transaction.
   * @returns whether an answer is awaited; false: they sign in already, and only the role was set
   * @throws LastAdmin, AddressInUse, TooManyTries after five mails to one address in an hour
   */
  async invite(tenant: Tenant, who: Invited): Promise<boolean> {
    return this.transactions.run(async () => {
      const known = await this.of(tenant, who.staff_id);
      if (known?.status === 'active') {
        if (known.role !== who.role) await this.setRole(tenant, who.staff_id, who.role);
        return false;
      }
      await this.addresses.demandInvitation(tenant, who.email);
      const account_id = known?.account_id ?? newId(this.clock.now());
      if (await this.claims(tenant, account_id, known, who)) {
        await this.outbox.add(INVITE, { customer_id: tenant.customer_id, recipient: account_id });
      } else {
        const language = who.language ?? (await this.settings.defaultLanguage(tenant));
        const facts = { inviter: tenant.customer_id, language };
        await this.outbox.add(INVITE_TAKEN, { customer_id: tenant.customer_id, recipient: who.email, facts });
      }
      return true;
    });
  }

  /** Ends the link of the invitation and frees the e-mail. In the caller's transaction. */
  async withdrawInvitation(tenant: Tenant, staff_id: string): Promise<void> {
    const account = await this.of(tenant, staff_id);
    if (account) await this.addresses.endLinks(account.account_id);
    await this.closeOf(tenant, staff_id);
  }

  /** Cannot sign in from now on; sessions end at once. No account is no error. @throws LastAdmin */
  suspendOf(tenant: Tenant, staff_id: string): Promise<void> {
    return this.ending(tenant, staff_id, 'suspended');
  }

  /**
   * For good: the staff member has left. Their e-mail and user name are free again, their second factor is forgotten.
   * The caller checks for another admin first (`requireAnotherAdmin`).
   */
  closeOf(tenant: Tenant, staff_id: string): Promise<void> {
    return this.ending(tenant, staff_id, 'closed');
  }

  /** Refuses to let the last admin leave; runs in the caller's transaction. @throws LastAdmin */
  async requireAnotherAdmin(tenant: Tenant, staff_id: string): Promise<void> {
    const known = await this.of(tenant, staff_id);
    if (known) await this.demandOtherAdmin(known);
  }

  /**
   * Signs in again, as before. An e-mail that their record was given meanwhile is asked of its mailbox now: nobody
   * confirms for an account that is suspended.
   * @param email of their record
   * @returns whether their answer to an invitation is still awaited
   * @throws TooManyTries
   */
  async reactivateOf(tenant: Tenant, staff_id: string, email: string | null): Promise<boolean> {
    return this.transactions.run(async () => {
      const known = await this.of(tenant, staff_id);
      if (known?.status !== 'suspended') return false;
      const status = known.password_hash === null ? 'invited' : 'active';
      await this.accounts.update({ account_id: known.account_id, status: 'suspended' }, { status });
      if (status === 'active')
        await this.tell(tenant, 'reactivate', known.account_id, { status }, { status: known.status });
      if (status === 'active' && email && keyOf(email) !== known.email_key) {
        await this.addresses.moved(tenant, staff_id, email);
      }
      return status === 'invited';
    });
  }

  /** Ends the sessions, for the role is copied into them. @throws LastAdmin */
  async setRole(tenant: Tenant, staff_id: string, role: 'admin' | 'user'): Promise<void> {
    await this.transactions.run(async () => {
      const known = await this.of(tenant, staff_id);
      if (!known || known.role === role) return;
      if (role === 'user') await this.demandOtherAdmin(known);
      await this.accounts.update({ account_id: known.account_id }, { role });
      await this.sessions.endAllOf(known, 'role_changed');
      await this.tell(tenant, 'role', known.account_id, { role }, { role: known.role });
    });
  }

  private async of(tenant: Tenant, staff_id: string): Promise<Account | null> {
    return this.accounts.one({ customer_id: tenant.customer_id, staff_id });
  }

  /** @returns false when the e-mail belongs to an account of another organisation @throws AddressInUse */
  private async claims(tenant: Tenant, account_id: string, known: Account | null, who: Invited): Promise<boolean> {
    const write = (email: string) => this.writeInvited(tenant, account_id, known, { ...who, email });
    if (!(await this.addresses.isTaken(tenant, who.email, who.staff_id)) && (await write(who.email))) return true;
    // Another account may have claimed it meanwhile.
    await this.addresses.isTaken(tenant, who.email, who.staff_id);
    await write(unreachableAddress(account_id));
    return false;
  }

  /** @returns false when the e-mail was claimed meanwhile */
  private async writeInvited(tenant: Tenant, account_id: string, known: Account | null, who: Invited) {
    const facts: AccountFacts = {
      customer_id: tenant.customer_id,
      kind: 'customer',
      role: who.role,
      user_name: who.email,
      email: who.email,
      password_hash: null,
      first_name: who.first_name,
      last_name: who.last_name,
      employee_code: who.staff_code,
      staff_id: who.staff_id,
      staff_time_zone: who.time_zone ?? null,
      last_active_day: who.last_active_day ?? null,
      locale: who.language ?? (await this.settings.defaultLanguage(tenant)),
    };
    if (!known) return this.accounts.insertMissing(recordOf(account_id, facts, this.clock.now()));
    const { locale: _locale, password_hash: _hash, ...change } = facts;
    try {
      await this.accounts.update({ account_id }, { ...change, status: 'invited' });
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }

  private async ending(tenant: Tenant, staff_id: string, status: 'suspended' | 'closed'): Promise<void> {
    await this.transactions.run(async () => {
      const known = await this.of(tenant, staff_id);
      if (!known || known.status === status) return;
      if (status === 'suspended') await this.demandOtherAdmin(known);
      const { account_id } = known;
      const freed = status === 'closed' && { user_name: `closed-${account_id}`, email: `closed-${account_id}@invalid` };
      await this.accounts.update({ account_id }, { status, ...freed });
      await this.changes.drop(account_id);
      if (status === 'closed') await this.factors.forget(known);
      await this.sessions.endAllOf(known, status);
      if (known.password_hash !== null)
        await this.tell(tenant, status, known.account_id, { status }, { status: known.status });
    });
  }

  /**
   * Admins with a planned last day do not count. Writing to the row of every admin lets one such change follow
   * the other: a mere count would let the last two admins demote each other at once.
   */
  private async demandOtherAdmin(known: Account): Promise<void> {
    if (known.role !== 'admin' || known.status !== 'active') return;
    const { customer_id, account_id } = known;
    const admins = { customer_id, role: 'admin', status: 'active' };
    await this.accounts.update(admins, {});
    if (!(await this.accounts.one({ ...admins, account_id: { ne: account_id }, last_active_day: null })))
      throw new LastAdmin();
  }

  /**
   * Only of accounts that have been accepted. Of the others the trail tells by the staff member: the account's own name
   * would say whether the address has an account elsewhere.
   */
  private async tell(
    tenant: Tenant,
    what: string,
    account_id: string,
    became: object,
    was: object | null = null,
  ): Promise<void> {
    await this.audit.record(auditEntry(tenant, `account.${what}`, account_id, was, became));
  }
}
