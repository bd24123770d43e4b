import { Injectable } from '@nestjs/common';
import { AuditTrailService } from '../../infrastructure/audit/audit-trail.service';
import { Clock } from '../../common/clock';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { normalizeKey } from '../../common/text-normalization';
import { PasswordService } from '../../infrastructure/security/password.service';
import { ThrottleService, type ThrottleSubject } from '../../infrastructure/throttle/throttle.service';
import { SessionsService, type SecondFactorKind } from '../../auth/sessions.service';
import { SessionExpiredError } from '../../tenancy/tenancy.errors';
import { lacksSecondFactor, type Tenant } from '../../tenancy/tenant';
import {
  AccountSuspendedError,
  CurrentPasswordRequiredError,
  CurrentPasswordWrongError,
  CustomerSuspendedError,
  LoginFailedError,
} from './account.errors';
import type { SignInResult } from './sign-in-result';
import { SecondFactorCodesService } from './second-factor-codes.service';
import {
  CodeRequiredError,
  CodeWrongError,
  PasskeySignInRequiredError,
  SecondFactorNeededError,
  SecondFactorWrongError,
} from './second-factor.errors';
import { toIdentity, SignInAccountsQuery, type SignInAccount } from './sign-in-accounts.query';
import { currentVisitor } from './visitor';

const QUARTER_HOUR = 15 * 60_000;
/** Older sign-ins must enter the password again before password or sign-in names are changed. */
const FRESH_SIGN_IN_MS = 10 * 60_000;

/** 5 failures lock for 30 s, doubling up to 1 h; shared by all ways to sign in. */
export const accountSubject = (account_id: string): ThrottleSubject => ({
  key: `login:${account_id}`,
  tries: 5,
  lock: 'doubling',
});

/** 50 failures in a quarter of an hour; a plant may share one address. */
export const addressSubject = (address: string): ThrottleSubject => ({
  key: `login-address:${address}`,
  tries: 50,
  lock: { windowMs: QUARTER_HOUR },
});

/** As accountSubject, for codes. Separate, because a correct password alone must not reset the count. */
const codeSubject = (account_id: string): ThrottleSubject => ({
  ...accountSubject(account_id),
  key: `code:${account_id}`,
});

type Surface = 'legacy' | 'modern';
type Verdict = { right: SecondFactorKind | 'password_alone' } | { wrong: 'password' | 'code' };

/** All checks of passwords: legacy logins and /api/auth. */
@Injectable()
export class SignInService {
  constructor(
    private readonly accounts: SignInAccountsQuery,
    private readonly passwordService: PasswordService,
    private readonly codes: SecondFactorCodesService,
    private readonly throttleService: ThrottleService,
    private readonly sessionsService: SessionsService,
    private readonly transactions: TransactionManager,
    private readonly audit: AuditTrailService,
    private readonly clock: Clock,
  ) {}

  /**
   * @param name user name or e-mail
   * @param surface legacy: the token lives as long as the session; modern: 15 minutes, with a refresh cookie
   * @param code second factor, if the account has one
   * @throws LoginFailedError, SecondFactorNeededError, SecondFactorWrongError, TooManyAttemptsError,
   * CustomerSuspendedError, AccountSuspendedError
   */
  async signIn(name: string, password: string, surface: Surface, code?: string): Promise<SignInResult> {
    const account = await this.accounts.findByName(name);
    const verdict = await this.verify(account, name, password, { code });
    if ('wrong' in verdict) throw verdict.wrong === 'code' ? new SecondFactorWrongError() : new LoginFailedError();
    if (!account) throw new LoginFailedError();
    return this.startSession(account, surface, verdict.right === 'password_alone' ? null : verdict.right);
  }

  /**
   * Opens a session for an authenticated account. A concurrent change (password, role, suspension) makes the session
   * invalid from the start.
   * @throws CustomerSuspendedError, AccountSuspendedError
   */
  async startSession(
    account: SignInAccount,
    surface: Surface,
    second_factor: SecondFactorKind | null,
  ): Promise<SignInResult> {
    if (account.kind === 'customer' && account.customer_status !== 'A') throw new CustomerSuspendedError();
    if (account.status !== 'active') throw new AccountSuspendedError();
    const { address, user_agent } = currentVisitor();
    const eid = headerSafeEid(account);
    const started = await this.transactions.run(() =>
      this.sessionsService.start({
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
    const needsSecondFactor = lacksSecondFactor(account, { kind: account.kind, is_strong: second_factor !== null });
    return {
      identity: {
        token: started.token,
        expires_at: new Date(started.expires_at).toISOString(),
        ...toIdentity(account, eid, needsSecondFactor),
      },
      refresh_token: started.refresh_token,
    };
  }

  /** @throws SessionExpiredError */
  async refresh(refresh_token: string): Promise<SignInResult> {
    const session = await this.sessionsService.refresh(refresh_token);
    const account = session && (await this.accounts.findById(session.actor.account_id ?? ''));
    if (!session || !account) throw new SessionExpiredError();
    return {
      identity: {
        token: session.token,
        expires_at: new Date(session.expires_at).toISOString(),
        ...toIdentity(account, session.actor.eid, lacksSecondFactor(session.customer, session.actor)),
      },
      refresh_token: session.refresh_token,
    };
  }

  /** Session of the bearer token or the refresh cookie; no error if there is none. */
  async signOut(tenant: Tenant | undefined, refresh_token: string | undefined): Promise<void> {
    const session_id =
      tenant?.actor.session_id ??
      (refresh_token ? (await this.sessionsService.refresh(refresh_token))?.actor.session_id : null);
    if (session_id) await this.sessionsService.end([session_id], 'signed_out');
  }

  /**
   * Checks the password again; failures count as those of a sign-in.
   * @throws CurrentPasswordWrongError, TooManyAttemptsError
   */
  async requirePassword(account: SignInAccount, password: string): Promise<void> {
    const verdict = await this.verify(account, account.user_name, password, 'password_alone');
    if ('wrong' in verdict) throw new CurrentPasswordWrongError();
  }

  /** @throws SessionExpiredError */
  async requireOwnAccount({ actor }: Tenant): Promise<SignInAccount> {
    const account = actor.account_id ? await this.accounts.findById(actor.account_id) : null;
    if (!account) throw new SessionExpiredError();
    return account;
  }

  /**
   * Needs a sign-in at most 10 minutes old, or the current password.
   * @throws SessionExpiredError, CurrentPasswordRequiredError, CurrentPasswordWrongError, TooManyAttemptsError
   */
  async requirePresence(tenant: Tenant, current: string | null | undefined): Promise<SignInAccount> {
    const account = await this.requireOwnAccount(tenant);
    if (current) await this.requirePassword(account, current);
    else if (this.clock.now() - tenant.actor.authenticated_at > FRESH_SIGN_IN_MS)
      throw new CurrentPasswordRequiredError();
    return account;
  }

  /**
   * For changes of a second factor: with an authenticator app, password and code are required, however recent the
   * sign-in is.
   * @throws as `requirePresence`, CodeRequiredError, CodeWrongError, PasskeySignInRequiredError
   */
  async requireOwner(tenant: Tenant, ownerProof: { current_password?: string; code?: string }): Promise<SignInAccount> {
    const account = await this.requireOwnAccount(tenant);
    if (!account.second_factor_id) {
      if (account.passkeys > 0 && !tenant.actor.is_strong) throw new PasskeySignInRequiredError();
      return this.requirePresence(tenant, ownerProof.current_password);
    }
    if (!ownerProof.current_password) throw new CurrentPasswordRequiredError();
    if (!ownerProof.code) throw new CodeRequiredError();
    const verdict = await this.verify(account, account.user_name, ownerProof.current_password, {
      code: ownerProof.code,
    });
    if ('wrong' in verdict) throw verdict.wrong === 'code' ? new CodeWrongError() : new CurrentPasswordWrongError();
    return account;
  }

  /**
   * Checks password and code as one try: a wrong code counts like a wrong password, and a correct password without a
   * code resets nothing, so codes cannot be guessed by alternating. Takes the same time for an unknown name.
   * @param secondFactor 'password_alone': no code is required @throws SecondFactorNeededError, TooManyAttemptsError
   */
  private async verify(
    account: SignInAccount | null,
    name: string,
    password: string,
    secondFactor: { code: string | undefined } | 'password_alone',
  ): Promise<Verdict> {
    const codeInput = account?.second_factor_id && secondFactor !== 'password_alone' ? secondFactor : null;
    const subjects: ThrottleSubject[] = [
      account ? accountSubject(account.account_id) : { key: `login:${normalizeKey(name)}`, tries: 5, lock: 'doubling' },
      addressSubject(currentVisitor().address),
      ...(account && codeInput?.code ? [codeSubject(account.account_id)] : []),
    ];
    let wrong = 'password' as 'password' | 'code';
    const right = await this.throttleService.attempt(subjects, async () => {
      if (!(await this.passwordService.matches(password, account?.password_hash ?? null)) || !account) return undefined;
      if (!codeInput) return 'password_alone' as const;
      if (!codeInput.code) throw new SecondFactorNeededError();
      wrong = 'code';
      return (await this.codes.consume(account, codeInput.code)) ?? undefined;
    });
    if (right) return { right };
    // Also for an unknown name, so that the response time reveals nothing.
    await this.audit.record({
      customer_id: account?.customer_id ?? 0,
      account_id: account?.account_id ?? null,
      role: 'anonymous',
      action: wrong === 'code' ? 'session.second_factor_failed' : 'session.login_failed',
    });
    return { wrong };
  }
}

/** Employee code, sent by clients as a header; replaced if it contains characters that headers cannot (Ж-17). */
function headerSafeEid({ employee_code, account_id }: SignInAccount): string {
  return /^[!-~]([ -~]*[!-~])?$/.test(employee_code) ? employee_code : `E-${account_id}`;
}
