import { Injectable } from '@nestjs/common';
import type { PasskeyRow } from '../../contract/account.responses';
import { AuditTrailService } from '../../infrastructure/audit/audit-trail.service';
import { Clock } from '../../common/clock';
import { TransactionManager, isUniqueViolation } from '../../infrastructure/database/transaction-manager';
import { toIso } from '../../common/rest/row';
import { NotFoundError } from '../../common/errors/app-error';
import { newId } from '../../common/ids';
import { MailOutbox } from '../../infrastructure/mail/mail-outbox';
import { ThrottleService } from '../../infrastructure/throttle/throttle.service';
import { buildAuditEntry } from '../../tenancy/audit-entry';
import { InjectDirectoryRepository, type DirectoryRepository } from '../../tenancy/directory-repository';
import { SessionsService } from '../../auth/sessions.service';
import type { Tenant } from '../../tenancy/tenant';
import type { ListPage } from '../../tenancy/tenant-repository';
import { AccountLocks } from './account-locks';
import type { SignInResult } from './sign-in-result';
import { PasskeyCeremoniesService, type CeremonyOptions, type ExpectedResponse } from './passkey-ceremonies.service';
import { Passkey } from './passkey.entity';
import { SECOND_FACTOR, type SecondFactorChange } from './second-factor-mail.composer';
import {
  PasskeyAlreadyRegisteredError,
  PasskeyNotSavedError,
  PasskeyRejectedError,
  TooManyPasskeysError,
  SecondFactorNotRemovableError,
} from './second-factor.errors';
import type { OwnerProof } from './second-factors.service';
import { sha256 } from './secrets';
import { SignInService, addressSubject } from './sign-in.service';
import { SignInAccountsQuery, type SignInAccount } from './sign-in-accounts.query';
import { currentVisitor } from './visitor';

/** Limit per account, because each is sent to the browser in the ceremony options. */
const MAX_PASSKEYS = 20;
/** High, because a plant may share one address. */
const SIGN_IN_START_LIMIT = { limit: 300, windowMs: 15 * 60_000 };

/** Passkeys of an account: register, rename, remove, and sign in with one. */
@Injectable()
export class PasskeysService {
  constructor(
    @InjectDirectoryRepository(Passkey) private readonly passkeys: DirectoryRepository<Passkey>,
    private readonly ceremonies: PasskeyCeremoniesService,
    private readonly signInAccounts: SignInAccountsQuery,
    private readonly signInService: SignInService,
    private readonly accountLocks: AccountLocks,
    private readonly sessionsService: SessionsService,
    private readonly throttleService: ThrottleService,
    private readonly outbox: MailOutbox,
    private readonly transactions: TransactionManager,
    private readonly audit: AuditTrailService,
    private readonly clock: Clock,
  ) {}

  async list(tenant: Tenant): Promise<ListPage<PasskeyRow>> {
    const rows = await this.listOf(tenant.actor.account_id);
    return { rows: rows.map(toPasskeyRow), total: rows.length };
  }

  /** @throws as `SignInService.requireOwner`, PasskeysUnavailableError */
  async startRegistration(tenant: Tenant, ownerProof: OwnerProof): Promise<CeremonyOptions<object>> {
    const account = await this.signInService.requireOwner(tenant, ownerProof);
    return this.ceremonies.startRegistration(account, await this.listOf(account.account_id));
  }

  /**
   * Saves a passkey. The session counts as opened with it, because the user was just verified. The first protection of
   * an account ends its other sessions.
   * @throws PasskeyNotSavedError, PasskeyAlreadyRegisteredError, TooManyPasskeysError
   */
  async register(tenant: Tenant, body: { challenge_id: string; name: string; response: object }): Promise<PasskeyRow> {
    const account = await this.signInService.requireOwnAccount(tenant);
    const { account_id, customer_id } = account;
    const asked_at = await this.ceremonies.registrationStartedAt(body.challenge_id);
    const credential = await this.ceremonies.verifyRegistration(account_id, body.challenge_id, body.response);
    const now = this.clock.now();
    const row: Passkey = {
      passkey_id: newId(now),
      customer_id,
      account_id,
      ...credential,
      name: body.name.trim(),
      credential_digest: sha256(credential.credential_id),
      last_used_at: null,
      created_at: now,
    };
    try {
      await this.transactions.run(async () => {
        if (!(await this.accountLocks.isRequestStillValid(tenant, account, asked_at))) throw new PasskeyNotSavedError();
        const now = await this.signInAccounts.findById(account_id);
        if (!now || now.passkeys >= MAX_PASSKEYS) throw new TooManyPasskeysError(MAX_PASSKEYS);
        const isFirst = now.passkeys === 0 && now.second_factor_id === null;
        await this.passkeys.insert(row);
        if (tenant.actor.session_id) await this.sessionsService.markSecondFactor(tenant.actor.session_id, 'passkey');
        if (isFirst) await this.sessionsService.endOthers(account, tenant.actor.session_id, 'second_factor_changed');
        await this.recordChange(tenant, account, isFirst ? 'passkey_first' : 'passkey_added', row);
      });
    } catch (error) {
      if (isUniqueViolation(error)) throw new PasskeyAlreadyRegisteredError();
      throw error;
    }
    return toPasskeyRow(row);
  }

  /** @throws NotFoundError, also for passkeys of other accounts */
  async rename(tenant: Tenant, passkey_id: string, newName: string): Promise<PasskeyRow> {
    const ownWhere = { passkey_id, account_id: tenant.actor.account_id ?? [] };
    const name = newName.trim();
    await this.transactions.run(async () => {
      const was = await this.passkeys.findOne(ownWhere);
      if (!was) throw new NotFoundError('passkey');
      if (was.name === name) return;
      if (!(await this.passkeys.update(ownWhere, { name }))) throw new NotFoundError('passkey');
      const overrides = { customer_id: was.customer_id, subject_type: 'passkey' };
      const action = 'second_factor.passkey_renamed';
      await this.audit.record(buildAuditEntry(tenant, action, passkey_id, { name: was.name }, { name }, overrides));
    });
    const row = await this.passkeys.findOne(ownWhere);
    if (!row) throw new NotFoundError('passkey');
    return toPasskeyRow(row);
  }

  /**
   * Ends the other sessions, because one may be on the lost device. Without the last passkey this session counts as
   * opened by password alone.
   * @throws NotFoundError, also for passkeys of other accounts; SecondFactorNotRemovableError; as
   * `SignInService.requireOwner`
   */
  async remove(tenant: Tenant, passkey_id: string, ownerProof: OwnerProof): Promise<void> {
    const row = await this.passkeys.findOne({ passkey_id, account_id: tenant.actor.account_id ?? [] });
    if (!row) throw new NotFoundError('passkey');
    const account = await this.signInService.requireOwner(tenant, ownerProof);
    await this.transactions.run(async () => {
      const { passkeys, second_factor_id } = await this.accountLocks.lock(account);
      const isLast = passkeys <= 1;
      if (isLast && tenant.requires_second_factor && !second_factor_id) throw new SecondFactorNotRemovableError();
      if (!(await this.passkeys.remove({ passkey_id, account_id: account.account_id })))
        throw new NotFoundError('passkey');
      if (isLast) await this.sessionsService.clearSecondFactor(account, ['passkey']);
      await this.sessionsService.endOthers(account, tenant.actor.session_id, 'second_factor_changed');
      await this.recordChange(tenant, account, 'passkey_removed', row);
    });
  }

  /** @throws PasskeysUnavailableError, TooManyAttemptsError */
  async startSignIn(): Promise<CeremonyOptions<object>> {
    await this.throttleService.enforce(`passkey-address:${currentVisitor().address}`, SIGN_IN_START_LIMIT);
    return this.ceremonies.startSignIn();
  }

  /**
   * Counts as a sign-in with a second factor. A challenge accepts one response. Failures count for the network address
   * only, because a signature cannot be guessed.
   * @throws PasskeyRejectedError, TooManyAttemptsError, CustomerSuspendedError, AccountSuspendedError
   */
  async completeSignIn(challenge_id: string, response: { id?: unknown }): Promise<SignInResult> {
    const account = await this.throttleService.attempt([addressSubject(currentVisitor().address)], async () => {
      const expected = await this.ceremonies.consumeSignInChallenge(challenge_id);
      const credential = typeof response.id === 'string' ? response.id : '';
      const passkey = await this.passkeys.findOne({ credential_digest: sha256(credential) });
      return passkey ? this.verifyHolder(passkey, expected, response) : undefined;
    });
    if (!account) throw new PasskeyRejectedError();
    return this.signInService.startSession(account, 'modern', 'passkey');
  }

  private async verifyHolder(
    passkey: Passkey,
    expected: ExpectedResponse,
    response: object,
  ): Promise<SignInAccount | undefined> {
    const { passkey_id, counter } = passkey;
    const nextCounter = await this.ceremonies.verifySignIn(passkey, expected, response);
    if (nextCounter === null) {
      await this.audit.record({
        customer_id: passkey.customer_id,
        account_id: passkey.account_id,
        role: 'anonymous',
        action: 'session.passkey_refused',
      });
      return undefined;
    }
    const usage = { counter: nextCounter, last_used_at: this.clock.now() };
    const updatedRows = await this.transactions.run(() => this.passkeys.update({ passkey_id, counter }, usage));
    return updatedRows ? ((await this.signInAccounts.findById(passkey.account_id)) ?? undefined) : undefined;
  }

  private async listOf(account_id: string | null): Promise<Passkey[]> {
    return this.passkeys.find({ account_id: account_id ?? [] }, { order: [['passkey_id', 'asc']] });
  }

  private async recordChange(
    tenant: Tenant,
    { account_id, customer_id }: SignInAccount,
    change: SecondFactorChange,
    { passkey_id, name }: Passkey,
  ): Promise<void> {
    const facts = { what: change, name };
    await this.outbox.add(SECOND_FACTOR, { customer_id: customer_id || null, recipient: account_id, facts });
    const what = change === 'passkey_removed' ? change : 'passkey_added';
    const overrides = { customer_id, subject_type: 'passkey' };
    await this.audit.record(buildAuditEntry(tenant, `second_factor.${what}`, passkey_id, null, { name }, overrides));
  }
}

const toPasskeyRow = ({ passkey_id, name, created_at, last_used_at }: Passkey): PasskeyRow => ({
  id: passkey_id,
  passkey_id,
  name,
  created_at: toIso(created_at),
  last_used_at: last_used_at === null ? null : toIso(last_used_at),
});
