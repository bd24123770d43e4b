import type { Page } from 'playwright-core';
import { LANGUAGES } from '../../src/contract/languages';

/**
 * The language that stands in for the pseudo locale: its plurals work as in English, and it has its own antd and
 * calendar texts. English text on a screen then has no translation key.
 */
export const PSEUDO_LOCALE = 'de';

/**
 * Pseudo-localizes a text: accented letters, about 40 % longer through doubled vowels, in brackets; placeholders and
 * tags stay. Self-contained, because the browser runs it as well.
 */
export function pseudoLocalize(text: string): string {
  const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
  const OTHER = 'áƀćďéƒǧħíĵķľɱńóþʠŕśťúνŵẋýžÁƁĆĎÉƑǦĦÍĴĶĽṀŃÓÞɊŔŚŤÚƲŴẊÝŽ';
  const parts = text.split(/(\{\{[^}]*\}\}|\{\w+\}|<\/?\w+\s*\/?>|\$t\([^)]*\))/);
  const letters = parts.filter((_, at) => at % 2 === 0).join('').length;
  let more = Math.ceil(letters * 0.4);
  const accentedParts = parts.map((part, at) =>
    at % 2 === 1
      ? part
      : [...part]
          .map((letter) => {
            const index = PLAIN.indexOf(letter);
            if (index < 0) return letter;
            const accented = [...OTHER][index]!;
            if (more <= 0 || !'aeiou'.includes(letter)) return accented;
            more -= 1;
            return accented + accented;
          })
          .join(''),
  );
  return text.trim() === '' ? text : `⟦${accentedParts.join('')}${'ó'.repeat(Math.max(0, more - 2))}⟧`;
}

const PSEUDO_LETTERS = /[áƀćďéƒǧħíĵķľɱńóþʠŕśťúνŵẋýžÁƁĆĎÉƑǦĦÍĴĶĽṀŃÓÞɊŔŚŤÚƲŴẊÝŽ]+/g;

/** A SHA-256 digest, which is not a word. */
const DIGEST = /\b[0-9a-f]{64}/g;

/** Words of two or more letters that are not pseudo-localized. */
export const plainWords = (text: string): string[] =>
  text
    .replaceAll(DIGEST, '')
    .replaceAll(PSEUDO_LETTERS, '')
    .match(/\p{L}{2,}/gu) ?? [];

/** Runs in the browser, before the product's scripts. */
function replaceTexts(transform: (text: string) => string, locale: string): void {
  const transformDeep = (node: unknown): unknown =>
    typeof node === 'string'
      ? transform(node)
      : Object.fromEntries(Object.entries(node as object).map(([key, value]) => [key, transformDeep(value)]));
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const address = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url;
    if (!address.includes('/assets/i18n/') || !address.includes(`/${locale}.json`)) return fetch(input, init);
    const english = await fetch(address.replace(`/${locale}.json`, '/en.json'));
    return new Response(JSON.stringify(transformDeep(await english.json())), { status: 200 });
  };
}

/**
 * From the next page load on, the page shows pseudo-localized English texts when it loads the stand-in language. No
 * Playwright route, because that would disable the browser's cache.
 */
export const usePseudoLocale = (page: Page): Promise<unknown> =>
  page
    .context()
    .addInitScript({ content: `(${replaceTexts.toString()})(${pseudoLocalize.toString()}, '${PSEUDO_LOCALE}')` });

export interface ScreenText {
  /** "text" for a text node, else the attribute name. */
  readonly source: string;
  readonly text: string;
  readonly where: string;
}

/** Every visible or screen reader text, except keyboard keys, ids, initials, and raw values of named options. */
export const readScreenTexts = (page: Page): Promise<ScreenText[]> =>
  page.evaluate(() => {
    const TEXT_ATTRIBUTES = ['placeholder', 'title', 'aria-label', 'alt', 'aria-valuetext', 'aria-description'];
    const OTHER = 'script, style, noscript, template, kbd, code, .sg-user-mark, select option:not([value=""])';
    const screenTexts: ScreenText[] = [];
    const describePath = (element: Element | null): string => {
      const names: string[] = [];
      for (let at = element; at && names.length < 3; at = at.parentElement)
        names.unshift([at.tagName.toLowerCase(), ...[...at.classList].slice(0, 1)].join('.'));
      return names.join(' > ');
    };
    const add = (source: string, text: string | null, element: Element | null): void => {
      const words = text?.replaceAll(/\s+/g, ' ').trim();
      if (words) screenTexts.push({ source, text: words, where: describePath(element) });
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) => {
      if (!(node instanceof Element)) return NodeFilter.FILTER_ACCEPT;
      if (node.matches(OTHER)) return NodeFilter.FILTER_REJECT;
      const isShown =
        node.checkVisibility({ visibilityProperty: true }) || getComputedStyle(node).display === 'contents';
      return isShown ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT;
    });
    while (walker.nextNode()) {
      const node = walker.currentNode;
      if (node instanceof Element) for (const name of TEXT_ATTRIBUTES) add(name, node.getAttribute(name), node);
      else if (!node.parentElement?.matches('[role=option][aria-label]'))
        add('text', node.textContent, node.parentElement);
    }
    add('title of the page', document.title, null);
    return screenTexts;
  });

const DAYS = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2024, month, month + 1)));
/** Words that Intl writes in the stand-in language: months, weekdays, zones, units, languages, list commas. */
const INTL_WORDS = [
  ...(['long', 'short'] as const).flatMap((month) =>
    DAYS.flatMap((day) => [
      new Intl.DateTimeFormat(PSEUDO_LOCALE, {
        dateStyle: month === 'long' ? 'full' : 'medium',
        timeStyle: 'full',
        timeZone: 'UTC',
      }).format(day),
      new Intl.DateTimeFormat(PSEUDO_LOCALE, { month, weekday: month, day: 'numeric' }).format(day),
    ]),
  ),
  ...['minute', 'hour', 'day', 'second', 'megabyte', 'gigabyte', 'kilobyte', 'byte'].flatMap((unit) =>
    (['long', 'short'] as const).flatMap((unitDisplay) =>
      [1, 2].map((n) => new Intl.NumberFormat(PSEUDO_LOCALE, { style: 'unit', unit, unitDisplay }).format(n)),
    ),
  ),
  new Intl.ListFormat(PSEUDO_LOCALE).format(['1', '2']),
  ...LANGUAGES.flatMap(({ code, name }) => [
    name,
    new Intl.DisplayNames(PSEUDO_LOCALE, { type: 'language' }).of(code)!,
  ]),
  ...Intl.supportedValuesOf('timeZone').map((zone) => zone.replaceAll('_', ' ')),
  ...['MEZ', 'MESZ', 'WEZ', 'Mär', 'UTC', 'GMT', PSEUDO_LOCALE],
].flatMap((formatted) => formatted.match(/\p{L}+/gu) ?? []);

/** Texts that need no translation: server data and what is the same in every language. */
export class KnownTexts {
  private readonly words = new Set<string>(INTL_WORDS);
  private readonly texts = new Set<string>();

  /** Collects every text of a response except codes of choices (`in_progress`) and translated error messages. */
  readonly collect = (answer: unknown): void => {
    if (typeof answer === 'string') this.add(answer);
    else if (answer && typeof answer === 'object')
      for (const [name, value] of Object.entries(answer))
        if (name !== 'message' && name !== 'errors') this.collect(value);
  };

  add(text: string): void {
    if (/^[a-z][a-z_]*$/.test(text)) return;
    // As stored, as Markdown renders it, and as a link is displayed.
    for (const part of [text, text.replace(/^https?:\/\//, ''), ...text.split(/\n|[#*_`[\]]+/)]) {
      const line = part.replaceAll(/\s+/g, ' ').trim();
      if (line.length > 1) this.texts.add(line);
    }
  }

  /** Texts without a translation key, one line each, with the first place. */
  findUntranslated(screenTexts: Iterable<ScreenText & { readonly at: string }>): string[] {
    const longestFirst = [...this.texts].toSorted((one, other) => other.length - one.length);
    const findings = new Map<string, string>();
    for (const { source, text, where, at } of screenTexts) {
      let remaining = this.texts.has(text) ? '' : text;
      let words = this.unknownWords(remaining).join(' ');
      for (const knownText of words ? longestFirst : []) {
        if (!remaining.includes(knownText)) continue;
        remaining = removeText(remaining, knownText);
        words = this.unknownWords(remaining).join(' ');
        if (!words) break;
      }
      if (words && !findings.has(words)) findings.set(words, `${source} “${text}” (${where}), ${at}`);
    }
    return [...findings.values()];
  }

  private unknownWords = (text: string): string[] => plainWords(text).filter((word) => !this.words.has(word));
}

/** Whole words only, so that a short code does not match inside a word. */
const removeText = (text: string, knownText: string): string =>
  text.replaceAll(knownText, (match, at: number) => {
    const boundaries = [text.slice(at - 1, at) + match.slice(0, 1), match.slice(-1) + text.charAt(at + match.length)];
    return boundaries.some((pair) => /^\p{L}{2}$/u.test(pair)) ? match : ' ';
  });
