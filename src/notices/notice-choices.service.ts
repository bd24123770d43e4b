import { Injectable } from '@nestjs/common';
import type { NoticeChoice, NoticeChoices, NoticeKind } from '../contract/notices';
import type { Language } from '../contract/languages';
import { Transactions } from '../platform/database/transactions';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { Tenants } from '../tenancy/tenants';
import { NoticeLeave } from './notice-leave';
import { NoticeReaders, type NoticeReader } from './notice-readers';
import { NoticeRefusal } from './notice-refusal.entity';
import { choicesOf, mailsOf, refusedBy, withoutMails } from './notice-rules';

/** Whose way out it is, and what it changes. */
export interface WayOut {
  language: Language;
  /** Mails that it switches off; none: they are off already. */
  free: readonly NoticeKind[];
  /** Mails that come all the same. */
  always: readonly NoticeKind[];
}

/** What a person wants to be told of, within what their organisation offers. */
@Injectable()
export class NoticeChoicesService {
  constructor(
    @Records(NoticeRefusal) private readonly refusals: TenantRepository<NoticeRefusal>,
    private readonly readers: NoticeReaders,
    private readonly tenants: Tenants,
    private readonly leave: NoticeLeave,
    private readonly transactions: Transactions,
  ) {}

  /** Who has no staff record is told of nothing and has nothing to choose. */
  async own(tenant: Tenant): Promise<NoticeChoices> {
    const { staff_id } = tenant.actor;
    const reader = staff_id ? await this.readers.one(tenant, staff_id) : null;
    if (!reader) return { choices: [], email: null };
    return { choices: choicesOf(reader.rules, reader.refused), email: reader.email };
  }

  /** What is left out stays. */
  async choose(
    tenant: Tenant,
    choices: readonly Pick<NoticeChoice, 'kind' | 'app' | 'mail'>[],
  ): Promise<NoticeChoices> {
    const { staff_id } = tenant.actor;
    return this.transactions.run(async () => {
      const reader = staff_id ? await this.readers.one(tenant, staff_id) : null;
      if (reader) await this.keep(tenant, reader, refusedBy(choices, reader.refused));
      return this.own(tenant);
    });
  }

  /** null: the token is forged, or its holder is told of nothing any more. */
  async wayOut(token: string): Promise<WayOut | null> {
    return (await this.leaving(token))?.way ?? null;
  }

  /** Switches the mails off that may be; asked again, nothing changes. @returns as it was before; null as `wayOut` */
  async leaveBy(token: string): Promise<WayOut | null> {
    return this.transactions.run(async () => {
      const found = await this.leaving(token);
      if (!found) return null;
      const { tenant, reader, way } = found;
      if (way.free.length) await this.keep(tenant, reader, withoutMails(way.free, reader.refused));
      return way;
    });
  }

  private async leaving(token: string): Promise<{ tenant: Tenant; reader: NoticeReader; way: WayOut } | null> {
    const meant = this.leave.open(token);
    if (!meant || !(await this.tenants.isOpen(meant.customer_id))) return null;
    const tenant = await this.tenants.forSystem(meant.customer_id);
    const reader = await this.readers.one(tenant, meant.staff_id);
    if (!reader) return null;
    return { tenant, reader, way: { language: reader.language, ...mailsOf(reader.rules, reader.refused) } };
  }

  private keep(tenant: Tenant, { staff_id }: NoticeReader, refused: string[]): Promise<void> {
    return this.refusals.insertOrReplace(tenant, [{ staff_id, refused }]);
  }
}
