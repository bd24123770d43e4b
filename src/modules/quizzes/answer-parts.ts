/**
 * An answer in the shape of its question's kind: `option_id` for choices and orders, `text`, `value` or `pairs` for the
 * others. It is stored in the form in which it is graded, so that a repeated answer compares equal.
 */
import type { AnswerPair, AnswerValue } from '../../contract/attempt.responses';
import { parseDecimal } from '../../contract/decimals';
import type { GradedQuestion, QuestionKind } from './graded-question';
import { InvalidAnswersError } from './grading.errors';

export interface AnswerParts {
  /** Chosen or ordered options; empty for other kinds and for not answered. */
  readonly option_id?: readonly string[] | null | undefined;
  readonly text?: string | null | undefined;
  /** A decimal. */
  readonly value?: string | null | undefined;
  readonly pairs?: readonly AnswerPair[] | null | undefined;
}

/** The JSON column for answers other than option ids. */
export interface AnswerPayload {
  text?: string;
  value?: string;
  pairs?: AnswerPair[];
}
export interface StoredAnswer {
  option_id: string[];
  given: AnswerPayload | null;
}

type AnswerPart = keyof AnswerParts;
/** The property that answers each kind. */
const PART_BY_KIND: Readonly<Record<QuestionKind, AnswerPart>> = {
  single: 'option_id',
  multiple: 'option_id',
  true_false: 'option_id',
  ordering: 'option_id',
  fill_in: 'text',
  numeric: 'value',
  matching: 'pairs',
};
const PART_NAMES: readonly AnswerPart[] = ['option_id', 'text', 'value', 'pairs'];

export const answerPartOf = (kind: QuestionKind): AnswerPart => PART_BY_KIND[kind];

/** Only the property of the question kind may be filled. @throws InvalidAnswersError */
export function toStoredAnswer(question: GradedQuestion, answer: AnswerParts): StoredAnswer {
  const { question_id, kind } = question;
  const ownPart = answerPartOf(kind);
  const otherPart = PART_NAMES.find((name) => name !== ownPart && isFilled(answer[name]));
  if (otherPart) throw new InvalidAnswersError('answer_part', { question_id, part: ownPart });
  if (ownPart === 'option_id') return { option_id: [...(answer.option_id ?? [])], given: null };
  return { option_id: [], given: parsePayload(question, answer) };
}

const isFilled = (part: AnswerParts[AnswerPart]): boolean =>
  typeof part === 'string' ? part.trim() !== '' : (part?.length ?? 0) > 0;

function parsePayload(question: GradedQuestion, { text, value, pairs }: AnswerParts): AnswerPayload | null {
  const { question_id } = question;
  if (text?.trim()) return { text: text.trim() };
  if (value?.trim()) {
    const decimal = parseDecimal(value);
    if (decimal === null) throw new InvalidAnswersError('not_a_number', { question_id });
    return { value: decimal };
  }
  return pairs?.length ? { pairs: normalizePairs(question, pairs) } : null;
}

/** At most one right text per left text, both of this question. */
function normalizePairs({ question_id, options }: GradedQuestion, pairs: readonly AnswerPair[]): AnswerPair[] {
  const matchByOption = new Map<string, string>();
  const leftIds = new Set(options.filter(({ text }) => text !== '').map(({ option_id }) => option_id));
  const rightTexts = new Set(options.map(({ match }) => match));
  for (const { option_id, match } of pairs) {
    if (!leftIds.has(option_id)) throw new InvalidAnswersError('option_foreign', { question_id, option_id });
    if (matchByOption.has(option_id)) throw new InvalidAnswersError('option_repeated', { question_id, option_id });
    if (!rightTexts.has(match)) throw new InvalidAnswersError('match_foreign', { question_id, option_id });
    matchByOption.set(option_id, match);
  }
  return options.flatMap(({ option_id }) =>
    matchByOption.has(option_id) ? [{ option_id, match: matchByOption.get(option_id)! }] : [],
  );
}

export const toAnswerParts = ({ option_id, given }: StoredAnswer): AnswerValue => ({
  option_id,
  text: given?.text ?? null,
  value: given?.value ?? null,
  pairs: given?.pairs ?? null,
});

/** The order of option ids matters only for ordering questions. */
export function isSameAnswer(kind: QuestionKind, one: StoredAnswer, other: StoredAnswer): boolean {
  const comparableIds = (answer: StoredAnswer) =>
    kind === 'ordering' ? answer.option_id : answer.option_id.toSorted();
  return JSON.stringify([comparableIds(one), one.given]) === JSON.stringify([comparableIds(other), other.given]);
}
