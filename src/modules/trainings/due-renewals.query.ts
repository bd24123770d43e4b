import type { AssignmentSourceName } from '../../contract/training-assignments.resource';
import type { Day } from '../../common/calendar';
import { idFromBytes } from '../../common/ids';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantQueries } from '../../tenancy/tenant-queries';

/** Keeps a transaction below 1,000 rows, at about seven rows per completion. */
export const RENEWAL_BATCH_SIZE = 140;

/** A completion whose renewal window has begun. */
export interface DueRenewal {
  assignment_id: string;
  staff_id: string;
  training_id: string;
  cycle: number;
  source: AssignmentSourceName;
  mandatory: boolean;
  valid_until: Day;
  /** False if the person has left, no source is left or the training is not published. */
  opens: boolean;
}

type Ids = 'assignment_id' | 'staff_id' | 'training_id';
type Row = Omit<DueRenewal, Ids | 'mandatory' | 'opens'> &
  Record<Ids, Uint8Array> &
  Record<'mandatory' | 'opens', number>;

/** Uses the index on state and renew_from; processed rows change state and are not found again. */
const DUE_RENEWALS_SQL = `SELECT a.assignment_id AS assignment_id, a.staff_id AS staff_id, a.training_id AS training_id, a.cycle, a.source,
    a.mandatory, a.valid_until,
    CASE WHEN t.status = 'published' AND s.status IN ('invited', 'active', 'suspended')
      AND (s.last_active_day IS NULL OR s.last_active_day >= :today)
      AND EXISTS (SELECT 1 FROM assignment_source r
        WHERE r.customer_id = :customer_id AND r.assignment_id = a.assignment_id AND r.refused_at IS NULL) THEN 1 ELSE 0 END AS opens
  FROM training_assignment a
  JOIN staff s ON s.customer_id = :customer_id AND s.staff_id = a.staff_id
  JOIN training t ON t.customer_id = :customer_id AND t.training_id = a.training_id
  WHERE a.customer_id = :customer_id AND a.state = 'completed' AND a.renew_from <= :today
  ORDER BY a.renew_from, a.assignment_id LIMIT ${RENEWAL_BATCH_SIZE}`;

export async function findDueRenewals(queries: TenantQueries, tenant: Tenant, today: Day): Promise<DueRenewal[]> {
  const rows = await queries.rows<Row>(tenant, DUE_RENEWALS_SQL, { today });
  return rows.map((row) => ({
    ...row,
    assignment_id: idFromBytes(row.assignment_id),
    staff_id: idFromBytes(row.staff_id),
    training_id: idFromBytes(row.training_id),
    mandatory: Number(row.mandatory) === 1,
    opens: Number(row.opens) === 1,
  }));
}
