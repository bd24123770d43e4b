import { Injectable } from '@nestjs/common';
import { AuditTrailService } from '../infrastructure/audit/audit-trail.service';
import { ThrottleService } from '../infrastructure/throttle/throttle.service';
import type { Actor } from './tenant';

/** Scrolling a report sends many requests; one audit event per resource and interval is enough. */
const AUDIT_INTERVAL_MS = 10 * 60_000;

/**
 * Records which resources of a customer platform staff read (impersonation): `platform.view`, once in ten minutes per
 * account, customer and resource.
 */
@Injectable()
export class ImpersonationAuditService {
  constructor(
    private readonly throttleService: ThrottleService,
    private readonly audit: AuditTrailService,
  ) {}

  /** @param route pattern, such as `/api/staff/:id` */
  async recordView(actor: Actor, customer_id: number, route: string): Promise<void> {
    const resource = resourceOfRoute(route);
    const key = `platform-view:${actor.account_id}:${customer_id}:${resource}`;
    await this.throttleService.oncePer(AUDIT_INTERVAL_MS, key, () =>
      this.audit.record({
        customer_id,
        account_id: actor.account_id,
        role: 'platform',
        action: 'platform.view',
        subject_type: 'customer',
        subject_id: String(customer_id),
        became: { resource },
      }),
    );
  }
}

/** `/api/staff/:id` → staff; `/api/reports/skill-matrix` → reports/skill-matrix; `/Result/…` unchanged */
function resourceOfRoute(route: string): string {
  const [path] = route.split('/:');
  return (path ?? '').replace(/^\/(api\/)?/, '');
}
