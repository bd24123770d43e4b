import { TAKEN_ASSIGNMENT_STATES, type AssignmentSourceName } from '../contract/training-assignments.resource';
import { idFromBytes } from '../platform/ids';
import type { Tenant } from '../tenancy/tenant';
import type { TenantQueries } from '../tenancy/tenant-queries';

const TAKEN = TAKEN_ASSIGNMENT_STATES.map((state) => `'${state}'`).join(', ');

/** Those of whom the newest cycle is completed, and who have not left; what runs or was removed since is no completion. */
const COMPLETED = `FROM training_assignment a
  JOIN staff s ON s.customer_id = :customer_id AND s.staff_id = a.staff_id AND s.status IN ('invited', 'active', 'suspended')
  WHERE a.customer_id = :customer_id AND a.training_id = :training_id AND a.state IN (${TAKEN})
    AND NOT EXISTS (SELECT 1 FROM training_assignment b WHERE b.customer_id = :customer_id AND b.staff_id = a.staff_id
      AND b.training_id = a.training_id AND b.cycle > a.cycle)`;
const COUNT = `SELECT COUNT(*) AS n ${COMPLETED}`;
const SOME = `SELECT a.assignment_id AS assignment_id, a.staff_id AS staff_id, a.cycle, a.source, a.mandatory ${COMPLETED}
    AND a.completed_at <= :until AND a.staff_id > :after_id
  ORDER BY a.staff_id LIMIT :count`;

/** A cycle that somebody has completed. */
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
  const [row] = await queries.rows<{ n: number | string }>(tenant, COUNT, { training_id });
  return Number(row?.n ?? 0);
}

/** The next of them in the order of their ids, completed no later than that moment. */
export async function someCompleted(
  queries: TenantQueries,
  tenant: Tenant,
  asked: { training_id: string; until: number; after_id: string; count: number },
): Promise<CompletedCycle[]> {
  const rows = await queries.rows<Row>(tenant, SOME, { ...asked });
  return rows.map((row) => ({
    ...{ source: row.source, cycle: Number(row.cycle), mandatory: Number(row.mandatory) === 1 },
    assignment_id: idFromBytes(row.assignment_id),
    staff_id: idFromBytes(row.staff_id),
  }));
}
