/** How an attempt is answered: as a row of a list, and as the sheet that a learner works on. */
import type { AttemptSheet, ReviewQuestion, SavedAnswer } from '../contract/attempt-answers';
import { attempts as definition, type AttemptRow } from '../contract/attempts.resource';
import type { ReviewPolicy } from '../contract/quizzes.resource';
import { rowOf, toIso } from '../platform/definitions/row';
import type { Tenant } from '../tenancy/tenant';
import { partsOf } from './answer-parts';
import type { AttemptAnswer } from './attempt-answer.entity';
import { atEndOf, closesAt, MINUTE_MS } from './attempt-time';
import type { Attempt, AttemptHead } from './attempt.entity';
import { MARKS_PER_POINT } from './graded-question';
import { reviewOf, sheetOf } from './paper';
import { aliasAnswer, aliasPaper } from './paper-aliases';
import { shownAt, type Shown } from './review-policy';

export function attemptRow(tenant: Tenant, record: AttemptHead): AttemptRow {
  return {
    ...rowOf(definition, maySeeTime(tenant, record) ? record : withoutExtraTime(record)),
    correct: record.correct_marks === null ? null : record.correct_marks / MARKS_PER_POINT,
    total: record.total_marks === null ? null : record.total_marks / MARKS_PER_POINT,
    score: record.score_hundredths === null ? null : record.score_hundredths / 100,
  };
}

/**
 * Nothing of what is right leaves before the review policy lets it (contract.md, get_quiz_questions).
 * @param isLast no other attempt can be begun; asked where the policy waits for it (`waitsForLast`)
 */
export function attemptSheet(
  tenant: Tenant,
  stored: Attempt,
  storedAnswers: readonly AttemptAnswer[],
  now: number,
  isLast = false,
): AttemptSheet {
  const isOwn = tenant.actor.staff_id === stored.staff_id;
  const record = isOwn ? { ...stored, paper: aliasPaper(stored.paper) } : stored;
  const answers = isOwn ? storedAnswers.map((answer) => aliasAnswer(stored.paper, answer)) : storedAnswers;
  const isClosed = !maySeePaper(tenant, record);
  const closes = closesAt(maySeeTime(tenant, record) ? record : withoutExtraTime(record));
  const bySlot = new Map(answers.map((answer) => [answer.slot, answer]));
  return {
    ...attemptRow(tenant, record),
    title: record.paper.title,
    now: toIso(now),
    time_limit_minutes: record.paper.time_limit_minutes,
    at_end: atEndOf(record),
    closes_at: closes === null ? null : toIso(closes),
    questions: isClosed ? [] : sheetOf(record.paper),
    answers: (isClosed ? [] : record.paper.questions).flatMap(({ slot, question_id }) => {
      const answer = bySlot.get(slot);
      return answer ? [savedAnswer(question_id, answer)] : [];
    }),
    review_policy: record.paper.review as ReviewPolicy,
    review: reviewFor(shownTo(tenant, record, isLast), record, bySlot),
  };
}

export function savedAnswer(
  question_id: string,
  answer: Omit<AttemptAnswer, 'customer_id' | 'attempt_id'>,
): SavedAnswer {
  return {
    slot: answer.slot,
    question_id,
    ...partsOf(answer),
    sequence: answer.client_sequence,
    saved_at: toIso(answer.saved_at),
  };
}

/** Why somebody needs longer is between them and the admins: whoever else sees the attempt sees the time that everybody has. */
function maySeeTime(tenant: Tenant, record: AttemptHead): boolean {
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

/** A manager sees how an attempt went, and not what was asked in it: they may have the same quiz before them. */
function maySeePaper(tenant: Tenant, record: Attempt): boolean {
  return tenant.scope.kind === 'all' || tenant.actor.staff_id === record.staff_id;
}

/** The learner by the quiz's policy, as it was when the attempt began; an admin always, except of an attempt of their own. */
function shownTo(tenant: Tenant, record: Attempt, isLast: boolean): Shown {
  const { status, result, paper } = record;
  if (tenant.actor.staff_id === record.staff_id)
    return shownAt(paper.review as ReviewPolicy, { status, result, isLast });
  return tenant.isAdmin && status === 'submitted' ? 'all' : 'nothing';
}

/** What is shown of their own attempts only once no other can be begun. */
export const waitsForLast = ({ status, paper }: Pick<Attempt, 'status' | 'paper'>): boolean =>
  status === 'submitted' && paper.review === 'after_last';

function reviewFor(
  shown: Shown,
  { paper }: Attempt,
  bySlot: ReadonlyMap<number, AttemptAnswer>,
): ReviewQuestion[] | null {
  if (shown === 'nothing') return null;
  return reviewOf(paper, bySlot).filter(({ slot }) => shown === 'all' || bySlot.get(slot)?.answered);
}
