import type { ExchangeProblem } from '../../contract/question-exchange';
import { problem } from './exchanged';

/** The text of a file: UTF-8, or UTF-16 that says so in its first bytes. Anything else is a problem, at its first wrong line. */
export function decoded(bytes: Uint8Array): string | ExchangeProblem {
  const utf16 = marked(bytes);
  const text = new TextDecoder(utf16 ?? 'utf-8').decode(bytes);
  // Of UTF-16 without its mark every other byte is zero.
  const zero = text.indexOf('\0');
  if (zero >= 0) return problem(lineAt(text, zero), 'not_utf8');
  const unread = text.indexOf('\uFFFD');
  // The mark of what cannot be read may also stand in a text.
  if (unread >= 0 && !utf16 && !isUtf8(bytes)) return problem(lineAt(text, unread), 'not_utf8');
  return text;
}

function marked(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
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

/** From 1. */
const lineAt = (text: string, at: number): number => text.slice(0, at).split(/\r\n|\n|\r/).length;
