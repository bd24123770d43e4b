/**
 * Scores an answer by the kind of its question, in marks of one point (docs/domain.md). grading.ts applies the minimum
 * and maximum.
 */
import { isWithinTolerance } from '../../contract/decimals';
import { gradeTicks } from '../../contract/multiple-grading';
import type { StoredAnswer } from './answer-parts';
import { MARKS_PER_POINT, type GradedOption, type GradedQuestion, type QuestionKind } from './graded-question';
import { InvalidAnswersError } from './grading.errors';

type ScoreAnswer = (question: GradedQuestion, answer: StoredAnswer) => number;

const scoreSingleChoice: ScoreAnswer = (question, { option_id }) => {
  const chosen = resolveOptions(question, option_id);
  if (chosen.length > 1) throw new InvalidAnswersError('too_many_options', { question_id: question.question_id });
  return chosen.length === 0 ? 0 : toMarks(chosen[0]!.fraction);
};

const scoreMultipleChoice: ScoreAnswer = (question, { option_id }) => {
  const chosen = new Set(resolveOptions(question, option_id));
  const { options, grading } = question;
  if (chosen.size === 0) return 0;
  if (grading) return toMarks(gradeTicks(options, (option) => chosen.has(option), grading));
  return [...chosen].reduce((sum, option) => sum + toMarks(option.fraction), 0);
};

const scoreTypedAnswer: ScoreAnswer = (question, answer) =>
  toMarks(findAcceptedOption(question, answer)?.fraction ?? 0);

/** All pairs have equal shares; wrong pairs cost nothing. */
const scorePairs: ScoreAnswer = ({ options }, { given }) => {
  const right = new Map(options.filter(({ text }) => text !== '').map(({ option_id, match }) => [option_id, match]));
  const hits = (given?.pairs ?? []).filter(({ option_id, match }) => right.get(option_id) === match).length;
  return shareOfMarks(hits, right.size);
};

/**
 * The share of items in their own position: learners can verify it, and the review shows it per item. A score by right
 * neighbours would forgive a shift but cannot be explained.
 */
const scoreOrder: ScoreAnswer = (question, { option_id }) => {
  const { question_id, options } = question;
  const orderedOptions = resolveOptions(question, option_id);
  if (orderedOptions.length > 0 && orderedOptions.length < options.length)
    throw new InvalidAnswersError('order_incomplete', { question_id });
  return shareOfMarks(orderedOptions.filter((option, at) => option === options[at]).length, options.length);
};

export const SCORERS: Readonly<Record<QuestionKind, ScoreAnswer>> = {
  single: scoreSingleChoice,
  multiple: scoreMultipleChoice,
  true_false: scoreSingleChoice,
  fill_in: scoreTypedAnswer,
  numeric: scoreTypedAnswer,
  matching: scorePairs,
  ordering: scoreOrder,
};

/** The matching accepted text or value with the highest fraction. */
export function findAcceptedOption(question: GradedQuestion, { given }: StoredAnswer): GradedOption | undefined {
  const { kind, options } = question;
  const matches = options.filter((option) => isAccepted(kind, option, given?.text, given?.value));
  return matches.reduce<GradedOption | undefined>(
    (best, option) => (best && best.fraction >= option.fraction ? best : option),
    undefined,
  );
}

function isAccepted(kind: QuestionKind, option: GradedOption, text?: string, value?: string): boolean {
  if (kind === 'fill_in' && text !== undefined)
    return (
      normalizeAnswerText(text, option.case_sensitive) === normalizeAnswerText(option.text ?? '', option.case_sensitive)
    );
  return (
    kind === 'numeric' && value !== undefined && isWithinTolerance(value, option.text ?? '', option.tolerance ?? '0')
  );
}

/** Normalizes invisible characters, spaces, Unicode forms and typographic quotes, nothing else. */
export function normalizeAnswerText(text: string, caseSensitive = false): string {
  const plain = text
    .normalize('NFKC')
    .replace(/[\u00ad\u200b\u200e\u200f\u061c\u2060\ufeff]/g, '')
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/[\u201c\u201d\u201e]/g, '"')
    .replace(/\s+/g, ' ')
    .trim();
  return caseSensitive ? plain : plain.toLowerCase().normalize('NFKC');
}

function resolveOptions({ question_id, options }: GradedQuestion, optionIds: readonly string[]): GradedOption[] {
  const usedIds = new Set<string>();
  return optionIds.map((option_id) => {
    const option = options.find((candidate) => candidate.option_id === option_id);
    if (!option) throw new InvalidAnswersError('option_foreign', { question_id, option_id });
    if (usedIds.has(option_id)) throw new InvalidAnswersError('option_repeated', { question_id, option_id });
    usedIds.add(option_id);
    return option;
  });
}

const toMarks = (fraction: number): number => Math.round(fraction * MARKS_PER_POINT);
const shareOfMarks = (right: number, all: number): number =>
  all === 0 ? 0 : Math.round((right * MARKS_PER_POINT) / all);
