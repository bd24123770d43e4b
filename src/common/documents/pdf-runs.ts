import bidiFactory from 'bidi-js';
import { fontPathOf, isShapedByFont } from './pdf-fonts';

/** Text of one font and one direction, in drawing order. */
export interface TextRun {
  readonly text: string;
  readonly font: string;
}
interface LeveledRun extends TextRun {
  readonly level: number;
}

const bidi = bidiFactory();
/** Invisible direction marks; not drawn. */
const DIRECTION_MARKS = /[\u200B\u200E\u200F\u061C\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/;
const LEFT_TO_RIGHT_ONLY = /^[\u0020-\u007E\u00A0-\u024F\u0400-\u052F]*$/;

/**
 * Splits a line into runs in visual order from left to right (UAX #9). Right-to-left runs are reversed and their
 * brackets mirrored, except in Arabic fonts, which do it themselves.
 */
export function splitIntoRuns(line: string, direction: 'ltr' | 'rtl'): TextRun[] {
  if (direction === 'ltr' && LEFT_TO_RIGHT_ONLY.test(line)) return splitByLevel(line, () => 0);
  const { levels } = bidi.getEmbeddingLevels(line, direction);
  const runs = splitByLevel(line, (at) => levels[at]!);
  return reorderVisually(runs).map(({ text, font, level }) =>
    level % 2 && !isShapedByFont(font) ? { text: reverseAndMirror(text), font } : { text, font },
  );
}

function splitByLevel(line: string, levelAt: (at: number) => number): LeveledRun[] {
  const runs: { text: string; font: string; level: number }[] = [];
  let at = 0;
  for (const letter of line) {
    const level = levelAt(at);
    at += letter.length;
    if (DIRECTION_MARKS.test(letter)) continue;
    const last = runs.at(-1);
    // Combining marks and joiners stay in the run of their base letter.
    const isCombining = last !== undefined && /\p{M}|[\u200C\u200D]/u.test(letter);
    const font = isCombining ? last.font : fontPathOf(letter.codePointAt(0)!);
    if (last && last.font === font && last.level === level) last.text += letter;
    else runs.push({ text: letter, font, level });
  }
  return runs;
}

/** Rule L2 of UAX #9: from the highest level down to 1, reverses all sequences at that level or above. */
function reorderVisually(runs: LeveledRun[]): LeveledRun[] {
  const ordered = [...runs];
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level--) {
    for (let from = 0; from < ordered.length; from++) {
      if (ordered[from]!.level < level) continue;
      let to = from;
      while (to < ordered.length && ordered[to]!.level >= level) to++;
      ordered.splice(from, to - from, ...ordered.slice(from, to).toReversed());
      from = to;
    }
  }
  return ordered;
}

const reverseAndMirror = (text: string): string =>
  [...text]
    .toReversed()
    .map((letter) => bidi.getMirroredCharacter(letter) ?? letter)
    .join('');
