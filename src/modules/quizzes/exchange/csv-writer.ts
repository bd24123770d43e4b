import { OPTIONS_MIN, type QuestionOptionRow } from '../../../contract/questions.resource';
import { formatCsvRows, type CsvFormat, type CsvValue } from '../../../common/csv';
import { CSV_CASE, CSV_COLUMNS, FORMULA_GUARD, optionColumns, OPTION_INDEXES } from './csv-columns';
import { formatPercent, normalizeLineBreaks, type ExchangedOption, type ExchangedQuestion } from './exchanged-question';

/** Column layout: the highest number of options, and whether any option needs the detail column. */
export interface CsvWidth {
  readonly options: number;
  readonly details: boolean;
}
export const MIN_WIDTH: CsvWidth = { options: OPTIONS_MIN, details: false };

type OptionDetails = Pick<QuestionOptionRow, 'match' | 'tolerance' | 'case_sensitive'>;
export const widen = (width: CsvWidth, questions: readonly { options: readonly OptionDetails[] }[]): CsvWidth => ({
  options: Math.max(width.options, ...questions.map(({ options }) => options.length)),
  details:
    width.details ||
    questions.some(({ options }) => options.some((one) => one.match || one.tolerance || one.case_sensitive)),
});

const optionColumnsAt = (at: number, { details }: CsvWidth): readonly string[] =>
  optionColumns(at).slice(0, details ? undefined : -1);

export const writeCsvHeader = (width: CsvWidth, format?: CsvFormat): string =>
  formatCsvRows(
    [[...CSV_COLUMNS, ...OPTION_INDEXES.slice(0, width.options).flatMap((at) => optionColumnsAt(at, width))]],
    format,
  );

/** One line per question with all its fields. */
export const writeCsvRows = (questions: readonly ExchangedQuestion[], width: CsvWidth, format?: CsvFormat): string =>
  questions.length
    ? formatCsvRows(
        questions.map((question) => toRow(question, width, format)),
        format,
      )
    : '';

function toRow(question: ExchangedQuestion, width: CsvWidth, format?: CsvFormat): CsvValue[] {
  // Spreadsheets with decimal commas would read 3.5 as a date.
  const usesDecimalComma = question.kind === 'numeric' && format?.decimal === ',';
  const formatDecimal = (text: string) => (usesDecimalComma ? text.replace('.', ',') : text);
  const questionCells = CSV_COLUMNS.map((name) => toCell(question[name]));
  const optionCells = OPTION_INDEXES.slice(0, width.options).flatMap((at) => {
    const cells = toOptionCells(question.options[at], formatDecimal);
    return width.details ? cells : cells.slice(0, -1);
  });
  return [...questionCells, ...optionCells];
}

function toOptionCells(option: ExchangedOption | undefined, formatDecimal: (text: string) => string): CsvValue[] {
  if (!option) return ['', '', '', ''];
  const { text, fraction, feedback, match, tolerance, case_sensitive } = option;
  const detail = match ?? (tolerance && formatDecimal(tolerance)) ?? (case_sensitive ? CSV_CASE : '');
  return [toCell(formatDecimal(text)), Number(formatPercent(fraction)), toCell(feedback), toCell(detail)];
}

/** The reader removes one apostrophe, so a text that starts with one gets another. */
function toCell(value: string | number | null): CsvValue {
  if (typeof value !== 'string') return value;
  const text = normalizeLineBreaks(value);
  return FORMULA_GUARD.test(text) ? `'${text}` : text;
}
