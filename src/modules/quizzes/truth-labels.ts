import { LANGUAGE_CODES, type Language } from '../../contract/languages';
import { ScreenTexts } from '../exports/screen-texts';
import type { TruthLabels } from './exchange/exchanged-question';

/** Labels of the two options of true/false questions, as the question editor writes them. */
export async function loadTruthLabels(language: Language): Promise<TruthLabels> {
  const labels = await ScreenTexts.load(language);
  return [labels.get('questions.options.true'), labels.get('questions.options.false')];
}

export const loadAllTruthLabels = (): Promise<TruthLabels[]> => Promise.all(LANGUAGE_CODES.map(loadTruthLabels));
