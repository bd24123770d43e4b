import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Config } from '../platform/config/config';
import { MailKinds, type Mail, type MailToCompose } from '../platform/mail/mail-kinds';
import { mailTo } from './mail-texts';
import { SignedInAccounts } from './signed-in-accounts';

export const SECOND_FACTOR = 'second-factor';

/** What happened to an account's second factor; the words of its mails. */
export const SECOND_FACTOR_NEWS = [
  'set_up',
  'replaced',
  'removed',
  'reset',
  'codes_renewed',
  'recovery_used',
  'passkey_first',
  'passkey_added',
  'passkey_removed',
] as const;
export type SecondFactorNews = (typeof SECOND_FACTOR_NEWS)[number];

/** Tells the owner of an account whatever happens to its second factor. */
@Injectable()
export class SecondFactorMails implements OnModuleInit {
  constructor(
    private readonly kinds: MailKinds,
    private readonly accounts: SignedInAccounts,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.kinds.register(SECOND_FACTOR, (owed) => this.news(owed));
  }

  private async news({ recipient, facts }: MailToCompose): Promise<Mail | null> {
    const account = await this.accounts.byId(recipient);
    const what = SECOND_FACTOR_NEWS.find((each) => each === facts['what']);
    // Whoever has left has no mailbox here any more.
    if (!account || account.status === 'closed' || !what) return null;
    return mailTo(account, 'factor', {
      texts: `factor_${what}`,
      facts: { user_name: account.user_name, name: String(facts['name'] ?? '') },
      link: `${this.config.publicUrl}/forgot`,
    });
  }
}
