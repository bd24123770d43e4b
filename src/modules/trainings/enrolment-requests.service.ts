import { Injectable } from '@nestjs/common';
import {
  ENROLMENT_COMMANDS,
  enrolmentRequests,
  type EnrolmentCommand,
  type EnrolmentRequestRow,
} from '../../contract/enrolment-requests.resource';
import type { Where } from '../../infrastructure/database/where';
import type { ListRequest } from '../../infrastructure/rest/list-query';
import { rowOf } from '../../common/rest/row';
import { WrongStatusError } from '../../common/errors/record.errors';
import { DomainEventBus } from '../../tenancy/domain-event-bus';
import { InjectResourceContext, type ResourceContext } from '../../crud/resource-context';
import { ResourceReadService } from '../../crud/resource-read.service';
import { restrictToVisible } from '../../tenancy/row-visibility';
import type { Tenant } from '../../tenancy/tenant';
import { OwnRequestDecisionError } from './enrolment.errors';
import { EnrolmentRequest } from './enrolment-request.entity';
import { EnrolmentsService } from './enrolments.service';
import { ENROLMENT_REQUEST_CHANGED } from './training.events';

const COMMANDS: Readonly<Record<'approved' | 'declined', EnrolmentCommand>> = {
  approved: 'approve',
  declined: 'decline',
};

/** Admins see and decide all requests, managers those of their line, learners see their own. */
@Injectable()
export class EnrolmentRequestsService extends ResourceReadService<
  EnrolmentRequest,
  typeof enrolmentRequests,
  EnrolmentRequestRow
> {
  constructor(
    @InjectResourceContext(EnrolmentRequest) parts: ResourceContext<EnrolmentRequest>,
    private readonly enrolments: EnrolmentsService,
    private readonly eventBus: DomainEventBus,
  ) {
    super(parts);
  }

  /** @param isDecidableOnly only requests that the current user can decide */
  override async list(tenant: Tenant, request: ListRequest<EnrolmentRequest>, isDecidableOnly = false) {
    const where = isDecidableOnly ? whereDecidable(tenant, request.where) : request.where;
    return super.list(tenant, { ...request, where });
  }

  /** Assigns the training; may be repeated. @throws as `decide` and EnrolmentsService.assignApproved */
  approve(tenant: Tenant, enrolment_request_id: string): Promise<EnrolmentRequestRow> {
    return this.decide(tenant, enrolment_request_id, 'approved', null);
  }

  /** May be repeated; the first reason stays. @throws as `decide` */
  decline(tenant: Tenant, enrolment_request_id: string, reason: string): Promise<EnrolmentRequestRow> {
    return this.decide(tenant, enrolment_request_id, 'declined', reason.trim());
  }

  /** @throws NotFoundError, OwnRequestDecisionError, WrongStatusError */
  private async decide(
    tenant: Tenant,
    enrolment_request_id: string,
    state: 'approved' | 'declined',
    decision_reason: string | null,
  ): Promise<EnrolmentRequestRow> {
    return this.context.transactions.run(async () => {
      const { staff_id, training_id } = await this.record(tenant, enrolment_request_id);
      if (staff_id === tenant.actor.staff_id) throw new OwnRequestDecisionError();
      const decided = { decided_at: this.context.clock.now(), decided_by: tenant.actor.account_id, decision_reason };
      const waiting = { enrolment_request_id, state: 'waiting' as const };
      const isChanged = await this.context.records.update(tenant, waiting, { state, ...decided });
      const now = await this.record(tenant, enrolment_request_id);
      if (!isChanged && now.state !== state) throw new WrongStatusError(COMMANDS[state], now.state);
      if (isChanged) {
        const became = { state, ...(decision_reason && { reason: decision_reason }) };
        await this.audit(tenant, COMMANDS[state], enrolment_request_id, { state: 'waiting' }, became);
        if (state === 'approved') await this.enrolments.assignApproved(tenant, training_id, staff_id);
        else await this.publishDeclined(tenant, now);
      }
      return toEnrolmentRequestRow(tenant, now);
    });
  }

  protected override restrictToVisible(tenant: Tenant, filter: Where<EnrolmentRequest>): Where<EnrolmentRequest> {
    return restrictToVisible(tenant, filter);
  }

  protected override row(tenant: Tenant, record: EnrolmentRequest): EnrolmentRequestRow {
    return toEnrolmentRequestRow(tenant, record);
  }

  private publishDeclined(tenant: Tenant, record: EnrolmentRequest): Promise<void> {
    const { enrolment_request_id, training_id, staff_id, row_version: version } = record;
    const event = { enrolment_request_id, version, training_id, staff_id };
    return this.eventBus.publish(ENROLMENT_REQUEST_CHANGED, tenant, { what: 'declined', ...event });
  }
}

/** Excludes own requests, for admins too. */
function whereDecidable({ actor: { staff_id } }: Tenant, filter: Where<EnrolmentRequest>): Where<EnrolmentRequest> {
  return { anyOf: [filter], state: 'waiting', ...(staff_id && { staff_id: { ne: staff_id } }) };
}

/** Offers only commands that `decide` allows. */
function toEnrolmentRequestRow(tenant: Tenant, record: EnrolmentRequest): EnrolmentRequestRow {
  const { actor, scope } = tenant;
  const canDecide = tenant.isAdmin || scope.kind === 'line';
  const isOpen = canDecide && record.state === 'waiting' && record.staff_id !== actor.staff_id;
  return { ...rowOf(enrolmentRequests, record), commands: isOpen ? [...ENROLMENT_COMMANDS] : [] };
}
