import bidiFactory from 'bidi-js';
import { fontOf, isTurnedByFont } from './pdf-fonts';

/** Letters of one font and one direction, in the order in which they are drawn. */
export interface Run {
  readonly text: string;
  readonly font: string;
}
interface Piece extends Run {
  readonly level: number;
}

const bidi = bidiFactory();
/** Marks that say a direction and are no letters. */
const MARKS = /[\u200B\u200E\u200F\u061C\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/;
const PLAIN = /^[\u0020-\u007E\u00A0-\u024F\u0400-\u052F]*$/;

/**
 * One line as it is drawn from left to right (UAX #9): runs by their level and font, turned where they run from the right,
 * brackets mirrored there. What an Arabic font has is handed to it as it is read: it joins the letters and turns them itself.
 */
export function runsOf(line: string, direction: 'ltr' | 'rtl'): Run[] {
  if (direction === 'ltr' && PLAIN.test(line)) return piecesOf(line, () => 0);
  const { levels } = bidi.getEmbeddingLevels(line, direction);
  const pieces = piecesOf(line, (at) => levels[at]!);
  return inVisualOrder(pieces).map(({ text, font, level }) =>
    level % 2 && !isTurnedByFont(font) ? { text: turned(text), font } : { text, font },
  );
}

function piecesOf(line: string, levelAt: (at: number) => number): Piece[] {
  const pieces: { text: string; font: string; level: number }[] = [];
  let at = 0;
  for (const letter of line) {
    const level = levelAt(at);
    at += letter.length;
    if (MARKS.test(letter)) continue;
    const last = pieces.at(-1);
    // What joins letters, and stands above or below them, stays with them.
    const joins = last !== undefined && /\p{M}|[\u200C\u200D]/u.test(letter);
    const font = joins ? last.font : fontOf(letter.codePointAt(0)!);
    if (last && last.font === font && last.level === level) last.text += letter;
    else pieces.push({ text: letter, font, level });
  }
  return pieces;
}

/** From the highest level down to the lowest odd one, whatever stands at it or above is turned round (rule L2). */
function inVisualOrder(pieces: Piece[]): Piece[] {
  const ordered = [...pieces];
  const highest = Math.max(0, ...pieces.map(({ level }) => level));
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

const turned = (text: string): string =>
  [...text]
    .toReversed()
    .map((letter) => bidi.getMirroredCharacter(letter) ?? letter)
    .join('');
