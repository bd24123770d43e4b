import { Injectable } from '@nestjs/common';
import type { Language } from '../../contract/languages';
import { SettingsService } from '../customers/settings.service';
import { AuditTrailService } from '../../infrastructure/audit/audit-trail.service';
import type { Day } from '../../common/calendar';
import { Clock } from '../../common/clock';
import { TransactionManager, isUniqueViolation } from '../../infrastructure/database/transaction-manager';
import { normalizeKey } from '../../common/text-normalization';
import { newId } from '../../common/ids';
import { MailOutbox } from '../../infrastructure/mail/mail-outbox';
import { InjectDirectoryRepository, type DirectoryRepository } from '../../tenancy/directory-repository';
import { SessionsService } from '../../auth/sessions.service';
import { buildAuditEntry } from '../../tenancy/audit-entry';
import type { Tenant } from '../../tenancy/tenant';
import { LastAdminError } from './account.errors';
import { Account } from './account.entity';
import { INVITE, INVITE_TAKEN } from './account-mail.composer';
import { buildAccount, type AccountInput } from './accounts.service';
import { SecondFactorsService } from './second-factors.service';
import { SignInChangesService } from './sign-in-changes.service';
import { StaffAddressesService, unreachableAddress } from './staff-addresses.service';

export interface StaffInvitation {
  staff_id: string;
  staff_code: string;
  email: string;
  first_name: string;
  last_name: string;
  role: 'admin' | 'user';
  /** null: language of the customer */
  language?: Language | null;
  time_zone?: string | null;
  last_active_day?: Day | null;
}

/** Accounts of staff members. A staff member without an account is no error. */
@Injectable()
export class StaffAccountsService {
  constructor(
    @InjectDirectoryRepository(Account) private readonly accounts: DirectoryRepository<Account>,
    private readonly addresses: StaffAddressesService,
    private readonly changes: SignInChangesService,
    private readonly factors: SecondFactorsService,
    private readonly settingsService: SettingsService,
    private readonly sessionsService: SessionsService,
    private readonly outbox: MailOutbox,
    private readonly transactions: TransactionManager,
    private readonly audit: AuditTrailService,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates or renews a staff account and queues the mail with the set-password link. The answer is the same when the
   * e-mail belongs to an account of another customer: that mailbox gets a notice, and the new account an address that
   * cannot sign in. Runs in the caller's transaction.
   * @returns true if the invitation is pending; false: already active, only the role was set
   * @throws LastAdminError, AddressInUseError, TooManyAttemptsError after five mails to one address in an hour
   */
  async invite(tenant: Tenant, staff: StaffInvitation): Promise<boolean> {
    return this.transactions.run(async () => {
      const account = await this.findAccount(tenant, staff.staff_id);
      if (account?.status === 'active') {
        if (account.role !== staff.role) await this.setRole(tenant, staff.staff_id, staff.role);
        return false;
      }
      await this.addresses.limitInvitations(tenant, staff.email);
      const account_id = account?.account_id ?? newId(this.clock.now());
      if (await this.claimEmail(tenant, account_id, account, staff)) {
        await this.outbox.add(INVITE, { customer_id: tenant.customer_id, recipient: account_id });
      } else {
        const language = staff.language ?? (await this.settingsService.defaultLanguage(tenant));
        const facts = { inviter: tenant.customer_id, language };
        await this.outbox.add(INVITE_TAKEN, { customer_id: tenant.customer_id, recipient: staff.email, facts });
      }
      return true;
    });
  }

  /** Invalidates the link and frees the e-mail, in the caller's transaction. */
  async withdrawInvitation(tenant: Tenant, staff_id: string): Promise<void> {
    const account = await this.findAccount(tenant, staff_id);
    if (account) await this.addresses.endLinks(account.account_id);
    await this.close(tenant, staff_id);
  }

  /** Ends all sessions. No error without an account. @throws LastAdminError */
  suspend(tenant: Tenant, staff_id: string): Promise<void> {
    return this.endAccount(tenant, staff_id, 'suspended');
  }

  /**
   * Permanent: frees e-mail and user name and removes the second factor. The caller checks for another admin first
   * (`requireOtherAdmin`).
   */
  close(tenant: Tenant, staff_id: string): Promise<void> {
    return this.endAccount(tenant, staff_id, 'closed');
  }

  /** Runs in the caller's transaction. @throws LastAdminError */
  async requireOtherAdmin(tenant: Tenant, staff_id: string): Promise<void> {
    const account = await this.findAccount(tenant, staff_id);
    if (account) await this.requireOtherActiveAdmin(account);
  }

  /**
   * Reverts a suspension. If the e-mail of the staff record has changed, its mailbox must confirm it now.
   * @param email of the staff record @returns true if the invitation is still pending @throws TooManyAttemptsError
   */
  async reactivate(tenant: Tenant, staff_id: string, email: string | null): Promise<boolean> {
    return this.transactions.run(async () => {
      const account = await this.findAccount(tenant, staff_id);
      if (account?.status !== 'suspended') return false;
      const status = account.password_hash === null ? 'invited' : 'active';
      await this.accounts.update({ account_id: account.account_id, status: 'suspended' }, { status });
      if (status === 'active')
        await this.recordAudit(tenant, 'reactivate', account.account_id, { status }, { status: account.status });
      if (status === 'active' && email && normalizeKey(email) !== account.email_key) {
        await this.addresses.changeEmail(tenant, staff_id, email);
      }
      return status === 'invited';
    });
  }

  /** Ends the sessions, because they contain the role. @throws LastAdminError */
  async setRole(tenant: Tenant, staff_id: string, role: 'admin' | 'user'): Promise<void> {
    await this.transactions.run(async () => {
      const account = await this.findAccount(tenant, staff_id);
      if (!account || account.role === role) return;
      if (role === 'user') await this.requireOtherActiveAdmin(account);
      await this.accounts.update({ account_id: account.account_id }, { role });
      await this.sessionsService.endAll(account, 'role_changed');
      await this.recordAudit(tenant, 'role', account.account_id, { role }, { role: account.role });
    });
  }

  private async findAccount(tenant: Tenant, staff_id: string): Promise<Account | null> {
    return this.accounts.findOne({ customer_id: tenant.customer_id, staff_id });
  }

  /** @returns false when the e-mail belongs to an account of another customer @throws AddressInUseError */
  private async claimEmail(
    tenant: Tenant,
    account_id: string,
    account: Account | null,
    staff: StaffInvitation,
  ): Promise<boolean> {
    const write = (email: string) => this.writeInvited(tenant, account_id, account, { ...staff, email });
    if (!(await this.addresses.isTaken(tenant, staff.email, staff.staff_id)) && (await write(staff.email))) return true;
    // A concurrent request may have taken the e-mail.
    await this.addresses.isTaken(tenant, staff.email, staff.staff_id);
    await write(unreachableAddress(account_id));
    return false;
  }

  /** @returns false when a concurrent request took the e-mail */
  private async writeInvited(tenant: Tenant, account_id: string, account: Account | null, staff: StaffInvitation) {
    const accountInput: AccountInput = {
      customer_id: tenant.customer_id,
      kind: 'customer',
      role: staff.role,
      user_name: staff.email,
      email: staff.email,
      password_hash: null,
      first_name: staff.first_name,
      last_name: staff.last_name,
      employee_code: staff.staff_code,
      staff_id: staff.staff_id,
      staff_time_zone: staff.time_zone ?? null,
      last_active_day: staff.last_active_day ?? null,
      locale: staff.language ?? (await this.settingsService.defaultLanguage(tenant)),
    };
    if (!account) return this.accounts.insertMissing(buildAccount(account_id, accountInput, this.clock.now()));
    const { locale: _locale, password_hash: _hash, ...change } = accountInput;
    try {
      await this.accounts.update({ account_id }, { ...change, status: 'invited' });
      return true;
    } catch (error) {
      if (isUniqueViolation(error)) return false;
      throw error;
    }
  }

  private async endAccount(tenant: Tenant, staff_id: string, status: 'suspended' | 'closed'): Promise<void> {
    await this.transactions.run(async () => {
      const account = await this.findAccount(tenant, staff_id);
      if (!account || account.status === status) return;
      if (status === 'suspended') await this.requireOtherActiveAdmin(account);
      const { account_id } = account;
      const releasedNames = status === 'closed' && {
        user_name: `closed-${account_id}`,
        email: `closed-${account_id}@invalid`,
      };
      await this.accounts.update({ account_id }, { status, ...releasedNames });
      await this.changes.cancelPending(account_id);
      if (status === 'closed') await this.factors.removeAll(account);
      await this.sessionsService.endAll(account, status);
      if (account.password_hash !== null)
        await this.recordAudit(tenant, status, account.account_id, { status }, { status: account.status });
    });
  }

  /**
   * Admins with a planned last day do not count. All admin rows are written, so that concurrent changes run one after
   * the other; otherwise the last two admins could demote each other.
   */
  private async requireOtherActiveAdmin(account: Account): Promise<void> {
    if (account.role !== 'admin' || account.status !== 'active') return;
    const { customer_id, account_id } = account;
    const admins = { customer_id, role: 'admin', status: 'active' };
    await this.accounts.update(admins, {});
    if (!(await this.accounts.findOne({ ...admins, account_id: { ne: account_id }, last_active_day: null })))
      throw new LastAdminError();
  }

  /**
   * Only for accepted accounts. For others the audit trail refers to the staff member, because the account name would
   * reveal whether the address has an account elsewhere.
   */
  private async recordAudit(
    tenant: Tenant,
    action: string,
    account_id: string,
    became: object,
    was: object | null = null,
  ): Promise<void> {
    await this.audit.record(buildAuditEntry(tenant, `account.${action}`, account_id, was, became));
  }
}
