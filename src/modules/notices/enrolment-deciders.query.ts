import { Injectable } from '@nestjs/common';
import { idFromBytes } from '../../common/ids';
import type { Tenant } from '../../tenancy/tenant';
import { TenantQueries } from '../../tenancy/tenant-queries';

/** At most so many admins are notified. */
const ADMINS_MAX = 50;

/** The manager of the person, and admins among the staff. Excludes the person and people who cannot sign in. */
const DECIDERS = `SELECT m.staff_id AS staff_id, 1 AS leads FROM staff s
  JOIN staff m ON m.customer_id = :customer_id AND m.staff_id = s.manager_id AND m.status IN ('invited', 'active')
  JOIN account c ON c.customer_id = :customer_id AND c.staff_id = m.staff_id AND c.status IN ('invited', 'active')
  WHERE s.customer_id = :customer_id AND s.staff_id = :staff_id
  UNION ALL SELECT o.staff_id, o.leads FROM (SELECT a.staff_id AS staff_id, 0 AS leads FROM account a
    WHERE a.customer_id = :customer_id AND a.role = 'admin' AND a.status IN ('invited', 'active') AND a.staff_id IS NOT NULL AND a.staff_id <> :staff_id
    LIMIT ${ADMINS_MAX}) o`;

/** Who decides about an enrolment request: the manager, or the admins if there is none. */
@Injectable()
export class EnrolmentDecidersQuery {
  constructor(private readonly queries: TenantQueries) {}

  async findFor(tenant: Tenant, staff_id: string): Promise<string[]> {
    const rows = await this.queries.rows<{ staff_id: Uint8Array; leads: number | string }>(tenant, DECIDERS, {
      staff_id,
    });
    const leads = rows.filter((row) => Number(row.leads) === 1);
    return (leads.length ? leads : rows).map((row) => idFromBytes(row.staff_id));
  }
}
