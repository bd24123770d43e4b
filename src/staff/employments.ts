import { Injectable } from '@nestjs/common';
import type { Employment } from '../contract/staff-answers';
import type { Day } from '../platform/calendar';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { PastEmployment } from './past-employment.entity';

/** "Somebody who left may come back: … the earlier ones and their history stay" (domain.md, staff). */
@Injectable()
export class Employments {
  constructor(@Records(PastEmployment) private readonly past: TenantRepository<PastEmployment>) {}

  /** Those before the present one, oldest first. */
  async before(tenant: Tenant, staff_id: string): Promise<(Employment & { to_date: Day })[]> {
    const rows = await this.past.find(tenant, { staff_id }, { order: [['from_date', 'asc']] });
    return rows.map(({ from_date, to_date }) => ({ from_date, to_date }));
  }

  /** When each of them was employed first, of those who came back. */
  async firstDays(tenant: Tenant, staff_id: readonly string[]): Promise<Map<string, Day>> {
    const rows = await this.past.find(tenant, { staff_id: [...staff_id] }, { order: [['from_date', 'desc']] });
    return new Map(rows.map((row) => [row.staff_id, row.from_date]));
  }

  /** The one in the staff row gives way to a new one. In the open transaction that took the person's lock. */
  async close(tenant: Tenant, staff_id: string, ended: Employment & { to_date: Day }): Promise<void> {
    await this.past.insert(tenant, { staff_id, ...ended });
  }

  /** Before the staff row itself goes, in the open transaction. */
  async forget(tenant: Tenant, staff_id: string): Promise<void> {
    await this.past.remove(tenant, { staff_id });
  }
}
