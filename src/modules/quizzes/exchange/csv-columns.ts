import { OPTIONS_MAX } from '../../../contract/questions.resource';

/** Columns of the CSV format; the columns of the options follow. */
export const CSV_COLUMNS = [
  ...(['id', 'kind', 'text', 'points', 'tags', 'skill', 'grading', 'difficulty', 'feedback', 'explanation'] as const),
] as const;
/** For files written by hand, instead of percents: the right options, `2` or `B`, several separated by semicolons. */
export const CSV_RIGHT = 'right';
/** Value of `option_n_detail` for a case-sensitive fill-in text. */
export const CSV_CASE = 'case';

/** The last column depends on the kind: right text of a pair, tolerance of a number, or CSV_CASE. */
export const optionColumns = (at: number): readonly [string, string, string, string] => [
  `option_${at + 1}`,
  `option_${at + 1}_percent`,
  `option_${at + 1}_feedback`,
  `option_${at + 1}_detail`,
];
export const OPTION_INDEXES = Array.from({ length: OPTIONS_MAX }, (_, at) => at);

/** Text that a spreadsheet would read as a formula, also after apostrophes (common/csv.ts adds one). */
export const FORMULA_GUARD = /^'+[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;
