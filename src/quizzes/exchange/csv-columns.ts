import { OPTIONS_MAX } from '../../contract/questions.resource';

/** The columns of a file of questions, in its order; those of each option follow. */
export const CSV_COLUMNS = [
  ...(['id', 'kind', 'text', 'points', 'tags', 'skill', 'grading', 'difficulty', 'feedback', 'explanation'] as const),
] as const;
/** By hand, instead of percents: which options are right, `2` or `B`, several with a semicolon between. */
export const CSV_RIGHT = 'right';
/** In `option_n_detail` of a text that is filled in: capitals matter. */
export const CSV_CASE = 'case';

/** The last of them, where a kind needs more: of a pair the right, of a number its tolerance, of a text CSV_CASE. */
export const optionColumns = (at: number): readonly [string, string, string, string] => [
  `option_${at + 1}`,
  `option_${at + 1}_percent`,
  `option_${at + 1}_feedback`,
  `option_${at + 1}_detail`,
];
export const OPTION_PLACES = Array.from({ length: OPTIONS_MAX }, (_, at) => at);

/** What a spreadsheet would take for a formula (platform/csv.ts writes an apostrophe before it), apostrophes before it or not. */
export const GUARDED = /^'+[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;
