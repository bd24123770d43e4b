import { Injectable } from '@nestjs/common';
import type { SecondFactorResponse } from '../../contract/account.responses';
import { toAsciiDigits } from '../../contract/digits';
import { AuditTrailService } from '../../infrastructure/audit/audit-trail.service';
import { Clock } from '../../common/clock';
import { Config } from '../../infrastructure/config/config';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { toIso } from '../../common/rest/row';
import { newId } from '../../common/ids';
import { MailOutbox } from '../../infrastructure/mail/mail-outbox';
import { ThrottleService } from '../../infrastructure/throttle/throttle.service';
import { buildAuditEntry } from '../../tenancy/audit-entry';
import { InjectDirectoryRepository, type DirectoryRepository } from '../../tenancy/directory-repository';
import { SessionsService } from '../../auth/sessions.service';
import type { Tenant } from '../../tenancy/tenant';
import { AccountLocks } from './account-locks';
import { Passkey } from './passkey.entity';
import { SecondFactorCodesService } from './second-factor-codes.service';
import { SECOND_FACTOR, type SecondFactorChange } from './second-factor-mail.composer';
import { SecondFactor } from './second-factor.entity';
import {
  CodeWrongError,
  EnrolmentExpiredError,
  NoSecondFactorError,
  SecondFactorNotRemovableError,
} from './second-factor.errors';
import { SignInService } from './sign-in.service';
import type { SignInAccount } from './sign-in-accounts.query';
import { createEnrolment, findStep } from './totp';

const SETUP_LIFETIME_MS = 15 * 60_000;
const CONFIRM_LIMIT = { limit: 10, windowMs: SETUP_LIFETIME_MS };

/** Proof of ownership: current password, and a code once there is a second factor. */
export interface OwnerProof {
  current_password?: string;
  code?: string;
}
/** The authenticator app of an account: set up, replace, remove, and its state. */
@Injectable()
export class SecondFactorsService {
  constructor(
    @InjectDirectoryRepository(SecondFactor) private readonly factors: DirectoryRepository<SecondFactor>,
    @InjectDirectoryRepository(Passkey) private readonly passkeys: DirectoryRepository<Passkey>,
    private readonly codes: SecondFactorCodesService,
    private readonly signInService: SignInService,
    private readonly accountLocks: AccountLocks,
    private readonly sessionsService: SessionsService,
    private readonly throttleService: ThrottleService,
    private readonly outbox: MailOutbox,
    private readonly transactions: TransactionManager,
    private readonly audit: AuditTrailService,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  async state(tenant: Tenant): Promise<SecondFactorResponse> {
    const account_id = tenant.actor.account_id ?? [];
    const active = await this.factors.findOne({ account_id, status: 'active' });
    return {
      active: active !== null,
      protected: active !== null || (await this.passkeys.count({ account_id })) > 0,
      confirmed_at: active?.confirmed_at ? toIso(active.confirmed_at) : null,
      recovery_codes_left: active ? await this.codes.countRecoveryCodes(active.account_id) : 0,
      recovery_codes_made_at: active?.codes_made_at ? toIso(active.codes_made_at) : null,
      required: tenant.requires_second_factor,
      session_is_strong: tenant.actor.is_strong,
    };
  }

  /**
   * Creates a pending key for an authenticator app; an active one stays valid until the new one is confirmed.
   * @throws CurrentPasswordRequiredError, CurrentPasswordWrongError, CodeRequiredError, CodeWrongError,
   * TooManyAttemptsError
   */
  async start(tenant: Tenant, ownerProof: OwnerProof): Promise<{ secret: string; uri: string; expires_at: string }> {
    const account = await this.signInService.requireOwner(tenant, ownerProof);
    const { account_id, customer_id } = account;
    const now = this.clock.now();
    const second_factor_id = newId(now);
    const expires_at = now + SETUP_LIFETIME_MS;
    await this.transactions.run(async () => {
      await this.factors.remove({ account_id, status: 'pending' });
      await this.factors.insert({
        second_factor_id,
        account_id,
        customer_id,
        status: 'pending',
        last_step: 0,
        expires_at,
        created_at: now,
        confirmed_at: null,
        codes_made_at: null,
      });
    });
    const key = this.config.key('second-factor');
    return { ...createEnrolment(key, second_factor_id, account.user_name), expires_at: toIso(expires_at) };
  }

  /**
   * Activates the new app by its first code. It replaces the previous one, the session counts as opened with it, and
   * other sessions end. Tries are limited, because another session of the account has not seen the key.
   * @returns recovery codes, which are shown only once
   * @throws EnrolmentExpiredError, CodeWrongError, TooManyAttemptsError
   */
  async confirm(tenant: Tenant, code: string): Promise<{ recovery_codes: string[] }> {
    const account = await this.signInService.requireOwnAccount(tenant);
    const { account_id } = account;
    const now = this.clock.now();
    const pending = await this.factors.findOne({ account_id, status: 'pending', expires_at: { gt: now } });
    if (!pending) throw new EnrolmentExpiredError();
    const { second_factor_id } = pending;
    await this.throttleService.enforce(`second-factor-first:${second_factor_id}`, CONFIRM_LIMIT);
    const step = findStep(
      this.config.key('second-factor'),
      second_factor_id,
      toAsciiDigits(code).replace(/\s/g, ''),
      now,
    );
    if (step === null) throw new CodeWrongError();
    return this.transactions.run(async () => {
      if (!(await this.accountLocks.isRequestStillValid(tenant, account, pending.created_at)))
        throw new EnrolmentExpiredError();
      const replaced = await this.factors.remove({ account_id, status: 'active' });
      const activatedRows = await this.factors.update(
        { second_factor_id, status: 'pending' },
        { status: 'active', last_step: step, confirmed_at: now, codes_made_at: now, expires_at: null },
      );
      if (!activatedRows) throw new EnrolmentExpiredError();
      if (tenant.actor.session_id) await this.sessionsService.markSecondFactor(tenant.actor.session_id, 'totp');
      await this.sessionsService.endOthers(account, tenant.actor.session_id, 'second_factor_changed');
      await this.recordChange(tenant, account, replaced ? 'replaced' : 'set_up');
      return { recovery_codes: await this.codes.createRecoveryCodes(account) };
    });
  }

  /** @returns new recovery codes, shown only once; previous ones are invalid @throws as `start`, NoSecondFactorError */
  async renewCodes(tenant: Tenant, ownerProof: OwnerProof): Promise<{ recovery_codes: string[] }> {
    const account = await this.signInService.requireOwner(tenant, ownerProof);
    const { account_id } = account;
    return this.transactions.run(async () => {
      // Locks the row first, so that of two concurrent calls the second invalidates the codes of the first.
      const change = { codes_made_at: this.clock.now() };
      if (!(await this.factors.update({ account_id, status: 'active' }, change))) throw new NoSecondFactorError();
      await this.recordChange(tenant, account, 'codes_renewed');
      return { recovery_codes: await this.codes.createRecoveryCodes(account) };
    });
  }

  /**
   * Other sessions end; this one counts as opened by password alone.
   * @throws as `start`, NoSecondFactorError; SecondFactorNotRemovableError while the customer requires one
   */
  async remove(tenant: Tenant, ownerProof: OwnerProof): Promise<void> {
    const account = await this.signInService.requireOwnAccount(tenant);
    if (tenant.requires_second_factor && !account.passkeys) throw new SecondFactorNotRemovableError();
    await this.signInService.requireOwner(tenant, ownerProof);
    await this.transactions.run(async () => {
      // Checked again with the account locked, because the last passkey may be removed at the same time.
      const { passkeys } = await this.accountLocks.lock(account);
      if (tenant.requires_second_factor && !passkeys) throw new SecondFactorNotRemovableError();
      if (!(await this.removeApp(account))) throw new NoSecondFactorError();
      await this.sessionsService.clearSecondFactor(account, ['totp', 'recovery_code']);
      await this.sessionsService.endOthers(account, tenant.actor.session_id, 'second_factor_changed');
      await this.recordChange(tenant, account, 'removed');
    });
  }

  /**
   * Removes authenticator app, recovery codes and passkeys, in the caller's transaction. @returns true if there was any
   */
  async removeAll(account: { account_id: string }): Promise<boolean> {
    const passkeys = await this.passkeys.remove({ account_id: account.account_id });
    return (await this.removeApp(account)) || passkeys > 0;
  }

  private async removeApp({ account_id }: { account_id: string }): Promise<boolean> {
    const removed = await this.factors.remove({ account_id, status: 'active' });
    await this.factors.remove({ account_id });
    await this.codes.deleteRecoveryCodes(account_id);
    return removed > 0;
  }

  /** Records an audit event and mails the owner, in the caller's transaction. */
  private async recordChange(
    tenant: Tenant,
    { account_id, customer_id }: SignInAccount,
    what: SecondFactorChange,
  ): Promise<void> {
    await this.outbox.add(SECOND_FACTOR, {
      customer_id: customer_id || null,
      recipient: account_id,
      facts: { what },
    });
    const overrides = { customer_id, subject_type: 'account' };
    await this.audit.record(buildAuditEntry(tenant, `second_factor.${what}`, account_id, null, null, overrides));
  }
}
