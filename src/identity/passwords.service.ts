import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../platform/audit/audit-trail';
import { Clock } from '../platform/clock';
import { Config } from '../platform/config/config';
import { Transactions } from '../platform/database/transactions';
import { InvalidFields } from '../platform/errors/app-error';
import { keyOf } from '../platform/folded';
import { Outbox } from '../platform/mail/outbox';
import { Passwords, passwordErrors } from '../platform/passwords';
import { Throttle } from '../platform/throttle/throttle';
import { Announcements } from '../tenancy/announcements';
import { Directory, type DirectoryRepository } from '../tenancy/directory';
import { Sessions } from '../tenancy/sessions';
import { SessionExpired } from '../tenancy/tenancy.errors';
import type { Tenant } from '../tenancy/tenant';
import { Tenants } from '../tenancy/tenants';
import { Account } from './account.entity';
import { CurrentPasswordWrong, LinkDead } from './account.errors';
import { INVITATION_ACCEPTED } from './account.events';
import { PASSWORD_CHANGED, PASSWORD_RESET } from './account-mails';
import type { SignedIn } from './identity';
import { PasswordLink } from './password-link.entity';
import { SignInChanges } from './sign-in-changes.service';
import { digestOf, openHandle, sealHandle } from './secrets';
import { SignIn, accountSubject } from './sign-in.service';
import { isOfOpenOrganisation, SignedInAccounts, type AccountOnFile } from './signed-in-accounts';
import { visitor } from './visitor';

const HOUR = 3_600_000;
/** Mails with a link that one mailbox gets, whoever asks for them. */
export const FORGOT = { limit: 3, windowMs: HOUR };
export const forgotKey = (address: string): string => `forgot:${address}`;
const HANDLE_MS = 10 * 60_000;

/** Forgotten, invited, changed: how an account comes to a (new) password. */
@Injectable()
export class PasswordChanges {
  constructor(
    @Directory(PasswordLink) private readonly links: DirectoryRepository<PasswordLink>,
    @Directory(Account) private readonly accounts: DirectoryRepository<Account>,
    private readonly onFile: SignedInAccounts,
    private readonly signIn: SignIn,
    private readonly passwords: Passwords,
    private readonly sessions: Sessions,
    private readonly throttle: Throttle,
    private readonly outbox: Outbox,
    private readonly announcements: Announcements,
    private readonly names: SignInChanges,
    private readonly tenants: Tenants,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /**
   * The same work for every address: a mail is owed to it, and whether there is an account is found out when that mail
   * is made. 3 an hour; beyond it no mail, and the same answer.
   */
  async forgot(email: string): Promise<void> {
    const address = keyOf(email);
    await this.transactions.run(async () => {
      const asked = await this.throttle.hit(forgotKey(address), FORGOT);
      const here = await this.throttle.hit(`forgot-address:${visitor().address}`, { limit: 30, windowMs: HOUR });
      if (asked.allowed && here.allowed)
        await this.outbox.add(PASSWORD_RESET, { customer_id: null, recipient: address });
    });
  }

  /** Looking does not spend the link; each look gives another handle, good for 10 minutes. @throws LinkDead */
  async look(token: string): Promise<{ handle: string; purpose: 'reset' | 'invite'; user_name: string }> {
    const now = this.clock.now();
    const link = await this.links.one({ token_digest: digestOf(token), ended_at: null, expires_at: { gt: now } });
    const account = link && (await this.onFile.byId(link.account_id));
    if (!link || !account || !mayChoose(account)) throw new LinkDead();
    return {
      handle: sealHandle(this.config.key('link'), link.link_id, now + HANDLE_MS),
      purpose: link.purpose as 'reset' | 'invite',
      user_name: account.user_name,
    };
  }

  /** Spends the link by a successful change only. @throws LinkDead, InvalidFields */
  async reset(handle: string, password: string): Promise<void> {
    await this.spendLink(handle, password, ['reset', 'invite']);
  }

  /**
   * Sets the first password of an invited account and signs in with it. Spends the link by a successful change only.
   * @throws LinkDead, also for the link of a reset; InvalidFields, CustomerSuspended, AccountSuspended
   */
  async acceptInvitation(handle: string, password: string): Promise<SignedIn> {
    const { account_id } = await this.spendLink(handle, password, ['invite']);
    const account = await this.onFile.byId(account_id);
    // No second factor can be set up before the first password; a required one is asked for as at every sign-in.
    if (!account) throw new LinkDead();
    return this.signIn.open(account, 'modern', null);
  }

  private async spendLink(handle: string, password: string, purposes: readonly string[]): Promise<AccountOnFile> {
    const opened = openHandle(this.config.key('link'), handle);
    const link = opened && opened.until > this.clock.now() ? await this.links.one({ link_id: opened.link_id }) : null;
    const account = link && link.ended_at === null ? await this.onFile.byId(link.account_id) : null;
    if (!link || !account || !mayChoose(account) || !purposes.includes(link.purpose)) throw new LinkDead();
    await this.set(account, password, LinkDead, async () => {
      const spent = await this.links.update({ link_id: link.link_id, ended_at: null }, { ended_at: this.clock.now() });
      if (!spent) throw new LinkDead();
    });
    return account;
  }

  /**
   * The caller's own password, after a sign-in at most 10 minutes old or with the current one.
   * @throws CurrentPasswordNeeded, CurrentPasswordWrong, TooManyTries, InvalidFields
   */
  async changeOwn(tenant: Tenant, password: string, current: string | undefined): Promise<void> {
    const account = await this.signIn.demandPresence(tenant, current);
    await this.set(account, password, CurrentPasswordWrong, async () => undefined);
  }

  /** The caller's own password, to confirm who is sitting there. @throws CurrentPasswordWrong, TooManyTries */
  async demandOwn(tenant: Tenant, password: string): Promise<void> {
    await this.signIn.demandPassword(await this.own(tenant), password);
  }

  /** For a sign-in that is too old and a client that cannot ask for the current password. */
  async mailLinkToSelf(tenant: Tenant): Promise<void> {
    await this.forgot((await this.own(tenant)).email);
  }

  private async own(tenant: Tenant): Promise<AccountOnFile> {
    const account = tenant.actor.account_id ? await this.onFile.byId(tenant.actor.account_id) : null;
    if (!account) throw new SessionExpired();
    return account;
  }

  /**
   * Ends every session, every link and a change of names that waits, and mails the owner.
   * @param Overtaken thrown when somebody else was faster
   */
  private async set(
    account: AccountOnFile,
    password: string,
    Overtaken: new () => Error,
    spend: () => Promise<void>,
  ): Promise<void> {
    const { account_id, customer_id } = account;
    const own = [account.user_name, account.email, account.first_name, account.last_name, account.customer_name];
    const wrong = passwordErrors(password, own);
    if (wrong.length) throw new InvalidFields({ password: wrong });
    const password_hash = await this.passwords.hash(password);
    await this.transactions.run(async () => {
      const now = this.clock.now();
      await spend();
      const change = { password_hash, password_changed_at: now, status: 'active' };
      // Not over another password that somebody chose meanwhile, nor of an account that was closed.
      const known = { account_id, status: ['active', 'invited'], password_hash: account.password_hash };
      if (!(await this.accounts.update(known, change))) throw new Overtaken();
      await this.links.update({ account_id, ended_at: null }, { ended_at: now });
      await this.names.drop(account_id);
      await this.sessions.endAllOf({ customer_id, account_id }, 'password_changed');
      await this.throttle.clear([accountSubject(account_id).key]);
      if (account.status === 'invited' && account.staff_id) {
        const tenant = await this.tenants.forSystem(customer_id);
        await this.announcements.publish(INVITATION_ACCEPTED, tenant, { staff_id: account.staff_id });
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

const mayChoose = (account: AccountOnFile): boolean =>
  isOfOpenOrganisation(account) && (account.status === 'active' || account.status === 'invited');
