import { Injectable } from '@nestjs/common';
import { AuditTrailService } from '../../infrastructure/audit/audit-trail.service';
import { Clock } from '../../common/clock';
import { Config } from '../../infrastructure/config/config';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { InvalidFieldsError } from '../../common/errors/app-error';
import { normalizeKey } from '../../common/text-normalization';
import { MailOutbox } from '../../infrastructure/mail/mail-outbox';
import { PasswordService, passwordErrors } from '../../infrastructure/security/password.service';
import { ThrottleService } from '../../infrastructure/throttle/throttle.service';
import { DomainEventBus } from '../../tenancy/domain-event-bus';
import { InjectDirectoryRepository, type DirectoryRepository } from '../../tenancy/directory-repository';
import { SessionsService } from '../../auth/sessions.service';
import { SessionExpiredError } from '../../tenancy/tenancy.errors';
import type { Tenant } from '../../tenancy/tenant';
import { TenantFactory } from '../../tenancy/tenant.factory';
import { Account } from './account.entity';
import { CurrentPasswordWrongError, LinkExpiredError } from './account.errors';
import { INVITATION_ACCEPTED } from './account.events';
import { PASSWORD_CHANGED, PASSWORD_RESET } from './account-mail.composer';
import type { SignInResult } from './sign-in-result';
import { PasswordLink } from './password-link.entity';
import { SignInChangesService } from './sign-in-changes.service';
import { sha256, openHandle, sealHandle } from './secrets';
import { SignInService, accountSubject } from './sign-in.service';
import { belongsToActiveCustomer, SignInAccountsQuery, type SignInAccount } from './sign-in-accounts.query';
import { currentVisitor } from './visitor';

const HOUR = 3_600_000;
export const RESET_MAIL_LIMIT = { limit: 3, windowMs: HOUR };
export const resetMailKey = (address: string): string => `forgot:${address}`;
const HANDLE_LIFETIME_MS = 10 * 60_000;

/** Forgotten, first and changed passwords, by mailed link or by the current password. */
@Injectable()
export class PasswordChangesService {
  constructor(
    @InjectDirectoryRepository(PasswordLink) private readonly links: DirectoryRepository<PasswordLink>,
    @InjectDirectoryRepository(Account) private readonly accounts: DirectoryRepository<Account>,
    private readonly signInAccounts: SignInAccountsQuery,
    private readonly signInService: SignInService,
    private readonly passwordService: PasswordService,
    private readonly sessionsService: SessionsService,
    private readonly throttleService: ThrottleService,
    private readonly outbox: MailOutbox,
    private readonly events: DomainEventBus,
    private readonly signInChanges: SignInChangesService,
    private readonly tenantFactory: TenantFactory,
    private readonly transactions: TransactionManager,
    private readonly audit: AuditTrailService,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /**
   * Queues a mail for every address, so that the response reveals nothing; the account is looked up when the mail is
   * composed. After 3 an hour no mail, and the same answer.
   */
  async requestReset(email: string): Promise<void> {
    const address = normalizeKey(email);
    await this.transactions.run(async () => {
      const mailboxLimit = await this.throttleService.hit(resetMailKey(address), RESET_MAIL_LIMIT);
      const visitorLimit = await this.throttleService.hit(`forgot-address:${currentVisitor().address}`, {
        limit: 30,
        windowMs: HOUR,
      });
      if (mailboxLimit.allowed && visitorLimit.allowed)
        await this.outbox.add(PASSWORD_RESET, { customer_id: null, recipient: address });
    });
  }

  /** Does not consume the link. Each call returns a new handle, valid for 10 minutes. @throws LinkExpiredError */
  async checkLink(token: string): Promise<{ handle: string; purpose: 'reset' | 'invite'; user_name: string }> {
    const now = this.clock.now();
    const link = await this.links.findOne({ token_digest: sha256(token), ended_at: null, expires_at: { gt: now } });
    const account = link && (await this.signInAccounts.findById(link.account_id));
    if (!link || !account || !canChoosePassword(account)) throw new LinkExpiredError();
    return {
      handle: sealHandle(this.config.key('link'), link.link_id, now + HANDLE_LIFETIME_MS),
      purpose: link.purpose as 'reset' | 'invite',
      user_name: account.user_name,
    };
  }

  /** Consumes the link if the change succeeds. @throws LinkExpiredError, InvalidFieldsError */
  async reset(handle: string, password: string): Promise<void> {
    await this.consumeLink(handle, password, ['reset', 'invite']);
  }

  /**
   * Sets the first password of an invited account and signs in. Consumes the link if the change succeeds.
   * @throws LinkExpiredError, also for the link of a reset; InvalidFieldsError, CustomerSuspendedError,
   * AccountSuspendedError
   */
  async acceptInvitation(handle: string, password: string): Promise<SignInResult> {
    const { account_id } = await this.consumeLink(handle, password, ['invite']);
    const account = await this.signInAccounts.findById(account_id);
    // A second factor cannot exist before the first password; a required one is asked for after sign-in.
    if (!account) throw new LinkExpiredError();
    return this.signInService.startSession(account, 'modern', null);
  }

  private async consumeLink(handle: string, password: string, purposes: readonly string[]): Promise<SignInAccount> {
    const handleContent = openHandle(this.config.key('link'), handle);
    const link =
      handleContent && handleContent.until > this.clock.now()
        ? await this.links.findOne({ link_id: handleContent.link_id })
        : null;
    const account = link && link.ended_at === null ? await this.signInAccounts.findById(link.account_id) : null;
    if (!link || !account || !canChoosePassword(account) || !purposes.includes(link.purpose))
      throw new LinkExpiredError();
    await this.setPassword(account, password, LinkExpiredError, async () => {
      const updatedRows = await this.links.update(
        { link_id: link.link_id, ended_at: null },
        { ended_at: this.clock.now() },
      );
      if (!updatedRows) throw new LinkExpiredError();
    });
    return account;
  }

  /**
   * Password of the current user; needs a sign-in at most 10 minutes old or the current password.
   * @throws CurrentPasswordRequiredError, CurrentPasswordWrongError, TooManyAttemptsError, InvalidFieldsError
   */
  async changeOwnPassword(tenant: Tenant, password: string, current: string | undefined): Promise<void> {
    const account = await this.signInService.requirePresence(tenant, current);
    await this.setPassword(account, password, CurrentPasswordWrongError, async () => undefined);
  }

  /** Checks the password of the current user. @throws CurrentPasswordWrongError, TooManyAttemptsError */
  async requireOwnPassword(tenant: Tenant, password: string): Promise<void> {
    await this.signInService.requirePassword(await this.ownAccount(tenant), password);
  }

  /** For clients that cannot ask for the current password (legacy API). */
  async mailLinkToCurrentUser(tenant: Tenant): Promise<void> {
    await this.requestReset((await this.ownAccount(tenant)).email);
  }

  private async ownAccount(tenant: Tenant): Promise<SignInAccount> {
    const account = tenant.actor.account_id ? await this.signInAccounts.findById(tenant.actor.account_id) : null;
    if (!account) throw new SessionExpiredError();
    return account;
  }

  /**
   * Ends all sessions, links and pending sign-in changes, and mails the owner.
   * @param ConflictError thrown when the account was changed concurrently
   */
  private async setPassword(
    account: SignInAccount,
    password: string,
    ConflictError: new () => Error,
    consume: () => Promise<void>,
  ): Promise<void> {
    const { account_id, customer_id } = account;
    const personalTexts = [
      account.user_name,
      account.email,
      account.first_name,
      account.last_name,
      account.customer_name,
    ];
    const errors = passwordErrors(password, personalTexts);
    if (errors.length) throw new InvalidFieldsError({ password: errors });
    const password_hash = await this.passwordService.hash(password);
    await this.transactions.run(async () => {
      const now = this.clock.now();
      await consume();
      const change = { password_hash, password_changed_at: now, status: 'active' };
      // Not if the password was changed or the account closed meanwhile.
      const unchangedWhere = { account_id, status: ['active', 'invited'], password_hash: account.password_hash };
      if (!(await this.accounts.update(unchangedWhere, change))) throw new ConflictError();
      await this.links.update({ account_id, ended_at: null }, { ended_at: now });
      await this.signInChanges.cancelPending(account_id);
      await this.sessionsService.endAll({ customer_id, account_id }, 'password_changed');
      await this.throttleService.clear([accountSubject(account_id).key]);
      if (account.status === 'invited' && account.staff_id) {
        const tenant = await this.tenantFactory.forSystem(customer_id);
        await this.events.publish(INVITATION_ACCEPTED, tenant, { staff_id: account.staff_id });
      }
      if (account.status === 'active')
        await this.outbox.add(PASSWORD_CHANGED, { customer_id: customer_id || null, recipient: account_id });
      await this.audit.record({
        customer_id,
        account_id,
        role: account.role,
        action: 'account.password',
        subject_type: 'account',
        subject_id: account_id,
      });
    });
  }
}

const canChoosePassword = (account: SignInAccount): boolean =>
  belongsToActiveCustomer(account) && (account.status === 'active' || account.status === 'invited');
