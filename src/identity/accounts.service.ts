import { Injectable } from '@nestjs/common';
import type { Theme } from '../contract/account-answers';
import type { Language } from '../contract/languages';
import { LAYOUT_DEFAULTS, type Layout } from '../contract/layout';
import { AuditTrail } from '../platform/audit/audit-trail';
import { Clock } from '../platform/clock';
import { Transactions } from '../platform/database/transactions';
import { keyOf } from '../platform/folded';
import { newId } from '../platform/ids';
import { Directory, type DirectoryRepository } from '../tenancy/directory';
import type { Tenant } from '../tenancy/tenant';
import { Account } from './account.entity';

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
  staff_time_zone?: string | null;
  last_active_day?: string | null;
  locale?: Language;
}

/** Of the person: language, colour scheme, and what the theme customizer keeps; what `layout` leaves out has its default. */
export interface Preferences {
  locale?: Language;
  theme?: Theme;
  layout?: Partial<Layout>;
}

/** The directory of those who can sign in. Staff members' accounts, sign-in and passwords have services of their own. */
@Injectable()
export class Accounts {
  constructor(
    @Directory(Account) private readonly accounts: DirectoryRepository<Account>,
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
    await this.audit.record({
      customer_id: facts.customer_id,
      account_id: null,
      role: 'system',
      action: 'account.create',
      subject_type: 'account',
      subject_id: account_id,
      became: { user_name: facts.user_name, role: facts.role },
    });
    return account_id;
  }

  /** The first so many of those who are active. @returns their ids */
  async ofPlatformStaff(limit: number): Promise<string[]> {
    const staff = await this.accounts.find(
      { customer_id: 0, kind: 'platform', status: 'active' },
      { order: [['account_id', 'asc']], limit },
    );
    return staff.map(({ account_id }) => account_id);
  }

  /** An account has this e-mail. `exceptCustomer`: its own do not count (edit form). */
  async hasEmail(email: string, exceptCustomer: number | null = null): Promise<boolean> {
    const known = await this.accounts.one({ email_key: keyOf(email) });
    return known !== null && (exceptCustomer === null || known.customer_id !== exceptCustomer);
  }

  /** The account that signs in with this e-mail. */
  async ownerOf(email: string): Promise<string | null> {
    return (await this.accounts.one({ email_key: keyOf(email) }))?.account_id ?? null;
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

  /** Name, code, time zone and last day follow the staff record; the EID of running sessions stays. @throws what `isDuplicate` recognises */
  async follow(
    tenant: Tenant,
    staff_id: string,
    who: {
      staff_code?: string;
      first_name?: string;
      last_name?: string;
      time_zone?: string | null;
      last_active_day?: string | null;
    },
  ): Promise<void> {
    const { staff_code, time_zone, ...others } = who;
    const change = {
      ...others,
      ...(staff_code !== undefined && { employee_code: staff_code }),
      ...(time_zone !== undefined && { staff_time_zone: time_zone }),
    };
    if (!Object.keys(change).length) return;
    await this.transactions.run(() => this.accounts.update({ customer_id: tenant.customer_id, staff_id }, change));
  }

  /** Of the caller. */
  async prefer(tenant: Tenant, { layout, ...others }: Preferences): Promise<void> {
    const account_id = tenant.actor.account_id;
    const change: Partial<Account> = { ...others, ...(layout && { layout: { ...LAYOUT_DEFAULTS, ...layout } }) };
    if (!account_id || !Object.keys(change).length) return;
    await this.transactions.run(() => this.accounts.update({ account_id }, change));
  }
}

/** A new row; invited until there is a password. */
export function recordOf(account_id: string, facts: AccountFacts, now: number): Partial<Account> {
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
