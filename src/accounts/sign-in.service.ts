import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../platform/audit/audit-trail';
import { Transactions } from '../platform/database/transactions';
import { keyOf } from '../platform/folded';
import { Passwords } from '../platform/passwords';
import { Throttle, type Subject } from '../platform/throttle/throttle';
import { Sessions } from '../tenancy/sessions';
import { SessionExpired } from '../tenancy/tenancy.errors';
import type { Tenant } from '../tenancy/tenant';
import { AccountSuspended, CurrentPasswordWrong, CustomerSuspended, LoginFailed } from './account.errors';
import type { SignedIn } from './identity';
import { identityOf, SignedInAccounts, type AccountOnFile } from './signed-in-accounts';
import { visitor } from './visitor';

const QUARTER_HOUR = 15 * 60_000;

/** 5 wrong → 30 s, doubling to 1 h, shared by every way to sign in. */
export const accountSubject = (account_id: string): Subject => ({
  key: `login:${account_id}`,
  tries: 5,
  lock: 'doubling',
});

/** Every door through which a password is shown: both logins of the specification and the one under /api. */
@Injectable()
export class SignIn {
  constructor(
    private readonly accounts: SignedInAccounts,
    private readonly passwords: Passwords,
    private readonly throttle: Throttle,
    private readonly sessions: Sessions,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * @param name user name or e-mail
   * @param surface legacy: a token as long as its session; modern: 15 minutes and a refresh cookie
   * @throws LoginFailed, TooManyTries, CustomerSuspended, AccountSuspended
   */
  async signIn(name: string, password: string, surface: 'legacy' | 'modern'): Promise<SignedIn> {
    const account = await this.accounts.byName(name);
    if (!(await this.shows(account, name, password)) || !account) throw new LoginFailed();
    if (account.kind === 'customer' && account.customer_status !== 'A') throw new CustomerSuspended();
    if (account.status !== 'active') throw new AccountSuspended();
    const { address, user_agent } = visitor();
    const eid = eidOf(account);
    const started = await this.transactions.run(() =>
      this.sessions.start({
        customer_id: account.customer_id,
        account_id: account.account_id,
        staff_id: account.staff_id,
        kind: account.kind,
        role: account.role,
        eid,
        surface,
        address,
        user_agent,
      }),
    );
    return {
      identity: {
        token: started.token,
        expires_at: new Date(started.expires_at).toISOString(),
        ...identityOf(account, eid),
      },
      refresh_token: started.refresh_token,
    };
  }

  /** @throws SessionExpired */
  async refresh(refresh_token: string): Promise<SignedIn> {
    const turned = await this.sessions.refresh(refresh_token);
    const account = turned && (await this.accounts.byId(turned.actor.account_id ?? ''));
    if (!turned || !account) throw new SessionExpired();
    return {
      identity: {
        token: turned.token,
        expires_at: new Date(turned.expires_at).toISOString(),
        ...identityOf(account, turned.actor.eid),
      },
      refresh_token: turned.refresh_token,
    };
  }

  /** Ends the session of the bearer, or of the refresh cookie; nothing to end is no error. */
  async signOut(tenant: Tenant | undefined, refresh_token: string | undefined): Promise<void> {
    const session_id =
      tenant?.actor.session_id ??
      (refresh_token ? (await this.sessions.refresh(refresh_token))?.actor.session_id : null);
    if (session_id) await this.sessions.end([session_id], 'signed_out');
  }

  /**
   * The caller's own password, shown again. Counts like a sign-in.
   * @throws CurrentPasswordWrong, TooManyTries
   */
  async demandPassword(account: AccountOnFile, password: string): Promise<void> {
    if (!(await this.shows(account, account.user_name, password))) throw new CurrentPasswordWrong();
  }

  /** Whether the password is right; the same work for an unknown name. @throws TooManyTries */
  private async shows(account: AccountOnFile | null, name: string, password: string): Promise<boolean> {
    const { address } = visitor();
    const subjects: Subject[] = [
      account ? accountSubject(account.account_id) : { key: `login:${keyOf(name)}`, tries: 5, lock: 'doubling' },
      // A plant shares one address.
      { key: `login-address:${address}`, tries: 50, lock: { windowMs: QUARTER_HOUR } },
    ];
    const right = await this.throttle.attempt(subjects, async () =>
      (await this.passwords.matches(password, account?.password_hash ?? null)) ? true : undefined,
    );
    // Written for an unknown name as well: the time must not tell.
    if (!right) {
      await this.audit.record({
        customer_id: account?.customer_id ?? 0,
        account_id: account?.account_id ?? null,
        role: 'anonymous',
        action: 'session.login_failed',
      });
    }
    return right === true;
  }
}

/** The employee code, which clients send as a header: one that no browser could send (Ж-17) is stood in for. */
function eidOf({ employee_code, account_id }: AccountOnFile): string {
  return /^[!-~]([ -~]*[!-~])?$/.test(employee_code) ? employee_code : `E-${account_id}`;
}
