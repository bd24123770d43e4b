import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { SupportMessageRow, supportMessages } from '../contract/support-messages.resource';
import { Config } from '../platform/config/config';
import { MailKinds, type Mail, type MailToCompose } from '../platform/mail/mail-kinds';
import { Outbox } from '../platform/mail/outbox';
import { Throttle } from '../platform/throttle/throttle';
import { Directory, type DirectoryRepository } from '../tenancy/directory';
import { PartsOf, type ResourceParts } from '../tenancy/resources/resource-parts';
import { ResourceService } from '../tenancy/resources/resource-service';
import { SessionExpired } from '../tenancy/tenancy.errors';
import type { Tenant } from '../tenancy/tenant';
import { Accounts } from '../identity/accounts.service';
import { mailTo } from '../identity/mail-texts';
import { SignedInAccounts } from '../identity/signed-in-accounts';
import { SupportMessage } from './support-message.entity';

const SUPPORT_MESSAGE = 'support-message';
/** Of one account: nobody needs more, and each is a mail to everybody of the platform's staff. */
const OFTEN = { limit: 10, windowMs: 3_600_000 };
/** Platform staff are few; one mail each. */
const MAILED = 50;

/** Contact us: users write, platform staff read. */
@Injectable()
export class Support extends ResourceService<SupportMessage, typeof supportMessages> implements OnModuleInit {
  constructor(
    @PartsOf(SupportMessage) parts: ResourceParts<SupportMessage>,
    @Directory(SupportMessage) private readonly all: DirectoryRepository<SupportMessage>,
    private readonly accounts: Accounts,
    private readonly onFile: SignedInAccounts,
    private readonly outbox: Outbox,
    private readonly kinds: MailKinds,
    private readonly throttle: Throttle,
    private readonly config: Config,
  ) {
    super(parts);
  }

  onModuleInit(): void {
    this.kinds.register(SUPPORT_MESSAGE, (owed) => this.mail(owed), { outwards: true });
  }

  /** Answered, or waiting again; marked twice, it is told once. @throws NotFound */
  async mark(tenant: Tenant, support_message_id: string, answered: boolean): Promise<SupportMessageRow> {
    await this.parts.transactions.run(async () => {
      const answered_at = answered ? this.parts.clock.now() : null;
      const other = { support_message_id, answered_at: { null: answered } };
      if (!(await this.parts.records.update(tenant, other, { answered_at }))) return;
      const message = await this.record(tenant, support_message_id);
      const [was, became] = [{ answered: !answered }, { answered }];
      // Whose message it is reads what became of it.
      await this.audit(tenant, answered ? 'answered' : 'reopen', support_message_id, was, became, message);
    });
    return this.one(tenant, support_message_id);
  }

  protected override readonly created = 'send';

  /** Who wrote, as they are now. @throws TooManyTries */
  protected override async beforeCreate({ actor }: Tenant, made: readonly Partial<SupportMessage>[]): Promise<void> {
    const { account_id } = actor;
    if (!account_id) throw new SessionExpired();
    await this.throttle.demand(`support:${account_id}`, OFTEN);
    const { customer_name = null, user_name = null, email = null } = (await this.onFile.byId(account_id)) ?? {};
    const sender = { account_id, customer_name, user_name, reply_to: email, answered_at: null };
    for (const each of made) Object.assign(each, sender);
  }

  /** Mailed to every account of the platform's staff. */
  protected override async afterCreate(tenant: Tenant, made: readonly Partial<SupportMessage>[]): Promise<void> {
    const { customer_id } = tenant;
    for (const recipient of await this.accounts.ofPlatformStaff(MAILED)) {
      for (const { support_message_id = '' } of made)
        await this.outbox.add(SUPPORT_MESSAGE, { customer_id, recipient, facts: { support_message_id } });
    }
  }

  /** What was written stands in the message itself. */
  protected override toldOf({ subject }: SupportMessage): object {
    return { subject };
  }

  private async mail({ recipient, facts }: MailToCompose): Promise<Mail | null> {
    const account = await this.onFile.byId(recipient);
    const message = await this.all.one({ support_message_id: String(facts['support_message_id']) });
    if (!account || account.status !== 'active' || !message) return null;
    const { subject, customer_name, customer_id, user_name, reply_to } = message;
    return mailTo(account, 'support', {
      facts: {
        ...{ subject, customer_id: String(customer_id), customer_name: customer_name ?? '' },
        ...{ user_name: user_name ?? '', reply_to: reply_to ?? '' },
        lines: message.message.split(/\r?\n+/).filter((line) => line.trim() !== ''),
      },
      link: `${this.config.publicUrl}/support-messages`,
    });
  }
}
