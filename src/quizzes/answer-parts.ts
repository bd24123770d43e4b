/**
 * What was answered, in the shape of the question's kind: `option_id` for what is chosen and for what is put in order,
 * `text`, `value` and `pairs` for the others. Exactly as it is graded it is kept, so that the same answer again is known.
 */
import type { GivenPair, GivenParts } from '../contract/attempt-answers';
import { decimalOf } from '../contract/decimals';
import type { GradedQuestion, QuestionKind } from './graded-question';
import { AnswersRefused } from './grading.errors';

export interface AnswerParts {
  /** Chosen, or in the order that was made; empty for other kinds, and for not answered. */
  readonly option_id?: readonly string[] | null | undefined;
  readonly text?: string | null | undefined;
  /** A decimal. */
  readonly value?: string | null | undefined;
  readonly pairs?: readonly GivenPair[] | null | undefined;
}

/** Beside `option_id`, what one column keeps. */
export interface GivenPayload {
  text?: string;
  value?: string;
  pairs?: GivenPair[];
}
export interface KeptAnswer {
  option_id: string[];
  given: GivenPayload | null;
}

type Part = keyof AnswerParts;
/** What each kind is answered with. */
const PARTS: Readonly<Record<QuestionKind, Part>> = {
  ...{ single: 'option_id', multiple: 'option_id', true_false: 'option_id', ordering: 'option_id' },
  ...{ fill_in: 'text', numeric: 'value', matching: 'pairs' },
};
const NAMES: readonly Part[] = ['option_id', 'text', 'value', 'pairs'];

export const partOf = (kind: QuestionKind): Part => PARTS[kind];

/** Nothing else than its own part may say something. @throws AnswersRefused */
export function keptAnswer(question: GradedQuestion, answer: AnswerParts): KeptAnswer {
  const { question_id, kind } = question;
  const own = partOf(kind);
  const other = NAMES.find((name) => name !== own && saysSomething(answer[name]));
  if (other) throw new AnswersRefused('answer_part', { question_id, part: own });
  if (own === 'option_id') return { option_id: [...(answer.option_id ?? [])], given: null };
  return { option_id: [], given: payloadOf(question, answer) };
}

const saysSomething = (part: AnswerParts[Part]): boolean =>
  typeof part === 'string' ? part.trim() !== '' : (part?.length ?? 0) > 0;

function payloadOf(question: GradedQuestion, { text, value, pairs }: AnswerParts): GivenPayload | null {
  const { question_id } = question;
  if (text?.trim()) return { text: text.trim() };
  if (value?.trim()) {
    const decimal = decimalOf(value);
    if (decimal === null) throw new AnswersRefused('not_a_number', { question_id });
    return { value: decimal };
  }
  return pairs?.length ? { pairs: inOrder(question, pairs) } : null;
}

/** Of each left text one right text at most, both of the question. */
function inOrder({ question_id, options }: GradedQuestion, pairs: readonly GivenPair[]): GivenPair[] {
  const given = new Map<string, string>();
  const left = new Set(options.filter(({ text }) => text !== '').map(({ option_id }) => option_id));
  const right = new Set(options.map(({ match }) => match));
  for (const { option_id, match } of pairs) {
    if (!left.has(option_id)) throw new AnswersRefused('option_foreign', { question_id, option_id });
    if (given.has(option_id)) throw new AnswersRefused('option_repeated', { question_id, option_id });
    if (!right.has(match)) throw new AnswersRefused('match_foreign', { question_id, option_id });
    given.set(option_id, match);
  }
  return options.flatMap(({ option_id }) =>
    given.has(option_id) ? [{ option_id, match: given.get(option_id)! }] : [],
  );
}

/** As it is answered, and graded again. */
export const partsOf = ({ option_id, given }: KeptAnswer): GivenParts => ({
  option_id,
  text: given?.text ?? null,
  value: given?.value ?? null,
  pairs: given?.pairs ?? null,
});

/** Which were chosen is the same in any order; an order is not. */
export function isSameAnswer(kind: QuestionKind, one: KeptAnswer, other: KeptAnswer): boolean {
  const ids = (answer: KeptAnswer) => (kind === 'ordering' ? answer.option_id : answer.option_id.toSorted());
  return JSON.stringify([ids(one), one.given]) === JSON.stringify([ids(other), other.given]);
}
