import { Injectable } from '@nestjs/common';
import type { SecondFactorState } from '../contract/account-answers';
import { toAsciiDigits } from '../contract/digits';
import { AuditTrail } from '../platform/audit/audit-trail';
import { Clock } from '../platform/clock';
import { Config } from '../platform/config/config';
import { Transactions } from '../platform/database/transactions';
import { toIso } from '../platform/definitions/row';
import { newId } from '../platform/ids';
import { Outbox } from '../platform/mail/outbox';
import { Throttle } from '../platform/throttle/throttle';
import { auditEntry } from '../tenancy/audit-entry';
import { Directory, type DirectoryRepository } from '../tenancy/directory';
import { Sessions } from '../tenancy/sessions';
import type { Tenant } from '../tenancy/tenant';
import { HeldAccounts } from './held-accounts';
import { Passkey } from './passkey.entity';
import { SecondFactorCodes } from './second-factor-codes.service';
import { SECOND_FACTOR, type SecondFactorNews } from './second-factor-mails';
import { SecondFactor } from './second-factor.entity';
import { CodeWrong, EnrolmentGone, NoSecondFactor, SecondFactorStays } from './second-factor.errors';
import { SignIn } from './sign-in.service';
import type { AccountOnFile } from './signed-in-accounts';
import { enrolment, stepOf } from './totp';

/** How long a QR code on the screen can be confirmed. */
const PENDING_MS = 15 * 60_000;
/** Tries to confirm one. */
const FIRST_CODES = { limit: 10, windowMs: PENDING_MS };

/** Who sits there: the current password, and a code once there is a second factor. */
export interface Shown {
  current_password?: string;
  code?: string;
}
/** The authenticator app of the own account: set up, replaced, removed; and its recovery codes. */
@Injectable()
export class SecondFactors {
  constructor(
    @Directory(SecondFactor) private readonly factors: DirectoryRepository<SecondFactor>,
    @Directory(Passkey) private readonly passkeys: DirectoryRepository<Passkey>,
    private readonly codes: SecondFactorCodes,
    private readonly signIn: SignIn,
    private readonly holding: HeldAccounts,
    private readonly sessions: Sessions,
    private readonly throttle: Throttle,
    private readonly outbox: Outbox,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  async state(tenant: Tenant): Promise<SecondFactorState> {
    const account_id = tenant.actor.account_id ?? [];
    const active = await this.factors.one({ account_id, status: 'active' });
    return {
      active: active !== null,
      protected: active !== null || (await this.passkeys.count({ account_id })) > 0,
      confirmed_at: active?.confirmed_at ? toIso(active.confirmed_at) : null,
      recovery_codes_left: active ? await this.codes.left(active.account_id) : 0,
      recovery_codes_made_at: active?.codes_made_at ? toIso(active.codes_made_at) : null,
      required: tenant.requires_second_factor,
      session_is_strong: tenant.actor.is_strong,
    };
  }

  /**
   * A new key for an authenticator app, good for nothing until a code of it confirms it; one that is there already stays
   * in force until then.
   * @throws CurrentPasswordNeeded, CurrentPasswordWrong, CodeNeeded, CodeWrong, TooManyTries
   */
  async start(tenant: Tenant, shown: Shown): Promise<{ secret: string; uri: string; expires_at: string }> {
    const account = await this.signIn.demandOwner(tenant, shown);
    const { account_id, customer_id } = account;
    const now = this.clock.now();
    const second_factor_id = newId(now);
    const expires_at = now + PENDING_MS;
    await this.transactions.run(async () => {
      await this.factors.remove({ account_id, status: 'pending' });
      await this.factors.insert({
        ...{ second_factor_id, account_id, customer_id, status: 'pending', last_step: 0, expires_at, created_at: now },
        ...{ confirmed_at: null, codes_made_at: null },
      });
    });
    const key = this.config.key('second-factor');
    return { ...enrolment(key, second_factor_id, account.user_name), expires_at: toIso(expires_at) };
  }

  /**
   * The first code of the new app. It is in force from now on, instead of any before, this session counts as made with it
   * and the others of the account are over. Another session of the account, which the key was not shown to, has no more tries than a slip of the finger.
   * @returns the recovery codes, this once
   * @throws EnrolmentGone, CodeWrong, TooManyTries
   */
  async confirm(tenant: Tenant, code: string): Promise<{ recovery_codes: string[] }> {
    const account = await this.signIn.ownAccount(tenant);
    const { account_id } = account;
    const now = this.clock.now();
    const pending = await this.factors.one({ account_id, status: 'pending', expires_at: { gt: now } });
    if (!pending) throw new EnrolmentGone();
    const { second_factor_id } = pending;
    await this.throttle.demand(`second-factor-first:${second_factor_id}`, FIRST_CODES);
    const step = stepOf(
      this.config.key('second-factor'),
      second_factor_id,
      toAsciiDigits(code).replace(/\s/g, ''),
      now,
    );
    if (step === null) throw new CodeWrong();
    return this.transactions.run(async () => {
      if (!(await this.holding.isStillAsked(tenant, account, pending.created_at))) throw new EnrolmentGone();
      const replaced = await this.factors.remove({ account_id, status: 'active' });
      const made = await this.factors.update(
        { second_factor_id, status: 'pending' },
        { status: 'active', last_step: step, confirmed_at: now, codes_made_at: now, expires_at: null },
      );
      if (!made) throw new EnrolmentGone();
      if (tenant.actor.session_id) await this.sessions.strengthen(tenant.actor.session_id, 'totp');
      await this.sessions.endOthersOf(account, tenant.actor.session_id, 'second_factor_changed');
      await this.tell(tenant, account, replaced ? 'replaced' : 'set_up');
      return { recovery_codes: await this.codes.renew(account) };
    });
  }

  /** @returns new recovery codes, this once; those before are void @throws as `start`, NoSecondFactor */
  async renewCodes(tenant: Tenant, shown: Shown): Promise<{ recovery_codes: string[] }> {
    const account = await this.signIn.demandOwner(tenant, shown);
    const { account_id } = account;
    return this.transactions.run(async () => {
      // The factor's row first: of two renewals at once the second waits, and voids what the first has made.
      const change = { codes_made_at: this.clock.now() };
      if (!(await this.factors.update({ account_id, status: 'active' }, change))) throw new NoSecondFactor();
      await this.tell(tenant, account, 'codes_renewed');
      return { recovery_codes: await this.codes.renew(account) };
    });
  }

  /**
   * The other sessions of the account are over; this one counts as made by password alone.
   * @throws as `start`, NoSecondFactor, SecondFactorStays while the organisation requires one
   */
  async remove(tenant: Tenant, shown: Shown): Promise<void> {
    const account = await this.signIn.ownAccount(tenant);
    if (tenant.requires_second_factor && !account.passkeys) throw new SecondFactorStays();
    await this.signIn.demandOwner(tenant, shown);
    await this.transactions.run(async () => {
      // Once more with the account's row in hand: its last passkey may be removed at the same time.
      const { passkeys } = await this.holding.held(account);
      if (tenant.requires_second_factor && !passkeys) throw new SecondFactorStays();
      if (!(await this.forgetApp(account))) throw new NoSecondFactor();
      await this.sessions.weaken(account, ['totp', 'recovery_code']);
      await this.sessions.endOthersOf(account, tenant.actor.session_id, 'second_factor_changed');
      await this.tell(tenant, account, 'removed');
    });
  }

  /** Everything that protects the account besides its password. In the caller's transaction. @returns whether there was any */
  async forget(account: { account_id: string }): Promise<boolean> {
    const passkeys = await this.passkeys.remove({ account_id: account.account_id });
    return (await this.forgetApp(account)) || passkeys > 0;
  }

  private async forgetApp({ account_id }: { account_id: string }): Promise<boolean> {
    const removed = await this.factors.remove({ account_id, status: 'active' });
    await this.factors.remove({ account_id });
    await this.codes.forget(account_id);
    return removed > 0;
  }

  /** To the audit trail and to the owner. In the caller's transaction. */
  private async tell(
    tenant: Tenant,
    { account_id, customer_id }: AccountOnFile,
    what: SecondFactorNews,
  ): Promise<void> {
    await this.outbox.add(SECOND_FACTOR, {
      customer_id: customer_id || null,
      recipient: account_id,
      facts: { what },
    });
    const about = { customer_id, subject_type: 'account' };
    await this.audit.record(auditEntry(tenant, `second_factor.${what}`, account_id, null, null, about));
  }
}
