import type { FieldErrorCode } from './field-errors';
import type { QUESTION_KIND_CHOICES, QuestionOptionRow } from './questions.resource';

/** What questions are read from; Aiken can say too little to be written. */
export const IMPORT_FORMATS = ['gift', 'aiken', 'xml', 'csv'] as const;
export const EXCHANGE_FORMATS = ['csv', 'gift', 'xml'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];
export type ExchangeFormat = (typeof EXCHANGE_FORMATS)[number];

export const EXCHANGE_TYPES = {
  csv: 'text/csv; charset=utf-8',
  gift: 'text/plain; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
} as const satisfies Readonly<Record<ExchangeFormat, string>>;

/** Of one file, read or written: what is written can be read again. */
export const EXCHANGE_QUESTIONS_MAX = 2_000;
export const EXCHANGE_BYTES_MAX = 5_000_000;
/** Longer than anything that fits in the bank, every letter of it escaped. */
export const QUESTION_LENGTH_MAX = 250_000;
/** As many are listed in an answer; all are counted. */
export const PROBLEMS_TOLD = 200;
export const QUESTIONS_SHOWN = 50;

/** Why something in a file is no question of the bank: code → facts. What a field may not be is said by its `FieldErrorCode`. */
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
  /** Of the file, from 1. */
  readonly line: number;
  /** Which part of the question it is, as the API names it: `options.2.text`. */
  readonly field: string | null;
  readonly code: ExchangeProblemCode | FieldErrorCode;
  readonly facts: Readonly<Record<string, string | number | readonly (string | number)[]>>;
  /** English; code and facts are what any other language is made of. */
  readonly message: string;
}

/**
 * new: it is created. unchanged: the bank has it, and it says the same. different: the bank has it, and something beside its
 * text and options, or behind its id, differs: it stays as it is. repeated: it stands further up in the file.
 */
export const EXCHANGE_STATES = ['new', 'unchanged', 'different', 'repeated'] as const;
export type ExchangeState = (typeof EXCHANGE_STATES)[number];

export interface ExchangedRow {
  readonly line: number;
  readonly state: ExchangeState;
  readonly kind: (typeof QUESTION_KIND_CHOICES)[number];
  readonly text: string;
  readonly points: number;
  /** `fraction`: −1 to 1. */
  readonly options: readonly Pick<QuestionOptionRow, 'text' | 'fraction' | 'match' | 'tolerance'>[];
}

/** What an import did, or would do. */
export interface ImportAnswer {
  /** null: nobody knows. */
  readonly format: ImportFormat | null;
  readonly dry_run: boolean;
  /** Questions that can be read. */
  readonly found: number;
  /** Of them, those that are new: created, or of a dry run to be created. */
  readonly created: number;
  readonly unchanged: number;
  readonly different: number;
  readonly repeated: number;
  readonly problems_total: number;
  /** The first of them, by their lines. While there is one, nothing is created. */
  readonly problems: readonly ExchangeProblem[];
  /** The first of those that can be read, in the order of the file. */
  readonly questions: readonly ExchangedRow[];
}
