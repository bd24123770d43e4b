/**
 * What options a question must have before it can be asked: "single exactly one right, true/false two options, multiple
 * at least one right". Right is an option worth 1; several right ones share 1 between them, or else choosing one of two
 * would earn everything (grading.ts adds up what is chosen).
 */
import { OPTIONS_MAX, OPTIONS_MIN } from '../contract/questions.resource';
import { InvalidFields } from '../platform/errors/app-error';
import type { QuestionKind } from './grading';
import { FRACTION_SCALE } from './paper';
import type { KeptOption } from './question.entity';
import { fieldError, type FieldError } from '../platform/errors/field-error';

export interface GivenOption {
  option_id?: string | null;
  text: string;
  /** −1 to 1. */
  fraction: number;
  feedback?: string | null;
}

/** What three options of 0.3333 lack of 1 is no mistake. */
const ROUNDING = 10;

/**
 * @param known the options the question has now: only their ids may be sent back
 * @throws InvalidFields naming `options` or `options.<n>`
 */
export function keptOptions(
  kind: QuestionKind,
  given: readonly GivenOption[],
  known: readonly KeptOption[],
  makeId: () => string,
): KeptOption[] {
  refuseBadIds(given, known);
  const options = given.map((option) => ({
    option_id: option.option_id ?? makeId(),
    text: option.text.trim(),
    fraction: Math.round(option.fraction * FRACTION_SCALE),
    feedback: option.feedback?.trim() || null,
  }));
  const shared = kind === 'multiple' ? sharedOut(options) : options;
  refuseOptions(kind, shared);
  return shared;
}

/** The same rules for options that stay while the question's kind changes. */
export function refuseOptions(kind: QuestionKind, options: readonly KeptOption[]): void {
  const right = options.filter(({ fraction }) => fraction === FRACTION_SCALE).length;
  const reason = refusalOf(kind, options, right) ?? repeatedText(options);
  if (reason) throw new InvalidFields({ options: [reason] });
}

function refusalOf(kind: QuestionKind, options: readonly KeptOption[], right: number): FieldError | null {
  if (options.length < OPTIONS_MIN)
    return fieldError('too_few', `Give at least ${OPTIONS_MIN} options.`, { min: OPTIONS_MIN });
  if (options.length > OPTIONS_MAX)
    return fieldError('too_many', `Give at most ${OPTIONS_MAX} options.`, { count: OPTIONS_MAX });
  if (kind === 'true_false' && options.length !== 2)
    return fieldError('two_options', 'True or false has exactly two options.');
  if (kind !== 'multiple')
    return right === 1 ? null : fieldError('one_right_option', 'Mark exactly one option as right (fraction 1).');
  const worth = options.reduce((sum, { fraction }) => sum + Math.max(0, fraction), 0);
  if (worth === 0) return fieldError('right_option_missing', 'Mark at least one option as right.');
  if (Math.abs(worth - FRACTION_SCALE) > ROUNDING)
    return fieldError('fractions', 'The fractions of the right options must add up to 1.');
  return null;
}

function repeatedText(options: readonly KeptOption[]): FieldError | null {
  const texts = new Set(options.map(({ text }) => text));
  return texts.size === options.length ? null : fieldError('same_options', 'Two options say the same.');
}

/** Several options marked simply as right (1 each) share the point equally. */
function sharedOut(options: readonly KeptOption[]): KeptOption[] {
  const right = options.filter(({ fraction }) => fraction > 0);
  if (right.length < 2 || right.some(({ fraction }) => fraction !== FRACTION_SCALE)) return [...options];
  const share = Math.round(FRACTION_SCALE / right.length);
  return options.map((option) => (option.fraction > 0 ? { ...option, fraction: share } : option));
}

function refuseBadIds(given: readonly GivenOption[], known: readonly KeptOption[]): void {
  const own = new Set(known.map(({ option_id }) => option_id));
  const seen = new Set<string>();
  given.forEach(({ option_id }, at) => {
    if (!option_id) return;
    if (!own.has(option_id))
      throw new InvalidFields({
        [`options.${at}.option_id`]: [fieldError('foreign_option', 'This option is not of this question.')],
      });
    if (seen.has(option_id))
      throw new InvalidFields({ [`options.${at}.option_id`]: [fieldError('twice', 'This option is given twice.')] });
    seen.add(option_id);
  });
}
