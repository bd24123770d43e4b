import { Injectable } from '@nestjs/common';
import {
  UNREAD_NOTICES_COUNT_MAX,
  NOTICES_PAGE,
  type NoticeResponse as NoticeAnswer,
  type NoticesResponse,
} from '../../contract/notices';
import { Clock } from '../../common/clock';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { toIso } from '../../common/rest/row';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import { TenantQueries } from '../../tenancy/tenant-queries';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { NoticeWriter } from './notice-writer';
import { Notice } from './notice.entity';
import { NoticeViewsQuery, type NoticeView } from './notice-views.query';

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const UNREAD = `SELECT COUNT(*) AS n FROM (SELECT n.notice_id FROM notice n
  WHERE n.customer_id = :customer_id AND n.staff_id = :staff_id AND n.state = 'unread' LIMIT ${UNREAD_NOTICES_COUNT_MAX}) u`;

/** The notices of the current user; empty without a staff record. */
@Injectable()
export class NoticeListService {
  constructor(
    @InjectTenantRepository(Notice) private readonly notices: TenantRepository<Notice>,
    private readonly noticeViews: NoticeViewsQuery,
    private readonly queries: TenantQueries,
    private readonly writer: NoticeWriter,
    private readonly transactions: TransactionManager,
    private readonly clock: Clock,
  ) {}

  /** Newest first, with the unread count. @param before last id of the previous page */
  async page(tenant: Tenant, before: string | undefined): Promise<NoticesResponse> {
    const { staff_id } = tenant.actor;
    if (!staff_id) return { notices: [], unread: 0, next: null };
    const views = await this.noticeViews.findForApp(tenant, staff_id, before ?? LAST_ID, NOTICES_PAGE + 1);
    const notices = views.slice(0, NOTICES_PAGE).map(toAnswer);
    const next = views.length > NOTICES_PAGE ? notices.at(-1)!.notice_id : null;
    return { notices, unread: await this.countUnread(tenant, staff_id), next };
  }

  /** Stops counting at a hundred. */
  async unread(tenant: Tenant): Promise<number> {
    const { staff_id } = tenant.actor;
    return staff_id ? this.countUnread(tenant, staff_id) : 0;
  }

  /** Ignores unknown ids and those of other people. @returns the unread count afterwards */
  async markRead(tenant: Tenant, notice_id: readonly string[] | 'all'): Promise<number> {
    const { staff_id, account_id } = tenant.actor;
    if (!staff_id) return 0;
    const filter = notice_id === 'all' ? {} : { notice_id: [...notice_id] };
    return this.transactions.run(async () => {
      const change = { state: 'read' as const, read_at: this.clock.now() };
      const changed = await this.notices.update(tenant, { ...filter, staff_id, state: 'unread' }, change);
      // Updates other open pages of the user.
      if (changed) this.writer.publishLive(tenant, account_id);
      return this.countUnread(tenant, staff_id);
    });
  }

  private async countUnread(tenant: Tenant, staff_id: string): Promise<number> {
    const [row] = await this.queries.rows<{ n: number | string }>(tenant, UNREAD, { staff_id });
    return Number(row?.n ?? 0);
  }
}

function toAnswer(view: NoticeView): NoticeAnswer {
  const { assignment_state: _, session_status: _status, own_state: _state, request_state: _request, ...fields } = view;
  const { created_at, starts_at, ...notice } = fields;
  return { ...notice, starts_at: starts_at === null ? null : toIso(starts_at), created_at: toIso(created_at) };
}
