import { Injectable } from '@nestjs/common';
import type { PasskeyRow } from '../contract/account-answers';
import { AuditTrail } from '../platform/audit/audit-trail';
import { Clock } from '../platform/clock';
import { Transactions, isDuplicate } from '../platform/database/transactions';
import { toIso } from '../platform/definitions/row';
import { NotFound } from '../platform/errors/app-error';
import { newId } from '../platform/ids';
import { Outbox } from '../platform/mail/outbox';
import { Throttle } from '../platform/throttle/throttle';
import { auditEntry } from '../tenancy/audit-entry';
import { Directory, type DirectoryRepository } from '../tenancy/directory';
import { Sessions } from '../tenancy/sessions';
import type { Tenant } from '../tenancy/tenant';
import type { PageOf } from '../tenancy/tenant-repository';
import { HeldAccounts } from './held-accounts';
import type { SignedIn } from './identity';
import { PasskeyCeremonies, type Asked, type Expected } from './passkey-ceremonies';
import { Passkey } from './passkey.entity';
import { SECOND_FACTOR, type SecondFactorNews } from './second-factor-mails';
import {
  PasskeyKnown,
  PasskeyNotKept,
  PasskeyRefused,
  PasskeysEnough,
  SecondFactorStays,
} from './second-factor.errors';
import type { Shown } from './second-factors.service';
import { digestOf } from './secrets';
import { SignIn, addressSubject } from './sign-in.service';
import { SignedInAccounts, type AccountOnFile } from './signed-in-accounts';
import { visitor } from './visitor';

/** Of one account: each stands in its list and in what a device is asked. */
const PASSKEYS = 20;
/** A plant shares one address. */
const ASKED = { limit: 300, windowMs: 15 * 60_000 };

/** Signing in without a password: with what a phone, a computer or a security stick keeps. */
@Injectable()
export class Passkeys {
  constructor(
    @Directory(Passkey) private readonly passkeys: DirectoryRepository<Passkey>,
    private readonly ceremonies: PasskeyCeremonies,
    private readonly onFile: SignedInAccounts,
    private readonly signIn: SignIn,
    private readonly holding: HeldAccounts,
    private readonly sessions: Sessions,
    private readonly throttle: Throttle,
    private readonly outbox: Outbox,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async list(tenant: Tenant): Promise<PageOf<PasskeyRow>> {
    const rows = await this.of(tenant.actor.account_id);
    return { rows: rows.map(shown), total: rows.length };
  }

  /** @throws as `SignIn.demandOwner`, PasskeysNotOffered */
  async askRegistration(tenant: Tenant, proof: Shown): Promise<Asked<object>> {
    const account = await this.signIn.demandOwner(tenant, proof);
    return this.ceremonies.askRegistration(account, await this.of(account.account_id));
  }

  /**
   * Keeps a new passkey. This session counts as made with it, for its holder was verified just now. Where it is the first
   * thing that protects the account beside the password, the other sessions are over.
   * @throws PasskeyNotKept, PasskeyKnown, PasskeysEnough
   */
  async register(tenant: Tenant, body: { challenge_id: string; name: string; response: object }): Promise<PasskeyRow> {
    const account = await this.signIn.ownAccount(tenant);
    const { account_id, customer_id } = account;
    const asked_at = await this.ceremonies.askedAt(body.challenge_id);
    const credential = await this.ceremonies.verifyRegistration(account_id, body.challenge_id, body.response);
    const now = this.clock.now();
    const row: Passkey = {
      ...{ passkey_id: newId(now), customer_id, account_id, ...credential, name: body.name.trim() },
      ...{ credential_digest: digestOf(credential.credential_id), last_used_at: null, created_at: now },
    };
    try {
      await this.transactions.run(async () => {
        if (!(await this.holding.isStillAsked(tenant, account, asked_at))) throw new PasskeyNotKept();
        const now = await this.onFile.byId(account_id);
        if (!now || now.passkeys >= PASSKEYS) throw new PasskeysEnough(PASSKEYS);
        const isFirst = now.passkeys === 0 && now.second_factor_id === null;
        await this.passkeys.insert(row);
        if (tenant.actor.session_id) await this.sessions.strengthen(tenant.actor.session_id, 'passkey');
        if (isFirst) await this.sessions.endOthersOf(account, tenant.actor.session_id, 'second_factor_changed');
        await this.tell(tenant, account, isFirst ? 'passkey_first' : 'passkey_added', row);
      });
    } catch (error) {
      if (isDuplicate(error)) throw new PasskeyKnown();
      throw error;
    }
    return shown(row);
  }

  /** The owner's word for it. @throws NotFound, for anybody else's too */
  async rename(tenant: Tenant, passkey_id: string, typed: string): Promise<PasskeyRow> {
    const own = { passkey_id, account_id: tenant.actor.account_id ?? [] };
    const name = typed.trim();
    await this.transactions.run(async () => {
      const was = await this.passkeys.one(own);
      if (!was) throw new NotFound('passkey');
      if (was.name === name) return;
      if (!(await this.passkeys.update(own, { name }))) throw new NotFound('passkey');
      const about = { customer_id: was.customer_id, subject_type: 'passkey' };
      const action = 'second_factor.passkey_renamed';
      await this.audit.record(auditEntry(tenant, action, passkey_id, { name: was.name }, { name }, about));
    });
    const row = await this.passkeys.one(own);
    if (!row) throw new NotFound('passkey');
    return shown(row);
  }

  /**
   * The other sessions of the account are over: one of them may be on the device that is lost. This one counts as made by
   * password alone once it was the last.
   * @throws NotFound, for anybody else's too, SecondFactorStays, as `SignIn.demandOwner`
   */
  async remove(tenant: Tenant, passkey_id: string, proof: Shown): Promise<void> {
    const row = await this.passkeys.one({ passkey_id, account_id: tenant.actor.account_id ?? [] });
    if (!row) throw new NotFound('passkey');
    const account = await this.signIn.demandOwner(tenant, proof);
    await this.transactions.run(async () => {
      const { passkeys, second_factor_id } = await this.holding.held(account);
      const isLast = passkeys <= 1;
      if (isLast && tenant.requires_second_factor && !second_factor_id) throw new SecondFactorStays();
      if (!(await this.passkeys.remove({ passkey_id, account_id: account.account_id }))) throw new NotFound('passkey');
      if (isLast) await this.sessions.weaken(account, ['passkey']);
      await this.sessions.endOthersOf(account, tenant.actor.session_id, 'second_factor_changed');
      await this.tell(tenant, account, 'passkey_removed', row);
    });
  }

  /** @throws PasskeysNotOffered, TooManyTries */
  async askSignIn(): Promise<Asked<object>> {
    await this.throttle.demand(`passkey-address:${visitor().address}`, ASKED);
    return this.ceremonies.askSignIn();
  }

  /**
   * A sign-in that counts as made with a second factor. A challenge is good for one answer, right or wrong; wrong ones
   * count for the network address only, since nobody guesses a signature.
   * @throws PasskeyRefused, TooManyTries, CustomerSuspended, AccountSuspended
   */
  async enter(challenge_id: string, response: { id?: unknown }): Promise<SignedIn> {
    const account = await this.throttle.attempt([addressSubject(visitor().address)], async () => {
      const expected = await this.ceremonies.spendSignIn(challenge_id);
      const credential = typeof response.id === 'string' ? response.id : '';
      const passkey = await this.passkeys.one({ credential_digest: digestOf(credential) });
      return passkey ? this.holderOf(passkey, expected, response) : undefined;
    });
    if (!account) throw new PasskeyRefused();
    return this.signIn.open(account, 'modern', 'passkey');
  }

  private async holderOf(passkey: Passkey, expected: Expected, response: object): Promise<AccountOnFile | undefined> {
    const { passkey_id, counter } = passkey;
    const next = await this.ceremonies.verifySignIn(passkey, expected, response);
    if (next === null) {
      await this.audit.record({
        ...{ customer_id: passkey.customer_id, account_id: passkey.account_id, role: 'anonymous' },
        action: 'session.passkey_refused',
      });
      return undefined;
    }
    const used = { counter: next, last_used_at: this.clock.now() };
    const won = await this.transactions.run(() => this.passkeys.update({ passkey_id, counter }, used));
    return won ? ((await this.onFile.byId(passkey.account_id)) ?? undefined) : undefined;
  }

  private async of(account_id: string | null): Promise<Passkey[]> {
    return this.passkeys.find({ account_id: account_id ?? [] }, { order: [['passkey_id', 'asc']] });
  }

  private async tell(
    tenant: Tenant,
    { account_id, customer_id }: AccountOnFile,
    news: SecondFactorNews,
    { passkey_id, name }: Passkey,
  ): Promise<void> {
    const facts = { what: news, name };
    await this.outbox.add(SECOND_FACTOR, { customer_id: customer_id || null, recipient: account_id, facts });
    const what = news === 'passkey_removed' ? news : 'passkey_added';
    const about = { customer_id, subject_type: 'passkey' };
    await this.audit.record(auditEntry(tenant, `second_factor.${what}`, passkey_id, null, { name }, about));
  }
}

const shown = ({ passkey_id, name, created_at, last_used_at }: Passkey): PasskeyRow => ({
  id: passkey_id,
  passkey_id,
  name,
  created_at: toIso(created_at),
  last_used_at: last_used_at === null ? null : toIso(last_used_at),
});
