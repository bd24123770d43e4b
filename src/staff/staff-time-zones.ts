import { Injectable } from '@nestjs/common';
import { idFromBytes } from '../platform/ids';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';

const ZONES =
  'SELECT s.staff_id, s.time_zone FROM staff s WHERE s.customer_id = :customer_id AND s.staff_id IN (:staff_id)';

/** The time zones of people who have one of their own; the organisation's holds for everybody else. */
@Injectable()
export class StaffTimeZones {
  constructor(private readonly queries: TenantQueries) {}

  /** @returns IANA names by staff id; one statement, none for nobody */
  async of(tenant: Tenant, staffIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const staff_id = [...new Set(staffIds)];
    if (!staff_id.length) return new Map();
    const rows = await this.queries.rows<{ staff_id: Uint8Array; time_zone: string | null }>(tenant, ZONES, {
      staff_id,
    });
    return new Map(rows.flatMap((row) => (row.time_zone ? [[idFromBytes(row.staff_id), row.time_zone]] : [])));
  }
}
