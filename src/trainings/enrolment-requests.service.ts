import { Injectable } from '@nestjs/common';
import {
  ENROLMENT_COMMANDS,
  enrolmentRequests,
  type EnrolmentCommand,
  type EnrolmentRequestRow,
} from '../contract/enrolment-requests.resource';
import type { Where } from '../platform/database/where';
import type { ListRequest } from '../platform/definitions/list-query';
import { rowOf } from '../platform/definitions/row';
import { WrongStatus } from '../platform/errors/record-errors';
import { Announcements } from '../tenancy/announcements';
import { PartsOf, type ResourceParts } from '../tenancy/resources/resource-parts';
import { ResourceReader } from '../tenancy/resources/resource-reader';
import { seen } from '../tenancy/seen';
import type { Tenant } from '../tenancy/tenant';
import { DecidesOwn } from './enrolment.errors';
import { EnrolmentRequest } from './enrolment-request.entity';
import { EnrolmentsService } from './enrolments.service';
import { ENROLMENT_NEWS } from './training.events';

/** What became of a request, and what is asked for it to become so. */
const COMMANDS: Readonly<Record<'approved' | 'declined', EnrolmentCommand>> = {
  approved: 'approve',
  declined: 'decline',
};

/** Who wants to take part: an admin sees and decides all, a manager those of the line, a learner sees the own ones. */
@Injectable()
export class EnrolmentRequestsService extends ResourceReader<
  EnrolmentRequest,
  typeof enrolmentRequests,
  EnrolmentRequestRow
> {
  constructor(
    @PartsOf(EnrolmentRequest) parts: ResourceParts<EnrolmentRequest>,
    private readonly enrolments: EnrolmentsService,
    private readonly announcements: Announcements,
  ) {
    super(parts);
  }

  /** @param waiting only what waits for the asker to decide it */
  override async list(tenant: Tenant, request: ListRequest<EnrolmentRequest>, waiting = false) {
    const where = waiting ? waitingFor(tenant, request.where) : request.where;
    return super.list(tenant, { ...request, where });
  }

  /** They have it to do from now on; approved again is harmless. @throws as `decide`, and EnrolmentsService.approved */
  approve(tenant: Tenant, enrolment_request_id: string): Promise<EnrolmentRequestRow> {
    return this.decide(tenant, enrolment_request_id, 'approved', null);
  }

  /** Declined again, the first reason stays. @throws as `decide` */
  decline(tenant: Tenant, enrolment_request_id: string, reason: string): Promise<EnrolmentRequestRow> {
    return this.decide(tenant, enrolment_request_id, 'declined', reason.trim());
  }

  /** @throws NotFound, DecidesOwn, WrongStatus */
  private async decide(
    tenant: Tenant,
    enrolment_request_id: string,
    state: 'approved' | 'declined',
    decision_reason: string | null,
  ): Promise<EnrolmentRequestRow> {
    return this.parts.transactions.run(async () => {
      const { staff_id, training_id } = await this.record(tenant, enrolment_request_id);
      if (staff_id === tenant.actor.staff_id) throw new DecidesOwn();
      const decided = { decided_at: this.parts.clock.now(), decided_by: tenant.actor.account_id, decision_reason };
      const waiting = { enrolment_request_id, state: 'waiting' as const };
      const moved = await this.parts.records.update(tenant, waiting, { state, ...decided });
      const now = await this.record(tenant, enrolment_request_id);
      if (!moved && now.state !== state) throw new WrongStatus(COMMANDS[state], now.state);
      if (moved) {
        const became = { state, ...(decision_reason && { reason: decision_reason }) };
        await this.audit(tenant, COMMANDS[state], enrolment_request_id, { state: 'waiting' }, became);
        if (state === 'approved') await this.enrolments.approved(tenant, training_id, staff_id);
        else await this.tellDeclined(tenant, now);
      }
      return shown(tenant, now);
    });
  }

  protected override seen(tenant: Tenant, asked: Where<EnrolmentRequest>): Where<EnrolmentRequest> {
    return seen(tenant, asked);
  }

  protected override row(tenant: Tenant, record: EnrolmentRequest): EnrolmentRequestRow {
    return shown(tenant, record);
  }

  private tellDeclined(tenant: Tenant, record: EnrolmentRequest): Promise<void> {
    const { enrolment_request_id, training_id, staff_id, row_version: version } = record;
    const news = { enrolment_request_id, version, training_id, staff_id };
    return this.announcements.publish(ENROLMENT_NEWS, tenant, { what: 'declined', ...news });
  }
}

/** Nobody decides about themselves. */
function waitingFor({ actor: { staff_id } }: Tenant, asked: Where<EnrolmentRequest>): Where<EnrolmentRequest> {
  return { anyOf: [asked], state: 'waiting', ...(staff_id && { staff_id: { ne: staff_id } }) };
}

/** The rule of `decide`, so that nothing is offered that it refuses. A learner sees no others than the own ones. */
function shown(tenant: Tenant, record: EnrolmentRequest): EnrolmentRequestRow {
  const { actor, scope } = tenant;
  const decides = tenant.isAdmin || scope.kind === 'line';
  const isOpen = decides && record.state === 'waiting' && record.staff_id !== actor.staff_id;
  return { ...rowOf(enrolmentRequests, record), commands: isOpen ? [...ENROLMENT_COMMANDS] : [] };
}
