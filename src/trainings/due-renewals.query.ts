import type { AssignmentSourceName } from '../contract/training-assignments.resource';
import type { Day } from '../platform/calendar';
import { idFromBytes } from '../platform/ids';
import type { Tenant } from '../tenancy/tenant';
import type { TenantQueries } from '../tenancy/tenant-queries';

/**
 * Completions in one transaction of at most 1,000 rows: each changes, and is a next cycle, its reasons (two, say), what is told
 * of it, and who hears of it in two ways (notices/).
 */
export const RENEWALS_AT_ONCE = 140;

/** A completion whose window has begun. */
export interface DueRenewal {
  assignment_id: string;
  staff_id: string;
  training_id: string;
  cycle: number;
  source: AssignmentSourceName;
  mandatory: boolean;
  valid_until: Day;
  /** Whoever has left renews nothing, nor whoever has no reason left; what was taken out of the catalogue is not learnt again. */
  opens: boolean;
}

type Ids = 'assignment_id' | 'staff_id' | 'training_id';
type Row = Omit<DueRenewal, Ids | 'mandatory' | 'opens'> &
  Record<Ids, Uint8Array> &
  Record<'mandatory' | 'opens', number>;

/** By the index of states and windows: what was looked at is in another state, and not found again. */
const DUE = `SELECT a.assignment_id AS assignment_id, a.staff_id AS staff_id, a.training_id AS training_id, a.cycle, a.source,
    a.mandatory, a.valid_until,
    CASE WHEN t.status = 'published' AND s.status IN ('invited', 'active', 'suspended')
      AND (s.last_active_day IS NULL OR s.last_active_day >= :today)
      AND EXISTS (SELECT 1 FROM assignment_source r
        WHERE r.customer_id = :customer_id AND r.assignment_id = a.assignment_id AND r.refused_at IS NULL) THEN 1 ELSE 0 END AS opens
  FROM training_assignment a
  JOIN staff s ON s.customer_id = :customer_id AND s.staff_id = a.staff_id
  JOIN training t ON t.customer_id = :customer_id AND t.training_id = a.training_id
  WHERE a.customer_id = :customer_id AND a.state = 'completed' AND a.renew_from <= :today
  ORDER BY a.renew_from, a.assignment_id LIMIT ${RENEWALS_AT_ONCE}`;

export async function dueRenewals(queries: TenantQueries, tenant: Tenant, today: Day): Promise<DueRenewal[]> {
  const rows = await queries.rows<Row>(tenant, DUE, { today });
  return rows.map((row) => ({
    ...row,
    assignment_id: idFromBytes(row.assignment_id),
    staff_id: idFromBytes(row.staff_id),
    training_id: idFromBytes(row.training_id),
    mandatory: Number(row.mandatory) === 1,
    opens: Number(row.opens) === 1,
  }));
}
