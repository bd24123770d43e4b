import type { GivenParts, SheetQuestion } from '@contract/attempt-answers';

/** An answer in the shape of its question's kind; the parts of other kinds are left out, or null. */
export type Given = Partial<GivenParts>;

export const isAnswered = (given: Given | undefined): boolean =>
  Boolean(given && (given.option_id?.length || given.text?.trim() || given.value || given.pairs?.length));

/** What was answered, in words: one for each choice, pair or item in its order. */
export function answerTexts({ options }: Pick<SheetQuestion, 'options'>, given: Given | undefined): string[] {
  const textOf = (id: string) => options.find(({ option_id }) => option_id === id)?.text ?? '';
  if (!given) return [];
  if (given.pairs?.length) return given.pairs.map(({ option_id, match }) => `${textOf(option_id)}: ${match}`);
  const typed = given.text?.trim() || given.value;
  return typed ? [typed] : (given.option_id ?? []).map(textOf);
}

/** One step up (−1) or down (+1). */
export function swapped(ids: readonly string[], at: number, by: -1 | 1): string[] {
  const next = [...ids];
  [next[at], next[at + by]] = [next[at + by]!, next[at]!];
  return next;
}
