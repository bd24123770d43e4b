import { Injectable } from '@nestjs/common';
import { fullName } from '../../contract/person-name';
import { idFromBytes } from '../../common/ids';
import type { Tenant } from '../../tenancy/tenant';
import { TenantQueries } from '../../tenancy/tenant-queries';

/** States of completed cycles, also when the validity has ended since. */
export const COMPLETED_STATES_SQL = "('completed', 'expiring', 'expired')";

/** Cycles that need or have a certificate, with its content from the current names and rules. */
const cyclesSql = (
  condition: string,
): string => `SELECT a.assignment_id AS assignment_id, a.staff_id AS staff_id, a.training_id AS training_id, a.cycle, a.completion_no, a.completed_at,
    a.valid_until, s.first_name, s.last_name, t.title, o.customer_name,
    (SELECT p.score_hundredths FROM attempt p WHERE p.customer_id = :customer_id AND p.staff_id = a.staff_id
      AND p.training_id = a.training_id AND p.assignment_id = a.assignment_id AND p.result = 'passed'
      ORDER BY p.submitted_at, p.attempt_no LIMIT 1) AS score_hundredths
  FROM training_assignment a
  JOIN staff s ON s.customer_id = :customer_id AND s.staff_id = a.staff_id
  JOIN training t ON t.customer_id = :customer_id AND t.training_id = a.training_id AND t.certificate = 1
  LEFT JOIN customer o ON o.customer_id = :customer_id
  WHERE a.customer_id = :customer_id ${condition} AND a.state IN ${COMPLETED_STATES_SQL}
    AND NOT EXISTS (SELECT e.evidence_id FROM evidence e WHERE e.customer_id = :customer_id AND e.source_type = 'completion'
      AND e.source_id = a.assignment_id AND e.completion_no = a.completion_no AND e.state = 'voided')
  ORDER BY a.completed_at, a.cycle, a.assignment_id`;
const BY_ASSIGNMENTS = cyclesSql('AND a.assignment_id IN (:assignment_id)');
const ALL = cyclesSql('');

interface Row {
  assignment_id: Uint8Array;
  staff_id: Uint8Array;
  training_id: Uint8Array;
  cycle: number;
  completion_no: number;
  completed_at: number | string;
  first_name: string;
  last_name: string;
  title: string;
  valid_until: string | null;
  customer_name: string | null;
  score_hundredths: number | null;
}

export interface CompletedCycle {
  assignment_id: string;
  staff_id: string;
  training_id: string;
  cycle: number;
  completion_no: number;
  /** UTC milliseconds. */
  completed_at: number;
  staff_name: string;
  training_name: string;
  organisation_name: string;
  /** Last valid day, as stored with the completion. */
  valid_until: string | null;
  score_hundredths: number | null;
}

/** Reads the content of certificates in batches. */
@Injectable()
export class CompletedCyclesQuery {
  constructor(private readonly queries: TenantQueries) {}

  /** In the order of completion; skips cycles that are not completed, not certified or voided. */
  async findByAssignments(tenant: Tenant, assignment_id: readonly string[]): Promise<CompletedCycle[]> {
    return (await this.queries.rows<Row>(tenant, BY_ASSIGNMENTS, { assignment_id })).map(toCycle);
  }

  /** All cycles of the customer: for imported history, too slow for daily work. */
  async findAll(tenant: Tenant): Promise<CompletedCycle[]> {
    return (await this.queries.rows<Row>(tenant, ALL, {})).map(toCycle);
  }
}

const toCycle = (row: Row): CompletedCycle => ({
  assignment_id: idFromBytes(row.assignment_id),
  staff_id: idFromBytes(row.staff_id),
  training_id: idFromBytes(row.training_id),
  cycle: row.cycle,
  completion_no: row.completion_no,
  completed_at: Number(row.completed_at),
  staff_name: fullName(row.first_name, row.last_name),
  training_name: row.title,
  organisation_name: row.customer_name ?? '',
  valid_until: row.valid_until,
  score_hundredths: row.score_hundredths,
});
