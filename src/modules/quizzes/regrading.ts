/**
 * Regrades a submitted attempt with the current version of one question, with the points and the pass mark of the
 * attempt. Other questions keep their marks. Pure.
 */
import { divideToHundredths } from '../../common/rounding';
import type { StoredAnswer } from './answer-parts';
import type { AttemptAnswer } from './attempt-answer.entity';
import type { Attempt } from './attempt.entity';
import type { GradedQuestion, QuestionKind } from './graded-question';
import { gradeQuestion, passes } from './grading';
import { toGradedQuestion, shuffle, type Paper, type PaperQuestion } from './paper';
import type { StoredOption, Question } from './question.entity';

export interface RegradeResult {
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
): RegradeResult {
  const bySlot = new Map(answers.map((answer) => [answer.slot, answer]));
  const questions = paper.questions.map((frozen) =>
    frozen.question_id === question.question_id ? updateQuestion(frozen, question) : frozen,
  );
  const regradedAnswers = questions.flatMap((frozen) => {
    const answer = bySlot.get(frozen.slot);
    if (frozen.question_id !== question.question_id || !answer) return [];
    const questionToGrade = toGradedQuestion(frozen);
    return [
      {
        slot: frozen.slot,
        marks: gradeQuestion(questionToGrade, updateAnswer(questionToGrade, answer)).marks,
        before: answer.marks,
      },
    ];
  });
  const correct = regradedAnswers.reduce((sum, { marks, before }) => sum + marks - before, correct_marks ?? 0);
  const total = total_marks ?? 0;
  return {
    paper: { ...paper, questions },
    correct_marks: correct,
    score_hundredths: divideToHundredths(correct, total, 100),
    result: passes(correct, total, pass_mark) ? 'passed' : 'failed',
    answers: regradedAnswers.map(({ slot, marks }) => ({ slot, marks })),
  };
}

/** The current question with slot, points and order of the frozen one. */
function updateQuestion(frozen: PaperQuestion, question: Question): PaperQuestion {
  const { text, feedback, explanation } = question;
  const kind = question.kind as QuestionKind;
  const { slot, question_id, points } = frozen;
  const options = kind === 'ordering' ? question.options : sortByFrozenOrder(frozen.options, question.options);
  return {
    slot,
    question_id,
    kind,
    text,
    points,
    feedback,
    explanation,
    options,
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

function sortByFrozenOrder(frozen: readonly StoredOption[], current: readonly StoredOption[]): StoredOption[] {
  const positions = new Map(frozen.map(({ option_id }, at) => [option_id, at]));
  const positionOf = ({ option_id }: StoredOption) => positions.get(option_id) ?? positions.size;
  return current.toSorted((one, other) => positionOf(one) - positionOf(other));
}

/** Remaining entries keep their order; new ones follow, shuffled. */
function keepOrder(order: readonly string[] = [], current: readonly string[]): string[] {
  const all = new Set(current);
  const remaining = order.filter((each) => all.has(each));
  return [...remaining, ...shuffle([...all].filter((each) => !remaining.includes(each)))];
}

/** Drops choices whose options were deleted; a choice that the kind does not allow counts as not answered. */
function updateAnswer({ kind, options }: GradedQuestion, { option_id, given }: StoredAnswer): StoredAnswer {
  const chosen = [...new Set(option_id)].filter((id) => options.some((option) => option.option_id === id));
  const isAllowed = kind === 'ordering' ? chosen.length === options.length : kind === 'multiple' || chosen.length <= 1;
  return { option_id: isAllowed ? chosen : [], given };
}
