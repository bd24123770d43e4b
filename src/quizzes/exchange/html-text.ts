/**
 * HTML as the plain text that a question is: paragraphs, lists, and raised and lowered figures. Nothing of it stays a tag, and
 * what no text can carry (pictures, sound, film) is told, not dropped in silence. Linear in the length of the source.
 */
import { ENTITIES } from './html-entities';

export interface TextOfHtml {
  readonly text: string;
  readonly hasMedia: boolean;
}

const BLOCKS = new Set(
  'address article blockquote dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr main nav p section table tbody tfoot thead tr'.split(
    ' ',
  ),
);
const MEDIA = new Set('audio canvas embed iframe img math object svg video'.split(' '));
/** What stands in them is not for readers. */
const SILENT = new Set('script style template title noscript'.split(' '));
const RAISED: Readonly<Record<string, readonly [string, string, string]>> = {
  sup: ['0123456789+-=()n', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ', '^'],
  sub: ['0123456789+-=()', '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎', '_'],
};
const TAG = /^<(\/?)([a-zA-Z][a-zA-Z0-9:-]*)(?=[\s/>])[^<>]*>/;
const ENTITY = /^&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z][a-zA-Z0-9]{1,31}));/;
/** No tag that says something is longer. */
const TAG_MAX = 4_000;
/** One within another: each that closes looks at all that stands in it. */
const OPEN_MAX = 30;

/** Whether a text of unknown kind is HTML at all: `a < b` is none. */
export const looksLikeHtml = (text: string): boolean =>
  /<\/?(?:p|br|b|i|em|strong|span|div|ul|ol|li|img|table|h[1-6]|sub|sup|code|pre|a)\b[^<>]*>/i.test(text) ||
  /&(?:amp|lt|gt|quot|nbsp|#\d{2,7});/i.test(text);

interface Open {
  readonly name: string;
  readonly at: number;
}

/** @param keepsBreaks line breaks of the source are line breaks of the text (Moodle's "auto format") */
export function textOfHtml(source: string, keepsBreaks = false): TextOfHtml {
  const out = new Written(keepsBreaks);
  let hasMedia = source.includes('@@PLUGINFILE@@');
  const open: Open[] = [];
  const lists: { ordered: boolean; count: number }[] = [];
  let at = 0;
  while (at < source.length) {
    const next = nextMark(source, at);
    if (next > at) out.say(source.slice(at, next));
    at = next;
    if (at >= source.length) break;
    if (source.startsWith('<!--', at)) {
      const end = source.indexOf('-->', at + 4);
      at = end < 0 ? source.length : end + 3;
      continue;
    }
    const rest = source.slice(at, at + TAG_MAX);
    const entity = source[at] === '&' ? ENTITY.exec(rest) : null;
    const tag = source[at] === '<' ? TAG.exec(rest) : null;
    if (entity) out.say(letterOf(entity));
    else if (!tag) out.say(source[at]!);
    at += entity?.[0].length ?? tag?.[0].length ?? 1;
    if (!tag) continue;
    const [, slash, given] = tag;
    const name = given!.toLowerCase();
    const isEnd = slash === '/';
    hasMedia ||= MEDIA.has(name);
    if (SILENT.has(name) && !isEnd) at = endOf(source, name, at);
    else if (name === 'br') out.breaks(1);
    else if (name === 'pre') {
      out.breaks(2);
      out.keepsBreaks = keepsBreaks || !isEnd;
    } else if (name === 'ul' || name === 'ol') {
      out.breaks(lists.length ? 1 : 2);
      if (isEnd) lists.pop();
      else lists.push({ ordered: name === 'ol', count: 0 });
    } else if (name === 'li' && !isEnd) {
      const list = lists.at(-1);
      out.breaks(1);
      out.mark(list?.ordered ? `${++list.count}. ` : '- ');
    } else if (name === 'td' || name === 'th') {
      if (isEnd) out.say(' ');
    } else if (BLOCKS.has(name)) out.breaks(name === 'tr' || lists.length ? 1 : 2);
    else if (!(name in RAISED)) continue;
    else if (isEnd) close(out, open, name);
    else if (open.length < OPEN_MAX) open.push({ name, at: out.length });
  }
  return { text: out.text(), hasMedia };
}

function nextMark(source: string, from: number): number {
  const found = /[<&]/g;
  found.lastIndex = from;
  return found.exec(source)?.index ?? source.length;
}

/** Behind the end of what is not for readers. */
function endOf(source: string, name: string, from: number): number {
  const end = new RegExp(`</${name}\\s*>`, 'gi');
  end.lastIndex = from;
  const found = end.exec(source);
  return found ? found.index + found[0].length : source.length;
}

function letterOf([whole, decimal, hex, name]: RegExpExecArray): string {
  if (name !== undefined) return ENTITIES[name] ?? whole;
  const point = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
  const isLetter = point > 31 && point !== 127 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
  return isLetter ? String.fromCodePoint(point) : ' ';
}

/** The text since its beginning is written with raised or lowered figures, where there are such. */
function close(out: Written, open: Open[], name: string): void {
  const begun = open.findLastIndex((each) => each.name === name);
  if (begun < 0) return;
  const { at } = open[begun]!;
  open.length = begun;
  out.replace(at, (text) => raisedText(text, RAISED[name]!));
}

function raisedText(text: string, [from, to, otherwise]: readonly [string, string, string]): string {
  const letters = [...text.trim()];
  if (letters.length === 0) return text;
  const high = [...to];
  if (letters.every((letter) => from.includes(letter))) return letters.map((each) => high[from.indexOf(each)]).join('');
  return `${otherwise}${letters.length > 1 ? `(${text.trim()})` : text.trim()}`;
}

/** Spaces as a browser shows them: one for many, none at a line's ends. */
class Written {
  private readonly parts: string[] = [];
  /** Line breaks that come before whatever is said next. */
  private due = 0;
  private last = '\n';

  constructor(public keepsBreaks: boolean) {}

  get length(): number {
    return this.parts.length;
  }

  say(text: string): void {
    if (!this.keepsBreaks) return this.put(text.replace(/[\t\n\f\r ]+/g, ' '));
    text.split(/\r\n|\n|\r/).forEach((line, at) => {
      if (at > 0) this.due = Math.min(2, this.due + 1);
      this.put(line.replace(/[\t\f ]+/g, ' '));
    });
  }

  /** At least so many. */
  breaks(count: number): void {
    this.due = Math.max(this.due, count);
  }

  /** Of a list's entry: what follows stands behind it. */
  mark(text: string): void {
    this.flush();
    this.add(text);
  }

  replace(from: number, change: (text: string) => string): void {
    const changed = change(this.parts.slice(from).join(''));
    this.parts.length = Math.min(this.parts.length, from);
    if (changed) this.add(changed);
  }

  text(): string {
    return this.parts
      .join('')
      .replaceAll('\u00a0', ' ')
      .split('\n')
      .map((line) => line.trimEnd())
      .join('\n')
      .trim();
  }

  private put(text: string): void {
    const isAtSpace = this.due > 0 || /\s/.test(this.last);
    const said = isAtSpace ? text.replace(/^ +/, '') : text;
    if (said === '') return;
    this.flush();
    this.add(said);
  }

  private flush(): void {
    if (this.due > 0 && this.parts.length > 0) this.add('\n'.repeat(this.due));
    this.due = 0;
  }

  private add(text: string): void {
    this.parts.push(text);
    this.last = text.at(-1)!;
  }
}
