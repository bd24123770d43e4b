import { LANGUAGE_CODES, type Language } from '../contract/languages';
import { ScreenWords } from '../exports/screen-words';
import type { TruthWords } from './exchange/exchanged';

/** What the editor of questions writes into the two options of true or false, in that language. */
export async function truthWords(language: Language): Promise<TruthWords> {
  const words = await ScreenWords.of(language);
  return [words.call('questions.options.true'), words.call('questions.options.false')];
}

export const everyTruth = (): Promise<TruthWords[]> => Promise.all(LANGUAGE_CODES.map(truthWords));
