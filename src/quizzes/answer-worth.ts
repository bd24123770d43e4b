/**
 * What an answer is worth, by the question's kind, in marks of one point; the floor and the ceiling are grading's.
 * "near-miss text answers do not pass" (domain.md, Rules that peers get wrong, 1).
 */
import { isWithin } from '../contract/decimals';
import { gradeTicks } from '../contract/multiple-grading';
import type { KeptAnswer } from './answer-parts';
import { MARKS_PER_POINT, type GradedOption, type GradedQuestion, type QuestionKind } from './graded-question';
import { AnswersRefused } from './grading.errors';

type Worth = (question: GradedQuestion, answer: KeptAnswer) => number;

const oneChoice: Worth = (question, { option_id }) => {
  const chosen = chosenOptions(question, option_id);
  if (chosen.length > 1) throw new AnswersRefused('too_many_options', { question_id: question.question_id });
  return chosen.length === 0 ? 0 : marksOf(chosen[0]!.fraction);
};

const manyChoices: Worth = (question, { option_id }) => {
  const chosen = new Set(chosenOptions(question, option_id));
  const { options, grading } = question;
  if (chosen.size === 0) return 0;
  if (grading) return marksOf(gradeTicks(options, (option) => chosen.has(option), grading));
  return [...chosen].reduce((sum, option) => sum + marksOf(option.fraction), 0);
};

const accepted: Worth = (question, answer) => marksOf(acceptedOption(question, answer)?.fraction ?? 0);

/** Each pair is the same share, so what is right counts whatever else is wrong. */
const rightPairs: Worth = ({ options }, { given }) => {
  const right = new Map(options.filter(({ text }) => text !== '').map(({ option_id, match }) => [option_id, match]));
  const hits = (given?.pairs ?? []).filter(({ option_id, match }) => right.get(option_id) === match).length;
  return shareOf(hits, right.size);
};

/**
 * The share of items that stand in their own place: what a learner can count again, and the review shows item by item.
 * Shares of right neighbours forgive a shift, but nobody can see where they come from.
 */
const inTheirPlace: Worth = (question, { option_id }) => {
  const { question_id, options } = question;
  const placed = chosenOptions(question, option_id);
  if (placed.length > 0 && placed.length < options.length)
    throw new AnswersRefused('order_incomplete', { question_id });
  return shareOf(placed.filter((option, at) => option === options[at]).length, options.length);
};

export const WORTH: Readonly<Record<QuestionKind, Worth>> = {
  ...{ single: oneChoice, multiple: manyChoices, true_false: oneChoice },
  ...{ fill_in: accepted, numeric: accepted, matching: rightPairs, ordering: inTheirPlace },
};

/** Of the accepted texts or values the one that was met; of several that which is worth most. */
export function acceptedOption(question: GradedQuestion, { given }: KeptAnswer): GradedOption | undefined {
  const { kind, options } = question;
  const met = options.filter((option) => meets(kind, option, given?.text, given?.value));
  return met.reduce<GradedOption | undefined>(
    (best, option) => (best && best.fraction >= option.fraction ? best : option),
    undefined,
  );
}

function meets(kind: QuestionKind, option: GradedOption, text?: string, value?: string): boolean {
  if (kind === 'fill_in' && text !== undefined)
    return comparedText(text, option.case_sensitive) === comparedText(option.text ?? '', option.case_sensitive);
  return kind === 'numeric' && value !== undefined && isWithin(value, option.text ?? '', option.tolerance ?? '0');
}

/**
 * What two texts are compared by: no spaces that nobody sees, one way to write each letter, and the quotation marks that
 * phones write by themselves. No letter may differ otherwise.
 */
export function comparedText(text: string, caseSensitive = false): string {
  const plain = text
    .normalize('NFKC')
    .replace(/[\u00ad\u200b\u200e\u200f\u061c\u2060\ufeff]/g, '')
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/[\u201c\u201d\u201e]/g, '"')
    .replace(/\s+/g, ' ')
    .trim();
  return caseSensitive ? plain : plain.toLowerCase().normalize('NFKC');
}

function chosenOptions({ question_id, options }: GradedQuestion, optionIds: readonly string[]): GradedOption[] {
  const seen = new Set<string>();
  return optionIds.map((option_id) => {
    const option = options.find((candidate) => candidate.option_id === option_id);
    if (!option) throw new AnswersRefused('option_foreign', { question_id, option_id });
    if (seen.has(option_id)) throw new AnswersRefused('option_repeated', { question_id, option_id });
    seen.add(option_id);
    return option;
  });
}

const marksOf = (fraction: number): number => Math.round(fraction * MARKS_PER_POINT);
const shareOf = (right: number, all: number): number => (all === 0 ? 0 : Math.round((right * MARKS_PER_POINT) / all));
