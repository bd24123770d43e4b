import { Injectable } from '@nestjs/common';
import type { Tenant } from '../../tenancy/tenant';
import { TenantQueries } from '../../tenancy/tenant-queries';

/** Attempts allowed by the quiz and the assignment, counted attempts of this cycle, and other running ones. */
const ATTEMPTS_LEFT = `SELECT q.attempts_allowed AS attempts_allowed, a.extra_attempts AS extra_attempts,
    (SELECT COUNT(*) FROM attempt c WHERE c.customer_id = :customer_id AND c.staff_id = x.staff_id
      AND c.quiz_id = x.quiz_id AND c.assignment_id = x.assignment_id AND c.status NOT IN ('voided')) AS taken,
    (SELECT COUNT(*) FROM attempt o WHERE o.customer_id = :customer_id AND o.staff_id = x.staff_id
      AND o.quiz_id = x.quiz_id AND o.assignment_id = x.assignment_id AND o.status = 'in_progress'
      AND o.attempt_no NOT IN (x.attempt_no)) AS running
  FROM attempt x JOIN quiz q ON q.customer_id = :customer_id AND q.quiz_id = x.quiz_id
  LEFT JOIN training_assignment a ON a.customer_id = :customer_id AND a.assignment_id = x.assignment_id
  WHERE x.customer_id = :customer_id AND x.attempt_id = :attempt_id`;

interface AttemptsLeftRow {
  attempts_allowed: number | null;
  extra_attempts: number | null;
  taken: number;
  running: number;
}

/** Whether a person can still try a quiz again. */
@Injectable()
export class AttemptsLeftQuery {
  constructor(private readonly queries: TenantQueries) {}

  /** Whether revealed answers can help in no other attempt: none is left and none is running. */
  async isLast(tenant: Tenant, attempt_id: string): Promise<boolean> {
    const [row] = await this.queries.rows<AttemptsLeftRow>(tenant, ATTEMPTS_LEFT, { attempt_id });
    if (!row || row.attempts_allowed === null) return false;
    return row.taken >= row.attempts_allowed + (row.extra_attempts ?? 0) && row.running === 0;
  }
}
