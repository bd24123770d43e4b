/**
 * Converts HTML to plain text with paragraphs, lists, superscripts and subscripts. No tag remains; media is reported,
 * not dropped silently. Linear in the length of the source.
 */
import { ENTITIES } from './html-entities';

export interface HtmlText {
  readonly text: string;
  readonly hasMedia: boolean;
}

const BLOCK_ELEMENTS = new Set(
  'address article blockquote dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr main nav p section table tbody tfoot thead tr'.split(
    ' ',
  ),
);
const MEDIA_ELEMENTS = new Set('audio canvas embed iframe img math object svg video'.split(' '));
/** Elements without readable content. */
const HIDDEN_ELEMENTS = new Set('script style template title noscript'.split(' '));
const SCRIPT_ELEMENTS: Readonly<Record<string, readonly [string, string, string]>> = {
  sup: ['0123456789+-=()n', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ', '^'],
  sub: ['0123456789+-=()', '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎', '_'],
};
const TAG = /^<(\/?)([a-zA-Z][a-zA-Z0-9:-]*)(?=[\s/>])[^<>]*>/;
const ENTITY = /^&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z][a-zA-Z0-9]{1,31}));/;
/** Longer tags are not parsed. */
const TAG_MAX = 4_000;
/** Nesting limit: each closing tag reprocesses its content. */
const DEPTH_MAX = 30;

/** Whether a text of unknown format is HTML; `a < b` is not. */
export const looksLikeHtml = (text: string): boolean =>
  /<\/?(?:p|br|b|i|em|strong|span|div|ul|ol|li|img|table|h[1-6]|sub|sup|code|pre|a)\b[^<>]*>/i.test(text) ||
  /&(?:amp|lt|gt|quot|nbsp|#\d{2,7});/i.test(text);

interface OpenElement {
  readonly name: string;
  readonly at: number;
}

/** @param keepsBreaks keep line breaks of the source (Moodle's "auto format") */
export function htmlToText(source: string, keepsBreaks = false): HtmlText {
  const builder = new TextBuilder(keepsBreaks);
  let hasMedia = source.includes('@@PLUGINFILE@@');
  const openElements: OpenElement[] = [];
  const lists: { ordered: boolean; count: number }[] = [];
  let at = 0;
  while (at < source.length) {
    const next = nextMarkup(source, at);
    if (next > at) builder.append(source.slice(at, next));
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
    if (entity) builder.append(decodeEntity(entity));
    else if (!tag) builder.append(source[at]!);
    at += entity?.[0].length ?? tag?.[0].length ?? 1;
    if (!tag) continue;
    const [, slash, tagName] = tag;
    const name = tagName!.toLowerCase();
    const isEnd = slash === '/';
    hasMedia ||= MEDIA_ELEMENTS.has(name);
    if (HIDDEN_ELEMENTS.has(name) && !isEnd) at = findElementEnd(source, name, at);
    else if (name === 'br') builder.requireBreaks(1);
    else if (name === 'pre') {
      builder.requireBreaks(2);
      builder.keepsBreaks = keepsBreaks || !isEnd;
    } else if (name === 'ul' || name === 'ol') {
      builder.requireBreaks(lists.length ? 1 : 2);
      if (isEnd) lists.pop();
      else lists.push({ ordered: name === 'ol', count: 0 });
    } else if (name === 'li' && !isEnd) {
      const list = lists.at(-1);
      builder.requireBreaks(1);
      builder.appendMarker(list?.ordered ? `${++list.count}. ` : '- ');
    } else if (name === 'td' || name === 'th') {
      if (isEnd) builder.append(' ');
    } else if (BLOCK_ELEMENTS.has(name)) builder.requireBreaks(name === 'tr' || lists.length ? 1 : 2);
    else if (!(name in SCRIPT_ELEMENTS)) continue;
    else if (isEnd) closeScript(builder, openElements, name);
    else if (openElements.length < DEPTH_MAX) openElements.push({ name, at: builder.length });
  }
  return { text: builder.text(), hasMedia };
}

function nextMarkup(source: string, from: number): number {
  const pattern = /[<&]/g;
  pattern.lastIndex = from;
  return pattern.exec(source)?.index ?? source.length;
}

/** Index after the closing tag of an element. */
function findElementEnd(source: string, name: string, from: number): number {
  const pattern = new RegExp(`</${name}\\s*>`, 'gi');
  pattern.lastIndex = from;
  const match = pattern.exec(source);
  return match ? match.index + match[0].length : source.length;
}

function decodeEntity([source, decimal, hex, name]: RegExpExecArray): string {
  if (name !== undefined) return ENTITIES[name] ?? source;
  const point = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
  const isLetter = point > 31 && point !== 127 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
  return isLetter ? String.fromCodePoint(point) : ' ';
}

/** Rewrites the text since the opening tag in superscript or subscript characters, if they exist. */
function closeScript(builder: TextBuilder, openElements: OpenElement[], name: string): void {
  const openIndex = openElements.findLastIndex((each) => each.name === name);
  if (openIndex < 0) return;
  const { at } = openElements[openIndex]!;
  openElements.length = openIndex;
  builder.replace(at, (text) => toScriptText(text, SCRIPT_ELEMENTS[name]!));
}

function toScriptText(text: string, [from, to, fallback]: readonly [string, string, string]): string {
  const letters = [...text.trim()];
  if (letters.length === 0) return text;
  const scriptLetters = [...to];
  if (letters.every((letter) => from.includes(letter)))
    return letters.map((each) => scriptLetters[from.indexOf(each)]).join('');
  return `${fallback}${letters.length > 1 ? `(${text.trim()})` : text.trim()}`;
}

/** Collects text with the whitespace rules of a browser. */
class TextBuilder {
  private readonly parts: string[] = [];
  /** Line breaks to write before the next text. */
  private pendingBreaks = 0;
  private lastCharacter = '\n';

  constructor(public keepsBreaks: boolean) {}

  get length(): number {
    return this.parts.length;
  }

  append(text: string): void {
    if (!this.keepsBreaks) return this.put(text.replace(/[\t\n\f\r ]+/g, ' '));
    text.split(/\r\n|\n|\r/).forEach((line, at) => {
      if (at > 0) this.pendingBreaks = Math.min(2, this.pendingBreaks + 1);
      this.put(line.replace(/[\t\f ]+/g, ' '));
    });
  }

  /** Requires at least `count` line breaks before the next text. */
  requireBreaks(count: number): void {
    this.pendingBreaks = Math.max(this.pendingBreaks, count);
  }

  /** Writes the marker of a list item. */
  appendMarker(text: string): void {
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
    const isAtSpace = this.pendingBreaks > 0 || /\s/.test(this.lastCharacter);
    const trimmed = isAtSpace ? text.replace(/^ +/, '') : text;
    if (trimmed === '') return;
    this.flush();
    this.add(trimmed);
  }

  private flush(): void {
    if (this.pendingBreaks > 0 && this.parts.length > 0) this.add('\n'.repeat(this.pendingBreaks));
    this.pendingBreaks = 0;
  }

  private add(text: string): void {
    this.parts.push(text);
    this.lastCharacter = text.at(-1)!;
  }
}
