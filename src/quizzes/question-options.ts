/**
 * What options a question must have before it can be asked: "single exactly one right, true/false two options, multiple
 * at least one right". Right is an option worth 1; several right ones share 1 between them, or else choosing one of two
 * would earn everything (grading.ts adds up what is chosen). Of what is typed one that is accepted in full; of pairs and of
 * an order two.
 */
import { randomUUID } from 'node:crypto';
import { decimalOf } from '../contract/decimals';
import { leastOptions, OPTIONS_MAX } from '../contract/questions.resource';
import { InvalidFields } from '../platform/errors/app-error';
import { fieldError, type FieldError } from '../platform/errors/field-error';
import { comparedText } from './answer-worth';
import type { QuestionKind } from './graded-question';
import { FRACTION_SCALE } from './paper';
import type { KeptOption } from './question.entity';

export interface GivenOption {
  option_id?: string | null;
  text: string;
  /** −1 to 1. */
  fraction?: number | undefined;
  feedback?: string | null;
  match?: string | null;
  tolerance?: string | null;
  case_sensitive?: boolean | null;
}

/** What three options of 0.3333 lack of 1 is no mistake. */
const ROUNDING = 10;
const isTyped = (kind: QuestionKind): boolean => kind === 'fill_in' || kind === 'numeric';
const isPlaced = (kind: QuestionKind): boolean => kind === 'matching' || kind === 'ordering';

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
  const ofKind = { ...{ kind, makeId }, case_sensitive: given.some((option) => option.case_sensitive) };
  const options = given.map((option, at) => keptOption(option, at, ofKind));
  const shared = kind === 'multiple' ? sharedOut(options) : options;
  refuseOptions(kind, shared);
  return shared;
}

function refuseOptions(kind: QuestionKind, options: readonly KeptOption[]): void {
  const right = options.filter(({ fraction }) => fraction === FRACTION_SCALE).length;
  const reason = refusalOf(kind, options, right) ?? repeatedText(kind, options);
  if (reason) throw new InvalidFields({ options: [reason] });
}

/** What its kind has no use for is not kept. */
function keptOption(
  given: GivenOption,
  at: number,
  { kind, makeId, case_sensitive }: { kind: QuestionKind; makeId: () => string; case_sensitive: boolean },
): KeptOption {
  const worth = isPlaced(kind) ? 0 : (given.fraction ?? (isTyped(kind) ? 1 : 0));
  if (isTyped(kind) && worth < 0) refuse(at, 'fraction', fieldError('between', 'From 0 to 1.', { min: 0, max: 1 }));
  return {
    option_id: idOf(kind, given.option_id) ?? (isPlaced(kind) ? randomUUID() : makeId()),
    text: kind === 'numeric' ? numberIn(given.text, at, 'text') : textIn(kind, given.text, at),
    fraction: Math.round(worth * FRACTION_SCALE),
    feedback: given.feedback?.trim() || null,
    ...(kind === 'matching' && { match: matchIn(given.match, at) }),
    ...(kind === 'numeric' && given.tolerance?.trim() && { tolerance: toleranceIn(given.tolerance, at) }),
    ...(kind === 'fill_in' && case_sensitive && { case_sensitive }),
  };
}

/**
 * Ids of the bank count up as they are made (platform/ids.ts), and an order or pairs are typed as they are right: there
 * they are of chance, or sorting them would give the answer away. One that counts has come from another kind.
 */
const idOf = (kind: QuestionKind, option_id: string | null | undefined): string | null =>
  option_id && !(isPlaced(kind) && option_id[14] === '7') ? option_id : null;

/** Only where its partner belongs to none is there nothing. */
const textIn = (kind: QuestionKind, text: string, at: number): string =>
  kind === 'matching' ? text.trim() : text.trim() || refuse(at, 'text', fieldError('required', 'Enter text.'));

function numberIn(written: string, at: number, field: string): string {
  return decimalOf(written) ?? refuse(at, field, fieldError('number', 'Enter a number, for example 3.5.'));
}

function toleranceIn(written: string, at: number): string {
  const tolerance = numberIn(written, at, 'tolerance');
  return tolerance.startsWith('-') ? refuse(at, 'tolerance', fieldError('min', 'At least 0.', { min: 0 })) : tolerance;
}

const matchIn = (match: string | null | undefined, at: number): string =>
  match?.trim() || refuse(at, 'match', fieldError('required', 'Enter the matching text.'));

function refuse(at: number, field: string, reason: FieldError): never {
  throw new InvalidFields({ [`options.${at}.${field}`]: [reason] });
}

function refusalOf(kind: QuestionKind, options: readonly KeptOption[], right: number): FieldError | null {
  const least = leastOptions(kind);
  const counted = kind === 'matching' ? options.filter(({ text }) => text !== '') : options;
  if (counted.length < least) return fieldError('too_few', `Add at least ${least} options.`, { min: least });
  if (options.length > OPTIONS_MAX)
    return fieldError('too_many', `Add at most ${OPTIONS_MAX} options.`, { count: OPTIONS_MAX });
  if (isPlaced(kind)) return null;
  if (isTyped(kind))
    return right > 0 ? null : fieldError('right_option_missing', 'Mark at least one option as right (fraction 1).');
  if (kind === 'true_false' && options.length !== 2)
    return fieldError('two_options', 'A true or false question has exactly two options.');
  if (kind !== 'multiple')
    return right === 1 ? null : fieldError('one_right_option', 'Mark exactly one option as right (fraction 1).');
  const worth = options.reduce((sum, { fraction }) => sum + Math.max(0, fraction), 0);
  if (worth === 0) return fieldError('right_option_missing', 'Mark at least one option as right.');
  if (Math.abs(worth - FRACTION_SCALE) > ROUNDING)
    return fieldError('fractions', 'The fractions of the right options must add up to 1.');
  return null;
}

/** Of right-hand texts any may stand twice: two may belong to the same. */
function repeatedText(kind: QuestionKind, options: readonly KeptOption[]): FieldError | null {
  const said = options.filter(({ text }) => kind !== 'matching' || text !== '');
  const texts = new Set(said.map((option) => saidBy(kind, option)));
  return texts.size === said.length ? null : fieldError('same_options', 'Two options are the same.');
}

const saidBy = (kind: QuestionKind, { text, tolerance = '0', case_sensitive }: KeptOption): string =>
  kind === 'fill_in' ? comparedText(text, case_sensitive) : kind === 'numeric' ? `${text}±${tolerance}` : text;

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
      refuse(at, 'option_id', fieldError('foreign_option', 'This option does not belong to this question.'));
    if (seen.has(option_id)) refuse(at, 'option_id', fieldError('twice', 'This option was sent twice.'));
    seen.add(option_id);
  });
}
