import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../platform/clock';
import { Config } from '../platform/config/config';
import { MailKinds, type Mail, type MailToCompose } from '../platform/mail/mail-kinds';
import { Customers } from '../customers/customers.service';
import { Directory, type DirectoryRepository } from '../tenancy/directory';
import { Accounts } from './accounts.service';
import { mailTo } from './mail-texts';
import { derivedToken } from './secrets';
import { SignInChange } from './sign-in-change.entity';
import { SignedInAccounts, type AccountOnFile } from './signed-in-accounts';

export const SIGN_IN_CONFIRM = 'sign-in-confirm';
export const SIGN_IN_ASKED = 'sign-in-asked';
export const SIGN_IN_CHANGED = 'sign-in-changed';

interface ChangeMail {
  change: SignInChange;
  account: AccountOnFile;
  /** What changes is not empty. */
  facts: Readonly<Record<'account' | 'customer_name' | 'email' | 'user_name', string>>;
}

/** The mails about a change of e-mail or user name: to the new mailbox with the link, to the old one so that it knows. */
@Injectable()
export class SignInChangeMails implements OnModuleInit {
  constructor(
    private readonly kinds: MailKinds,
    @Directory(SignInChange) private readonly changes: DirectoryRepository<SignInChange>,
    private readonly onFile: SignedInAccounts,
    private readonly accounts: Accounts,
    private readonly customers: Customers,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.kinds.register(SIGN_IN_CONFIRM, (owed) => this.confirm(owed));
    this.kinds.register(SIGN_IN_ASKED, (owed) => this.asked(owed));
    this.kinds.register(SIGN_IN_CHANGED, (owed) => this.changed(owed));
  }

  /** Whether the new address is taken is found out only here, not in the request; then its mailbox is told, without a link. */
  private async confirm({ recipient }: MailToCompose): Promise<Mail | null> {
    const mailed = await this.open(recipient);
    if (!mailed) return null;
    const { change, account, facts } = mailed;
    if (change.email !== null && (await this.isTaken(change.email, account)))
      return mailTo({ email: change.email, locale: account.locale }, 'names_taken', { facts });
    const token = derivedToken(this.config.key('link'), 'sign-in', change.change_id);
    const reader = { email: change.email ?? change.was_email, locale: account.locale };
    return mailTo(reader, 'names_confirm', { facts, link: `${this.config.publicUrl}/confirm/${token}` });
  }

  private async asked({ recipient }: MailToCompose): Promise<Mail | null> {
    const mailed = await this.open(recipient);
    return mailed && this.toOldMailbox(mailed, 'names_asked', '/forgot');
  }

  /** To the mailbox that the account had. */
  private async changed({ recipient }: MailToCompose): Promise<Mail | null> {
    const mailed = await this.mailOf(recipient);
    return mailed && this.toOldMailbox(mailed, 'names_changed', '/confirm/not-me');
  }

  private toOldMailbox({ change, account, facts }: ChangeMail, template: string, path: string): Mail {
    const reader = { email: change.was_email, locale: account.locale };
    return mailTo(reader, template, { facts, link: this.config.publicUrl + path });
  }

  /** null when it was confirmed, cancelled or replaced meanwhile. */
  private async open(change_id: string): Promise<ChangeMail | null> {
    const mailed = await this.mailOf(change_id);
    const isOpen = mailed && mailed.change.ended_at === null && mailed.change.expires_at > this.clock.now();
    return isOpen && mailed.account.status === 'active' ? mailed : null;
  }

  private async mailOf(change_id: string): Promise<ChangeMail | null> {
    const change = await this.changes.one({ change_id });
    const account = change && (await this.onFile.byId(change.account_id));
    if (!change || !account) return null;
    const facts = {
      account: change.was_user_name,
      customer_name: account.customer_name ?? 'Skilgrid',
      email: change.email ?? '',
      user_name: change.user_name ?? '',
    };
    return { change, account, facts };
  }

  private async isTaken(email: string, { account_id, customer_id }: AccountOnFile): Promise<boolean> {
    const owner = await this.accounts.ownerOf(email);
    return (owner !== null && owner !== account_id) || this.customers.hasEmail(email, customer_id);
  }
}
