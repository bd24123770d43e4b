import { Injectable } from '@nestjs/common';
import { COUNT_MAX } from '../contract/list-dialect';
import type { AttentionAnswer, CountedAnswer } from '../contract/dashboard-answers';
import { dayAt } from '../platform/calendar';
import { Clock } from '../platform/clock';
import { lastExpiredInvitation } from '../staff/invitation-state';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import { DueDates } from '../trainings/due-dates';
import { attentionQuery } from './attention.query';

type Figure = number | string;
type Name = 'overdue' | 'waiting' | 'enrolments' | 'invited' | 'not_invited' | 'pending';

/** What waits for somebody of the organisation (screens.md §4, "needs attention"): each figure is that of a list. */
@Injectable()
export class AttentionService {
  constructor(
    private readonly queries: TenantQueries,
    private readonly dueDates: DueDates,
    private readonly clock: Clock,
  ) {}

  async of(tenant: Tenant): Promise<AttentionAnswer> {
    const on = dayAt(this.clock.now(), tenant.time_zone);
    const overdue = this.dueDates.overdueCondition(tenant);
    const asker_id = tenant.actor.staff_id;
    const [found] = await this.queries.rows<Record<Name, Figure>>(
      tenant,
      attentionQuery(asker_id !== null, overdue.sql),
      { ...overdue.values, asker_id, expired_invitation: lastExpiredInvitation(this.clock.now()) },
    );
    return {
      on,
      overdue_assignments: upToMost(found!.overdue),
      evidence_waiting: upToMost(found!.waiting),
      enrolments_waiting: upToMost(found!.enrolments),
      not_invited: upToMost(found!.not_invited),
      assignments_pending: upToMost(found!.pending),
      invitations_open: upToMost(found!.invited),
    };
  }
}

const upToMost = (figure: Figure): CountedAnswer => ({
  count: Math.min(COUNT_MAX, Number(figure)),
  more: Number(figure) > COUNT_MAX,
});
