import { Injectable } from '@nestjs/common';
import type { PendingNames } from '../contract/account-answers';
import { AuditTrail } from '../platform/audit/audit-trail';
import { Clock } from '../platform/clock';
import { Config } from '../platform/config/config';
import { Transactions } from '../platform/database/transactions';
import { toIso } from '../platform/definitions/row';
import { EMAIL_MAX } from '../platform/email-address';
import { InvalidFields } from '../platform/errors/app-error';
import { keyOf } from '../platform/folded';
import { newId } from '../platform/ids';
import { Outbox } from '../platform/mail/outbox';
import { Throttle } from '../platform/throttle/throttle';
import { Directory, type DirectoryRepository } from '../tenancy/directory';
import { auditEntry } from '../tenancy/audit-entry';
import type { Tenant } from '../tenancy/tenant';
import { Account } from './account.entity';
import { AccountMoved, NothingPending, UserNameTaken } from './account.errors';
import { derivedToken, digestOf } from './secrets';
import { SignInChange } from './sign-in-change.entity';
import { SIGN_IN_ASKED, SIGN_IN_CONFIRM } from './sign-in-change-mails';
import { SignIn } from './sign-in.service';
import type { AccountOnFile } from './signed-in-accounts';
import { fieldError, type FieldError } from '../platform/errors/field-error';

const HOUR = 3_600_000;
const CONFIRM_MS = 24 * HOUR;
/** Mails to confirm, of one account. */
const MAILS = { limit: 5, windowMs: HOUR };
/** Tries, so that nobody finds out by trying which user names there are. */
const TRIES = { limit: 30, windowMs: HOUR };

interface NamesWanted {
  email?: string;
  user_name?: string;
}
type Fields = Record<'email' | 'user_name', string>;
const OWN_FIELDS: Fields = { email: 'email', user_name: 'user_name' };

/** Asking for another e-mail or user name to sign in with. The account has it once the mailbox has confirmed it. */
@Injectable()
export class SignInChanges {
  constructor(
    @Directory(SignInChange) private readonly changes: DirectoryRepository<SignInChange>,
    @Directory(Account) private readonly accounts: DirectoryRepository<Account>,
    private readonly signIn: SignIn,
    private readonly throttle: Throttle,
    private readonly outbox: Outbox,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /**
   * The caller's own account, after a sign-in at most 10 minutes old or with the current password.
   * @throws CurrentPasswordNeeded, CurrentPasswordWrong, TooManyTries, InvalidFields, UserNameTaken
   */
  async askOwn(tenant: Tenant, wanted: NamesWanted, current: string | undefined): Promise<PendingNames> {
    const account = await this.signIn.demandPresence(tenant, current);
    const pending = await this.ask(tenant, account, wanted, OWN_FIELDS);
    if (!pending)
      throw new InvalidFields({ email: [fieldError('names_needed', 'Enter a new email address or a new user name.')] });
    return pending;
  }

  /**
   * Owes the mail with the link: to the new mailbox, to the present one when only the user name changes. What was asked
   * before is replaced. A taken mailbox is found out when the mail is made: the answer is the same.
   * @returns null when the account has these names already; then nothing waits any more
   * @throws TooManyTries, InvalidFields, UserNameTaken, AccountMoved
   */
  async ask(tenant: Tenant, account: AccountOnFile, wanted: NamesWanted, fields: Fields): Promise<PendingNames | null> {
    const { account_id } = account;
    const names = newNames(account, wanted, fields);
    if (!names) {
      await this.drop(account_id);
      return null;
    }
    await this.throttle.demandTry(`sign-in-change-try:${account_id}`, TRIES);
    return this.transactions.run(async () => {
      await this.throttle.demand(`sign-in-change:${account_id}`, MAILS);
      // Writing to the account's row lets one request follow the other: the newest replaces the older.
      const as = { account_id, status: 'active', email: account.email, user_name: account.user_name };
      if (!(await this.accounts.update(as, {}))) throw new AccountMoved();
      if (names.user_name !== null && (await this.hasOther(account_id, names.user_name))) {
        throw new UserNameTaken(fields.user_name);
      }
      const change = await this.open(account, names);
      const { change_id: recipient } = change;
      const customer_id = account.customer_id || null;
      await this.outbox.add(SIGN_IN_CONFIRM, { customer_id, recipient });
      if (names.email !== null) await this.outbox.add(SIGN_IN_ASKED, { customer_id, recipient });
      const was = { email: account.email, user_name: account.user_name };
      await this.tell(tenant, account, 'sign_in_asked', was, { ...was, ...given(names) });
      return shown(change);
    });
  }

  /** Of the account that is signed in. */
  async pendingOf(account_id: string): Promise<PendingNames | null> {
    const change = await this.changes.one({ open_of: account_id, expires_at: { gt: this.clock.now() } });
    return change && shown(change);
  }

  /** The same link once more, good for a day from now. @throws NothingPending, TooManyTries */
  async resendOwn(tenant: Tenant): Promise<PendingNames> {
    const open_of = tenant.actor.account_id ?? '';
    return this.transactions.run(async () => {
      const now = this.clock.now();
      const good = { open_of, expires_at: { gt: now } };
      if (!(await this.changes.update(good, { expires_at: now + CONFIRM_MS }))) throw new NothingPending();
      await this.throttle.demand(`sign-in-change:${open_of}`, MAILS);
      const change = await this.changes.one({ open_of });
      const { change_id: recipient } = change!;
      await this.outbox.add(SIGN_IN_CONFIRM, { customer_id: tenant.customer_id || null, recipient });
      return shown(change!);
    });
  }

  /** Nothing to cancel is no error. */
  async cancelOwn(tenant: Tenant): Promise<void> {
    const { account_id } = tenant.actor;
    if (!account_id) return;
    await this.transactions.run(async () => {
      if (!(await this.drop(account_id))) return;
      await this.tell(tenant, { account_id, customer_id: tenant.customer_id }, 'sign_in_cancelled', null, null);
    });
  }

  /** Whatever waits is void: a new password, or the account is closed. @returns whether something did */
  async drop(account_id: string): Promise<boolean> {
    const ended = { open_of: null, ended_at: this.clock.now() };
    return this.transactions.run(async () => (await this.changes.update({ open_of: account_id }, ended)) > 0);
  }

  private async open(account: AccountOnFile, names: NewNames): Promise<SignInChange> {
    const { account_id } = account;
    const now = this.clock.now();
    const change_id = newId(now);
    const change: SignInChange = {
      change_id,
      account_id,
      open_of: account_id,
      token_digest: digestOf(derivedToken(this.config.key('link'), 'sign-in', change_id)),
      was_email: account.email,
      was_user_name: account.user_name,
      ...names,
      expires_at: now + CONFIRM_MS,
      ended_at: null,
      created_at: now,
    };
    await this.drop(account_id);
    await this.changes.insert(change);
    return change;
  }

  private async hasOther(account_id: string, user_name: string): Promise<boolean> {
    const known = await this.accounts.one({ user_name_key: keyOf(user_name) });
    return known !== null && known.account_id !== account_id;
  }

  private async tell(
    tenant: Tenant,
    account: Pick<AccountOnFile, 'account_id' | 'customer_id'>,
    what: string,
    was: object | null,
    became: object | null,
  ): Promise<void> {
    const { account_id, customer_id } = account;
    await this.audit.record(auditEntry(tenant, `account.${what}`, account_id, was, became, { customer_id }));
  }
}

type NewNames = Record<'email' | 'user_name', string | null>;

/** What would really change. @throws InvalidFields */
function newNames(account: AccountOnFile, wanted: NamesWanted, fields: Fields): NewNames | null {
  const typed = wanted.email?.trim().toLowerCase();
  const email = typed !== undefined && keyOf(typed) !== keyOf(account.email) ? typed : null;
  const name = wanted.user_name?.trim();
  const user_name = name !== undefined && name !== account.user_name ? name : null;
  // NFKC can lengthen a text beyond the column of its key.
  if (email !== null && keyOf(email).length > EMAIL_MAX) {
    throw new InvalidFields({ [fields.email]: [fieldError('email', 'Please enter a valid email address.')] });
  }
  if (user_name !== null) {
    const wrong = wrongUserName(user_name, email ?? account.email);
    if (wrong) throw new InvalidFields({ [fields.user_name]: [wrong] });
  }
  return email === null && user_name === null ? null : { email, user_name };
}

/** A typed name never means two accounts: with an @ it is the account's own e-mail. */
function wrongUserName(user_name: string, email: string): FieldError | null {
  if (user_name === '') return fieldError('required', 'User Name is required.');
  if (keyOf(user_name).length > EMAIL_MAX) return fieldError('too_long_spelt_out', 'This text is too long.');
  if (user_name.includes('@') && keyOf(user_name) !== keyOf(email))
    return fieldError(
      'user_name_email',
      'A user name that contains @ must match the email address. Please choose another one.',
    );
  return null;
}

const given = (names: NewNames): object =>
  Object.fromEntries(Object.entries(names).filter(([, value]) => value !== null));

function shown(change: SignInChange): PendingNames {
  const { email, user_name, was_email, created_at, expires_at } = change;
  return { email, user_name, sent_to: email ?? was_email, asked_at: toIso(created_at), expires_at: toIso(expires_at) };
}
