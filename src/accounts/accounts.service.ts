import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../platform/audit/audit-trail';
import { Clock } from '../platform/clock';
import { Transactions, isDuplicate } from '../platform/database/transactions';
import { keyOf } from '../platform/folded';
import { newId } from '../platform/ids';
import { Outbox } from '../platform/mail/outbox';
import { Directory, type DirectoryRepository } from '../tenancy/directory';
import { Sessions } from '../tenancy/sessions';
import type { Tenant } from '../tenancy/tenant';
import { LastAdmin } from './account.errors';
import { Account } from './account.entity';
import { INVITE, INVITE_TAKEN } from './account-mails';

export interface AccountFacts {
  customer_id: number;
  kind: 'customer' | 'platform';
  role: 'platform' | 'admin' | 'user';
  user_name: string;
  email: string;
  /** PHC format; null: invited, chooses one by mail. */
  password_hash: string | null;
  first_name: string;
  last_name: string;
  employee_code: string;
  staff_id: string | null;
  locale?: string;
}

export interface Invited {
  staff_id: string;
  staff_code: string;
  email: string;
  first_name: string;
  last_name: string;
  role: 'admin' | 'user';
}

/** Who can sign in. The staff floor calls this for its members; sign-in and passwords have services of their own. */
@Injectable()
export class Accounts {
  constructor(
    @Directory(Account) private readonly accounts: DirectoryRepository<Account>,
    private readonly sessions: Sessions,
    private readonly outbox: Outbox,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * In the caller's transaction. Unique keys over the whole system decide.
   * @throws whatever `isDuplicate` recognises
   */
  async create(facts: AccountFacts): Promise<string> {
    const now = this.clock.now();
    const account_id = newId(now);
    await this.accounts.insert(recordOf(account_id, facts, now));
    await this.tell(facts.customer_id, null, 'create', account_id, { user_name: facts.user_name, role: facts.role });
    return account_id;
  }

  /** An account has this e-mail. `exceptCustomer`: its own do not count (edit form). */
  async hasEmail(email: string, exceptCustomer: number | null = null): Promise<boolean> {
    const known = await this.accounts.one({ email_key: keyOf(email) });
    return known !== null && (exceptCustomer === null || known.customer_id !== exceptCustomer);
  }

  async hasUserName(user_name: string): Promise<boolean> {
    return (await this.accounts.one({ user_name_key: keyOf(user_name) })) !== null;
  }

  /** The first of these codes that an account without a staff member carries (the registrant's): not free for staff. */
  async reservedAmong(tenant: Tenant, codes: readonly string[]): Promise<string | null> {
    if (!codes.length) return null;
    const keys = codes.map(keyOf);
    const [known] = await this.accounts.find(
      { customer_id: tenant.customer_id, employee_code_key: keys, staff_id: null },
      { limit: 1 },
    );
    return known ? (codes[keys.indexOf(known.employee_code_key)] ?? null) : null;
  }

  /**
   * Makes or renews a staff member's account and owes the mail with the set-password link. Answers alike when the
   * e-mail signs in elsewhere: then that mailbox is told, and nothing else happens. In the caller's transaction.
   * @returns whether an answer is awaited; false: they sign in already, and only the role was set
   * @throws LastAdmin
   */
  async invite(tenant: Tenant, who: Invited): Promise<boolean> {
    return this.transactions.run(async () => {
      const known = await this.of(tenant, who.staff_id);
      if (known?.status === 'active') {
        if (known.role !== who.role) await this.setRole(tenant, who.staff_id, who.role);
        return false;
      }
      const account_id = known?.account_id ?? newId(this.clock.now());
      if (await this.claims(tenant, account_id, known, who)) {
        await this.outbox.add(INVITE, { customer_id: tenant.customer_id, recipient: account_id });
        await this.tell(tenant.customer_id, tenant, 'invite', account_id, { role: who.role });
      } else {
        const facts = { inviter: tenant.customer_id };
        await this.outbox.add(INVITE_TAKEN, { customer_id: tenant.customer_id, recipient: who.email, facts });
      }
      return true;
    });
  }

  /** Cannot sign in from now on; sessions end at once. No account is no error. @throws LastAdmin */
  suspendOf(tenant: Tenant, staff_id: string): Promise<void> {
    return this.ending(tenant, staff_id, 'suspended');
  }

  /** For good: the staff member has left. Their e-mail and user name are free again. @throws LastAdmin */
  closeOf(tenant: Tenant, staff_id: string): Promise<void> {
    return this.ending(tenant, staff_id, 'closed');
  }

  async reactivateOf(tenant: Tenant, staff_id: string): Promise<void> {
    await this.transactions.run(async () => {
      const known = await this.of(tenant, staff_id);
      if (known?.status !== 'suspended') return;
      const status = known.password_hash === null ? 'invited' : 'active';
      await this.accounts.update({ account_id: known.account_id, status: 'suspended' }, { status });
      await this.tell(tenant.customer_id, tenant, 'reactivate', known.account_id, { status });
    });
  }

  async endSessionsOf(tenant: Tenant, staff_id: string, why = 'ended'): Promise<void> {
    const known = await this.of(tenant, staff_id);
    if (known) await this.sessions.endAllOf(known, why);
  }

  /** Ends the sessions, for the role is copied into them. @throws LastAdmin */
  async setRole(tenant: Tenant, staff_id: string, role: 'admin' | 'user'): Promise<void> {
    await this.transactions.run(async () => {
      const known = await this.of(tenant, staff_id);
      if (!known || known.role === role) return;
      if (role === 'user') await this.demandOtherAdmin(known);
      await this.accounts.update({ account_id: known.account_id }, { role });
      await this.sessions.endAllOf(known, 'role_changed');
      await this.tell(tenant.customer_id, tenant, 'role', known.account_id, { role }, { role: known.role });
    });
  }

  /** Name and code follow the staff record; the EID of running sessions stays. @throws what `isDuplicate` recognises */
  async follow(
    tenant: Tenant,
    staff_id: string,
    who: Partial<Pick<Invited, 'staff_code' | 'first_name' | 'last_name'>>,
  ): Promise<void> {
    const { staff_code, ...names } = who;
    const change = { ...names, ...(staff_code !== undefined && { employee_code: staff_code }) };
    if (!Object.keys(change).length) return;
    await this.transactions.run(() => this.accounts.update({ customer_id: tenant.customer_id, staff_id }, change));
  }

  /** Language and theme of the caller. */
  async prefer(tenant: Tenant, change: { locale?: string; theme?: string }): Promise<void> {
    const account_id = tenant.actor.account_id;
    if (!account_id || !Object.keys(change).length) return;
    await this.transactions.run(() => this.accounts.update({ account_id }, change));
  }

  private async of(tenant: Tenant, staff_id: string): Promise<Account | null> {
    return this.accounts.one({ customer_id: tenant.customer_id, staff_id });
  }

  /** @returns false when the e-mail belongs to another account */
  private async claims(tenant: Tenant, account_id: string, known: Account | null, who: Invited): Promise<boolean> {
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
    };
    const owner = await this.accounts.one({
      anyOf: [{ email_key: keyOf(who.email) }, { user_name_key: keyOf(who.email) }],
    });
    if (owner && owner.account_id !== account_id) return false;
    if (!known) return this.accounts.insertMissing(recordOf(account_id, facts, this.clock.now()));
    const { email, user_name, role, first_name, last_name, employee_code } = facts;
    try {
      await this.accounts.update(
        { account_id },
        { email, user_name, role, first_name, last_name, employee_code, status: 'invited' },
      );
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
      await this.demandOtherAdmin(known);
      const { account_id } = known;
      const freed = status === 'closed' && { user_name: `closed-${account_id}`, email: `closed-${account_id}@invalid` };
      await this.accounts.update({ account_id }, { status, ...freed });
      await this.sessions.endAllOf(known, status);
      await this.tell(tenant.customer_id, tenant, status, known.account_id, { status }, { status: known.status });
    });
  }

  private async demandOtherAdmin(known: Account): Promise<void> {
    if (known.role !== 'admin' || known.status !== 'active') return;
    const others = await this.accounts.count({
      customer_id: known.customer_id,
      role: 'admin',
      status: 'active',
      account_id: { ne: known.account_id },
    });
    if (!others) throw new LastAdmin();
  }

  private async tell(
    customer_id: number,
    tenant: Tenant | null,
    what: string,
    account_id: string,
    became: object,
    was: object | null = null,
  ): Promise<void> {
    await this.audit.record({
      customer_id,
      account_id: tenant?.actor.account_id ?? null,
      role: tenant?.actor.role ?? 'system',
      action: `account.${what}`,
      subject_type: 'account',
      subject_id: account_id,
      was,
      became,
    });
  }
}

function recordOf(account_id: string, facts: AccountFacts, now: number): Partial<Account> {
  return {
    ...facts,
    account_id,
    user_name: facts.user_name.trim(),
    email: facts.email.trim().toLowerCase(),
    locale: facts.locale ?? 'en',
    theme: 'light',
    status: facts.password_hash === null ? 'invited' : 'active',
    password_changed_at: facts.password_hash === null ? null : now,
  };
}
