/** How an attempt is answered: as a row of a list, and as the sheet that a learner works on. */
import type { AttemptSheet, SavedAnswer } from '../contract/attempt-answers';
import { attempts as definition, type AttemptRow } from '../contract/attempts.resource';
import { iso, rowOf } from '../platform/definitions/row';
import type { Tenant } from '../tenancy/tenant';
import type { AttemptAnswer } from './attempt-answer.entity';
import type { Attempt, AttemptHead } from './attempt.entity';
import { MARKS_PER_POINT } from './grading';
import { reviewOf, sheetOf } from './paper';

export function attemptRow(record: AttemptHead): AttemptRow {
  return {
    ...rowOf(definition, record),
    correct: record.correct_marks === null ? null : record.correct_marks / MARKS_PER_POINT,
    total: record.total_marks === null ? null : record.total_marks / MARKS_PER_POINT,
    score: record.score_hundredths === null ? null : record.score_hundredths / 100,
  };
}

/** Nothing of what is right leaves before the review policy lets it (contract.md, get_quiz_questions). */
export function attemptSheet(
  tenant: Tenant,
  record: Attempt,
  answers: readonly AttemptAnswer[],
  now: number,
): AttemptSheet {
  const isClosed = !maySeePaper(tenant, record);
  const bySlot = new Map(answers.map((answer) => [answer.slot, answer]));
  return {
    ...attemptRow(record),
    title: record.paper.title,
    now: iso(now),
    questions: isClosed ? [] : sheetOf(record.paper),
    answers: (isClosed ? [] : record.paper.questions).flatMap(({ slot, question_id }) => {
      const answer = bySlot.get(slot);
      return answer ? [savedAnswer(question_id, answer)] : [];
    }),
    review: maySeeReview(tenant, record) ? reviewOf(record.paper, bySlot) : null,
  };
}

export function savedAnswer(
  question_id: string,
  answer: Omit<AttemptAnswer, 'customer_id' | 'attempt_id'>,
): SavedAnswer {
  return {
    slot: answer.slot,
    question_id,
    option_id: answer.option_id,
    sequence: answer.client_sequence,
    saved_at: iso(answer.saved_at),
  };
}

/** A manager sees how an attempt went, and not what was asked in it: they may have the same quiz before them. */
function maySeePaper(tenant: Tenant, record: Attempt): boolean {
  return tenant.scope.kind === 'all' || tenant.actor.staff_id === record.staff_id;
}

/** The learner by the quiz's policy, as it was when the attempt began; an admin always, except of an attempt of their own. */
function maySeeReview(tenant: Tenant, record: Attempt): boolean {
  if (record.status !== 'submitted') return false;
  if (tenant.isAdmin && tenant.actor.staff_id !== record.staff_id) return true;
  if (tenant.actor.staff_id !== record.staff_id) return false;
  return record.paper.review === 'after_submit' || (record.paper.review === 'after_pass' && record.result === 'passed');
}
