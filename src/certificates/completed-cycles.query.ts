import { Injectable } from '@nestjs/common';
import { fullName } from '../contract/person-name';
import { idFromBytes } from '../platform/ids';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';

/** A cycle that has come to its good end, whatever became of it since. */
export const COMPLETED = "('completed', 'expiring', 'expired')";

/** Of these the ones that are owed a certificate or have one, with what it says: names and rules as they are now. */
const cyclesWhere = (
  which: string,
): string => `SELECT a.assignment_id AS assignment_id, a.staff_id AS staff_id, a.training_id AS training_id, a.cycle, a.completion_no, a.completed_at,
    a.valid_until, s.first_name, s.last_name, t.title, o.customer_name,
    (SELECT p.score_hundredths FROM attempt p WHERE p.customer_id = :customer_id AND p.staff_id = a.staff_id
      AND p.training_id = a.training_id AND p.assignment_id = a.assignment_id AND p.result = 'passed'
      ORDER BY p.submitted_at, p.attempt_no LIMIT 1) AS score_hundredths
  FROM training_assignment a
  JOIN staff s ON s.customer_id = :customer_id AND s.staff_id = a.staff_id
  JOIN training t ON t.customer_id = :customer_id AND t.training_id = a.training_id AND t.certificate = 1
  LEFT JOIN customer o ON o.customer_id = :customer_id
  WHERE a.customer_id = :customer_id ${which} AND a.state IN ${COMPLETED}
    AND NOT EXISTS (SELECT e.evidence_id FROM evidence e WHERE e.customer_id = :customer_id AND e.source_type = 'completion'
      AND e.source_id = a.assignment_id AND e.completion_no = a.completion_no AND e.state = 'voided')
  ORDER BY a.completed_at, a.cycle, a.assignment_id`;
const AMONG = cyclesWhere('AND a.assignment_id IN (:assignment_id)');
const ALL = cyclesWhere('');

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
  /** Its last day, as the completion has it. */
  valid_until: string | null;
  score_hundredths: number | null;
}

/** What a certificate says, read once for however many. */
@Injectable()
export class CompletedCycles {
  constructor(private readonly queries: TenantQueries) {}

  /** In the order in which they were completed; what is not completed, is not certified or was voided is passed over. */
  async among(tenant: Tenant, assignment_id: readonly string[]): Promise<CompletedCycle[]> {
    return (await this.queries.rows<Row>(tenant, AMONG, { assignment_id })).map(cycleOf);
  }

  /** Every one of the organisation: of a demo, not of a day's work. */
  async all(tenant: Tenant): Promise<CompletedCycle[]> {
    return (await this.queries.rows<Row>(tenant, ALL, {})).map(cycleOf);
  }
}

const cycleOf = (row: Row): CompletedCycle => ({
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
