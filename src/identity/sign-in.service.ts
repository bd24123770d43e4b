import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../platform/audit/audit-trail';
import { Clock } from '../platform/clock';
import { Transactions } from '../platform/database/transactions';
import { keyOf } from '../platform/folded';
import { Passwords } from '../platform/passwords';
import { Throttle, type Subject } from '../platform/throttle/throttle';
import { Sessions, type SecondFactorKind } from '../tenancy/sessions';
import { SessionExpired } from '../tenancy/tenancy.errors';
import { lacksSecondFactor, type Tenant } from '../tenancy/tenant';
import {
  AccountSuspended,
  CurrentPasswordNeeded,
  CurrentPasswordWrong,
  CustomerSuspended,
  LoginFailed,
} from './account.errors';
import type { SignedIn } from './identity';
import { SecondFactorCodes } from './second-factor-codes.service';
import { CodeNeeded, CodeWrong, PasskeyNeeded, SecondFactorNeeded, SecondFactorWrong } from './second-factor.errors';
import { identityOf, SignedInAccounts, type AccountOnFile } from './signed-in-accounts';
import { visitor } from './visitor';

const QUARTER_HOUR = 15 * 60_000;
/** After this long the password must be shown again before it, or a name that is signed in with, can be changed. */
const FRESH_MS = 10 * 60_000;

/** 5 wrong → 30 s, doubling to 1 h, shared by every way to sign in. */
export const accountSubject = (account_id: string): Subject => ({
  key: `login:${account_id}`,
  tries: 5,
  lock: 'doubling',
});

/** 50 wrong in a quarter of an hour: a plant shares one address. */
export const addressSubject = (address: string): Subject => ({
  key: `login-address:${address}`,
  tries: 50,
  lock: { windowMs: QUARTER_HOUR },
});

/** The same for codes of its second factor. Apart, for a right password shown alone must not clear what was counted here. */
const codeSubject = (account_id: string): Subject => ({ ...accountSubject(account_id), key: `code:${account_id}` });

type Surface = 'legacy' | 'modern';
/** Right, with what was shown beside the password; or what was wrong. */
type Verdict = { right: SecondFactorKind | 'password_alone' } | { wrong: 'password' | 'code' };

/** Every door through which a password is shown: both logins of the specification and the one under /api. */
@Injectable()
export class SignIn {
  constructor(
    private readonly accounts: SignedInAccounts,
    private readonly passwords: Passwords,
    private readonly codes: SecondFactorCodes,
    private readonly throttle: Throttle,
    private readonly sessions: Sessions,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * @param name user name or e-mail
   * @param surface legacy: a token as long as its session; modern: 15 minutes and a refresh cookie
   * @param code of the second factor, where the account has one
   * @throws LoginFailed, SecondFactorNeeded, SecondFactorWrong, TooManyTries, CustomerSuspended, AccountSuspended
   */
  async signIn(name: string, password: string, surface: Surface, code?: string): Promise<SignedIn> {
    const account = await this.accounts.byName(name);
    const verdict = await this.verify(account, name, password, { code });
    if ('wrong' in verdict) throw verdict.wrong === 'code' ? new SecondFactorWrong() : new LoginFailed();
    if (!account) throw new LoginFailed();
    return this.open(account, surface, verdict.right === 'password_alone' ? null : verdict.right);
  }

  /**
   * A session for whoever has shown that the account is theirs. When what was shown has changed since it was judged (a new
   * password, another role, suspension) it is over before it begins.
   * @throws CustomerSuspended, AccountSuspended
   */
  async open(account: AccountOnFile, surface: Surface, second_factor: SecondFactorKind | null): Promise<SignedIn> {
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
        second_factor,
        password_set_at: account.password_changed_at,
        address,
        user_agent,
      }),
    );
    const lacks = lacksSecondFactor(account, { kind: account.kind, is_strong: second_factor !== null });
    return {
      identity: {
        token: started.token,
        expires_at: new Date(started.expires_at).toISOString(),
        ...identityOf(account, eid, lacks),
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
        ...identityOf(account, turned.actor.eid, lacksSecondFactor(turned.facts, turned.actor)),
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
    const verdict = await this.verify(account, account.user_name, password, 'password_alone');
    if ('wrong' in verdict) throw new CurrentPasswordWrong();
  }

  /** @throws SessionExpired */
  async ownAccount({ actor }: Tenant): Promise<AccountOnFile> {
    const account = actor.account_id ? await this.accounts.byId(actor.account_id) : null;
    if (!account) throw new SessionExpired();
    return account;
  }

  /**
   * That the owner of the account sits there: a sign-in at most 10 minutes old, or the current password.
   * @throws SessionExpired, CurrentPasswordNeeded, CurrentPasswordWrong, TooManyTries
   */
  async demandPresence(tenant: Tenant, current: string | null | undefined): Promise<AccountOnFile> {
    const account = await this.ownAccount(tenant);
    if (current) await this.demandPassword(account, current);
    else if (this.clock.now() - tenant.actor.authenticated_at > FRESH_MS) throw new CurrentPasswordNeeded();
    return account;
  }

  /**
   * The same where a second factor is changed: once there is an authenticator app, password and code are both asked for,
   * however fresh the sign-in is, and are judged as at a sign-in.
   * @throws as `demandPresence`, CodeNeeded, CodeWrong, PasskeyNeeded
   */
  async demandOwner(tenant: Tenant, shown: { current_password?: string; code?: string }): Promise<AccountOnFile> {
    const account = await this.ownAccount(tenant);
    if (!account.second_factor_id) {
      if (account.passkeys > 0 && !tenant.actor.is_strong) throw new PasskeyNeeded();
      return this.demandPresence(tenant, shown.current_password);
    }
    if (!shown.current_password) throw new CurrentPasswordNeeded();
    if (!shown.code) throw new CodeNeeded();
    const verdict = await this.verify(account, account.user_name, shown.current_password, { code: shown.code });
    if ('wrong' in verdict) throw verdict.wrong === 'code' ? new CodeWrong() : new CurrentPasswordWrong();
    return account;
  }

  /**
   * Password and code as one try: a wrong code counts like a wrong password, and a right password whose code is missing
   * clears nothing, so that codes cannot be guessed by alternating. The same work for an unknown name.
   * @param second what is shown beside the password; 'password_alone': nothing is asked for
   * @throws SecondFactorNeeded, TooManyTries
   */
  private async verify(
    account: AccountOnFile | null,
    name: string,
    password: string,
    second: { code: string | undefined } | 'password_alone',
  ): Promise<Verdict> {
    const asked = account?.second_factor_id && second !== 'password_alone' ? second : null;
    const subjects: Subject[] = [
      account ? accountSubject(account.account_id) : { key: `login:${keyOf(name)}`, tries: 5, lock: 'doubling' },
      addressSubject(visitor().address),
      ...(account && asked?.code ? [codeSubject(account.account_id)] : []),
    ];
    let wrong = 'password' as 'password' | 'code';
    const right = await this.throttle.attempt(subjects, async () => {
      if (!(await this.passwords.matches(password, account?.password_hash ?? null)) || !account) return undefined;
      if (!asked) return 'password_alone' as const;
      if (!asked.code) throw new SecondFactorNeeded();
      wrong = 'code';
      return (await this.codes.spend(account, asked.code)) ?? undefined;
    });
    if (right) return { right };
    // Written for an unknown name as well: the time must not tell.
    await this.audit.record({
      customer_id: account?.customer_id ?? 0,
      account_id: account?.account_id ?? null,
      role: 'anonymous',
      action: wrong === 'code' ? 'session.second_factor_failed' : 'session.login_failed',
    });
    return { wrong };
  }
}

/** The employee code, which clients send as a header: one that no browser could send (Ж-17) is stood in for. */
function eidOf({ employee_code, account_id }: AccountOnFile): string {
  return /^[!-~]([ -~]*[!-~])?$/.test(employee_code) ? employee_code : `E-${account_id}`;
}
