import { Injectable } from '@nestjs/common';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { AttemptAnswer } from './attempt-answer.entity';
import { AttemptsLeftQuery } from './attempts-left.query';
import { Attempt } from './attempt.entity';

/** All that ending an attempt needs to know. */
export interface EndFacts {
  attempt: Attempt;
  saved: AttemptAnswer[];
  /** No other attempt can be begun in its cycle. */
  isLast: boolean;
}

@Injectable()
export class AttemptEndQuery {
  constructor(
    @Records(Attempt) private readonly attempts: TenantRepository<Attempt>,
    @Records(AttemptAnswer) private readonly answers: TenantRepository<AttemptAnswer>,
    private readonly attemptsLeft: AttemptsLeftQuery,
  ) {}

  /**
   * The attempt first: an answer that is saved after it was read is noticed by the attempt's version.
   * @returns null: they have no such attempt
   */
  async facts(tenant: Tenant, ids: { attempt_id: string; staff_id: string }): Promise<EndFacts | null> {
    const { attempt_id, staff_id } = ids;
    const attempt = await this.attempts.one(tenant, { attempt_id, staff_id });
    if (!attempt) return null;
    return {
      attempt,
      saved: await this.answers.find(tenant, { attempt_id }),
      isLast: await this.attemptsLeft.isLast(tenant, attempt_id),
    };
  }
}
