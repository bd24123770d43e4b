import { Injectable } from '@nestjs/common';
import { EXACT_COUNT_MAX } from '../../contract/list-dialect';
import type { AttentionResponse, CappedCount } from '../../contract/dashboard.responses';
import { dayAt } from '../../common/calendar';
import { Clock } from '../../common/clock';
import { lastExpiredInvitation } from '../staff/invitation-state';
import type { Tenant } from '../../tenancy/tenant';
import { TenantQueries } from '../../tenancy/tenant-queries';
import { DueStatusQuery } from '../trainings/due-status.query';
import { attentionQuery } from './attention.query';

type CountValue = number | string;
type CountName = 'overdue' | 'waiting' | 'enrolments' | 'invited' | 'not_invited' | 'pending';

/** Counts of the dashboard panel "needs attention"; each count matches the list that it links to. */
@Injectable()
export class AttentionService {
  constructor(
    private readonly queries: TenantQueries,
    private readonly dueStatusQuery: DueStatusQuery,
    private readonly clock: Clock,
  ) {}

  async getAttention(tenant: Tenant): Promise<AttentionResponse> {
    const on = dayAt(this.clock.now(), tenant.time_zone);
    const overdue = this.dueStatusQuery.overdueCondition(tenant);
    const asker_id = tenant.actor.staff_id;
    const [counts] = await this.queries.rows<Record<CountName, CountValue>>(
      tenant,
      attentionQuery(asker_id !== null, overdue.sql),
      { ...overdue.values, asker_id, expired_invitation: lastExpiredInvitation(this.clock.now()) },
    );
    return {
      on,
      overdue_assignments: toCountAnswer(counts!.overdue),
      evidence_waiting: toCountAnswer(counts!.waiting),
      enrolments_waiting: toCountAnswer(counts!.enrolments),
      not_invited: toCountAnswer(counts!.not_invited),
      assignments_pending: toCountAnswer(counts!.pending),
      invitations_open: toCountAnswer(counts!.invited),
    };
  }
}

const toCountAnswer = (value: CountValue): CappedCount => ({
  count: Math.min(EXACT_COUNT_MAX, Number(value)),
  more: Number(value) > EXACT_COUNT_MAX,
});
