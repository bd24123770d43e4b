import { Injectable } from '@nestjs/common';
import type { PendingSignInChange } from '../../contract/account.responses';
import { AuditTrailService } from '../../infrastructure/audit/audit-trail.service';
import { Clock } from '../../common/clock';
import { Config } from '../../infrastructure/config/config';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { toIso } from '../../common/rest/row';
import { EMAIL_MAX_LENGTH } from '../../common/email-address';
import { InvalidFieldsError } from '../../common/errors/app-error';
import { normalizeKey } from '../../common/text-normalization';
import { newId } from '../../common/ids';
import { MailOutbox } from '../../infrastructure/mail/mail-outbox';
import { ThrottleService } from '../../infrastructure/throttle/throttle.service';
import { InjectDirectoryRepository, type DirectoryRepository } from '../../tenancy/directory-repository';
import { buildAuditEntry } from '../../tenancy/audit-entry';
import type { Tenant } from '../../tenancy/tenant';
import { Account } from './account.entity';
import { AccountChangedError, NoPendingChangeError, UserNameTakenError } from './account.errors';
import { derivedToken, sha256 } from './secrets';
import { SignInChange } from './sign-in-change.entity';
import { SIGN_IN_REQUESTED, SIGN_IN_CONFIRM } from './sign-in-change-mail.composer';
import { SignInService } from './sign-in.service';
import type { SignInAccount } from './sign-in-accounts.query';
import { fieldError, type FieldError } from '../../common/errors/field-error';

const HOUR = 3_600_000;
const LINK_LIFETIME_MS = 24 * HOUR;
const MAIL_LIMIT = { limit: 5, windowMs: HOUR };
/** Tries per account, so that existing user names cannot be found by trying. */
const TRY_LIMIT = { limit: 30, windowMs: HOUR };

interface NamesInput {
  email?: string;
  user_name?: string;
}
type FieldNames = Record<'email' | 'user_name', string>;
const OWN_FIELDS: FieldNames = { email: 'email', user_name: 'user_name' };

/** Requests for another e-mail or user name to sign in with; applied after confirmation by mail. */
@Injectable()
export class SignInChangesService {
  constructor(
    @InjectDirectoryRepository(SignInChange) private readonly changes: DirectoryRepository<SignInChange>,
    @InjectDirectoryRepository(Account) private readonly accounts: DirectoryRepository<Account>,
    private readonly signInService: SignInService,
    private readonly throttleService: ThrottleService,
    private readonly outbox: MailOutbox,
    private readonly transactions: TransactionManager,
    private readonly audit: AuditTrailService,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /**
   * Current user; needs a sign-in at most 10 minutes old or the current password.
   * @throws CurrentPasswordRequiredError, CurrentPasswordWrongError, TooManyAttemptsError, InvalidFieldsError,
   * UserNameTakenError
   */
  async requestOwn(tenant: Tenant, input: NamesInput, current: string | undefined): Promise<PendingSignInChange> {
    const account = await this.signInService.requirePresence(tenant, current);
    const pending = await this.request(tenant, account, input, OWN_FIELDS);
    if (!pending)
      throw new InvalidFieldsError({
        email: [fieldError('names_needed', 'Enter a new email address or a new user name.')],
      });
    return pending;
  }

  /**
   * Queues the mail with the link: to the new mailbox, or to the current one when only the user name changes. Replaces
   * an open request. Whether the mailbox is taken is checked when the mail is composed, so the answer reveals nothing.
   * @returns null when nothing changes; an open request is cancelled then
   * @throws TooManyAttemptsError, InvalidFieldsError, UserNameTakenError, AccountChangedError
   */
  async request(
    tenant: Tenant,
    account: SignInAccount,
    input: NamesInput,
    fields: FieldNames,
  ): Promise<PendingSignInChange | null> {
    const { account_id } = account;
    const names = findChangedNames(account, input, fields);
    if (!names) {
      await this.cancelPending(account_id);
      return null;
    }
    await this.throttleService.enforceAttempt(`sign-in-change-try:${account_id}`, TRY_LIMIT);
    return this.transactions.run(async () => {
      await this.throttleService.enforce(`sign-in-change:${account_id}`, MAIL_LIMIT);
      // Locks the account, so that concurrent requests run one after the other.
      const unchangedWhere = { account_id, status: 'active', email: account.email, user_name: account.user_name };
      if (!(await this.accounts.update(unchangedWhere, {}))) throw new AccountChangedError();
      if (names.user_name !== null && (await this.isUserNameTaken(account_id, names.user_name))) {
        throw new UserNameTakenError(fields.user_name);
      }
      const change = await this.createChange(account, names);
      const { change_id: recipient } = change;
      const customer_id = account.customer_id || null;
      await this.outbox.add(SIGN_IN_CONFIRM, { customer_id, recipient });
      if (names.email !== null) await this.outbox.add(SIGN_IN_REQUESTED, { customer_id, recipient });
      const was = { email: account.email, user_name: account.user_name };
      await this.recordAudit(tenant, account, 'sign_in_asked', was, { ...was, ...omitNulls(names) });
      return toPendingNames(change);
    });
  }

  async findPending(account_id: string): Promise<PendingSignInChange | null> {
    const change = await this.changes.findOne({ open_of: account_id, expires_at: { gt: this.clock.now() } });
    return change && toPendingNames(change);
  }

  /** Sends the same link again, valid for a day. @throws NoPendingChangeError, TooManyAttemptsError */
  async resendOwn(tenant: Tenant): Promise<PendingSignInChange> {
    const open_of = tenant.actor.account_id ?? '';
    return this.transactions.run(async () => {
      const now = this.clock.now();
      const openWhere = { open_of, expires_at: { gt: now } };
      if (!(await this.changes.update(openWhere, { expires_at: now + LINK_LIFETIME_MS })))
        throw new NoPendingChangeError();
      await this.throttleService.enforce(`sign-in-change:${open_of}`, MAIL_LIMIT);
      const change = await this.changes.findOne({ open_of });
      const { change_id: recipient } = change!;
      await this.outbox.add(SIGN_IN_CONFIRM, { customer_id: tenant.customer_id || null, recipient });
      return toPendingNames(change!);
    });
  }

  /** No error if there is none. */
  async cancelOwn(tenant: Tenant): Promise<void> {
    const { account_id } = tenant.actor;
    if (!account_id) return;
    await this.transactions.run(async () => {
      if (!(await this.cancelPending(account_id))) return;
      await this.recordAudit(tenant, { account_id, customer_id: tenant.customer_id }, 'sign_in_cancelled', null, null);
    });
  }

  /** Called for a new password or a closed account as well. @returns true if there was one */
  async cancelPending(account_id: string): Promise<boolean> {
    const ended = { open_of: null, ended_at: this.clock.now() };
    return this.transactions.run(async () => (await this.changes.update({ open_of: account_id }, ended)) > 0);
  }

  private async createChange(account: SignInAccount, names: NewNames): Promise<SignInChange> {
    const { account_id } = account;
    const now = this.clock.now();
    const change_id = newId(now);
    const change: SignInChange = {
      change_id,
      account_id,
      open_of: account_id,
      token_digest: sha256(derivedToken(this.config.key('link'), 'sign-in', change_id)),
      was_email: account.email,
      was_user_name: account.user_name,
      ...names,
      expires_at: now + LINK_LIFETIME_MS,
      ended_at: null,
      created_at: now,
    };
    await this.cancelPending(account_id);
    await this.changes.insert(change);
    return change;
  }

  private async isUserNameTaken(account_id: string, user_name: string): Promise<boolean> {
    const owner = await this.accounts.findOne({ user_name_key: normalizeKey(user_name) });
    return owner !== null && owner.account_id !== account_id;
  }

  private async recordAudit(
    tenant: Tenant,
    account: Pick<SignInAccount, 'account_id' | 'customer_id'>,
    action: string,
    was: object | null,
    became: object | null,
  ): Promise<void> {
    const { account_id, customer_id } = account;
    await this.audit.record(buildAuditEntry(tenant, `account.${action}`, account_id, was, became, { customer_id }));
  }
}

type NewNames = Record<'email' | 'user_name', string | null>;

/** @returns null when nothing changes @throws InvalidFieldsError */
function findChangedNames(account: SignInAccount, input: NamesInput, fields: FieldNames): NewNames | null {
  const newEmail = input.email?.trim().toLowerCase();
  const email = newEmail !== undefined && normalizeKey(newEmail) !== normalizeKey(account.email) ? newEmail : null;
  const newUserName = input.user_name?.trim();
  const user_name = newUserName !== undefined && newUserName !== account.user_name ? newUserName : null;
  // NFKC can make a text longer than the column of its key.
  if (email !== null && normalizeKey(email).length > EMAIL_MAX_LENGTH) {
    throw new InvalidFieldsError({ [fields.email]: [fieldError('email', 'Please enter a valid email address.')] });
  }
  if (user_name !== null) {
    const error = validateUserName(user_name, email ?? account.email);
    if (error) throw new InvalidFieldsError({ [fields.user_name]: [error] });
  }
  return email === null && user_name === null ? null : { email, user_name };
}

/** A user name with an @ must be the account's own e-mail, so a typed name never matches two accounts. */
function validateUserName(user_name: string, email: string): FieldError | null {
  if (user_name === '') return fieldError('required', 'User Name is required.');
  if (normalizeKey(user_name).length > EMAIL_MAX_LENGTH)
    return fieldError('too_long_spelt_out', 'This text is too long.');
  if (user_name.includes('@') && normalizeKey(user_name) !== normalizeKey(email))
    return fieldError(
      'user_name_email',
      'A user name that contains @ must match the email address. Please choose another one.',
    );
  return null;
}

const omitNulls = (names: NewNames): object =>
  Object.fromEntries(Object.entries(names).filter(([, value]) => value !== null));

function toPendingNames(change: SignInChange): PendingSignInChange {
  const { email, user_name, was_email, created_at, expires_at } = change;
  return { email, user_name, sent_to: email ?? was_email, asked_at: toIso(created_at), expires_at: toIso(expires_at) };
}
