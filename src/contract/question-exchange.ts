import type { FieldErrorCode } from './field-errors';
import type { QUESTION_KIND_CHOICES, QuestionOptionRow } from './questions.resource';

/** Aiken is read only: it cannot represent every question. */
export const IMPORT_FORMATS = ['gift', 'aiken', 'xml', 'csv'] as const;
export const EXCHANGE_FORMATS = ['csv', 'gift', 'xml'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];
export type ExchangeFormat = (typeof EXCHANGE_FORMATS)[number];

export const EXCHANGE_CONTENT_TYPES = {
  csv: 'text/csv; charset=utf-8',
  gift: 'text/plain; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
} as const satisfies Readonly<Record<ExchangeFormat, string>>;

/** Limits per file, for import and export, so that every export can be imported again. */
export const EXCHANGE_QUESTIONS_MAX = 2_000;
export const EXCHANGE_BYTES_MAX = 5_000_000;
/** Longer than any valid question, even with every character escaped. */
export const QUESTION_LENGTH_MAX = 250_000;
/** Maximum listed in a response; all are counted. */
export const EXCHANGE_PROBLEMS_LISTED_MAX = 200;
export const EXCHANGE_QUESTIONS_LISTED_MAX = 50;

/** Reasons why an entry of a file is not a valid question: code → facts. Invalid fields use a `FieldErrorCode`. */
export const EXCHANGE_PROBLEMS = {
  no_questions: [],
  too_many_questions: ['limit'],
  question_too_long: ['limit'],
  format_unknown: [],
  not_utf8: [],
  doctype: [],
  xml_broken: [],
  not_moodle: [],
  gift_syntax: [],
  answer_missing: [],
  answer_unknown: ['answer'],
  kind_not_supported: ['kind'],
  several_right: [],
  has_wildcard: [],
  has_units: [],
  has_media: [],
  skill_unknown: ['skill'],
  not_a_number: ['column', 'value'],
  column_missing: ['column'],
  quote_open: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type ExchangeProblemCode = keyof typeof EXCHANGE_PROBLEMS;

export interface ExchangeProblem {
  /** Line of the file, from 1. */
  readonly line: number;
  /** Path in the question as in the API: `options.2.text`. */
  readonly field: string | null;
  readonly code: ExchangeProblemCode | FieldErrorCode;
  readonly facts: Readonly<Record<string, string | number | readonly (string | number)[]>>;
  /** English; translations use code and facts. */
  readonly message: string;
}

/**
 * new: will be created. unchanged: identical in the bank. different: in the bank with other details; it stays
 * unchanged. repeated: already earlier in the file.
 */
export const EXCHANGE_STATES = ['new', 'unchanged', 'different', 'repeated'] as const;
export type ExchangeState = (typeof EXCHANGE_STATES)[number];

export interface ExchangeQuestionRow {
  readonly line: number;
  readonly state: ExchangeState;
  readonly kind: (typeof QUESTION_KIND_CHOICES)[number];
  readonly text: string;
  readonly points: number;
  readonly options: readonly Pick<QuestionOptionRow, 'text' | 'fraction' | 'match' | 'tolerance'>[];
}

/** Result of an import or of a dry run. */
export interface QuestionImportResponse {
  /** null: unknown. */
  readonly format: ImportFormat | null;
  readonly dry_run: boolean;
  /** Valid questions. */
  readonly found: number;
  /** New questions: created, or to be created after a dry run. */
  readonly created: number;
  readonly unchanged: number;
  readonly different: number;
  readonly repeated: number;
  readonly problems_total: number;
  /** The first problems by line. Nothing is created while there is one. */
  readonly problems: readonly ExchangeProblem[];
  /** The first valid questions in file order. */
  readonly questions: readonly ExchangeQuestionRow[];
}
