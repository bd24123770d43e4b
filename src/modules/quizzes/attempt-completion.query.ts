import { Injectable } from '@nestjs/common';
import { idFromBytes } from '../../common/ids';
import type { Tenant } from '../../tenancy/tenant';
import { TenantQueries } from '../../tenancy/tenant-queries';
import type { TrainingAssignment } from '../trainings/assignment.entity';
import type { AttemptHead } from './attempt.entity';
import { QuizResultsService } from './quiz-results.service';

const FROM_COMPLETION_EVIDENCE = `FROM evidence e WHERE e.customer_id = :customer_id AND e.source_type = 'completion'
  AND e.source_id = :assignment_id`;
const COMPLETION_ATTEMPTS = `SELECT DISTINCT e.attempt_id AS attempt_id ${FROM_COMPLETION_EVIDENCE} AND e.completion_no = :completion_no`;
const VOIDED_EVIDENCE = `SELECT COUNT(DISTINCT e.skill_id) AS voided ${FROM_COMPLETION_EVIDENCE} AND e.attempt_id = :attempt_id AND e.state = 'voided'`;

/** Relates an attempt to the completion of its assignment. */
@Injectable()
export class AttemptCompletionQuery {
  constructor(
    private readonly queries: TenantQueries,
    private readonly results: QuizResultsService,
  ) {}

  /**
   * Whether this pass completed the assignment. Evidence names the attempt; without evidence, the first pass of the
   * cycle completed it.
   */
  async isCompletedBy(tenant: Tenant, assignment: TrainingAssignment, attempt: AttemptHead): Promise<boolean> {
    const { completed_at, assignment_id, completion_no } = assignment;
    const { attempt_id, status, result, submitted_at } = attempt;
    if (completed_at === null || status !== 'submitted' || result !== 'passed') return false;
    const rows = await this.queries.rows<{ attempt_id: Uint8Array | null }>(tenant, COMPLETION_ATTEMPTS, {
      assignment_id,
      completion_no,
    });
    if (rows.length) return rows.some((row) => row.attempt_id && idFromBytes(row.attempt_id) === attempt_id);
    const firstPass = await this.results.findFirstPass(tenant, assignment);
    return firstPass?.attempt_id === attempt_id && submitted_at! <= completed_at;
  }

  /** Number of voided evidence records from completions by this attempt. */
  async countVoidedEvidence(tenant: Tenant, { attempt_id, assignment_id }: AttemptHead): Promise<number> {
    const [row] = await this.queries.rows<{ voided: number | string }>(tenant, VOIDED_EVIDENCE, {
      attempt_id,
      assignment_id,
    });
    return Number(row?.voided ?? 0);
  }
}
