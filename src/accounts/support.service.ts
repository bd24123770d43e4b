import { Injectable, type OnModuleInit } from '@nestjs/common';
import { supportMessages as definition, type SupportMessageRow } from '../contract/support-messages.resource';
import { AuditTrail } from '../platform/audit/audit-trail';
import { Clock } from '../platform/clock';
import { Config } from '../platform/config/config';
import { Transactions } from '../platform/database/transactions';
import type { ListRequest } from '../platform/definitions/list-query';
import { recordOf, rowOf } from '../platform/definitions/row';
import { NotFound } from '../platform/errors/app-error';
import { newId } from '../platform/ids';
import { MailKinds, type Mail, type MailToCompose } from '../platform/mail/mail-kinds';
import { Outbox } from '../platform/mail/outbox';
import { Throttle } from '../platform/throttle/throttle';
import { auditEntry } from '../tenancy/audit-entry';
import { Directory, type DirectoryRepository } from '../tenancy/directory';
import { SessionExpired } from '../tenancy/tenancy.errors';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { PageOf, TenantRepository } from '../tenancy/tenant-repository';
import { Account } from './account.entity';
import { mailText, type MailText } from './mail-texts';
import { SignedInAccounts } from './signed-in-accounts';
import { SupportMessage } from './support-message.entity';
import type { SupportMessageWrite } from './support.dto';

export const SUPPORT_MESSAGE = 'support-message';
/** Of one account: nobody needs more, and each is a mail to everybody of the platform's staff. */
const OFTEN = { limit: 10, windowMs: 3_600_000 };
/** Platform staff are few; one mail each. */
const MAILED = 50;

/** Contact us: users write, platform staff read. */
@Injectable()
export class Support implements OnModuleInit {
  constructor(
    @Records(SupportMessage) private readonly own: TenantRepository<SupportMessage>,
    @Directory(SupportMessage) private readonly all: DirectoryRepository<SupportMessage>,
    @Directory(Account) private readonly accounts: DirectoryRepository<Account>,
    private readonly onFile: SignedInAccounts,
    private readonly outbox: Outbox,
    private readonly kinds: MailKinds,
    private readonly throttle: Throttle,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.kinds.register(SUPPORT_MESSAGE, (owed) => this.mail(owed), { outwards: true });
  }

  /** Kept, and mailed to every account of the platform's staff, in one transaction. @throws TooManyTries */
  async send(tenant: Tenant, body: SupportMessageWrite): Promise<SupportMessageRow> {
    const { account_id } = tenant.actor;
    if (!account_id) throw new SessionExpired();
    const sender = await this.onFile.byId(account_id);
    const support_message_id = newId(this.clock.now());
    await this.transactions.run(async () => {
      await this.throttle.demand(`support:${account_id}`, OFTEN);
      await this.own.insert(tenant, {
        ...(recordOf(definition, body, 'create') as Pick<SupportMessage, 'subject' | 'message'>),
        support_message_id,
        account_id,
        customer_name: sender?.customer_name ?? null,
        user_name: sender?.user_name ?? null,
        reply_to: sender?.email ?? null,
        answered_at: null,
      });
      const staff = await this.accounts.find(
        { customer_id: 0, kind: 'platform', status: 'active' },
        { order: [['account_id', 'asc']], limit: MAILED },
      );
      for (const { account_id: recipient } of staff) {
        const facts = { support_message_id };
        await this.outbox.add(SUPPORT_MESSAGE, { customer_id: tenant.customer_id, recipient, facts });
      }
      await this.audit.record(
        auditEntry(tenant, 'support_message.send', support_message_id, null, { subject: body.subject }),
      );
    });
    const kept = await this.own.one(tenant, { support_message_id });
    return rowOf(definition, kept!);
  }

  /** Of all organisations, or of the one that platform staff name. */
  async list(tenant: Tenant, request: ListRequest<SupportMessage>): Promise<PageOf<SupportMessageRow>> {
    const page = await (tenant.customer_id === 0 ? this.all.page(request) : this.own.page(tenant, request));
    return { ...page, rows: page.rows.map((message) => rowOf(definition, message)) };
  }

  /** @throws NotFound */
  async one(tenant: Tenant, support_message_id: string): Promise<SupportMessageRow> {
    const message = await (tenant.customer_id === 0
      ? this.all.one({ support_message_id })
      : this.own.one(tenant, { support_message_id }));
    if (!message) throw new NotFound('message');
    return rowOf(definition, message);
  }

  /** Answered, or waiting again; marked twice, it is told once. @throws NotFound */
  async mark(tenant: Tenant, support_message_id: string, answered: boolean): Promise<SupportMessageRow> {
    await this.transactions.run(async () => {
      const answered_at = answered ? this.clock.now() : null;
      const other = { support_message_id, answered_at: { null: answered } };
      if (!(await this.all.update(other, { answered_at }))) return;
      const action = answered ? 'support_message.answered' : 'support_message.reopen';
      const { customer_id } = (await this.all.one({ support_message_id }))!;
      const entry = auditEntry(tenant, action, support_message_id, { answered: !answered }, { answered });
      // Whose message it is reads what became of it.
      await this.audit.record({ ...entry, customer_id });
    });
    return this.one(tenant, support_message_id);
  }

  private async mail({ recipient, facts }: MailToCompose): Promise<Mail | null> {
    const account = await this.onFile.byId(recipient);
    const message = await this.all.one({ support_message_id: String(facts['support_message_id']) });
    if (!account || account.status !== 'active' || !message) return null;
    const { subject, customer_name, customer_id, user_name, reply_to } = message;
    const names = {
      ...{ subject, customer_id: String(customer_id), customer_name: customer_name ?? '' },
      ...{ user_name: user_name ?? '', reply_to: reply_to ?? '' },
    };
    const say = (key: MailText) => mailText(account.locale, key, names);
    return {
      to: account.email,
      language: account.locale,
      subject: say('support_subject'),
      heading: subject,
      paragraphs: [say('support_from'), ...message.message.split(/\r?\n+/).filter((line) => line.trim() !== '')],
      button: { label: say('support_button'), url: `${this.config.publicUrl}/support-messages` },
      note: say('support_note'),
    };
  }
}
