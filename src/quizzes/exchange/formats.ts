import type { ImportFormat } from '../../contract/question-exchange';
import { readAiken } from './aiken-reader';
import { isQuestionTable, readCsv } from './csv-reader';
import type { Reading, TruthWords } from './exchanged';
import { readGift } from './gift-reader';
import { readMoodleXml } from './xml-reader';

type Reader = (text: string, words: TruthWords) => Reading;

/** What a text is by the look of it; null: none of them. */
export function formatOf(text: string): ImportFormat | null {
  const begun = text.slice(0, 1_000).trimStart();
  if (begun.startsWith('<')) return 'xml';
  if (isQuestionTable(text.slice(0, 200_000))) return 'csv';
  if (/^[ \t]*ANSWER[ \t]*:/im.test(text) && /^[ \t]*[A-Z][.)]/m.test(text)) return 'aiken';
  return text.includes('{') && text.includes('}') ? 'gift' : null;
}

const READERS: Readonly<Record<ImportFormat, Reader>> = {
  gift: readGift,
  aiken: readAiken,
  xml: readMoodleXml,
  csv: readCsv,
};

/** Question after question, problem after problem, in the order of the file; null: nothing yet. */
export const readingOf = (format: ImportFormat, text: string, words: TruthWords): Reading =>
  READERS[format](text, words);
