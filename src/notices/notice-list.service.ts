import { Injectable } from '@nestjs/common';
import { NOTICES_COUNTED, NOTICES_PAGE, type Notice as NoticeAnswer, type Notices } from '../contract/notices';
import { Clock } from '../platform/clock';
import { Transactions } from '../platform/database/transactions';
import { toIso } from '../platform/definitions/row';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { NoticeWriter } from './notice-writer';
import { Notice } from './notice.entity';
import { ToldNotices, type ToldNotice } from './told-notices.query';

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const UNREAD = `SELECT COUNT(*) AS n FROM (SELECT n.notice_id FROM notice n
  WHERE n.customer_id = :customer_id AND n.staff_id = :staff_id AND n.state = 'unread' LIMIT ${NOTICES_COUNTED}) u`;

/** What stands behind the bell: each person's own. Who has no staff record has none. */
@Injectable()
export class NoticeList {
  constructor(
    @Records(Notice) private readonly notices: TenantRepository<Notice>,
    private readonly told: ToldNotices,
    private readonly queries: TenantQueries,
    private readonly writer: NoticeWriter,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** Newest first, with how many are unread. @param before the last one of the page before */
  async page(tenant: Tenant, before: string | undefined): Promise<Notices> {
    const { staff_id } = tenant.actor;
    if (!staff_id) return { notices: [], unread: 0, next: null };
    const found = await this.told.ofApp(tenant, staff_id, before ?? LAST_ID, NOTICES_PAGE + 1);
    const notices = found.slice(0, NOTICES_PAGE).map(answered);
    const next = found.length > NOTICES_PAGE ? notices.at(-1)!.notice_id : null;
    return { notices, unread: await this.unreadOf(tenant, staff_id), next };
  }

  /** Counted up to a hundred. */
  async unread(tenant: Tenant): Promise<number> {
    const { staff_id } = tenant.actor;
    return staff_id ? this.unreadOf(tenant, staff_id) : 0;
  }

  /** What is not there, or not the own one, is passed over. @returns how many are unread then */
  async read(tenant: Tenant, notice_id: readonly string[] | 'all'): Promise<number> {
    const { staff_id, account_id } = tenant.actor;
    if (!staff_id) return 0;
    const which = notice_id === 'all' ? {} : { notice_id: [...notice_id] };
    return this.transactions.run(async () => {
      const change = { state: 'read' as const, read_at: this.clock.now() };
      const changed = await this.notices.update(tenant, { ...which, staff_id, state: 'unread' }, change);
      // Other pages of the same person show it as well.
      if (changed) this.writer.ring(tenant, account_id);
      return this.unreadOf(tenant, staff_id);
    });
  }

  private async unreadOf(tenant: Tenant, staff_id: string): Promise<number> {
    const [row] = await this.queries.rows<{ n: number | string }>(tenant, UNREAD, { staff_id });
    return Number(row?.n ?? 0);
  }
}

function answered(told: ToldNotice): NoticeAnswer {
  const { assignment_state: _, session_status: _status, own_state: _state, request_state: _request, ...shown } = told;
  const { created_at, starts_at, ...notice } = shown;
  return { ...notice, starts_at: starts_at === null ? null : toIso(starts_at), created_at: toIso(created_at) };
}
