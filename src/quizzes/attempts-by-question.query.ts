import { Injectable } from '@nestjs/common';
import { idFromBytes } from '../platform/ids';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { AttemptAnswer } from './attempt-answer.entity';
import { Attempt } from './attempt.entity';

/** Attempts whose papers are looked into by one statement. */
const LOOKED_INTO = 1_000;

/** A place in the order of submission. */
interface SubmittedPlace {
  at: number;
  after_id: string;
}
export const FIRST_PLACE: SubmittedPlace = { at: 0, after_id: '00000000-0000-0000-0000-000000000000' };

interface AttemptsPart {
  attempts: { attempt: Attempt; answers: AttemptAnswer[] }[];
  /** Where the next part begins; null: this was the last. */
  next: SubmittedPlace | null;
}

// No index knows what a paper asks: papers are looked into along the index of submission, some at a time.
const SUBMITTED = `SELECT a.attempt_id AS attempt_id, a.submitted_at AS submitted_at,
    CASE WHEN a.paper LIKE :pattern THEN 1 ELSE 0 END AS asks
  FROM attempt a WHERE a.customer_id = :customer_id AND a.status = 'submitted' AND a.submitted_at >= :at
    AND (a.submitted_at > :at OR a.attempt_id > :after_id)
  ORDER BY a.submitted_at, a.attempt_id LIMIT ${LOOKED_INTO}`;

interface Row {
  attempt_id: Uint8Array;
  submitted_at: number | string;
  asks: number;
}

/** Submitted attempts whose frozen paper has a question, in the order of submission. */
@Injectable()
export class AttemptsByQuestionQuery {
  constructor(
    @Records(Attempt) private readonly attempts: TenantRepository<Attempt>,
    @Records(AttemptAnswer) private readonly answers: TenantRepository<AttemptAnswer>,
    private readonly queries: TenantQueries,
  ) {}

  /** @param most attempts of one part; it may have fewer, or none, and not be the last */
  async findPart(
    tenant: Tenant,
    question_id: string,
    { at, after_id }: SubmittedPlace,
    most: number,
  ): Promise<AttemptsPart> {
    const rows = await this.queries.rows<Row>(tenant, SUBMITTED, { pattern: `%${question_id}%`, at, after_id });
    const matches = rows.filter(({ asks }) => Number(asks) === 1);
    const part = matches.slice(0, most);
    const isCut = matches.length > most;
    const last = isCut ? part.at(-1)! : rows.length === LOOKED_INTO ? rows.at(-1)! : null;
    return {
      attempts: await this.load(
        tenant,
        part.map(({ attempt_id }) => idFromBytes(attempt_id)),
      ),
      next: last && { at: Number(last.submitted_at), after_id: idFromBytes(last.attempt_id) },
    };
  }

  /** In the order of the ids; those that are submitted. */
  private async load(tenant: Tenant, attempt_id: readonly string[]): Promise<AttemptsPart['attempts']> {
    if (!attempt_id.length) return [];
    const attempts = await this.attempts.find(tenant, { attempt_id: [...attempt_id], status: 'submitted' });
    const answers = await this.answers.find(tenant, { attempt_id: [...attempt_id] });
    const byId = new Map(attempts.map((attempt) => [attempt.attempt_id, attempt]));
    return attempt_id.flatMap((id) => {
      const attempt = byId.get(id);
      return attempt ? [{ attempt, answers: answers.filter((answer) => answer.attempt_id === id) }] : [];
    });
  }
}
