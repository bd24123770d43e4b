export const CAPTIONS_BYTES_MAX = 1024 ** 2;
const CUES_MAX = 20_000;

export interface Cue {
  from_ms: number;
  to_ms: number;
  /** Without markup. */
  text: string;
}
/** `line` from 1: where it is no WebVTT; null: nothing is said in it. */
export type Captions = { cues: Cue[] } | { line: number | null };

const HEAD = /^\uFEFF?WEBVTT(?:[ \t].*)?$/;
const TIME = /^(?:(\d{2,4}):)?([0-5]\d):([0-5]\d)\.(\d{3})$/;
const ARROW = /^(\S{1,20})[ \t]+-->[ \t]+(\S{1,20})(?:[ \t].*)?$/;

/** What is said when, as https://www.w3.org/TR/webvtt1/ has it; styles, regions and notes are passed over. Pure. */
export function captionsOf(file: string): Captions {
  const lines = file.replaceAll('\r\n', '\n').replaceAll('\r', '\n').split('\n');
  if (!HEAD.test(lines[0] ?? '')) return { line: 1 };
  const cues: Cue[] = [];
  for (let at = 1; at < lines.length; at++) {
    if (!lines[at]!.includes('-->')) continue;
    const times = ARROW.exec(lines[at]!);
    const [from_ms, to_ms] = [millisOf(times?.[1]), millisOf(times?.[2])];
    if (from_ms === null || to_ms === null || to_ms <= from_ms || cues.length === CUES_MAX) return { line: at + 1 };
    const said: string[] = [];
    while (at + 1 < lines.length && lines[at + 1]!.trim() !== '') said.push(lines[++at]!);
    if (said.some((line) => line.includes('-->'))) return { line: at + 1 };
    const text = plain(said.join('\n'));
    if (text !== '') cues.push({ from_ms, to_ms, text });
  }
  return cues.length > 0 ? { cues } : { line: null };
}

function millisOf(text: string | undefined): number | null {
  const time = TIME.exec(text ?? '');
  if (!time) return null;
  const [, hours = '0', minutes, seconds, millis] = time;
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 + Number(millis);
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: '\u00a0',
  lrm: '\u200e',
  rlm: '\u200f',
};

const plain = (marked: string): string =>
  marked
    .replaceAll(/<[^<>\n]{0,200}>/g, '')
    .replaceAll(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_, name: string) => NAMED[name]!)
    .trim();
