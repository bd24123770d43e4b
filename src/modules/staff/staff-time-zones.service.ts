import { Injectable } from '@nestjs/common';
import { dayAt, type Day } from '../../common/calendar';
import { idFromBytes } from '../../common/ids';
import { StaffTimeZone } from '../../tenancy/staff-time-zone.entity';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import { TenantQueries, type TenantCondition } from '../../tenancy/tenant-queries';
import type { TenantRepository } from '../../tenancy/tenant-repository';

const ZONES =
  'SELECT s.staff_id, s.time_zone FROM staff s WHERE s.customer_id = :customer_id AND s.staff_id IN (:staff_id)';

/** Time zones of staff; without one the customer's applies. */
@Injectable()
export class StaffTimeZonesService {
  constructor(
    private readonly queries: TenantQueries,
    @InjectTenantRepository(StaffTimeZone) private readonly usedZones: TenantRepository<StaffTimeZone>,
  ) {}

  /** Registers the time zones of staff about to be written, in the caller's transaction. */
  async register(tenant: Tenant, zones: readonly (string | null | undefined)[]): Promise<void> {
    const added = [...new Set(zones)].filter((zone) => zone && !tenant.staff_time_zones.includes(zone));
    if (added.length)
      await this.usedZones.insertMissing(
        tenant,
        added.map((time_zone) => ({ time_zone: time_zone! })),
      );
  }

  /** @returns IANA names by staff id; one statement, none for an empty list */
  async findByStaff(tenant: Tenant, staffIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const staff_id = [...new Set(staffIds)];
    if (!staff_id.length) return new Map();
    const rows = await this.queries.rows<{ staff_id: Uint8Array; time_zone: string | null }>(tenant, ZONES, {
      staff_id,
    });
    return new Map(rows.flatMap((row) => (row.time_zone ? [[idFromBytes(row.staff_id), row.time_zone]] : [])));
  }

  /**
   * SQL expression for the local date of `staff s` at an instant, for TenantQueries.
   * @param at UTC milliseconds
   * @returns also `latest`, the latest of these dates: a constant bound that an index can use
   */
  localDateExpression(tenant: Tenant, at: number): TenantCondition & { latest: Day } {
    const today = dayAt(at, tenant.time_zone);
    const zonesByDay = new Map<Day, string[]>();
    for (const time_zone of tenant.staff_time_zones) {
      const day = dayAt(at, time_zone);
      if (day !== today) zonesByDay.set(day, [...(zonesByDay.get(day) ?? []), time_zone]);
    }
    const others = [...zonesByDay].toSorted(([a], [b]) => (a < b ? -1 : 1));
    const cases = others.map((_, index) => `WHEN s.time_zone IN (:zones_${index}) THEN :zones_${index}_today`);
    return {
      sql: cases.length ? `CASE ${cases.join(' ')} ELSE :own_today END` : ':own_today',
      values: {
        own_today: today,
        ...Object.fromEntries(
          others.flatMap(([day, zones], index) => [
            [`zones_${index}`, zones],
            [`zones_${index}_today`, day],
          ]),
        ),
      },
      latest: [today, ...zonesByDay.keys()].toSorted().at(-1)!,
    };
  }
}
