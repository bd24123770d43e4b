import type { AnswerValue, SheetQuestion } from '@contract/attempt.responses';

/** An answer by its question's kind. Parts of other kinds are missing or null. */
export type PartialAnswer = Partial<AnswerValue>;

export const isAnswered = (answer: PartialAnswer | undefined): boolean =>
  Boolean(answer && (answer.option_id?.length || answer.text?.trim() || answer.value || answer.pairs?.length));

/** The answer as texts: one for each choice, pair or item. */
export function answerTexts({ options }: Pick<SheetQuestion, 'options'>, answer: PartialAnswer | undefined): string[] {
  const textOf = (id: string) => options.find(({ option_id }) => option_id === id)?.text ?? '';
  if (!answer) return [];
  if (answer.pairs?.length) return answer.pairs.map(({ option_id, match }) => `${textOf(option_id)}: ${match}`);
  const typedText = answer.text?.trim() || answer.value;
  return typedText ? [typedText] : (answer.option_id ?? []).map(textOf);
}

/** Moves one item up (−1) or down (+1). */
export function swapWithNeighbour(ids: readonly string[], at: number, offset: -1 | 1): string[] {
  const next = [...ids];
  [next[at], next[at + offset]] = [next[at + offset]!, next[at]!];
  return next;
}
