import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../platform/clock';
import { Config } from '../platform/config/config';
import { MailKinds, type Mail, type MailToCompose } from '../platform/mail/mail-kinds';
import { Customers } from '../customers/customers.service';
import { Directory, type DirectoryRepository } from '../tenancy/directory';
import { Accounts } from './accounts.service';
import { mailText, type MailText } from './mail-texts';
import { derivedToken } from './secrets';
import { SignInChange } from './sign-in-change.entity';
import { SignedInAccounts, type AccountOnFile } from './signed-in-accounts';

export const SIGN_IN_CONFIRM = 'sign-in-confirm';
export const SIGN_IN_ASKED = 'sign-in-asked';
export const SIGN_IN_CHANGED = 'sign-in-changed';

interface Told {
  change: SignInChange;
  account: AccountOnFile;
  say: (key: MailText) => string;
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
    const told = await this.open(recipient);
    if (!told) return null;
    const { change, account, say } = told;
    if (change.email !== null && (await this.isTaken(change.email, account))) {
      return {
        to: change.email,
        subject: say('names_taken_subject'),
        heading: say('names_taken_heading'),
        paragraphs: [say('names_taken_body')],
        note: say('names_taken_note'),
      };
    }
    const token = derivedToken(this.config.key('link'), 'sign-in', change.change_id);
    return {
      to: change.email ?? change.was_email,
      language: account.locale,
      subject: say('names_confirm_subject'),
      heading: say('names_confirm_heading'),
      paragraphs: [say('names_confirm_body'), ...becomes(told)],
      button: { label: say('names_confirm_button'), url: `${this.config.publicUrl}/confirm/${token}` },
      note: say('names_confirm_note'),
    };
  }

  private async asked({ recipient }: MailToCompose): Promise<Mail | null> {
    const told = await this.open(recipient);
    if (!told) return null;
    const { change, account, say } = told;
    return {
      to: change.was_email,
      language: account.locale,
      subject: say('names_asked_subject'),
      heading: say('names_asked_heading'),
      paragraphs: [say('names_asked_body'), ...becomes(told)],
      button: { label: say('changed_button'), url: `${this.config.publicUrl}/forgot` },
      note: say('names_asked_note'),
    };
  }

  /** To the mailbox that the account had. */
  private async changed({ recipient }: MailToCompose): Promise<Mail | null> {
    const told = await this.told(recipient);
    if (!told) return null;
    const { change, account, say } = told;
    return {
      to: change.was_email,
      language: account.locale,
      subject: say('names_changed_subject'),
      heading: say('names_changed_heading'),
      paragraphs: [say('names_changed_body'), ...becomes(told)],
      button: { label: say('names_changed_button'), url: `${this.config.publicUrl}/confirm/not-me` },
      note: say('names_changed_note'),
    };
  }

  /** null when it was confirmed, cancelled or replaced meanwhile. */
  private async open(change_id: string): Promise<Told | null> {
    const told = await this.told(change_id);
    const isOpen = told && told.change.ended_at === null && told.change.expires_at > this.clock.now();
    return isOpen && told.account.status === 'active' ? told : null;
  }

  private async told(change_id: string): Promise<Told | null> {
    const change = await this.changes.one({ change_id });
    const account = change && (await this.onFile.byId(change.account_id));
    if (!change || !account) return null;
    const names = {
      account: change.was_user_name,
      customer_name: account.customer_name ?? 'Skilgrid',
      email: change.email ?? '',
      user_name: change.user_name ?? '',
    };
    return { change, account, say: (key) => mailText(account.locale, key, names) };
  }

  private async isTaken(email: string, { account_id, customer_id }: AccountOnFile): Promise<boolean> {
    const owner = await this.accounts.ownerOf(email);
    return (owner !== null && owner !== account_id) || this.customers.hasEmail(email, customer_id);
  }
}

function becomes({ change, say }: Told): string[] {
  return [
    ...(change.email !== null ? [say('names_new_email')] : []),
    ...(change.user_name !== null ? [say('names_new_user_name')] : []),
  ];
}
