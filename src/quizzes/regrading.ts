/**
 * Grades a submitted attempt as if one of its questions had been asked as it is now: with the points and the pass mark of the
 * attempt. The other questions keep the marks that they were given. Pure.
 */
import { hundredths } from '../platform/half-up';
import type { KeptAnswer } from './answer-parts';
import type { AttemptAnswer } from './attempt-answer.entity';
import type { Attempt } from './attempt.entity';
import type { GradedQuestion, QuestionKind } from './graded-question';
import { gradeQuestion, passes } from './grading';
import { gradedQuestion, shuffled, type Paper, type PaperQuestion } from './paper';
import type { KeptOption, Question } from './question.entity';

export interface Regraded {
  paper: Paper;
  correct_marks: number;
  score_hundredths: number | null;
  result: 'passed' | 'failed';
  /** Marks of the answers to this question. */
  answers: { slot: number; marks: number }[];
}

export function regradeAttempt(
  { paper, correct_marks, total_marks, pass_mark }: Attempt,
  answers: readonly AttemptAnswer[],
  question: Question,
): Regraded {
  const bySlot = new Map(answers.map((answer) => [answer.slot, answer]));
  const questions = paper.questions.map((frozen) =>
    frozen.question_id === question.question_id ? updateQuestion(frozen, question) : frozen,
  );
  const regraded = questions.flatMap((frozen) => {
    const answer = bySlot.get(frozen.slot);
    if (frozen.question_id !== question.question_id || !answer) return [];
    const graded = gradedQuestion(frozen);
    return [
      { slot: frozen.slot, marks: gradeQuestion(graded, updateAnswer(graded, answer)).marks, before: answer.marks },
    ];
  });
  const correct = regraded.reduce((sum, { marks, before }) => sum + marks - before, correct_marks ?? 0);
  const total = total_marks ?? 0;
  return {
    paper: { ...paper, questions },
    correct_marks: correct,
    score_hundredths: hundredths(correct, total, 100),
    result: passes(correct, total, pass_mark) ? 'passed' : 'failed',
    answers: regraded.map(({ slot, marks }) => ({ slot, marks })),
  };
}

/** The question of the bank, with the slot, the points and the order of the frozen one. */
function updateQuestion(frozen: PaperQuestion, question: Question): PaperQuestion {
  const { text, feedback, explanation } = question;
  const kind = question.kind as QuestionKind;
  const { slot, question_id, points } = frozen;
  const options = kind === 'ordering' ? question.options : sortByFrozenOrder(frozen.options, question.options);
  return {
    ...{ slot, question_id, kind, text, points, feedback, explanation, options },
    ...(kind === 'multiple' && { grading: question.grading as NonNullable<PaperQuestion['grading']> }),
    ...(kind === 'ordering' && {
      shown: keepOrder(
        frozen.shown,
        options.map(({ option_id }) => option_id),
      ),
    }),
    ...(kind === 'matching' && {
      shown: keepOrder(
        frozen.shown,
        options.flatMap(({ match }) => match ?? []),
      ),
    }),
  };
}

function sortByFrozenOrder(frozen: readonly KeptOption[], present: readonly KeptOption[]): KeptOption[] {
  const places = new Map(frozen.map(({ option_id }, at) => [option_id, at]));
  const placeOf = ({ option_id }: KeptOption) => places.get(option_id) ?? places.size;
  return present.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Entries that still exist keep their order; new ones follow, shuffled. */
function keepOrder(order: readonly string[] = [], present: readonly string[]): string[] {
  const all = new Set(present);
  const remaining = order.filter((each) => all.has(each));
  return [...remaining, ...shuffled([...all].filter((each) => !remaining.includes(each)))];
}

/** Drops choices whose options were deleted; a choice that the kind does not allow counts as not answered. */
function updateAnswer({ kind, options }: GradedQuestion, { option_id, given }: KeptAnswer): KeptAnswer {
  const chosen = [...new Set(option_id)].filter((id) => options.some((option) => option.option_id === id));
  const fits = kind === 'ordering' ? chosen.length === options.length : kind === 'multiple' || chosen.length <= 1;
  return { option_id: fits ? chosen : [], given };
}
