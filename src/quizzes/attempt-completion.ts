import { Injectable } from '@nestjs/common';
import { idFromBytes } from '../platform/ids';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import type { TrainingAssignment } from '../trainings/assignment.entity';
import type { AttemptHead } from './attempt.entity';
import { QuizResults } from './quiz-results';

const OF_COMPLETION = `FROM evidence e WHERE e.customer_id = :customer_id AND e.source_type = 'completion'
  AND e.source_id = :assignment_id`;
const ATTEMPTS = `SELECT DISTINCT e.attempt_id AS attempt_id ${OF_COMPLETION} AND e.completion_no = :completion_no`;
const VOIDED = `SELECT COUNT(DISTINCT e.skill_id) AS voided ${OF_COMPLETION} AND e.attempt_id = :attempt_id AND e.state = 'voided'`;

/** What an attempt has to do with the completion of its assignment. */
@Injectable()
export class AttemptCompletion {
  constructor(
    private readonly queries: TenantQueries,
    private readonly results: QuizResults,
  ) {}

  /**
   * Whether the assignment was completed by this pass. Evidence names the attempt; without evidence it is the first pass of
   * the cycle.
   */
  async isCompletedBy(tenant: Tenant, assignment: TrainingAssignment, attempt: AttemptHead): Promise<boolean> {
    const { completed_at, assignment_id, completion_no } = assignment;
    const { attempt_id, status, result, submitted_at } = attempt;
    if (completed_at === null || status !== 'submitted' || result !== 'passed') return false;
    const rows = await this.queries.rows<{ attempt_id: Uint8Array | null }>(tenant, ATTEMPTS, {
      assignment_id,
      completion_no,
    });
    if (rows.length) return rows.some((row) => row.attempt_id && idFromBytes(row.attempt_id) === attempt_id);
    const first = await this.results.passedIn(tenant, assignment);
    return first?.attempt_id === attempt_id && submitted_at! <= completed_at;
  }

  /** How much evidence of the completions that the attempt brought about is void. */
  async countVoidedEvidence(tenant: Tenant, { attempt_id, assignment_id }: AttemptHead): Promise<number> {
    const [row] = await this.queries.rows<{ voided: number | string }>(tenant, VOIDED, { attempt_id, assignment_id });
    return Number(row?.voided ?? 0);
  }
}
