import { Injectable } from '@nestjs/common';
import { AuditTrailService } from '../../infrastructure/audit/audit-trail.service';
import { Clock } from '../../common/clock';
import { newId } from '../../common/ids';
import { DomainEventBus } from '../../tenancy/domain-event-bus';
import { buildAuditEntry } from '../../tenancy/audit-entry';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { EnrolmentRequest } from './enrolment-request.entity';
import { ENROLMENT_REQUEST_CHANGED } from './training.events';

const ENDED_STATES = ['approved', 'declined', 'withdrawn'] as const;

/** One row per person and training. Runs in the caller's transaction. */
@Injectable()
export class EnrolmentRequestStore {
  constructor(
    @InjectTenantRepository(EnrolmentRequest) private readonly requests: TenantRepository<EnrolmentRequest>,
    private readonly eventBus: DomainEventBus,
    private readonly audit: AuditTrailService,
    private readonly clock: Clock,
  ) {}

  /** No-op without an event if a request is already waiting. */
  async submit(tenant: Tenant, training_id: string, staff_id: string): Promise<void> {
    const now = this.clock.now();
    const waitingState = {
      state: 'waiting' as const,
      asked_at: now,
      decided_at: null,
      decided_by: null,
      decision_reason: null,
    };
    const newRequest = { enrolment_request_id: newId(now), training_id, staff_id, ...waitingState };
    const isFirst = (await this.requests.insertMissing(tenant, [newRequest])) > 0;
    const endedRequest = { training_id, staff_id, state: [...ENDED_STATES] };
    if (!isFirst && !(await this.requests.update(tenant, endedRequest, waitingState))) return;
    const { enrolment_request_id, row_version } = (await this.requests.findOne(tenant, { training_id, staff_id }))!;
    const auditFacts = { staff_id, training_id };
    await this.audit.record(buildAuditEntry(tenant, 'enrolment-request.ask', enrolment_request_id, null, auditFacts));
    const event = { enrolment_request_id, version: row_version, training_id, staff_id };
    await this.eventBus.publish(ENROLMENT_REQUEST_CHANGED, tenant, { what: 'asked', ...event });
  }

  /** @returns whether a request was waiting */
  async withdraw(tenant: Tenant, training_id: string, staff_id: string): Promise<boolean> {
    const was = await this.requests.findOne(tenant, { training_id, staff_id, state: 'waiting' });
    if (!was) return false;
    const { enrolment_request_id } = was;
    const waiting = { enrolment_request_id, state: 'waiting' as const };
    if (!(await this.requests.update(tenant, waiting, { state: 'withdrawn' }))) return false;
    const [before, after] = [{ state: 'waiting' }, { state: 'withdrawn' }];
    await this.audit.record(buildAuditEntry(tenant, 'enrolment-request.withdraw', enrolment_request_id, before, after));
    return true;
  }

  async isWaiting(tenant: Tenant, training_id: string, staff_id: string): Promise<boolean> {
    return (await this.requests.findOne(tenant, { training_id, staff_id, state: 'waiting' })) !== null;
  }
}
