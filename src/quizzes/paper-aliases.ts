/**
 * Ids of the bank count up in the order in which they were typed (platform/ids.ts), so the ids of a shuffled quiz would tell
 * the author's order. The learner of a shuffled attempt therefore has ids of this attempt alone, derived from the real ones
 * with a key that the paper keeps; everything stored, graded and shown to admins has the real ones.
 */
import { createHmac } from 'node:crypto';
import type { AnswerParts, KeptAnswer } from './answer-parts';
import { AnswersRefused } from './grading.errors';
import type { Paper, PaperQuestion } from './paper';

type Aliased = Pick<Paper, 'alias_key'>;

/** The id that the learner has; the real one where the quiz is not shuffled. */
function aliasOf({ alias_key }: Aliased, id: string): string {
  if (!alias_key) return id;
  const hex = createHmac('sha256', alias_key).update(id).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The paper as its learner has it. */
export const aliasPaper = (paper: Paper): Paper =>
  paper.alias_key ? { ...paper, questions: paper.questions.map((one) => aliasQuestion(paper, one)) } : paper;

/** @param paper of the question */
export function aliasQuestion(paper: Aliased, question: PaperQuestion): PaperQuestion {
  if (!paper.alias_key) return question;
  const alias = (id: string) => aliasOf(paper, id);
  const { kind, question_id, options, shown } = question;
  return {
    ...question,
    question_id: alias(question_id),
    options: options.map((option) => ({ ...option, option_id: alias(option.option_id) })),
    // Of pairs these are texts.
    ...(shown && { shown: kind === 'ordering' ? shown.map(alias) : shown }),
  };
}

/** An answer as it is stored, with the learner's ids. */
export function aliasAnswer<A extends KeptAnswer>(paper: Aliased, answer: A): A {
  if (!paper.alias_key) return answer;
  const alias = (id: string) => aliasOf(paper, id);
  const { option_id, given } = answer;
  const pairs = given?.pairs?.map((pair) => ({ ...pair, option_id: alias(pair.option_id) }));
  return { ...answer, option_id: option_id.map(alias), given: pairs ? { ...given, pairs } : given };
}

/** What a learner sends, with the real ids. An id that is no alias of these questions stays as it is. */
export function resolveAnswers<A extends AnswerParts & { question_id?: string }>(
  paper: Aliased,
  questions: readonly PaperQuestion[],
  answers: readonly A[],
): A[] {
  if (!paper.alias_key) return [...answers];
  const ids = questions.flatMap(({ question_id, options }) => [
    question_id,
    ...options.map(({ option_id }) => option_id),
  ]);
  const byAlias = new Map(ids.map((id) => [aliasOf(paper, id), id]));
  const resolve = (id: string) => byAlias.get(id) ?? id;
  return answers.map((answer) => ({
    ...answer,
    ...(answer.question_id && { question_id: resolve(answer.question_id) }),
    ...(answer.option_id && { option_id: answer.option_id.map(resolve) }),
    ...(answer.pairs && { pairs: answer.pairs.map((pair) => ({ ...pair, option_id: resolve(pair.option_id) })) }),
  }));
}

/** Runs it; a refusal names the learner's ids. @throws AnswersRefused */
export function refuseWithAliases<T>(paper: Aliased, gradeAnswers: () => T): T {
  try {
    return gradeAnswers();
  } catch (error) {
    throw error instanceof AnswersRefused ? error.renameIds((id) => aliasOf(paper, id)) : error;
  }
}
