import { Injectable } from '@nestjs/common';
import { LEDGER_TURN } from '../staff/ledger-locks';
import { JointReading, type ReadRow } from '../tenancy/joint-reading';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import { completingOf, completionReadings, type Completing } from '../trainings/learning.query';
import type { AttemptAnswer } from './attempt-answer.entity';
import { ATTEMPTS_LEFT, isLastOf } from './attempts-left';
import type { Attempt } from './attempt.entity';

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

// One statement, since submitting has eleven in all (speed.md): what a pass completes is read with the attempt.
const READING = new JointReading({
  attempt: {
    ids: 'x.attempt_id, x.staff_id, x.training_id, x.quiz_id, x.assignment_id',
    texts: 'x.status, x.result, x.paper',
    numbers: `x.customer_id, x.created_at, x.updated_at, x.row_version, x.attempt_no, x.pass_mark, x.started_at, x.deadline,
      x.extra_minutes, x.grace_minutes, x.submitted_at, x.correct_marks, x.total_marks, x.score_hundredths`,
    from: 'FROM attempt x WHERE x.customer_id = :customer_id AND x.attempt_id = :attempt_id AND x.staff_id = :staff_id',
  },
  answer: {
    ids: 'n.attempt_id',
    texts: 'n.option_id, n.given',
    numbers: 'n.customer_id, n.slot, n.client_sequence, n.saved_at, n.answered, n.marks',
    from: 'FROM attempt_answer n WHERE n.customer_id = :customer_id AND n.attempt_id = :attempt_id',
  },
  turn: LEDGER_TURN,
  left: ATTEMPTS_LEFT,
  ...completionReadings('attempt', 'x.attempt_id = :attempt_id AND x.staff_id = :staff_id'),
});

@Injectable()
export class AttemptEndQuery {
  constructor(private readonly queries: TenantQueries) {}

  /** null: they have no such attempt. */
  async facts(tenant: Tenant, ids: { attempt_id: string; staff_id: string }): Promise<EndFacts | null> {
    const rows = await this.queries.joint(tenant, READING, ids);
    const [attempt] = rows.attempt;
    if (!attempt) return null;
    return {
      attempt: attemptOf(attempt),
      saved: rows.answer.map(answerOf),
      completing: completingOf(rows),
      turn: (rows.turn[0]?.['taken'] as number | undefined) ?? null,
      isLast: isLastOf(rows.left),
    };
  }
}

/** The columns of a row of text, numbers and ids are the record's own; the questions are kept as JSON. */
function attemptOf(row: ReadRow): Attempt {
  return { ...(row as unknown as Attempt), paper: JSON.parse(row['paper'] as string) as Attempt['paper'] };
}

function answerOf(row: ReadRow): AttemptAnswer {
  const option_id = JSON.parse(row['option_id'] as string) as string[];
  const given = JSON.parse((row['given'] as string | null) ?? 'null') as AttemptAnswer['given'];
  return { ...(row as unknown as AttemptAnswer), option_id, given, answered: row['answered'] === 1 };
}
