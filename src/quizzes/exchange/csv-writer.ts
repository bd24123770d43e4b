import { OPTIONS_MIN, type QuestionOptionRow } from '../../contract/questions.resource';
import { csvLines, type CsvFormat, type CsvValue } from '../../platform/csv';
import { CSV_CASE, CSV_COLUMNS, GUARDED, optionColumns, OPTION_PLACES } from './csv-columns';
import { percentOf, plainText, type ExchangedOption, type ExchangedQuestion } from './exchanged';

/** How many options the question with the most has, and whether any says more than what it is worth. */
export interface CsvWidth {
  readonly options: number;
  readonly details: boolean;
}
export const NARROWEST: CsvWidth = { options: OPTIONS_MIN, details: false };

type Detailed = Pick<QuestionOptionRow, 'match' | 'tolerance' | 'case_sensitive'>;
export const widened = (width: CsvWidth, some: readonly { options: readonly Detailed[] }[]): CsvWidth => ({
  options: Math.max(width.options, ...some.map(({ options }) => options.length)),
  details:
    width.details ||
    some.some(({ options }) => options.some((one) => one.match || one.tolerance || one.case_sensitive)),
});

const columnsAt = (at: number, { details }: CsvWidth): readonly string[] =>
  optionColumns(at).slice(0, details ? undefined : -1);

/** The heads. */
export const csvHead = (width: CsvWidth, format?: CsvFormat): string =>
  csvLines([[...CSV_COLUMNS, ...OPTION_PLACES.slice(0, width.options).flatMap((at) => columnsAt(at, width))]], format);

/** One line each: everything that a question is. */
export const csvOf = (questions: readonly ExchangedQuestion[], width: CsvWidth, format?: CsvFormat): string =>
  questions.length
    ? csvLines(
        questions.map((question) => rowOf(question, width, format)),
        format,
      )
    : '';

function rowOf(question: ExchangedQuestion, width: CsvWidth, format?: CsvFormat): CsvValue[] {
  // A spreadsheet of decimal commas would take 3.5 for a day in May.
  const isComma = question.kind === 'numeric' && format?.decimal === ',';
  const decimalOf = (text: string) => (isComma ? text.replace('.', ',') : text);
  const own = CSV_COLUMNS.map((name) => cellOf(question[name]));
  const given = OPTION_PLACES.slice(0, width.options).flatMap((at) => {
    const cells = cellsOf(question.options[at], decimalOf);
    return width.details ? cells : cells.slice(0, -1);
  });
  return [...own, ...given];
}

function cellsOf(option: ExchangedOption | undefined, decimalOf: (text: string) => string): CsvValue[] {
  if (!option) return ['', '', '', ''];
  const { text, fraction, feedback, match, tolerance, case_sensitive } = option;
  const detail = match ?? (tolerance && decimalOf(tolerance)) ?? (case_sensitive ? CSV_CASE : '');
  return [cellOf(decimalOf(text)), Number(percentOf(fraction)), cellOf(feedback), cellOf(detail)];
}

/** One apostrophe is taken off when it is read: a text that has its own gets another. */
function cellOf(value: string | number | null): CsvValue {
  if (typeof value !== 'string') return value;
  const text = plainText(value);
  return GUARDED.test(text) ? `'${text}` : text;
}
