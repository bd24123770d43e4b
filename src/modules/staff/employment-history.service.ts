import { Injectable } from '@nestjs/common';
import type { Employment } from '../../contract/staff.responses';
import type { Day } from '../../common/calendar';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { PastEmployment } from './past-employment.entity';

/** Past employments of rehired staff (docs/domain.md). The present or last one is in the staff row. */
@Injectable()
export class EmploymentHistoryService {
  constructor(
    @InjectTenantRepository(PastEmployment) private readonly pastEmployments: TenantRepository<PastEmployment>,
  ) {}

  /** Oldest first. */
  async listPast(tenant: Tenant, staff_id: string): Promise<(Employment & { to_date: Day })[]> {
    const rows = await this.pastEmployments.find(tenant, { staff_id }, { order: [['from_date', 'asc']] });
    return rows.map(({ from_date, to_date }) => ({ from_date, to_date }));
  }

  /** The first day of the first past employment; only rehired staff are in the result. */
  async findFirstDays(tenant: Tenant, staff_id: readonly string[]): Promise<Map<string, Day>> {
    const rows = await this.pastEmployments.find(
      tenant,
      { staff_id: [...staff_id] },
      { order: [['from_date', 'desc']] },
    );
    return new Map(rows.map((row) => [row.staff_id, row.from_date]));
  }

  /** Stores the ended employment. Requires the person's lock in the open transaction. */
  async archive(tenant: Tenant, staff_id: string, employment: Employment & { to_date: Day }): Promise<void> {
    await this.pastEmployments.insert(tenant, { staff_id, ...employment });
  }

  /** Call before the staff row is deleted, in the same transaction. */
  async remove(tenant: Tenant, staff_id: string): Promise<void> {
    await this.pastEmployments.remove(tenant, { staff_id });
  }
}
