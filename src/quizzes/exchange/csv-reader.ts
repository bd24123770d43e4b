/** Questions of a table: one a line, its options in columns, by hand from a spreadsheet or as the bank writes them. */
import { toAsciiNumber } from '../../contract/digits';
import { EXCHANGE_QUESTIONS_MAX, QUESTION_LENGTH_MAX, type ExchangeProblem } from '../../contract/question-exchange';
import { QUESTION_KIND_CHOICES } from '../../contract/questions.resource';
import type { QuestionKind } from '../graded-question';
import { CSV_CASE, CSV_RIGHT, GUARDED, optionColumns, OPTION_PLACES } from './csv-columns';
import { csvRecords, QuoteOpen, type CsvRecord } from './csv-records';
import {
  DEFAULT_GRADING,
  fractionOf,
  isProblem,
  joinedTags,
  plainText,
  problem,
  textOrNull,
  tooLong,
  tooMany,
  type ExchangedOption,
  type Read,
  type Reading,
  type TruthWords,
} from './exchanged';

type Cells = (column: string) => string;

/** @param words what true and false are called, for a line of that kind without options */
export function* readCsv(text: string, words: TruthWords): Reading {
  let [count, places] = [0, new Map<string, number>()];
  try {
    for (const record of csvRecords(text.replace(/^\uFEFF/, ''))) {
      if (places.size === 0) {
        places = new Map(record.cells.map((cell, at) => [headOf(cell), at]));
        const missing = ['text', optionColumns(0)[0]].find((column) => !places.has(column));
        if (missing) return yield problem(record.line, 'column_missing', { column: missing });
        continue;
      }
      const read = rowRead(record, places, words);
      if (!isProblem(read) && ++count > EXCHANGE_QUESTIONS_MAX) return yield tooMany(read.line);
      yield read;
    }
  } catch (error) {
    if (!(error instanceof QuoteOpen)) throw error;
    yield problem(error.line, 'quote_open');
  }
}

/** Whether its first line names the columns of such a table. */
export function isQuestionTable(text: string): boolean {
  try {
    const [head] = csvRecords(text.replace(/^\uFEFF/, ''));
    return head?.cells.map(headOf).includes('text') === true && head.cells.length > 2;
  } catch {
    return false;
  }
}

const headOf = (cell: string): string => cell.trim().toLowerCase().replaceAll(' ', '_');

function rowRead({ line, cells }: CsvRecord, places: ReadonlyMap<string, number>, words: TruthWords): Read {
  if (cells.reduce((sum, cell) => sum + cell.length, 0) > QUESTION_LENGTH_MAX) return tooLong(line);
  const cell: Cells = (column) => {
    const text = plainText(cells[places.get(column) ?? -1] ?? '');
    return GUARDED.test(text) ? text.slice(1) : text;
  };
  const given = cell('kind');
  const named = QUESTION_KIND_CHOICES.find((kind) => kind === given.toLowerCase());
  if (given && !named) return problem(line, 'kind_not_supported', { kind: given.slice(0, 40) });
  const points = numberIn(line, 'points', cell('points') || '1');
  if (typeof points !== 'number') return points;
  const options =
    named && DETAILED.has(named)
      ? detailedIn(line, named, cell)
      : optionsIn(line, cell, named === 'true_false' ? words : null);
  if ('code' in options) return options;
  const right = options.filter(({ fraction }) => fraction > 0).length;
  return {
    line,
    id: textOrNull(cell('id')),
    kind: named ?? (right > 1 ? 'multiple' : 'single'),
    text: cell('text'),
    points,
    tags: joinedTags([cell('tags')]),
    skill: textOrNull(cell('skill')),
    grading: cell('grading').toLowerCase() || DEFAULT_GRADING,
    difficulty: textOrNull(cell('difficulty').toLowerCase()),
    feedback: textOrNull(cell('feedback')),
    explanation: textOrNull(cell('explanation')),
    options,
  };
}

const DETAILED: ReadonlySet<QuestionKind> = new Set<QuestionKind>(['fill_in', 'numeric', 'matching', 'ordering']);

/** Without percents each accepted text or value is right. */
function detailedIn(line: number, kind: QuestionKind, cell: Cells): ExchangedOption[] | ExchangeProblem {
  const isTyped = kind === 'fill_in' || kind === 'numeric';
  const options: ExchangedOption[] = [];
  for (const at of OPTION_PLACES) {
    const [own, percent, feedback, detailed] = optionColumns(at);
    const [text, detail] = [cell(own), cell(detailed)];
    if (!text && !detail) continue;
    const number = isTyped ? numberIn(line, percent, cell(percent) || '100') : 0;
    if (typeof number !== 'number') return number;
    options.push({
      ...{ text, fraction: fractionOf(number), feedback: textOrNull(cell(feedback)) },
      ...(kind === 'matching' && { match: detail }),
      ...(kind === 'numeric' && detail && { tolerance: detail }),
      ...(kind === 'fill_in' && detail.toLowerCase() === CSV_CASE && { case_sensitive: true }),
    });
  }
  return options;
}

function optionsIn(line: number, cell: Cells, words: TruthWords | null): ExchangedOption[] | ExchangeProblem {
  const options: (ExchangedOption & { letter: string; place: string })[] = [];
  let hasPercent = false;
  for (const at of OPTION_PLACES) {
    const [own, percent, feedback] = optionColumns(at);
    const text = cell(own);
    const worth = cell(percent);
    if (!text && !worth) continue;
    const number = numberIn(line, percent, worth || '0');
    if (typeof number !== 'number') return number;
    hasPercent ||= worth !== '';
    const [letter, place] = [String.fromCharCode(65 + at), String(at + 1)];
    options.push({ text, fraction: fractionOf(number), feedback: textOrNull(cell(feedback)), letter, place });
  }
  if (options.length === 0 && words)
    words.forEach((text, at) =>
      options.push({ text, fraction: 0, feedback: null, letter: 'TF'[at]!, place: ['TRUE', 'FALSE'][at]! }),
    );
  for (const answer of hasPercent
    ? []
    : cell(CSV_RIGHT)
        .split(/[;,\s]+/)
        .filter(Boolean)) {
    const said = answer.toUpperCase();
    const option = options.find(({ letter, place, text }) => [letter, place, text.toUpperCase()].includes(said));
    if (!option) return problem(line, 'answer_unknown', { answer: answer.slice(0, 40) });
    option.fraction = 1;
  }
  return options.map(({ text, fraction, feedback }) => ({ text, fraction, feedback }));
}

/** A decimal comma is one. */
function numberIn(line: number, column: string, text: string): number | ExchangeProblem {
  const ascii = toAsciiNumber(text).replace('٪', '%');
  const number = /^[+-]?\d{1,9}([.,]\d{1,9})?\s*%?$/.test(ascii)
    ? Number.parseFloat(ascii.replace(',', '.'))
    : Number.NaN;
  return Number.isNaN(number) ? problem(line, 'not_a_number', { column, value: text.slice(0, 40) }) : number;
}
