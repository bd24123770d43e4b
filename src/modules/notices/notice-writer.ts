import { Injectable } from '@nestjs/common';
import type { NoticeDetail, NoticeKind } from '../../contract/notices';
import type { Day } from '../../common/calendar';
import { Clock } from '../../common/clock';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { newId } from '../../common/ids';
import { LiveEventsService } from '../live/live-events.service';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { NewRecord, TenantRepository } from '../../tenancy/tenant-repository';
import { NoticeRecipientsQuery } from './notice-recipients.query';
import { Notice } from './notice.entity';

/** A notice to write. */
export interface NewNotice {
  staff_id: string;
  kind: NoticeKind;
  /** Distinguishes events of the same kind and day. */
  subject: string;
  day: Day;
  detail?: NoticeDetail;
  assignment_id?: string;
  attempt_id?: string;
  training_id?: string;
  skill_id?: string;
  about_id?: string;
}

/** Above this number no live events are sent; pages show the notices at the next load. */
const LIVE_EVENTS_MAX = 50;

/** Writes notices by the channels of each recipient, idempotently, in the transaction of the caller. */
@Injectable()
export class NoticeWriter {
  constructor(
    @InjectTenantRepository(Notice) private readonly notices: TenantRepository<Notice>,
    private readonly recipients: NoticeRecipientsQuery,
    private readonly live: LiveEventsService,
    private readonly transactions: TransactionManager,
    private readonly clock: Clock,
  ) {}

  /** Writes in batches. @returns the number of new rows */
  async write(tenant: Tenant, newNotices: readonly NewNotice[]): Promise<number> {
    const recipients = await this.recipients.findByIds(
      tenant,
      newNotices.map(({ staff_id }) => staff_id),
    );
    const created_at = this.clock.now();
    const rows = newNotices.flatMap((each) =>
      (recipients.get(each.staff_id)?.channelsFor(each.kind) ?? []).map((channel): NewRecord<Notice> => ({
        ...EMPTY_COLUMNS,
        ...each,
        channel,
        created_at,
        notice_id: newId(created_at),
        state: channel === 'app' ? 'unread' : 'waiting',
      })),
    );
    if (!rows.length) return 0;
    const staffToNotify = new Set(rows.filter(({ channel }) => channel === 'app').map(({ staff_id }) => staff_id!));
    return this.transactions.run(async () => {
      const added = await this.notices.insertMissing(tenant, rows);
      if (added && staffToNotify.size <= LIVE_EVENTS_MAX)
        for (const staff_id of staffToNotify) this.publishLive(tenant, recipients.get(staff_id)?.account_id ?? null);
      return added;
    });
  }

  /** Makes open pages of the account reload, after the commit. */
  publishLive(tenant: Tenant, account_id: string | null): void {
    if (account_id !== null) this.live.publish(tenant, { kind: 'notice', resource: 'notices', id: null, account_id });
  }
}

const EMPTY_COLUMNS = {
  detail: null,
  assignment_id: null,
  attempt_id: null,
  training_id: null,
  skill_id: null,
  about_id: null,
  mailed_on: null,
  read_at: null,
};
