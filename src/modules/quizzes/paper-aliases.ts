/**
 * Ids of the question bank increase in the order of typing (common/ids.ts), so the ids of a shuffled quiz would
 * reveal the order of the author. Learners of a shuffled attempt get ids of this attempt only, derived with a key
 * stored in the paper. Storage, grading and admins use the real ids.
 */
import { createHmac } from 'node:crypto';
import type { AnswerParts, StoredAnswer } from './answer-parts';
import { InvalidAnswersError } from './grading.errors';
import type { Paper, PaperQuestion } from './paper';

type WithAliasKey = Pick<Paper, 'alias_key'>;

/** The id that the learner sees; the real one if the quiz is not shuffled. */
function aliasOf({ alias_key }: WithAliasKey, id: string): string {
  if (!alias_key) return id;
  const hex = createHmac('sha256', alias_key).update(id).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The paper with the ids of the learner. */
export const aliasPaper = (paper: Paper): Paper =>
  paper.alias_key ? { ...paper, questions: paper.questions.map((one) => aliasQuestion(paper, one)) } : paper;

export function aliasQuestion(paper: WithAliasKey, question: PaperQuestion): PaperQuestion {
  if (!paper.alias_key) return question;
  const alias = (id: string) => aliasOf(paper, id);
  const { kind, question_id, options, shown } = question;
  return {
    ...question,
    question_id: alias(question_id),
    options: options.map((option) => ({ ...option, option_id: alias(option.option_id) })),
    // Matching questions: texts, not ids.
    ...(shown && { shown: kind === 'ordering' ? shown.map(alias) : shown }),
  };
}

/** A stored answer with the ids of the learner. */
export function aliasAnswer<A extends StoredAnswer>(paper: WithAliasKey, answer: A): A {
  if (!paper.alias_key) return answer;
  const alias = (id: string) => aliasOf(paper, id);
  const { option_id, given } = answer;
  const pairs = given?.pairs?.map((pair) => ({ ...pair, option_id: alias(pair.option_id) }));
  return { ...answer, option_id: option_id.map(alias), given: pairs ? { ...given, pairs } : given };
}

/** Replaces the ids of the learner by the real ones. An unknown id stays unchanged. */
export function resolveAnswers<A extends AnswerParts & { question_id?: string }>(
  paper: WithAliasKey,
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

/** Translates the ids of a thrown error to those of the learner. @throws InvalidAnswersError */
export function withAliasedErrors<T>(paper: WithAliasKey, gradeAnswers: () => T): T {
  try {
    return gradeAnswers();
  } catch (error) {
    throw error instanceof InvalidAnswersError ? error.renameIds((id) => aliasOf(paper, id)) : error;
  }
}
