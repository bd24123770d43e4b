import { fieldError } from '../../common/errors/field-error';
import { InvalidFieldsError } from '../../common/errors/app-error';
import { answerPartOf } from './answer-parts';
import type { AttemptAnswer } from './attempt-answer.entity';
import type { GradedQuestion } from './graded-question';
import type { AnswerInput } from './grading';
import type { Paper } from './paper';

/**
 * The legacy call carries option ids only. A question of another kind must have been answered with `PUT
 * /api/attempts/{id}/answers/{slot}`, or a client that cannot display it would have it graded as wrong. An empty answer
 * here keeps the saved one. @throws InvalidFieldsError
 */
export function selectLegacyAnswers(
  questions: readonly GradedQuestion[],
  paper: Paper,
  saved: readonly Pick<AttemptAnswer, 'slot'>[],
  legacyAnswers: readonly AnswerInput[],
): AnswerInput[] {
  const partByQuestion = new Map(
    questions.flatMap(({ question_id, kind }) =>
      answerPartOf(kind) === 'option_id' ? [] : [[question_id, answerPartOf(kind)]],
    ),
  );
  const savedSlots = new Set(saved.map(({ slot }) => slot));
  const unanswered = paper.questions.find(
    ({ slot, question_id }) => partByQuestion.has(question_id) && !savedSlots.has(slot),
  );
  if (unanswered)
    throw new InvalidFieldsError({
      answers: [
        fieldError(
          'answered_elsewhere',
          `Question ${unanswered.slot} needs \`${partByQuestion.get(unanswered.question_id)!}\`, which this call does not support. Save it with PUT /api/attempts/{id}/answers/${unanswered.slot} first.`,
          { slot: unanswered.slot },
        ),
      ],
    });
  return legacyAnswers.filter(({ question_id, option_id }) => option_id?.length || !partByQuestion.has(question_id));
}
