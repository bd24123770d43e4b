import { COMPLETED_ASSIGNMENT_STATES, type AssignmentSourceName } from '../../contract/training-assignments.resource';
import { idFromBytes } from '../../common/ids';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantQueries } from '../../tenancy/tenant-queries';

const COMPLETED_STATE_LIST = COMPLETED_ASSIGNMENT_STATES.map((state) => `'${state}'`).join(', ');

/** Staff who have not left and whose newest cycle is completed. */
const COMPLETED_FROM = `FROM training_assignment a
  JOIN staff s ON s.customer_id = :customer_id AND s.staff_id = a.staff_id AND s.status IN ('invited', 'active', 'suspended')
  WHERE a.customer_id = :customer_id AND a.training_id = :training_id AND a.state IN (${COMPLETED_STATE_LIST})
    AND NOT EXISTS (SELECT 1 FROM training_assignment b WHERE b.customer_id = :customer_id AND b.staff_id = a.staff_id
      AND b.training_id = a.training_id AND b.cycle > a.cycle)`;
const COMPLETED_COUNT_SQL = `SELECT COUNT(*) AS n ${COMPLETED_FROM}`;
const COMPLETED_PAGE_SQL = `SELECT a.assignment_id AS assignment_id, a.staff_id AS staff_id, a.cycle, a.source, a.mandatory ${COMPLETED_FROM}
    AND a.completed_at <= :until AND a.staff_id > :after_id
  ORDER BY a.staff_id LIMIT :count`;

export interface CompletedCycle {
  assignment_id: string;
  staff_id: string;
  cycle: number;
  source: AssignmentSourceName;
  mandatory: boolean;
}
type Row = Pick<CompletedCycle, 'source'> &
  Record<'assignment_id' | 'staff_id', Uint8Array> &
  Record<'cycle' | 'mandatory', number>;

export async function countCompleted(queries: TenantQueries, tenant: Tenant, training_id: string): Promise<number> {
  const [row] = await queries.rows<{ n: number | string }>(tenant, COMPLETED_COUNT_SQL, { training_id });
  return Number(row?.n ?? 0);
}

/** One page in the order of staff ids, completed no later than `until`. */
export async function findCompleted(
  queries: TenantQueries,
  tenant: Tenant,
  page: { training_id: string; until: number; after_id: string; count: number },
): Promise<CompletedCycle[]> {
  const rows = await queries.rows<Row>(tenant, COMPLETED_PAGE_SQL, { ...page });
  return rows.map((row) => ({
    source: row.source,
    cycle: Number(row.cycle),
    mandatory: Number(row.mandatory) === 1,
    assignment_id: idFromBytes(row.assignment_id),
    staff_id: idFromBytes(row.staff_id),
  }));
}
