/** Responses for attempts: the row of a list, and the sheet that a learner works on. */
import type { AttemptSheet, ReviewQuestion, SavedAnswer } from '../../contract/attempt.responses';
import { attempts as definition, type AttemptRow } from '../../contract/attempts.resource';
import type { ReviewPolicy } from '../../contract/quizzes.resource';
import { rowOf, toIso } from '../../common/rest/row';
import type { Tenant } from '../../tenancy/tenant';
import { toAnswerParts } from './answer-parts';
import type { AttemptAnswer } from './attempt-answer.entity';
import { endPolicyOf, closingTimeOf, MINUTE_MS } from './attempt-time';
import type { Attempt, AttemptHead } from './attempt.entity';
import { MARKS_PER_POINT } from './graded-question';
import { toReview, toSheetQuestions } from './paper';
import { aliasAnswer, aliasPaper } from './paper-aliases';
import { reviewScopeAt, type ReviewScope } from './review-policy';

export function toAttemptRow(tenant: Tenant, record: AttemptHead): AttemptRow {
  return {
    ...rowOf(definition, canSeeExtraTime(tenant, record) ? record : withoutExtraTime(record)),
    correct: record.correct_marks === null ? null : record.correct_marks / MARKS_PER_POINT,
    total: record.total_marks === null ? null : record.total_marks / MARKS_PER_POINT,
    score: record.score_hundredths === null ? null : record.score_hundredths / 100,
  };
}

/** Correct answers follow the review policy. @param isLast no further attempt; needed if `waitsForLast` */
export function toAttemptSheet(
  tenant: Tenant,
  stored: Attempt,
  storedAnswers: readonly AttemptAnswer[],
  now: number,
  isLast = false,
): AttemptSheet {
  const isOwn = tenant.actor.staff_id === stored.staff_id;
  const record = isOwn ? { ...stored, paper: aliasPaper(stored.paper) } : stored;
  const answers = isOwn ? storedAnswers.map((answer) => aliasAnswer(stored.paper, answer)) : storedAnswers;
  const isClosed = !canSeePaper(tenant, record);
  const closingTime = closingTimeOf(canSeeExtraTime(tenant, record) ? record : withoutExtraTime(record));
  const bySlot = new Map(answers.map((answer) => [answer.slot, answer]));
  return {
    ...toAttemptRow(tenant, record),
    title: record.paper.title,
    now: toIso(now),
    time_limit_minutes: record.paper.time_limit_minutes,
    at_end: endPolicyOf(record),
    closes_at: closingTime === null ? null : toIso(closingTime),
    questions: isClosed ? [] : toSheetQuestions(record.paper),
    answers: (isClosed ? [] : record.paper.questions).flatMap(({ slot, question_id }) => {
      const answer = bySlot.get(slot);
      return answer ? [toSavedAnswer(question_id, answer)] : [];
    }),
    review_policy: record.paper.review as ReviewPolicy,
    review: filterReview(reviewScopeFor(tenant, record, isLast), record, bySlot),
  };
}

export function toSavedAnswer(
  question_id: string,
  answer: Omit<AttemptAnswer, 'customer_id' | 'attempt_id'>,
): SavedAnswer {
  return {
    slot: answer.slot,
    question_id,
    ...toAnswerParts(answer),
    sequence: answer.client_sequence,
    saved_at: toIso(answer.saved_at),
  };
}

/** Extra time is private to the learner and admins; other readers see the time without it. */
function canSeeExtraTime(tenant: Tenant, record: AttemptHead): boolean {
  return tenant.isAdmin || tenant.actor.staff_id === record.staff_id;
}

function withoutExtraTime<A extends AttemptHead>(record: A): A {
  const { deadline, extra_minutes } = record;
  return {
    ...record,
    deadline: deadline === null ? null : deadline - (extra_minutes ?? 0) * MINUTE_MS,
    extra_minutes: null,
  };
}

/** Managers see the result but not the questions: they may still have to take the same quiz. */
function canSeePaper(tenant: Tenant, record: Attempt): boolean {
  return tenant.scope.kind === 'all' || tenant.actor.staff_id === record.staff_id;
}

/** Learners: by the policy frozen in the attempt. Admins: after the submit, except own attempts. */
function reviewScopeFor(tenant: Tenant, record: Attempt, isLast: boolean): ReviewScope {
  const { status, result, paper } = record;
  if (tenant.actor.staff_id === record.staff_id)
    return reviewScopeAt(paper.review as ReviewPolicy, { status, result, isLast });
  return tenant.isAdmin && status === 'submitted' ? 'all' : 'nothing';
}

/** Whether the review opens only when no further attempt is possible. */
export const waitsForLast = ({ status, paper }: Pick<Attempt, 'status' | 'paper'>): boolean =>
  status === 'submitted' && paper.review === 'after_last';

function filterReview(
  scope: ReviewScope,
  { paper }: Attempt,
  bySlot: ReadonlyMap<number, AttemptAnswer>,
): ReviewQuestion[] | null {
  if (scope === 'nothing') return null;
  return toReview(paper, bySlot).filter(({ slot }) => scope === 'all' || bySlot.get(slot)?.answered);
}
