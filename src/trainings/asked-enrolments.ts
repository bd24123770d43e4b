import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../platform/audit/audit-trail';
import { Clock } from '../platform/clock';
import { newId } from '../platform/ids';
import { Announcements } from '../tenancy/announcements';
import { auditEntry } from '../tenancy/audit-entry';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { EnrolmentRequest } from './enrolment-request.entity';
import { ENROLMENT_NEWS } from './training.events';

const ENDED = ['approved', 'declined', 'withdrawn'] as const;

/** What people ask for and take back: one row of each person and training. In the caller's transaction. */
@Injectable()
export class AskedEnrolments {
  constructor(
    @Records(EnrolmentRequest) private readonly requests: TenantRepository<EnrolmentRequest>,
    private readonly announcements: Announcements,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** What waits goes on waiting, and nobody is told twice. */
  async ask(tenant: Tenant, training_id: string, staff_id: string): Promise<void> {
    const now = this.clock.now();
    const asked = {
      state: 'waiting' as const,
      asked_at: now,
      decided_at: null,
      decided_by: null,
      decision_reason: null,
    };
    const fresh = { enrolment_request_id: newId(now), training_id, staff_id, ...asked };
    const isFirst = (await this.requests.insertMissing(tenant, [fresh])) > 0;
    const again = { training_id, staff_id, state: [...ENDED] };
    if (!isFirst && !(await this.requests.update(tenant, again, asked))) return;
    const { enrolment_request_id, row_version } = (await this.requests.one(tenant, { training_id, staff_id }))!;
    const told = { staff_id, training_id };
    await this.audit.record(auditEntry(tenant, 'enrolment-request.ask', enrolment_request_id, null, told));
    const news = { enrolment_request_id, version: row_version, training_id, staff_id };
    await this.announcements.publish(ENROLMENT_NEWS, tenant, { what: 'asked', ...news });
  }

  /** @returns whether anything waited */
  async withdraw(tenant: Tenant, training_id: string, staff_id: string): Promise<boolean> {
    const was = await this.requests.one(tenant, { training_id, staff_id, state: 'waiting' });
    if (!was) return false;
    const { enrolment_request_id } = was;
    const waiting = { enrolment_request_id, state: 'waiting' as const };
    if (!(await this.requests.update(tenant, waiting, { state: 'withdrawn' }))) return false;
    const [before, after] = [{ state: 'waiting' }, { state: 'withdrawn' }];
    await this.audit.record(auditEntry(tenant, 'enrolment-request.withdraw', enrolment_request_id, before, after));
    return true;
  }

  async isWaiting(tenant: Tenant, training_id: string, staff_id: string): Promise<boolean> {
    return (await this.requests.one(tenant, { training_id, staff_id, state: 'waiting' })) !== null;
  }
}
