/**
 * Validates the options of a question. single: exactly one right; true_false: two options, one right; multiple: at
 * least one right, and the fractions of right options add up to 1, because grading.ts sums what is ticked. Typed
 * answers need one accepted in full; pairs and orders need two entries.
 */
import { randomUUID } from 'node:crypto';
import { parseDecimal } from '../../contract/decimals';
import { minimumOptionCount, OPTIONS_MAX } from '../../contract/questions.resource';
import { InvalidFieldsError } from '../../common/errors/app-error';
import { fieldError, type FieldError } from '../../common/errors/field-error';
import { normalizeAnswerText } from './answer-scoring';
import type { QuestionKind } from './graded-question';
import { FRACTION_SCALE } from './paper';
import type { StoredOption } from './question.entity';

export interface OptionInput {
  option_id?: string | null;
  text: string;
  /** −1 to 1. */
  fraction?: number | undefined;
  feedback?: string | null;
  match?: string | null;
  tolerance?: string | null;
  case_sensitive?: boolean | null;
}

/** Tolerance in ten-thousandths: three options of 0.3333 add up to 0.9999. */
const ROUNDING_TOLERANCE = 10;
const isTyped = (kind: QuestionKind): boolean => kind === 'fill_in' || kind === 'numeric';
const isPositional = (kind: QuestionKind): boolean => kind === 'matching' || kind === 'ordering';

/** @param currentOptions only their ids may be sent back @throws InvalidFieldsError */
export function toStoredOptions(
  kind: QuestionKind,
  inputs: readonly OptionInput[],
  currentOptions: readonly StoredOption[],
  makeId: () => string,
): StoredOption[] {
  validateOptionIds(inputs, currentOptions);
  const context = { kind, makeId, case_sensitive: inputs.some((option) => option.case_sensitive) };
  const options = inputs.map((option, at) => toStoredOption(option, at, context));
  const sharedOptions = kind === 'multiple' ? shareFractions(options) : options;
  validateOptions(kind, sharedOptions);
  return sharedOptions;
}

function validateOptions(kind: QuestionKind, options: readonly StoredOption[]): void {
  const right = options.filter(({ fraction }) => fraction === FRACTION_SCALE).length;
  const reason = findOptionsError(kind, options, right) ?? findRepeatedOption(kind, options);
  if (reason) throw new InvalidFieldsError({ options: [reason] });
}

/** Drops properties that the kind does not use. */
function toStoredOption(
  input: OptionInput,
  at: number,
  { kind, makeId, case_sensitive }: { kind: QuestionKind; makeId: () => string; case_sensitive: boolean },
): StoredOption {
  const fraction = isPositional(kind) ? 0 : (input.fraction ?? (isTyped(kind) ? 1 : 0));
  if (isTyped(kind) && fraction < 0) reject(at, 'fraction', fieldError('between', 'From 0 to 1.', { min: 0, max: 1 }));
  return {
    option_id: reusableId(kind, input.option_id) ?? (isPositional(kind) ? randomUUID() : makeId()),
    text: kind === 'numeric' ? requireDecimal(input.text, at, 'text') : parseText(kind, input.text, at),
    fraction: Math.round(fraction * FRACTION_SCALE),
    feedback: input.feedback?.trim() || null,
    ...(kind === 'matching' && { match: parseMatch(input.match, at) }),
    ...(kind === 'numeric' && input.tolerance?.trim() && { tolerance: parseTolerance(input.tolerance, at) }),
    ...(kind === 'fill_in' && case_sensitive && { case_sensitive }),
  };
}

/**
 * Ids of the bank increase with time (common/ids.ts), and orders and pairs are entered in the right order. Their
 * options get random ids, or sorting by id would reveal the answer. A time-ordered id comes from another kind and is
 * replaced.
 */
const reusableId = (kind: QuestionKind, option_id: string | null | undefined): string | null =>
  option_id && !(isPositional(kind) && option_id[14] === '7') ? option_id : null;

/** Empty only for a right text without a partner. */
const parseText = (kind: QuestionKind, text: string, at: number): string =>
  kind === 'matching' ? text.trim() : text.trim() || reject(at, 'text', fieldError('required', 'Enter text.'));

function requireDecimal(input: string, at: number, field: string): string {
  return parseDecimal(input) ?? reject(at, field, fieldError('number', 'Enter a number, for example 3.5.'));
}

function parseTolerance(input: string, at: number): string {
  const tolerance = requireDecimal(input, at, 'tolerance');
  return tolerance.startsWith('-') ? reject(at, 'tolerance', fieldError('min', 'At least 0.', { min: 0 })) : tolerance;
}

const parseMatch = (match: string | null | undefined, at: number): string =>
  match?.trim() || reject(at, 'match', fieldError('required', 'Enter the matching text.'));

function reject(at: number, field: string, reason: FieldError): never {
  throw new InvalidFieldsError({ [`options.${at}.${field}`]: [reason] });
}

function findOptionsError(kind: QuestionKind, options: readonly StoredOption[], right: number): FieldError | null {
  const least = minimumOptionCount(kind);
  const countedOptions = kind === 'matching' ? options.filter(({ text }) => text !== '') : options;
  if (countedOptions.length < least) return fieldError('too_few', `Add at least ${least} options.`, { min: least });
  if (options.length > OPTIONS_MAX)
    return fieldError('too_many', `Add at most ${OPTIONS_MAX} options.`, { count: OPTIONS_MAX });
  if (isPositional(kind)) return null;
  if (isTyped(kind))
    return right > 0 ? null : fieldError('right_option_missing', 'Mark at least one option as right (fraction 1).');
  if (kind === 'true_false' && options.length !== 2)
    return fieldError('two_options', 'A true or false question has exactly two options.');
  if (kind !== 'multiple')
    return right === 1 ? null : fieldError('one_right_option', 'Mark exactly one option as right (fraction 1).');
  const total = options.reduce((sum, { fraction }) => sum + Math.max(0, fraction), 0);
  if (total === 0) return fieldError('right_option_missing', 'Mark at least one option as right.');
  if (Math.abs(total - FRACTION_SCALE) > ROUNDING_TOLERANCE)
    return fieldError('fractions', 'The fractions of the right options must add up to 1.');
  return null;
}

/** Right-hand texts may repeat: two left texts may belong to the same. */
function findRepeatedOption(kind: QuestionKind, options: readonly StoredOption[]): FieldError | null {
  const comparedOptions = options.filter(({ text }) => kind !== 'matching' || text !== '');
  const texts = new Set(comparedOptions.map((option) => comparisonKey(kind, option)));
  return texts.size === comparedOptions.length ? null : fieldError('same_options', 'Two options are the same.');
}

const comparisonKey = (kind: QuestionKind, { text, tolerance = '0', case_sensitive }: StoredOption): string =>
  kind === 'fill_in' ? normalizeAnswerText(text, case_sensitive) : kind === 'numeric' ? `${text}±${tolerance}` : text;

/** Several options marked simply as right (1 each) share the point equally. */
function shareFractions(options: readonly StoredOption[]): StoredOption[] {
  const right = options.filter(({ fraction }) => fraction > 0);
  if (right.length < 2 || right.some(({ fraction }) => fraction !== FRACTION_SCALE)) return [...options];
  const share = Math.round(FRACTION_SCALE / right.length);
  return options.map((option) => (option.fraction > 0 ? { ...option, fraction: share } : option));
}

function validateOptionIds(inputs: readonly OptionInput[], currentOptions: readonly StoredOption[]): void {
  const currentIds = new Set(currentOptions.map(({ option_id }) => option_id));
  const usedIds = new Set<string>();
  inputs.forEach(({ option_id }, at) => {
    if (!option_id) return;
    if (!currentIds.has(option_id))
      reject(at, 'option_id', fieldError('foreign_option', 'This option does not belong to this question.'));
    if (usedIds.has(option_id)) reject(at, 'option_id', fieldError('twice', 'This option was sent twice.'));
    usedIds.add(option_id);
  });
}
