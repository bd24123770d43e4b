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
  const questions = paper.questions.map((asked) =>
    asked.question_id === question.question_id ? presentQuestion(asked, question) : asked,
  );
  const regraded = questions.flatMap((asked) => {
    const answer = bySlot.get(asked.slot);
    if (asked.question_id !== question.question_id || !answer) return [];
    const graded = gradedQuestion(asked);
    return [
      { slot: asked.slot, marks: gradeQuestion(graded, presentAnswer(graded, answer)).marks, before: answer.marks },
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

/** As the bank has it now, in the place and for the points of the paper; in its order as far as the kind allows. */
function presentQuestion(asked: PaperQuestion, question: Question): PaperQuestion {
  const { text, feedback, explanation } = question;
  const kind = question.kind as QuestionKind;
  const { slot, question_id, points } = asked;
  const options = kind === 'ordering' ? question.options : inOrderOf(asked.options, question.options);
  return {
    ...{ slot, question_id, kind, text, points, feedback, explanation, options },
    ...(kind === 'multiple' && { grading: question.grading as NonNullable<PaperQuestion['grading']> }),
    ...(kind === 'ordering' && {
      shown: keepOrder(
        asked.shown,
        options.map(({ option_id }) => option_id),
      ),
    }),
    ...(kind === 'matching' && {
      shown: keepOrder(
        asked.shown,
        options.flatMap(({ match }) => match ?? []),
      ),
    }),
  };
}

function inOrderOf(asked: readonly KeptOption[], present: readonly KeptOption[]): KeptOption[] {
  const places = new Map(asked.map(({ option_id }, at) => [option_id, at]));
  const placeOf = ({ option_id }: KeptOption) => places.get(option_id) ?? places.size;
  return present.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** What was shown and is there still, in that order; what is new comes last. */
function keepOrder(shown: readonly string[] = [], present: readonly string[]): string[] {
  const all = new Set(present);
  const kept = shown.filter((each) => all.has(each));
  return [...kept, ...shuffled([...all].filter((each) => !kept.includes(each)))];
}

/** Of options that are gone nothing is chosen; what the kind does not allow any more counts as not answered. */
function presentAnswer({ kind, options }: GradedQuestion, { option_id, given }: KeptAnswer): KeptAnswer {
  const chosen = [...new Set(option_id)].filter((id) => options.some((option) => option.option_id === id));
  const fits = kind === 'ordering' ? chosen.length === options.length : kind === 'multiple' || chosen.length <= 1;
  return { option_id: fits ? chosen : [], given };
}
