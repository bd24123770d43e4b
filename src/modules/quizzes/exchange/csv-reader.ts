/** CSV format: one question per line with its options in columns, written by hand or by csv-writer.ts. */
import { toAsciiNumber } from '../../../contract/digits';
import { EXCHANGE_QUESTIONS_MAX, QUESTION_LENGTH_MAX, type ExchangeProblem } from '../../../contract/question-exchange';
import { QUESTION_KIND_CHOICES } from '../../../contract/questions.resource';
import type { QuestionKind } from '../graded-question';
import { CSV_CASE, CSV_RIGHT, FORMULA_GUARD, optionColumns, OPTION_INDEXES } from './csv-columns';
import { parseCsvRecords, UnclosedQuoteError, type CsvRecord } from './csv-records';
import {
  DEFAULT_GRADING,
  fractionFromPercent,
  isProblem,
  joinTags,
  normalizeLineBreaks,
  problem,
  normalizeOrNull,
  tooLong,
  tooMany,
  type ExchangedOption,
  type ReadResult,
  type ReadResults,
  type TruthLabels,
} from './exchanged-question';

type CellReader = (column: string) => string;

/** @param labels for true/false questions without options */
export function* readCsv(text: string, labels: TruthLabels): ReadResults {
  let [count, columnIndexes] = [0, new Map<string, number>()];
  try {
    for (const record of parseCsvRecords(text.replace(/^\uFEFF/, ''))) {
      if (columnIndexes.size === 0) {
        columnIndexes = new Map(record.cells.map((cell, at) => [normalizeHeader(cell), at]));
        const missing = ['text', optionColumns(0)[0]].find((column) => !columnIndexes.has(column));
        if (missing) return yield problem(record.line, 'column_missing', { column: missing });
        continue;
      }
      const result = readRow(record, columnIndexes, labels);
      if (!isProblem(result) && ++count > EXCHANGE_QUESTIONS_MAX) return yield tooMany(result.line);
      yield result;
    }
  } catch (error) {
    if (!(error instanceof UnclosedQuoteError)) throw error;
    yield problem(error.line, 'quote_open');
  }
}

/** Whether the first line has the column names of a question file. */
export function isQuestionTable(text: string): boolean {
  try {
    const [head] = parseCsvRecords(text.replace(/^\uFEFF/, ''));
    return head?.cells.map(normalizeHeader).includes('text') === true && head.cells.length > 2;
  } catch {
    return false;
  }
}

const normalizeHeader = (cell: string): string => cell.trim().toLowerCase().replaceAll(' ', '_');

function readRow(
  { line, cells }: CsvRecord,
  columnIndexes: ReadonlyMap<string, number>,
  labels: TruthLabels,
): ReadResult {
  if (cells.reduce((sum, cell) => sum + cell.length, 0) > QUESTION_LENGTH_MAX) return tooLong(line);
  const cell: CellReader = (column) => {
    const text = normalizeLineBreaks(cells[columnIndexes.get(column) ?? -1] ?? '');
    return FORMULA_GUARD.test(text) ? text.slice(1) : text;
  };
  const kindCell = cell('kind');
  const knownKind = QUESTION_KIND_CHOICES.find((kind) => kind === kindCell.toLowerCase());
  if (kindCell && !knownKind) return problem(line, 'kind_not_supported', { kind: kindCell.slice(0, 40) });
  const points = parseNumber(line, 'points', cell('points') || '1');
  if (typeof points !== 'number') return points;
  const options =
    knownKind && DETAILED_KINDS.has(knownKind)
      ? readDetailedOptions(line, knownKind, cell)
      : readChoiceOptions(line, cell, knownKind === 'true_false' ? labels : null);
  if ('code' in options) return options;
  const right = options.filter(({ fraction }) => fraction > 0).length;
  return {
    line,
    id: normalizeOrNull(cell('id')),
    kind: knownKind ?? (right > 1 ? 'multiple' : 'single'),
    text: cell('text'),
    points,
    tags: joinTags([cell('tags')]),
    skill: normalizeOrNull(cell('skill')),
    grading: cell('grading').toLowerCase() || DEFAULT_GRADING,
    difficulty: normalizeOrNull(cell('difficulty').toLowerCase()),
    feedback: normalizeOrNull(cell('feedback')),
    explanation: normalizeOrNull(cell('explanation')),
    options,
  };
}

const DETAILED_KINDS: ReadonlySet<QuestionKind> = new Set<QuestionKind>(['fill_in', 'numeric', 'matching', 'ordering']);

/** Without percents, each accepted text or value has the full fraction. */
function readDetailedOptions(line: number, kind: QuestionKind, cell: CellReader): ExchangedOption[] | ExchangeProblem {
  const isTyped = kind === 'fill_in' || kind === 'numeric';
  const options: ExchangedOption[] = [];
  for (const at of OPTION_INDEXES) {
    const [textColumn, percentColumn, feedback, detailColumn] = optionColumns(at);
    const [text, detail] = [cell(textColumn), cell(detailColumn)];
    if (!text && !detail) continue;
    const number = isTyped ? parseNumber(line, percentColumn, cell(percentColumn) || '100') : 0;
    if (typeof number !== 'number') return number;
    options.push({
      text,
      fraction: fractionFromPercent(number),
      feedback: normalizeOrNull(cell(feedback)),
      ...(kind === 'matching' && { match: detail }),
      ...(kind === 'numeric' && detail && { tolerance: detail }),
      ...(kind === 'fill_in' && detail.toLowerCase() === CSV_CASE && { case_sensitive: true }),
    });
  }
  return options;
}

function readChoiceOptions(
  line: number,
  cell: CellReader,
  labels: TruthLabels | null,
): ExchangedOption[] | ExchangeProblem {
  const options: (ExchangedOption & { letter: string; position: string })[] = [];
  let hasPercent = false;
  for (const at of OPTION_INDEXES) {
    const [textColumn, percentColumn, feedback] = optionColumns(at);
    const text = cell(textColumn);
    const percentCell = cell(percentColumn);
    if (!text && !percentCell) continue;
    const number = parseNumber(line, percentColumn, percentCell || '0');
    if (typeof number !== 'number') return number;
    hasPercent ||= percentCell !== '';
    const [letter, position] = [String.fromCharCode(65 + at), String(at + 1)];
    options.push({
      text,
      fraction: fractionFromPercent(number),
      feedback: normalizeOrNull(cell(feedback)),
      letter,
      position,
    });
  }
  if (options.length === 0 && labels)
    labels.forEach((text, at) =>
      options.push({ text, fraction: 0, feedback: null, letter: 'TF'[at]!, position: ['TRUE', 'FALSE'][at]! }),
    );
  for (const answer of hasPercent
    ? []
    : cell(CSV_RIGHT)
        .split(/[;,\s]+/)
        .filter(Boolean)) {
    const normalizedAnswer = answer.toUpperCase();
    const option = options.find(({ letter, position, text }) =>
      [letter, position, text.toUpperCase()].includes(normalizedAnswer),
    );
    if (!option) return problem(line, 'answer_unknown', { answer: answer.slice(0, 40) });
    option.fraction = 1;
  }
  return options.map(({ text, fraction, feedback }) => ({ text, fraction, feedback }));
}

/** Accepts a decimal comma. */
function parseNumber(line: number, column: string, text: string): number | ExchangeProblem {
  const ascii = toAsciiNumber(text).replace('٪', '%');
  const number = /^[+-]?\d{1,9}([.,]\d{1,9})?\s*%?$/.test(ascii)
    ? Number.parseFloat(ascii.replace(',', '.'))
    : Number.NaN;
  return Number.isNaN(number) ? problem(line, 'not_a_number', { column, value: text.slice(0, 40) }) : number;
}
