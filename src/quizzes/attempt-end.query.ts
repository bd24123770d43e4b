import { Injectable } from '@nestjs/common';
import { LedgerLocks } from '../staff/ledger-locks';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { LearningQuery, type Completing } from '../trainings/learning.query';
import { AttemptAnswer } from './attempt-answer.entity';
import { AttemptsLeftQuery } from './attempts-left.query';
import { Attempt } from './attempt.entity';

/** All that ending an attempt needs to know. */
export interface EndFacts {
  attempt: Attempt;
  saved: AttemptAnswer[];
  /** Of the attempt's training, for the one whose attempt it is. */
  completing: Completing;
  /** Which turn of the person's ledger that was (LedgerLocks.takeSince). */
  turn: number | null;
  /** No other attempt can be begun in its cycle. */
  isLast: boolean;
}

@Injectable()
export class AttemptEndQuery {
  constructor(
    @Records(Attempt) private readonly attempts: TenantRepository<Attempt>,
    @Records(AttemptAnswer) private readonly answers: TenantRepository<AttemptAnswer>,
    private readonly locks: LedgerLocks,
    private readonly attemptsLeft: AttemptsLeftQuery,
    private readonly learning: LearningQuery,
  ) {}

  /**
   * The order matters: a change after the turn was read is noticed by `takeSince`, an answer saved after the attempt was
   * read by the attempt's version.
   * @returns null: they have no such attempt
   */
  async facts(tenant: Tenant, ids: { attempt_id: string; staff_id: string }): Promise<EndFacts | null> {
    const { attempt_id, staff_id } = ids;
    const turn = await this.locks.turnOf(tenant, staff_id);
    const attempt = await this.attempts.one(tenant, { attempt_id, staff_id });
    if (!attempt) return null;
    return {
      attempt,
      turn,
      saved: await this.answers.find(tenant, { attempt_id }),
      completing: await this.learning.completing(tenant, staff_id, attempt.training_id),
      isLast: await this.attemptsLeft.isLast(tenant, attempt_id),
    };
  }
}
