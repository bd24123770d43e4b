import { fieldError } from '../platform/errors/field-error';
import { InvalidFields } from '../platform/errors/app-error';
import { partOf } from './answer-parts';
import type { AttemptAnswer } from './attempt-answer.entity';
import type { GradedQuestion } from './graded-question';
import type { GivenAnswer } from './grading';
import type { Paper } from './paper';

/**
 * The specification's call has ids of options and nothing else: what is chosen and what is put in order. A question of
 * another kind must have been answered by `PUT /api/attempts/{id}/answers/{slot}`, or a client that cannot even show it
 * would have it graded as wrong. Left empty here, the saved answer stands.
 * @throws InvalidFields
 */
export function carriedAnswers(
  questions: readonly GradedQuestion[],
  paper: Paper,
  saved: readonly Pick<AttemptAnswer, 'slot'>[],
  given: readonly GivenAnswer[],
): GivenAnswer[] {
  const elsewhere = new Map(
    questions.flatMap(({ question_id, kind }) => (partOf(kind) === 'option_id' ? [] : [[question_id, partOf(kind)]])),
  );
  const slots = new Set(saved.map(({ slot }) => slot));
  const open = paper.questions.find(({ slot, question_id }) => elsewhere.has(question_id) && !slots.has(slot));
  if (open)
    throw new InvalidFields({
      answers: [
        fieldError(
          'answered_elsewhere',
          `Question ${open.slot} needs \`${elsewhere.get(open.question_id)!}\`, which this call does not support. Save it with PUT /api/attempts/{id}/answers/${open.slot} first.`,
          { slot: open.slot },
        ),
      ],
    });
  return given.filter(({ question_id, option_id }) => option_id?.length || !elsewhere.has(question_id));
}
