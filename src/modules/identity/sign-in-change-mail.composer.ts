import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { Config } from '../../infrastructure/config/config';
import { MailKindRegistry, type Mail, type QueuedMail } from '../../infrastructure/mail/mail-kind-registry';
import { CustomersService } from '../customers/customers.service';
import { InjectDirectoryRepository, type DirectoryRepository } from '../../tenancy/directory-repository';
import { AccountsService } from './accounts.service';
import { mailTo } from './mail-texts';
import { derivedToken } from './secrets';
import { SignInChange } from './sign-in-change.entity';
import { SignInAccountsQuery, type SignInAccount } from './sign-in-accounts.query';

export const SIGN_IN_CONFIRM = 'sign-in-confirm';
export const SIGN_IN_REQUESTED = 'sign-in-asked';
export const SIGN_IN_CHANGED = 'sign-in-changed';

interface ChangeMail {
  change: SignInChange;
  account: SignInAccount;
  /** Empty if unchanged. */
  facts: Readonly<Record<'account' | 'customer_name' | 'email' | 'user_name', string>>;
}

/** Mails about a changed e-mail or user name: the link to the new mailbox, notices to the old one. */
@Injectable()
export class SignInChangeMailComposer implements OnModuleInit {
  constructor(
    private readonly kinds: MailKindRegistry,
    @InjectDirectoryRepository(SignInChange) private readonly changes: DirectoryRepository<SignInChange>,
    private readonly signInAccounts: SignInAccountsQuery,
    private readonly accountsService: AccountsService,
    private readonly customersService: CustomersService,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.kinds.register(SIGN_IN_CONFIRM, (mail) => this.composeConfirmation(mail));
    this.kinds.register(SIGN_IN_REQUESTED, (mail) => this.composeRequestNotice(mail));
    this.kinds.register(SIGN_IN_CHANGED, (mail) => this.composeChangeNotice(mail));
  }

  /**
   * Whether the new address is taken is checked only here, not in the request; its mailbox then gets a notice without a
   * link.
   */
  private async composeConfirmation({ recipient }: QueuedMail): Promise<Mail | null> {
    const changeMail = await this.findOpen(recipient);
    if (!changeMail) return null;
    const { change, account, facts } = changeMail;
    if (change.email !== null && (await this.isTaken(change.email, account)))
      return mailTo({ email: change.email, locale: account.locale }, 'names_taken', { facts });
    const token = derivedToken(this.config.key('link'), 'sign-in', change.change_id);
    const reader = { email: change.email ?? change.was_email, locale: account.locale };
    return mailTo(reader, 'names_confirm', { facts, link: `${this.config.publicUrl}/confirm/${token}` });
  }

  private async composeRequestNotice({ recipient }: QueuedMail): Promise<Mail | null> {
    const changeMail = await this.findOpen(recipient);
    return changeMail && this.composeForOldMailbox(changeMail, 'names_asked', '/forgot');
  }

  /** To the previous mailbox. */
  private async composeChangeNotice({ recipient }: QueuedMail): Promise<Mail | null> {
    const changeMail = await this.load(recipient);
    return changeMail && this.composeForOldMailbox(changeMail, 'names_changed', '/confirm/not-me');
  }

  private composeForOldMailbox({ change, account, facts }: ChangeMail, template: string, path: string): Mail {
    const reader = { email: change.was_email, locale: account.locale };
    return mailTo(reader, template, { facts, link: this.config.publicUrl + path });
  }

  /** null if confirmed, cancelled or replaced meanwhile. */
  private async findOpen(change_id: string): Promise<ChangeMail | null> {
    const changeMail = await this.load(change_id);
    const isOpen = changeMail && changeMail.change.ended_at === null && changeMail.change.expires_at > this.clock.now();
    return isOpen && changeMail.account.status === 'active' ? changeMail : null;
  }

  private async load(change_id: string): Promise<ChangeMail | null> {
    const change = await this.changes.findOne({ change_id });
    const account = change && (await this.signInAccounts.findById(change.account_id));
    if (!change || !account) return null;
    const facts = {
      account: change.was_user_name,
      customer_name: account.customer_name ?? 'Skilgrid',
      email: change.email ?? '',
      user_name: change.user_name ?? '',
    };
    return { change, account, facts };
  }

  private async isTaken(email: string, { account_id, customer_id }: SignInAccount): Promise<boolean> {
    const owner = await this.accountsService.findOwner(email);
    return (owner !== null && owner !== account_id) || this.customersService.hasEmail(email, customer_id);
  }
}
