import { Injectable } from '@nestjs/common';
import { idFromBytes } from '../../common/ids';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import { TenantQueries } from '../../tenancy/tenant-queries';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { AttemptAnswer } from './attempt-answer.entity';
import { Attempt } from './attempt.entity';

/** Attempts scanned per statement. */
const SCAN_SIZE = 1_000;

/** Cursor in the order of submission. */
interface SubmissionCursor {
  at: number;
  after_id: string;
}
export const FIRST_CURSOR: SubmissionCursor = { at: 0, after_id: '00000000-0000-0000-0000-000000000000' };

interface AttemptPage {
  attempts: { attempt: Attempt; answers: AttemptAnswer[] }[];
  /** null: no more. */
  next: SubmissionCursor | null;
}

// No index covers the questions of a paper: papers are scanned in batches along the submission index.
const SUBMITTED = `SELECT a.attempt_id AS attempt_id, a.submitted_at AS submitted_at,
    CASE WHEN a.paper LIKE :pattern THEN 1 ELSE 0 END AS asks
  FROM attempt a WHERE a.customer_id = :customer_id AND a.status = 'submitted' AND a.submitted_at >= :at
    AND (a.submitted_at > :at OR a.attempt_id > :after_id)
  ORDER BY a.submitted_at, a.attempt_id LIMIT ${SCAN_SIZE}`;

interface Row {
  attempt_id: Uint8Array;
  submitted_at: number | string;
  asks: number;
}

/** Submitted attempts whose frozen paper has a question, in the order of submission. */
@Injectable()
export class AttemptsByQuestionQuery {
  constructor(
    @InjectTenantRepository(Attempt) private readonly attempts: TenantRepository<Attempt>,
    @InjectTenantRepository(AttemptAnswer) private readonly answers: TenantRepository<AttemptAnswer>,
    private readonly queries: TenantQueries,
  ) {}

  /** @param limit page size; a page may be smaller or empty without being the last */
  async findPage(
    tenant: Tenant,
    question_id: string,
    { at, after_id }: SubmissionCursor,
    limit: number,
  ): Promise<AttemptPage> {
    const rows = await this.queries.rows<Row>(tenant, SUBMITTED, { pattern: `%${question_id}%`, at, after_id });
    const matches = rows.filter(({ asks }) => Number(asks) === 1);
    const page = matches.slice(0, limit);
    const hasMore = matches.length > limit;
    const last = hasMore ? page.at(-1)! : rows.length === SCAN_SIZE ? rows.at(-1)! : null;
    return {
      attempts: await this.load(
        tenant,
        page.map(({ attempt_id }) => idFromBytes(attempt_id)),
      ),
      next: last && { at: Number(last.submitted_at), after_id: idFromBytes(last.attempt_id) },
    };
  }

  /** Submitted attempts in the order of the ids. */
  private async load(tenant: Tenant, attempt_id: readonly string[]): Promise<AttemptPage['attempts']> {
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
