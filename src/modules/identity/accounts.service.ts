import { Injectable } from '@nestjs/common';
import type { Theme } from '../../contract/account.responses';
import type { Language } from '../../contract/languages';
import { LAYOUT_DEFAULTS, type Layout } from '../../contract/layout';
import { AuditTrailService } from '../../infrastructure/audit/audit-trail.service';
import { Clock } from '../../common/clock';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { normalizeKey } from '../../common/text-normalization';
import { newId } from '../../common/ids';
import { InjectDirectoryRepository, type DirectoryRepository } from '../../tenancy/directory-repository';
import type { Tenant } from '../../tenancy/tenant';
import { Account } from './account.entity';

export interface AccountInput {
  customer_id: number;
  kind: 'customer' | 'platform';
  role: 'platform' | 'admin' | 'user';
  user_name: string;
  email: string;
  /** PHC format; null: invited, set by the link in the mail */
  password_hash: string | null;
  first_name: string;
  last_name: string;
  employee_code: string;
  staff_id: string | null;
  staff_time_zone?: string | null;
  last_active_day?: string | null;
  locale?: Language;
}

/** Preferences of an account; omitted options of `layout` get their defaults. */
export interface Preferences {
  locale?: Language;
  theme?: Theme;
  layout?: Partial<Layout>;
}

/** Accounts of all customers and of platform staff. Staff accounts, sign-in and passwords have their own services. */
@Injectable()
export class AccountsService {
  constructor(
    @InjectDirectoryRepository(Account) private readonly accounts: DirectoryRepository<Account>,
    private readonly transactions: TransactionManager,
    private readonly audit: AuditTrailService,
    private readonly clock: Clock,
  ) {}

  /**
   * Runs in the caller's transaction; unique keys across customers decide.
   * @throws errors recognized by `isUniqueViolation`
   */
  async create(input: AccountInput): Promise<string> {
    const now = this.clock.now();
    const account_id = newId(now);
    await this.accounts.insert(buildAccount(account_id, input, now));
    await this.audit.record({
      customer_id: input.customer_id,
      account_id: null,
      role: 'system',
      action: 'account.create',
      subject_type: 'account',
      subject_id: account_id,
      became: { user_name: input.user_name, role: input.role },
    });
    return account_id;
  }

  /** Active accounts only. @returns ids */
  async listPlatformStaff(limit: number): Promise<string[]> {
    const staff = await this.accounts.find(
      { customer_id: 0, kind: 'platform', status: 'active' },
      { order: [['account_id', 'asc']], limit },
    );
    return staff.map(({ account_id }) => account_id);
  }

  /** @param exceptCustomer accounts of this customer do not count (edit form) */
  async hasEmail(email: string, exceptCustomer: number | null = null): Promise<boolean> {
    const existing = await this.accounts.findOne({ email_key: normalizeKey(email) });
    return existing !== null && (exceptCustomer === null || existing.customer_id !== exceptCustomer);
  }

  async findOwner(email: string): Promise<string | null> {
    return (await this.accounts.findOne({ email_key: normalizeKey(email) }))?.account_id ?? null;
  }

  async hasUserName(user_name: string): Promise<boolean> {
    return (await this.accounts.findOne({ user_name_key: normalizeKey(user_name) })) !== null;
  }

  /** The first of these codes used by an account without a staff record (the registrant); staff cannot use it. */
  async findReservedCode(tenant: Tenant, codes: readonly string[]): Promise<string | null> {
    if (!codes.length) return null;
    const keys = codes.map(normalizeKey);
    const [existing] = await this.accounts.find(
      { customer_id: tenant.customer_id, employee_code_key: keys, staff_id: null },
      { limit: 1 },
    );
    return existing ? (codes[keys.indexOf(existing.employee_code_key)] ?? null) : null;
  }

  /**
   * Copies name, code, time zone and last day from the staff record; running sessions keep their EID.
   * @throws errors recognized by `isUniqueViolation`
   */
  async syncStaff(
    tenant: Tenant,
    staff_id: string,
    staff: {
      staff_code?: string;
      first_name?: string;
      last_name?: string;
      time_zone?: string | null;
      last_active_day?: string | null;
    },
  ): Promise<void> {
    const { staff_code, time_zone, ...others } = staff;
    const change = {
      ...others,
      ...(staff_code !== undefined && { employee_code: staff_code }),
      ...(time_zone !== undefined && { staff_time_zone: time_zone }),
    };
    if (!Object.keys(change).length) return;
    await this.transactions.run(() => this.accounts.update({ customer_id: tenant.customer_id, staff_id }, change));
  }

  async savePreferences(tenant: Tenant, { layout, ...others }: Preferences): Promise<void> {
    const account_id = tenant.actor.account_id;
    const change: Partial<Account> = { ...others, ...(layout && { layout: { ...LAYOUT_DEFAULTS, ...layout } }) };
    if (!account_id || !Object.keys(change).length) return;
    await this.transactions.run(() => this.accounts.update({ account_id }, change));
  }
}

/** A new row; status invited without a password. */
export function buildAccount(account_id: string, input: AccountInput, now: number): Partial<Account> {
  return {
    ...input,
    account_id,
    user_name: input.user_name.trim(),
    email: input.email.trim().toLowerCase(),
    locale: input.locale ?? 'en',
    theme: 'light',
    status: input.password_hash === null ? 'invited' : 'active',
    password_changed_at: input.password_hash === null ? null : now,
  };
}
