export const CAPTIONS_BYTES_MAX = 1024 ** 2;
const CUES_MAX = 20_000;

export interface Cue {
  from_ms: number;
  to_ms: number;
  text: string;
}
/** `line`: first invalid line, from 1; null: there are no cues. */
export type Captions = { cues: Cue[] } | { line: number | null };

const HEAD = /^\uFEFF?WEBVTT(?:[ \t].*)?$/;
const TIME = /^(?:(\d{2,4}):)?([0-5]\d):([0-5]\d)\.(\d{3})$/;
const ARROW = /^(\S{1,20})[ \t]+-->[ \t]+(\S{1,20})(?:[ \t].*)?$/;

/** Parses the cues of a WebVTT file (https://www.w3.org/TR/webvtt1/); styles, regions and notes are ignored. Pure. */
export function parseCaptions(file: string): Captions {
  const lines = file.replaceAll('\r\n', '\n').replaceAll('\r', '\n').split('\n');
  if (!HEAD.test(lines[0] ?? '')) return { line: 1 };
  const cues: Cue[] = [];
  for (let lineIndex = 1; lineIndex < lines.length; lineIndex++) {
    if (!lines[lineIndex]!.includes('-->')) continue;
    const match = ARROW.exec(lines[lineIndex]!);
    const [from_ms, to_ms] = [parseTimestamp(match?.[1]), parseTimestamp(match?.[2])];
    if (from_ms === null || to_ms === null || to_ms <= from_ms || cues.length === CUES_MAX)
      return { line: lineIndex + 1 };
    const textLines: string[] = [];
    while (lineIndex + 1 < lines.length && lines[lineIndex + 1]!.trim() !== '') textLines.push(lines[++lineIndex]!);
    if (textLines.some((line) => line.includes('-->'))) return { line: lineIndex + 1 };
    const text = stripMarkup(textLines.join('\n'));
    if (text !== '') cues.push({ from_ms, to_ms, text });
  }
  return cues.length > 0 ? { cues } : { line: null };
}

function parseTimestamp(text: string | undefined): number | null {
  const time = TIME.exec(text ?? '');
  if (!time) return null;
  const [, hours = '0', minutes, seconds, millis] = time;
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 + Number(millis);
}

const HTML_ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: '\u00a0',
  lrm: '\u200e',
  rlm: '\u200f',
};

const stripMarkup = (markup: string): string =>
  markup
    .replaceAll(/<[^<>\n]{0,200}>/g, '')
    .replaceAll(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_, name: string) => HTML_ENTITIES[name]!)
    .trim();
