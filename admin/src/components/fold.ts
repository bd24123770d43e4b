import { foldMarks } from '@contract/folding';

/** As the server folds what is searched in, as far as the screens' own words go: their languages know no ł or ø. */
export const fold = (text: string): string =>
  foldMarks(text.normalize('NFKC').toLowerCase()).replace(/ß/g, 'ss').replace(/œ/g, 'oe').replace(/æ/g, 'ae');

/** `filterOption` of a Select whose options are labelled with text. */
export const isLabelLike = (typed: string, option?: { label?: unknown }): boolean =>
  fold(String(option?.label ?? '')).includes(fold(typed.trim()));
