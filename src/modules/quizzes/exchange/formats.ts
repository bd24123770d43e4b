import type { ImportFormat } from '../../../contract/question-exchange';
import { readAiken } from './aiken-reader';
import { isQuestionTable, readCsv } from './csv-reader';
import type { ReadResults, TruthLabels } from './exchanged-question';
import { readGift } from './gift-reader';
import { readMoodleXml } from './xml-reader';

type FormatReader = (text: string, labels: TruthLabels) => ReadResults;

/** @returns null if the format is not recognized */
export function detectFormat(text: string): ImportFormat | null {
  const beginning = text.slice(0, 1_000).trimStart();
  if (beginning.startsWith('<')) return 'xml';
  if (isQuestionTable(text.slice(0, 200_000))) return 'csv';
  if (/^[ \t]*ANSWER[ \t]*:/im.test(text) && /^[ \t]*[A-Z][.)]/m.test(text)) return 'aiken';
  return text.includes('{') && text.includes('}') ? 'gift' : null;
}

const READERS: Readonly<Record<ImportFormat, FormatReader>> = {
  gift: readGift,
  aiken: readAiken,
  xml: readMoodleXml,
  csv: readCsv,
};

/** Questions and problems in file order; null: no result yet. */
export const readQuestions = (format: ImportFormat, text: string, labels: TruthLabels): ReadResults =>
  READERS[format](text, labels);
