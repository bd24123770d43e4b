import { Injectable } from '@nestjs/common';
import { idFromBytes } from '../platform/ids';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';

/** An organisation with more admins than this tells no more of them. */
const ADMINS = 50;

/** Who leads the person; and the admins of the staff. Nobody decides about themselves, and nobody who cannot sign in. */
const DECIDERS = `SELECT m.staff_id AS staff_id, 1 AS leads FROM staff s
  JOIN staff m ON m.customer_id = :customer_id AND m.staff_id = s.manager_id AND m.status IN ('invited', 'active')
  JOIN account c ON c.customer_id = :customer_id AND c.staff_id = m.staff_id AND c.status IN ('invited', 'active')
  WHERE s.customer_id = :customer_id AND s.staff_id = :staff_id
  UNION ALL SELECT o.staff_id, o.leads FROM (SELECT a.staff_id AS staff_id, 0 AS leads FROM account a
    WHERE a.customer_id = :customer_id AND a.role = 'admin' AND a.status IN ('invited', 'active') AND a.staff_id IS NOT NULL AND a.staff_id <> :staff_id
    LIMIT ${ADMINS}) o`;

/** Whom a request to take part is told to: whoever leads the person, and where nobody does the admins. */
@Injectable()
export class EnrolmentDeciders {
  constructor(private readonly queries: TenantQueries) {}

  async of(tenant: Tenant, staff_id: string): Promise<string[]> {
    const rows = await this.queries.rows<{ staff_id: Uint8Array; leads: number | string }>(tenant, DECIDERS, {
      staff_id,
    });
    const leads = rows.filter((row) => Number(row.leads) === 1);
    return (leads.length ? leads : rows).map((row) => idFromBytes(row.staff_id));
  }
}
