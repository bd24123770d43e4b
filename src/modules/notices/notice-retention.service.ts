import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { NoticeMail } from './notice-mail.entity';
import { Notice } from './notice.entity';

/** Longer than all search windows, so a deleted notice is not written again. */
const RETENTION_MS = 180 * 86_400_000;
const BATCH_SIZE = 500;

/** Deletes notices and mails older than half a year, in batches. */
@Injectable()
export class NoticeRetentionService {
  constructor(
    @InjectTenantRepository(Notice) private readonly notices: TenantRepository<Notice>,
    @InjectTenantRepository(NoticeMail) private readonly mails: TenantRepository<NoticeMail>,
    private readonly transactions: TransactionManager,
    private readonly clock: Clock,
  ) {}

  /** @returns whether there may be more */
  async deleteBatch(tenant: Tenant): Promise<boolean> {
    const created_at = { lt: this.clock.now() - RETENTION_MS };
    const oldNotices = await this.notices.find(tenant, { created_at }, { limit: BATCH_SIZE });
    const mails = await this.mails.find(tenant, { created_at }, { limit: BATCH_SIZE });
    if (!oldNotices.length && !mails.length) return false;
    await this.transactions.run(async () => {
      if (oldNotices.length)
        await this.notices.remove(tenant, { notice_id: oldNotices.map(({ notice_id }) => notice_id) });
      if (mails.length)
        await this.mails.remove(tenant, { notice_mail_id: mails.map(({ notice_mail_id }) => notice_mail_id) });
    });
    return oldNotices.length === BATCH_SIZE || mails.length === BATCH_SIZE;
  }
}
