/**
 * The neutral form of imported and exported questions. This folder only converts text to questions and back, without
 * database or clock. Readers are generators, so that other requests run while a long file is read.
 */
import type { ExchangeProblem, ExchangeProblemCode } from '../../../contract/question-exchange';
import { EXCHANGE_QUESTIONS_MAX, QUESTION_LENGTH_MAX } from '../../../contract/question-exchange';
import type { QuestionKind } from '../graded-question';

export interface ExchangedOption {
  text: string;
  /** −1 to 1, four decimals. */
  fraction: number;
  feedback: string | null;
  /** matching: the right side of the pair; without a left text it is a distractor. */
  match?: string;
  /** numeric: a decimal. */
  tolerance?: string;
  /** fill_in: the same for all options. */
  case_sensitive?: boolean;
}
export interface ExchangedQuestion {
  /** First line in the file, from 1. */
  line: number;
  /** Id in the exporting system. */
  id: string | null;
  kind: QuestionKind;
  text: string;
  points: number;
  /** Separated by commas. */
  tags: string | null;
  /** Code of the skill. */
  skill: string | null;
  /** multiple only; default for other kinds. */
  grading: string;
  /** easy, medium or hard. */
  difficulty: string | null;
  feedback: string | null;
  explanation: string | null;
  options: ExchangedOption[];
}
export const DEFAULT_GRADING = 'wrong_ticks_cost';
/** Question type of a Moodle plugin: exactly the right options must be ticked. */
export const MOODLE_ALL_OR_NOTHING = 'multichoiceset';
export type ReadResult = ExchangedQuestion | ExchangeProblem;
export type ReadResults = Generator<ReadResult | null>;
/** Labels of true and false. */
export type TruthLabels = readonly [string, string];

export const isProblem = (result: ReadResult): result is ExchangeProblem => 'code' in result;

type Facts = ExchangeProblem['facts'];

const MESSAGES: Readonly<Record<ExchangeProblemCode, (facts: Facts) => string>> = {
  no_questions: () => 'There are no questions in this file.',
  too_many_questions: ({ limit }) => `An import can have up to ${String(limit)} questions. Split the file.`,
  question_too_long: ({ limit }) => `This question is longer than ${String(limit)} characters. Shorten it.`,
  format_unknown: () => 'This is not GIFT, Aiken, Moodle XML or CSV. Choose the format, or check the file.',
  not_utf8: () => 'This is not UTF-8 text. Save the file as UTF-8 and send it again.',
  doctype: () => 'Files with a DOCTYPE cannot be imported. Remove that line, or export the file again.',
  xml_broken: () => 'The XML is broken here: a tag is not closed, or closed in the wrong order.',
  not_moodle: () => 'This is XML, but not Moodle’s: its first tag must be <quiz>.',
  gift_syntax: () => 'This is not a valid GIFT question. Check its braces, and that = or ~ comes before each answer.',
  answer_missing: () => 'The line “ANSWER:” with the letter of the right option is missing.',
  answer_unknown: ({ answer }) => `The right answer “${String(answer)}” is not among the options.`,
  kind_not_supported: ({ kind }) =>
    `${String(kind)} questions are not supported yet. Leave it out, or give it options to choose from.`,
  several_right: () => 'Several answers are marked with =. Give each its share instead, for example ~%50%.',
  has_wildcard: () => 'An asterisk here matches any text, so near misses would pass. Write out each accepted answer.',
  has_units: () => 'Units are not graded. Ask for the number in one unit, and remove the units.',
  has_media: () => 'This contains an image, sound or video, which questions do not support. Describe it in words.',
  skill_unknown: ({ skill }) => `There is no skill with the code “${String(skill)}”. Create it, or leave the code out.`,
  not_a_number: ({ column, value }) => `“${String(value)}” in the column ${String(column)} is not a number.`,
  column_missing: ({ column }) =>
    `The column “${String(column)}” is missing. The first line of the file names the columns.`,
  quote_open: () => 'A quotation mark is opened here but never closed.',
};

export function problem(line: number, code: ExchangeProblemCode, facts: Facts = {}): ExchangeProblem {
  return { line, field: null, code, facts, message: MESSAGES[code](facts) };
}
export const tooLong = (line: number): ExchangeProblem =>
  problem(line, 'question_too_long', { limit: QUESTION_LENGTH_MAX });
export const tooMany = (line: number): ExchangeProblem =>
  problem(line, 'too_many_questions', { limit: EXCHANGE_QUESTIONS_MAX });

/** Normalizes line breaks and trims, for storage and comparison. */
export const normalizeLineBreaks = (text: string): string => text.replace(/\r\n?/g, '\n').trim();
export const normalizeOrNull = (text: string | null | undefined): string | null =>
  normalizeLineBreaks(text ?? '') || null;

/** From percent to −1…1 with four decimals. */
export const fractionFromPercent = (percent: number): number => Math.round(percent * 100) / 10_000;

export const splitTags = (tags: string | null): string[] =>
  (tags ?? '')
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);
export const joinTags = (tags: readonly string[]): string | null => splitTags(tags.join(',')).join(', ') || null;

/** The only fractions that Moodle accepts, with five decimals. */
const MOODLE_FRACTIONS = [3, 6, 7, 9].flatMap((parts) =>
  Array.from({ length: parts - 1 }, (_, at) => (at + 1) / parts),
);

/** Percent in the precision of other systems: the stored 0.3333 becomes 33.33333. */
export function formatPercent(fraction: number): string {
  const share = MOODLE_FRACTIONS.find((one) => Math.abs(one - Math.abs(fraction)) < 0.00005);
  const percent = share === undefined ? Math.round(fraction * 10_000) / 100 : Math.sign(fraction) * share * 100;
  return String(Number(percent.toFixed(5)));
}

/** An unescaped asterisk is a wildcard in Moodle. */
export const escapeWildcards = (text: string): string => text.replaceAll('*', '\\*');
/** @returns null if the text contains a wildcard */
export const unescapeWildcards = (text: string): string | null =>
  /(?<!\\)\*/.test(text) ? null : text.replaceAll('\\*', '*');

/** Whether the two options are the labels true and false, in this order, of any language. */
export const hasTruthLabels = ({ kind, options }: ExchangedQuestion, labels: readonly TruthLabels[]): boolean =>
  kind === 'true_false' &&
  options.length === 2 &&
  options.some(({ fraction }) => fraction === 1) &&
  options.every(({ fraction }) => fraction === 0 || fraction === 1) &&
  labels.some(([yes, no]) => options[0]!.text === yes && options[1]!.text === no);
