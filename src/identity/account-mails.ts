import { Injectable, type OnModuleInit } from '@nestjs/common';
import { INVITATION_MS } from '../contract/staff.resource';
import { Clock } from '../platform/clock';
import { Config } from '../platform/config/config';
import { Transactions } from '../platform/database/transactions';
import { newId } from '../platform/ids';
import { MailKinds, type Mail, type MailToCompose } from '../platform/mail/mail-kinds';
import { Customers } from '../customers/customers.service';
import { Directory, type DirectoryRepository } from '../tenancy/directory';
import { EmailChallenge } from './email-challenge.entity';
import { mailTo } from './mail-texts';
import { PasswordLink } from './password-link.entity';
import { derivedToken, digestOf, otpCode } from './secrets';
import { isOfOpenOrganisation, SignedInAccounts, type AccountOnFile } from './signed-in-accounts';

export const REGISTRATION_CODE = 'registration-code';
export const WELCOME = 'welcome';
export const INVITE = 'invite';
export const INVITE_TAKEN = 'invite-taken';
export const PASSWORD_RESET = 'password-reset';
export const LOGIN_REMINDER = 'login-reminder';
export const PASSWORD_CHANGED = 'password-changed';

const RESET_MS = 30 * 60_000;

/** The mails of this floor, made when their turn comes: codes and links are derived then, never stored. */
@Injectable()
export class AccountMails implements OnModuleInit {
  constructor(
    private readonly kinds: MailKinds,
    @Directory(EmailChallenge) private readonly challenges: DirectoryRepository<EmailChallenge>,
    @Directory(PasswordLink) private readonly links: DirectoryRepository<PasswordLink>,
    private readonly accounts: SignedInAccounts,
    private readonly customers: Customers,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.kinds.register(REGISTRATION_CODE, (owed) => this.code(owed));
    this.kinds.register(WELCOME, (owed) => this.welcome(owed));
    this.kinds.register(INVITE, (owed) => this.invite(owed));
    this.kinds.register(INVITE_TAKEN, (owed) => this.inviteTaken(owed));
    this.kinds.register(PASSWORD_RESET, (owed) => this.reset(owed));
    this.kinds.register(LOGIN_REMINDER, (owed) => this.loginReminder(owed));
    this.kinds.register(PASSWORD_CHANGED, (owed) => this.changed(owed));
  }

  /** Dropped when a resend has killed the code meanwhile. A taken mailbox is told so, without a code. */
  private async code({ recipient, facts }: MailToCompose): Promise<Mail | null> {
    const challenge = await this.challenges.one({ challenge_id: recipient });
    if (!challenge || challenge.ended_at !== null || challenge.sends !== facts['send']) return null;
    if (challenge.expires_at <= this.clock.now()) return null;
    const { publicUrl, otpDigits } = this.config;
    const reader = { email: challenge.email, locale: String(facts['language']) };
    if (challenge.taken) return mailTo(reader, 'taken', { link: `${publicUrl}/auth/login` });
    return mailTo(reader, 'code', {
      code: otpCode(this.config.key('otp'), challenge.challenge_id, challenge.sends, otpDigits),
    });
  }

  /** To the account that registered an organisation. @param recipient its e-mail */
  private async welcome({ recipient }: MailToCompose): Promise<Mail | null> {
    const account = await this.accounts.byName(recipient);
    if (account?.status !== 'active') return null;
    return mailTo(account, 'welcome', { facts: namesOf(account), link: `${this.config.publicUrl}/home` });
  }

  private async invite({ recipient }: MailToCompose): Promise<Mail | null> {
    const account = await this.accounts.byId(recipient);
    if (!account || account.status !== 'invited') return null;
    const link = await this.link(account, 'invite', INVITATION_MS);
    return mailTo(account, 'invite', { facts: namesOf(account), link });
  }

  private async inviteTaken({ recipient, facts }: MailToCompose): Promise<Mail> {
    const customer_name = await this.customers.nameOf(Number(facts['inviter']));
    const reader = { email: recipient, locale: String(facts['language']) };
    return mailTo(reader, 'invite_taken', { facts: { customer_name } });
  }

  /** For every address that was asked about: whether there is an account is found out only here, not in the request. */
  private async reset({ recipient }: MailToCompose): Promise<Mail | null> {
    const account = await this.accounts.byName(recipient);
    if (!account || !['active', 'invited'].includes(account.status) || !isOfOpenOrganisation(account)) return null;
    const link = await this.link(account, 'reset', RESET_MS);
    return mailTo(account, 'reset', { facts: namesOf(account), link });
  }

  /** How to get in, sent by platform staff to the account that registered. */
  private async loginReminder({ recipient }: MailToCompose): Promise<Mail | null> {
    const account = await this.accounts.byId(recipient);
    if (account?.status !== 'active') return null;
    const facts = { ...namesOf(account), url: `${this.config.publicUrl}/auth/login` };
    return mailTo(account, 'login', { facts, link: await this.link(account, 'reset', RESET_MS) });
  }

  private async changed({ recipient }: MailToCompose): Promise<Mail | null> {
    const account = await this.accounts.byId(recipient);
    // Whoever has left meanwhile has no mailbox here any more.
    if (!account || account.status === 'closed') return null;
    return mailTo(account, 'changed', { facts: namesOf(account), link: `${this.config.publicUrl}/forgot` });
  }

  /** The newest link of a purpose kills the older ones. */
  private async link(account: AccountOnFile, purpose: 'reset' | 'invite', good_for: number): Promise<string> {
    const now = this.clock.now();
    const link_id = newId(now);
    const token = derivedToken(this.config.key('link'), 'link', link_id);
    const { account_id } = account;
    await this.transactions.run(async () => {
      await this.links.update({ account_id, purpose, ended_at: null }, { ended_at: now });
      await this.links.insert({
        link_id,
        token_digest: digestOf(token),
        account_id,
        purpose,
        expires_at: now + good_for,
        ended_at: null,
        created_at: now,
      });
    });
    return `${this.config.publicUrl}/reset/${token}`;
  }
}

const namesOf = ({ user_name, first_name, customer_name }: AccountOnFile) => ({
  user_name,
  first_name,
  customer_name: customer_name ?? '',
});
