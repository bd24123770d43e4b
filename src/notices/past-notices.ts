import { Injectable } from '@nestjs/common';
import { Clock } from '../platform/clock';
import { Transactions } from '../platform/database/transactions';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { NoticeMail } from './notice-mail.entity';
import { Notice } from './notice.entity';

/** Longer than any window looks back or ahead: what is forgotten is not told again. */
const KEPT_MS = 180 * 86_400_000;
const AT_A_TIME = 500;

/** What was told half a year ago is forgotten, some at a time. */
@Injectable()
export class PastNotices {
  constructor(
    @Records(Notice) private readonly notices: TenantRepository<Notice>,
    @Records(NoticeMail) private readonly mails: TenantRepository<NoticeMail>,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** @returns whether there may be more */
  async forget(tenant: Tenant): Promise<boolean> {
    const created_at = { lt: this.clock.now() - KEPT_MS };
    const old = await this.notices.find(tenant, { created_at }, { limit: AT_A_TIME });
    const mails = await this.mails.find(tenant, { created_at }, { limit: AT_A_TIME });
    if (!old.length && !mails.length) return false;
    await this.transactions.run(async () => {
      if (old.length) await this.notices.remove(tenant, { notice_id: old.map(({ notice_id }) => notice_id) });
      if (mails.length)
        await this.mails.remove(tenant, { notice_mail_id: mails.map(({ notice_mail_id }) => notice_mail_id) });
    });
    return old.length === AT_A_TIME || mails.length === AT_A_TIME;
  }
}
