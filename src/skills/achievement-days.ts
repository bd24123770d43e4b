import { Injectable } from '@nestjs/common';
import { dayAt, type Day } from '../platform/calendar';
import { Clock } from '../platform/clock';
import { StaffTimeZones } from '../staff/staff-time-zones';
import type { Tenant } from '../tenancy/tenant';

/** Nothing is achieved in the future (docs/learning-rules.md). */
@Injectable()
export class AchievementDays {
  constructor(
    private readonly zones: StaffTimeZones,
    private readonly clock: Clock,
  ) {}

  /**
   * Finds the days that have begun neither by the organisation's calendar nor by the person's.
   * @returns by position in `achieved`, the last day that is allowed for that person; at most one statement
   */
  async futureAmong(
    tenant: Tenant,
    achieved: readonly { readonly staff_id: string; readonly effective_date: Day }[],
  ): Promise<ReadonlyMap<number, Day>> {
    const now = this.clock.now();
    const today = dayAt(now, tenant.time_zone);
    const later = achieved.filter(({ effective_date }) => effective_date > today);
    const zones = await this.zones.of(
      tenant,
      later.map(({ staff_id }) => staff_id),
    );
    const future = new Map<number, Day>();
    for (const [at, { staff_id, effective_date }] of achieved.entries()) {
      const own = dayAt(now, zones.get(staff_id) ?? tenant.time_zone);
      const last = own > today ? own : today;
      if (effective_date > last) future.set(at, last);
    }
    return future;
  }
}
