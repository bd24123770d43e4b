import { Injectable } from '@nestjs/common';
import type { ExtraTimeRow } from '../../contract/extra-time.responses';
import { fullName } from '../../contract/person-name';
import { toIso } from '../../common/rest/row';
import { idFromBytes } from '../../common/ids';
import type { Tenant } from '../../tenancy/tenant';
import { TenantQueries } from '../../tenancy/tenant-queries';

const ALL = `SELECT e.staff_id, e.minutes, e.reason, e.given_at, c.first_name, c.last_name
  FROM quiz_extra_time e LEFT JOIN account c ON c.customer_id = :customer_id AND c.account_id = e.given_by
  WHERE e.customer_id = :customer_id AND e.quiz_id = :quiz_id ORDER BY e.given_at DESC, e.staff_id`;
const OWN = `SELECT e.staff_id, e.minutes, e.reason, e.given_at, c.first_name, c.last_name
  FROM quiz_extra_time e LEFT JOIN account c ON c.customer_id = :customer_id AND c.account_id = e.given_by
  WHERE e.customer_id = :customer_id AND e.quiz_id = :quiz_id AND e.staff_id = :staff_id`;

interface Row {
  staff_id: Uint8Array;
  minutes: number;
  reason: string;
  given_at: number;
  first_name: string | null;
  last_name: string | null;
}

/** Extra time at a quiz: admins see all entries, other users their own. */
@Injectable()
export class ExtraTimeQuery {
  constructor(private readonly queries: TenantQueries) {}

  async list(tenant: Tenant, quiz_id: string): Promise<ExtraTimeRow[]> {
    const { staff_id } = tenant.actor;
    if (tenant.isAdmin) return (await this.queries.rows<Row>(tenant, ALL, { quiz_id })).map(toAnswerRow);
    return staff_id ? (await this.queries.rows<Row>(tenant, OWN, { quiz_id, staff_id })).map(toAnswerRow) : [];
  }
}

function toAnswerRow({ staff_id, minutes, reason, given_at, first_name, last_name }: Row): ExtraTimeRow {
  const given_by = fullName(first_name, last_name) || null;
  return { staff_id: idFromBytes(staff_id), minutes, reason, given_at: toIso(Number(given_at)), given_by };
}
