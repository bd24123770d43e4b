import { Injectable } from '@nestjs/common';
import type { NoticeDetail, NoticeKind } from '../contract/notices';
import type { Day } from '../platform/calendar';
import { Clock } from '../platform/clock';
import { Transactions } from '../platform/database/transactions';
import { newId } from '../platform/ids';
import { LiveEvents } from '../tenancy/live/live-events';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { NewRecord, TenantRepository } from '../tenancy/tenant-repository';
import { NoticeReaders } from './notice-readers';
import { Notice } from './notice.entity';

/** Something that somebody is to be told. */
export interface OwedNotice {
  staff_id: string;
  kind: NoticeKind;
  /** What makes it another event than others of its kind and day. */
  subject: string;
  day: Day;
  detail?: NoticeDetail;
  assignment_id?: string;
  attempt_id?: string;
  training_id?: string;
  skill_id?: string;
  about_id?: string;
}

/** More at once are not told to each browser: who looks sees them with the next look. */
const TOLD_LIVE_MAX = 50;

/**
 * Writes down what people are to be told, by the ways that they want, in the caller's transaction: together with what it
 * tells, or not at all. The unique key decides, so the same again adds nothing.
 */
@Injectable()
export class NoticeWriter {
  constructor(
    @Records(Notice) private readonly notices: TenantRepository<Notice>,
    private readonly readers: NoticeReaders,
    private readonly live: LiveEvents,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** As many statements for a thousand as for one, but for portions. @returns how many rows were new */
  async write(tenant: Tenant, owed: readonly OwedNotice[]): Promise<number> {
    const readers = await this.readers.among(
      tenant,
      owed.map(({ staff_id }) => staff_id),
    );
    const created_at = this.clock.now();
    const rows = owed.flatMap((each) =>
      (readers.get(each.staff_id)?.by(each.kind) ?? []).map((channel): NewRecord<Notice> => ({
        ...EMPTY,
        ...each,
        ...{ channel, created_at, notice_id: newId(created_at) },
        state: channel === 'app' ? 'unread' : 'waiting',
      })),
    );
    if (!rows.length) return 0;
    const told = new Set(rows.filter(({ channel }) => channel === 'app').map(({ staff_id }) => staff_id!));
    return this.transactions.run(async () => {
      const added = await this.notices.insertMissing(tenant, rows);
      if (added && told.size <= TOLD_LIVE_MAX)
        for (const staff_id of told) this.ring(tenant, readers.get(staff_id)?.account_id ?? null);
      return added;
    });
  }

  /** The account's open pages look again. Once the transaction has committed. */
  ring(tenant: Tenant, account_id: string | null): void {
    if (account_id !== null) this.live.publish(tenant, { kind: 'notice', resource: 'notices', id: null, account_id });
  }
}

const EMPTY = {
  ...{ detail: null, assignment_id: null, attempt_id: null, training_id: null, skill_id: null, about_id: null },
  ...{ mailed_on: null, read_at: null },
};
