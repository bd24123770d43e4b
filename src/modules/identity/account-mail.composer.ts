import { Injectable, type OnModuleInit } from '@nestjs/common';
import { INVITATION_MS } from '../../contract/staff.resource';
import { Clock } from '../../common/clock';
import { Config } from '../../infrastructure/config/config';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { newId } from '../../common/ids';
import { MailKindRegistry, type Mail, type QueuedMail } from '../../infrastructure/mail/mail-kind-registry';
import { CustomersService } from '../customers/customers.service';
import { InjectDirectoryRepository, type DirectoryRepository } from '../../tenancy/directory-repository';
import { EmailChallenge } from './email-challenge.entity';
import { mailTo } from './mail-texts';
import { PasswordLink } from './password-link.entity';
import { derivedToken, sha256, otpCode } from './secrets';
import { belongsToActiveCustomer, SignInAccountsQuery, type SignInAccount } from './sign-in-accounts.query';

export const REGISTRATION_CODE = 'registration-code';
export const WELCOME = 'welcome';
export const INVITE = 'invite';
export const INVITE_TAKEN = 'invite-taken';
export const PASSWORD_RESET = 'password-reset';
export const LOGIN_REMINDER = 'login-reminder';
export const PASSWORD_CHANGED = 'password-changed';

const RESET_LINK_MS = 30 * 60_000;

/** Composes account mails when they are sent: codes and links are derived then and never stored. */
@Injectable()
export class AccountMailComposer implements OnModuleInit {
  constructor(
    private readonly kinds: MailKindRegistry,
    @InjectDirectoryRepository(EmailChallenge) private readonly challenges: DirectoryRepository<EmailChallenge>,
    @InjectDirectoryRepository(PasswordLink) private readonly links: DirectoryRepository<PasswordLink>,
    private readonly accounts: SignInAccountsQuery,
    private readonly customersService: CustomersService,
    private readonly transactions: TransactionManager,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.kinds.register(REGISTRATION_CODE, (mail) => this.composeCode(mail));
    this.kinds.register(WELCOME, (mail) => this.composeWelcome(mail));
    this.kinds.register(INVITE, (mail) => this.composeInvitation(mail));
    this.kinds.register(INVITE_TAKEN, (mail) => this.composeInviteTaken(mail));
    this.kinds.register(PASSWORD_RESET, (mail) => this.composeReset(mail));
    this.kinds.register(LOGIN_REMINDER, (mail) => this.composeLoginReminder(mail));
    this.kinds.register(PASSWORD_CHANGED, (mail) => this.composePasswordChanged(mail));
  }

  /** Skipped if a newer code was sent. A registered address gets a notice without a code. */
  private async composeCode({ recipient, facts }: QueuedMail): Promise<Mail | null> {
    const challenge = await this.challenges.findOne({ challenge_id: recipient });
    if (!challenge || challenge.ended_at !== null || challenge.sends !== facts['send']) return null;
    if (challenge.expires_at <= this.clock.now()) return null;
    const { publicUrl, otpDigits } = this.config;
    const reader = { email: challenge.email, locale: String(facts['language']) };
    if (challenge.taken) return mailTo(reader, 'taken', { link: `${publicUrl}/auth/login` });
    return mailTo(reader, 'code', {
      code: otpCode(this.config.key('otp'), challenge.challenge_id, challenge.sends, otpDigits),
    });
  }

  /** To the account that registered the customer. @param recipient its e-mail */
  private async composeWelcome({ recipient }: QueuedMail): Promise<Mail | null> {
    const account = await this.accounts.findByName(recipient);
    if (account?.status !== 'active') return null;
    return mailTo(account, 'welcome', { facts: namesOf(account), link: `${this.config.publicUrl}/home` });
  }

  private async composeInvitation({ recipient }: QueuedMail): Promise<Mail | null> {
    const account = await this.accounts.findById(recipient);
    if (!account || account.status !== 'invited') return null;
    const url = await this.createLink(account, 'invite', INVITATION_MS);
    return mailTo(account, 'invite', { facts: namesOf(account), link: url });
  }

  private async composeInviteTaken({ recipient, facts }: QueuedMail): Promise<Mail> {
    const customer_name = await this.customersService.nameOf(Number(facts['inviter']));
    const reader = { email: recipient, locale: String(facts['language']) };
    return mailTo(reader, 'invite_taken', { facts: { customer_name } });
  }

  /** Queued for every address; whether an account exists is checked only here, not in the request. */
  private async composeReset({ recipient }: QueuedMail): Promise<Mail | null> {
    const account = await this.accounts.findByName(recipient);
    if (!account || !['active', 'invited'].includes(account.status) || !belongsToActiveCustomer(account)) return null;
    const url = await this.createLink(account, 'reset', RESET_LINK_MS);
    return mailTo(account, 'reset', { facts: namesOf(account), link: url });
  }

  /** Sent by platform staff to the account that registered. */
  private async composeLoginReminder({ recipient }: QueuedMail): Promise<Mail | null> {
    const account = await this.accounts.findById(recipient);
    if (account?.status !== 'active') return null;
    const facts = { ...namesOf(account), url: `${this.config.publicUrl}/auth/login` };
    return mailTo(account, 'login', { facts, link: await this.createLink(account, 'reset', RESET_LINK_MS) });
  }

  private async composePasswordChanged({ recipient }: QueuedMail): Promise<Mail | null> {
    const account = await this.accounts.findById(recipient);
    // A closed account has no mailbox here.
    if (!account || account.status === 'closed') return null;
    return mailTo(account, 'changed', { facts: namesOf(account), link: `${this.config.publicUrl}/forgot` });
  }

  /** Invalidates older links of the same purpose. */
  private async createLink(account: SignInAccount, purpose: 'reset' | 'invite', validForMs: number): Promise<string> {
    const now = this.clock.now();
    const link_id = newId(now);
    const token = derivedToken(this.config.key('link'), 'link', link_id);
    const { account_id } = account;
    await this.transactions.run(async () => {
      await this.links.update({ account_id, purpose, ended_at: null }, { ended_at: now });
      await this.links.insert({
        link_id,
        token_digest: sha256(token),
        account_id,
        purpose,
        expires_at: now + validForMs,
        ended_at: null,
        created_at: now,
      });
    });
    return `${this.config.publicUrl}/reset/${token}`;
  }
}

const namesOf = ({ user_name, first_name, customer_name }: SignInAccount) => ({
  user_name,
  first_name,
  customer_name: customer_name ?? '',
});
