import { Injectable } from '@nestjs/common';
import type { NoticeChoice, NoticeChoicesResponse, NoticeKind } from '../../contract/notices';
import type { Language } from '../../contract/languages';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { TenantFactory } from '../../tenancy/tenant.factory';
import { UnsubscribeLinksService } from './unsubscribe-links.service';
import { NoticeRecipientsQuery, type NoticeRecipient } from './notice-recipients.query';
import { NoticeRefusal } from './notice-refusal.entity';
import { choicesOf, mailKindsOf, updateRefusals, refuseMails } from './notice-rules';

/** What an unsubscribe link changes. */
export interface UnsubscribeOptions {
  language: Language;
  /** Mails that it switches off; empty: already off. */
  optional: readonly NoticeKind[];
  /** Mails that cannot be switched off. */
  required: readonly NoticeKind[];
}

/** Notification preferences of a person, within the rules of the customer. */
@Injectable()
export class NoticeChoicesService {
  constructor(
    @InjectTenantRepository(NoticeRefusal) private readonly refusals: TenantRepository<NoticeRefusal>,
    private readonly recipients: NoticeRecipientsQuery,
    private readonly tenantFactory: TenantFactory,
    private readonly unsubscribeLinks: UnsubscribeLinksService,
    private readonly transactions: TransactionManager,
  ) {}

  /** Without a staff record there are no notices and no preferences. */
  async readOwn(tenant: Tenant): Promise<NoticeChoicesResponse> {
    const { staff_id } = tenant.actor;
    const recipient = staff_id ? await this.recipients.findOne(tenant, staff_id) : null;
    if (!recipient) return { choices: [], email: null };
    return { choices: choicesOf(recipient.rules, recipient.refused), email: recipient.email };
  }

  /** Omitted kinds stay. */
  async choose(
    tenant: Tenant,
    choices: readonly Pick<NoticeChoice, 'kind' | 'app' | 'mail'>[],
  ): Promise<NoticeChoicesResponse> {
    const { staff_id } = tenant.actor;
    return this.transactions.run(async () => {
      const recipient = staff_id ? await this.recipients.findOne(tenant, staff_id) : null;
      if (recipient) await this.saveRefusals(tenant, recipient, updateRefusals(choices, recipient.refused));
      return this.readOwn(tenant);
    });
  }

  /** @returns null if the token is invalid or its owner gets no notices any more */
  async findUnsubscribeOptions(token: string): Promise<UnsubscribeOptions | null> {
    return (await this.resolveToken(token))?.options ?? null;
  }

  /** Switches off all optional mails; idempotent. @returns the state before; null as in `findUnsubscribeOptions` */
  async unsubscribe(token: string): Promise<UnsubscribeOptions | null> {
    return this.transactions.run(async () => {
      const resolved = await this.resolveToken(token);
      if (!resolved) return null;
      const { tenant, recipient, options } = resolved;
      if (options.optional.length)
        await this.saveRefusals(tenant, recipient, refuseMails(options.optional, recipient.refused));
      return options;
    });
  }

  private async resolveToken(
    token: string,
  ): Promise<{ tenant: Tenant; recipient: NoticeRecipient; options: UnsubscribeOptions } | null> {
    const owner = this.unsubscribeLinks.verify(token);
    if (!owner || !(await this.tenantFactory.isActive(owner.customer_id))) return null;
    const tenant = await this.tenantFactory.forSystem(owner.customer_id);
    const recipient = await this.recipients.findOne(tenant, owner.staff_id);
    if (!recipient) return null;
    return {
      tenant,
      recipient,
      options: { language: recipient.language, ...mailKindsOf(recipient.rules, recipient.refused) },
    };
  }

  private saveRefusals(tenant: Tenant, { staff_id }: NoticeRecipient, refused: string[]): Promise<void> {
    return this.refusals.insertOrReplace(tenant, [{ staff_id, refused }]);
  }
}
