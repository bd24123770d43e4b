import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../platform/audit/audit-trail';
import { Throttle } from '../platform/throttle/throttle';
import type { Actor } from './tenant';

/** A matrix that is scrolled sends dozens of requests: one row for each resource in this time says who looked at what. */
const TOLD_EVERY_MS = 10 * 60_000;

/**
 * What platform staff looked at in an organisation (contract.md, Scope: "audited"): `platform.view` with the resource,
 * once in ten minutes for each person, organisation and resource.
 */
@Injectable()
export class PlatformViews {
  constructor(
    private readonly throttle: Throttle,
    private readonly audit: AuditTrail,
  ) {}

  /** @param route the pattern of the route, such as `/api/staff/:id` */
  async seen(actor: Actor, customer_id: number, route: string): Promise<void> {
    const resource = resourceOf(route);
    const key = `platform-view:${actor.account_id}:${customer_id}:${resource}`;
    await this.throttle.oncePer(TOLD_EVERY_MS, key, () =>
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

/** `/api/staff/:id` → staff; `/api/reports/skill-matrix` → reports/skill-matrix; `/Result/…` as it is. */
function resourceOf(route: string): string {
  const [named] = route.split('/:');
  return (named ?? '').replace(/^\/(api\/)?/, '');
}
