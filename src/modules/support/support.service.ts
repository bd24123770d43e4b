import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { SupportMessageRow, supportMessages } from '../../contract/support-messages.resource';
import { Config } from '../../infrastructure/config/config';
import { MailKindRegistry, type Mail, type QueuedMail } from '../../infrastructure/mail/mail-kind-registry';
import { MailOutbox } from '../../infrastructure/mail/mail-outbox';
import { ThrottleService } from '../../infrastructure/throttle/throttle.service';
import { InjectDirectoryRepository, type DirectoryRepository } from '../../tenancy/directory-repository';
import { InjectResourceContext, type ResourceContext } from '../../crud/resource-context';
import { ResourceService } from '../../crud/resource.service';
import { SessionExpiredError } from '../../tenancy/tenancy.errors';
import type { Tenant } from '../../tenancy/tenant';
import { AccountsService } from '../identity/accounts.service';
import { mailTo } from '../identity/mail-texts';
import { SignInAccountsQuery } from '../identity/sign-in-accounts.query';
import { SupportMessage } from './support-message.entity';

const SUPPORT_MESSAGE = 'support-message';
/** Per account; each message is mailed to all platform staff. */
const MESSAGE_RATE_LIMIT = { limit: 10, windowMs: 3_600_000 };
const MAIL_RECIPIENTS_MAX = 50;

/** Contact us: users write, platform staff read. */
@Injectable()
export class SupportService extends ResourceService<SupportMessage, typeof supportMessages> implements OnModuleInit {
  constructor(
    @InjectResourceContext(SupportMessage) parts: ResourceContext<SupportMessage>,
    @InjectDirectoryRepository(SupportMessage) private readonly directory: DirectoryRepository<SupportMessage>,
    private readonly accountsService: AccountsService,
    private readonly signedInAccounts: SignInAccountsQuery,
    private readonly outbox: MailOutbox,
    private readonly mailKinds: MailKindRegistry,
    private readonly throttleService: ThrottleService,
    private readonly config: Config,
  ) {
    super(parts);
  }

  onModuleInit(): void {
    this.mailKinds.register(SUPPORT_MESSAGE, (queuedMail) => this.composeMail(queuedMail), { external: true });
  }

  /** Marks as answered or as waiting again. Repeating it writes no second audit event. @throws NotFoundError */
  async setAnswered(tenant: Tenant, support_message_id: string, answered: boolean): Promise<SupportMessageRow> {
    await this.context.transactions.run(async () => {
      const answered_at = answered ? this.context.clock.now() : null;
      const condition = { support_message_id, answered_at: { null: answered } };
      if (!(await this.context.records.update(tenant, condition, { answered_at }))) return;
      const message = await this.record(tenant, support_message_id);
      const [was, became] = [{ answered: !answered }, { answered }];
      // Audited for the customer of the message, so that its admins see it.
      await this.audit(tenant, answered ? 'answered' : 'reopen', support_message_id, was, became, message);
    });
    return this.one(tenant, support_message_id);
  }

  protected override readonly createAction = 'send';

  /** Stores the author's current details. @throws TooManyAttemptsError */
  protected override async beforeCreate(
    { actor }: Tenant,
    messages: readonly Partial<SupportMessage>[],
  ): Promise<void> {
    const { account_id } = actor;
    if (!account_id) throw new SessionExpiredError();
    await this.throttleService.enforce(`support:${account_id}`, MESSAGE_RATE_LIMIT);
    const {
      customer_name = null,
      user_name = null,
      email = null,
    } = (await this.signedInAccounts.findById(account_id)) ?? {};
    const sender = { account_id, customer_name, user_name, reply_to: email, answered_at: null };
    for (const message of messages) Object.assign(message, sender);
  }

  /** Sends a mail to every platform staff account. */
  protected override async afterCreate(tenant: Tenant, messages: readonly Partial<SupportMessage>[]): Promise<void> {
    const { customer_id } = tenant;
    for (const recipient of await this.accountsService.listPlatformStaff(MAIL_RECIPIENTS_MAX)) {
      for (const { support_message_id = '' } of messages)
        await this.outbox.add(SUPPORT_MESSAGE, { customer_id, recipient, facts: { support_message_id } });
    }
  }

  /** The text is already in the message. */
  protected override auditPayload({ subject }: SupportMessage): object {
    return { subject };
  }

  private async composeMail({ recipient, facts }: QueuedMail): Promise<Mail | null> {
    const account = await this.signedInAccounts.findById(recipient);
    const message = await this.directory.findOne({ support_message_id: String(facts['support_message_id']) });
    if (!account || account.status !== 'active' || !message) return null;
    const { subject, customer_name, customer_id, user_name, reply_to } = message;
    return mailTo(account, 'support', {
      facts: {
        subject,
        customer_id: String(customer_id),
        customer_name: customer_name ?? '',
        user_name: user_name ?? '',
        reply_to: reply_to ?? '',
        lines: message.message.split(/\r?\n+/).filter((line) => line.trim() !== ''),
      },
      link: `${this.config.publicUrl}/support-messages`,
    });
  }
}
