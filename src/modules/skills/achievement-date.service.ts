import { Injectable } from '@nestjs/common';
import { dayAt, type Day } from '../../common/calendar';
import { Clock } from '../../common/clock';
import { StaffTimeZonesService } from '../staff/staff-time-zones.service';
import type { Tenant } from '../../tenancy/tenant';

/** Refuses achievement dates in the future (docs/domain.md). */
@Injectable()
export class AchievementDateService {
  constructor(
    private readonly zones: StaffTimeZonesService,
    private readonly clock: Clock,
  ) {}

  /**
   * Finds dates that are in the future both in the customer's time zone and in the time zone of the person.
   * @returns the last allowed day, by position in `achievements`
   */
  async findFutureDates(
    tenant: Tenant,
    achievements: readonly { readonly staff_id: string; readonly effective_date: Day }[],
  ): Promise<ReadonlyMap<number, Day>> {
    const now = this.clock.now();
    const today = dayAt(now, tenant.time_zone);
    const afterToday = achievements.filter(({ effective_date }) => effective_date > today);
    const zones = await this.zones.findByStaff(
      tenant,
      afterToday.map(({ staff_id }) => staff_id),
    );
    const lastAllowedDays = new Map<number, Day>();
    for (const [index, { staff_id, effective_date }] of achievements.entries()) {
      const staffToday = dayAt(now, zones.get(staff_id) ?? tenant.time_zone);
      const lastAllowed = staffToday > today ? staffToday : today;
      if (effective_date > lastAllowed) lastAllowedDays.set(index, lastAllowed);
    }
    return lastAllowedDays;
  }
}
