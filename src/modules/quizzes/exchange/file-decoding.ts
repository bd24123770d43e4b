import type { ExchangeProblem } from '../../../contract/question-exchange';
import { problem } from './exchanged-question';

/** Decodes UTF-8, or UTF-16 with a byte order mark; else returns a problem at the first undecodable line. */
export function decodeQuestionFile(bytes: Uint8Array): string | ExchangeProblem {
  const utf16 = detectUtf16(bytes);
  const text = new TextDecoder(utf16 ?? 'utf-8').decode(bytes);
  // UTF-16 without a byte order mark has zero bytes.
  const zeroIndex = text.indexOf('\0');
  if (zeroIndex >= 0) return problem(lineNumberAt(text, zeroIndex), 'not_utf8');
  const replacementIndex = text.indexOf('\uFFFD');
  // A valid text may contain U+FFFD itself.
  if (replacementIndex >= 0 && !utf16 && !isUtf8(bytes))
    return problem(lineNumberAt(text, replacementIndex), 'not_utf8');
  return text;
}

function detectUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Counts from 1. */
const lineNumberAt = (text: string, at: number): number => text.slice(0, at).split(/\r\n|\n|\r/).length;
