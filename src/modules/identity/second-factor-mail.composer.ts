import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Config } from '../../infrastructure/config/config';
import { MailKindRegistry, type Mail, type QueuedMail } from '../../infrastructure/mail/mail-kind-registry';
import { mailTo } from './mail-texts';
import { SignInAccountsQuery } from './sign-in-accounts.query';

export const SECOND_FACTOR = 'second-factor';

/** Changes of a second factor that are mailed; part of the text keys. */
export const SECOND_FACTOR_CHANGES = [
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
export type SecondFactorChange = (typeof SECOND_FACTOR_CHANGES)[number];

/** Notifies account owners of changes to their second factor. */
@Injectable()
export class SecondFactorMailComposer implements OnModuleInit {
  constructor(
    private readonly kinds: MailKindRegistry,
    private readonly accounts: SignInAccountsQuery,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.kinds.register(SECOND_FACTOR, (mail) => this.compose(mail));
  }

  private async compose({ recipient, facts }: QueuedMail): Promise<Mail | null> {
    const account = await this.accounts.findById(recipient);
    const change = SECOND_FACTOR_CHANGES.find((each) => each === facts['what']);
    // A closed account has no mailbox here.
    if (!account || account.status === 'closed' || !change) return null;
    return mailTo(account, 'factor', {
      texts: `factor_${change}`,
      facts: { user_name: account.user_name, name: String(facts['name'] ?? '') },
      link: `${this.config.publicUrl}/forgot`,
    });
  }
}
