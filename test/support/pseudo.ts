import type { Page } from 'playwright-core';
import { LANGUAGES } from '../../src/contract/languages';

/**
 * The language that poses as the pseudo one: plurals as English has, words of antd and of the calendar in files of their
 * own. Whatever is English on a screen was not asked for by a key.
 */
export const POSING = 'de';

/**
 * Every letter with an accent, half as long again by its vowels, in brackets; values and tags stay. Self-contained: the
 * browser runs it as well.
 */
export function pseudo(text: string): string {
  const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
  const OTHER = 'áƀćďéƒǧħíĵķľɱńóþʠŕśťúνŵẋýžÁƁĆĎÉƑǦĦÍĴĶĽṀŃÓÞɊŔŚŤÚƲŴẊÝŽ';
  const parts = text.split(/(\{\{[^}]*\}\}|\{\w+\}|<\/?\w+\s*\/?>|\$t\([^)]*\))/);
  const letters = parts.filter((_, at) => at % 2 === 0).join('').length;
  let more = Math.ceil(letters * 0.4);
  const said = parts.map((part, at) =>
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
  return text.trim() === '' ? text : `⟦${said.join('')}${'ó'.repeat(Math.max(0, more - 2))}⟧`;
}

const PSEUDO_LETTERS = /[áƀćďéƒǧħíĵķľɱńóþʠŕśťúνŵẋýžÁƁĆĎÉƑǦĦÍĴĶĽṀŃÓÞɊŔŚŤÚƲŴẊÝŽ]+/g;

/** A file's SHA-256, which is no word of any language. */
const DIGEST = /\b[0-9a-f]{64}/g;

/** The words in it, of two letters or more, that are not pseudo ones. */
export const plainWords = (text: string): string[] =>
  text
    .replaceAll(DIGEST, '')
    .replaceAll(PSEUDO_LETTERS, '')
    .match(/\p{L}{2,}/gu) ?? [];

/** Runs in the browser, before the product's own scripts. */
function answerWith(made: (text: string) => string, posing: string): void {
  const deep = (node: unknown): unknown =>
    typeof node === 'string'
      ? made(node)
      : Object.fromEntries(Object.entries(node as object).map(([key, value]) => [key, deep(value)]));
  const { fetch } = globalThis;
  globalThis.fetch = async (asked, how) => {
    const address = typeof asked === 'string' ? asked : asked instanceof URL ? asked.href : asked.url;
    if (!address.includes('/assets/i18n/') || !address.includes(`/${posing}.json`)) return fetch(asked, how);
    const english = await fetch(address.replace(`/${posing}.json`, '/en.json'));
    return new Response(JSON.stringify(deep(await english.json())), { status: 200 });
  };
}

/**
 * From the next page on its texts are pseudo ones, made in the browser of the English ones when the product asks for the
 * posing language's. No route of the test's browser: that would switch its cache off.
 */
export const wearPseudo = (page: Page): Promise<unknown> =>
  page.context().addInitScript({ content: `(${answerWith.toString()})(${pseudo.toString()}, '${POSING}')` });

export interface Said {
  /** A text node, or the attribute that says it. */
  readonly how: string;
  readonly text: string;
  readonly where: string;
}

/**
 * Every text that stands on the page or that a screen reader says of it; but keys of the keyboard, ids to quote, what marks a
 * person by initials, and the raw value of an entry that has a name.
 */
export const saidOn = (page: Page): Promise<Said[]> =>
  page.evaluate(() => {
    const SAYING = ['placeholder', 'title', 'aria-label', 'alt', 'aria-valuetext', 'aria-description'];
    const OTHER = 'script, style, noscript, template, kbd, code, .sg-user-mark, select option:not([value=""])';
    const said: Said[] = [];
    const place = (element: Element | null): string => {
      const names: string[] = [];
      for (let at = element; at && names.length < 3; at = at.parentElement)
        names.unshift([at.tagName.toLowerCase(), ...[...at.classList].slice(0, 1)].join('.'));
      return names.join(' > ');
    };
    const add = (how: string, text: string | null, element: Element | null): void => {
      const words = text?.replaceAll(/\s+/g, ' ').trim();
      if (words) said.push({ how, text: words, where: place(element) });
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
      if (node instanceof Element) for (const name of SAYING) add(name, node.getAttribute(name), node);
      else if (!node.parentElement?.matches('[role=option][aria-label]'))
        add('text', node.textContent, node.parentElement);
    }
    add('title of the page', document.title, null);
    return said;
  });

const DAYS = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2024, month, month + 1)));
/** Words that Intl writes in the posing language: months, weekdays, zones, units, languages, the last comma of a list. */
const BY_INTL = [
  ...(['long', 'short'] as const).flatMap((month) =>
    DAYS.flatMap((day) => [
      new Intl.DateTimeFormat(POSING, {
        dateStyle: month === 'long' ? 'full' : 'medium',
        timeStyle: 'full',
        timeZone: 'UTC',
      }).format(day),
      new Intl.DateTimeFormat(POSING, { month, weekday: month, day: 'numeric' }).format(day),
    ]),
  ),
  ...['minute', 'hour', 'day', 'second', 'megabyte', 'gigabyte', 'kilobyte', 'byte'].flatMap((unit) =>
    (['long', 'short'] as const).flatMap((unitDisplay) =>
      [1, 2].map((n) => new Intl.NumberFormat(POSING, { style: 'unit', unit, unitDisplay }).format(n)),
    ),
  ),
  new Intl.ListFormat(POSING).format(['1', '2']),
  ...LANGUAGES.flatMap(({ code, name }) => [name, new Intl.DisplayNames(POSING, { type: 'language' }).of(code)!]),
  ...Intl.supportedValuesOf('timeZone').map((zone) => zone.replaceAll('_', ' ')),
  ...['MEZ', 'MESZ', 'WEZ', 'Mär', 'UTC', 'GMT', POSING],
].flatMap((written) => written.match(/\p{L}+/gu) ?? []);

/** What the server answered, and whatever else is the same in every language. */
export class Known {
  private readonly words = new Set<string>(BY_INTL);
  private readonly texts = new Set<string>();

  /** Every text of an answer but the codes of choices (`in_progress`), which a screen words, and what a refusal says. */
  readonly gather = (answer: unknown): void => {
    if (typeof answer === 'string') this.add(answer);
    else if (answer && typeof answer === 'object')
      for (const [name, value] of Object.entries(answer))
        if (name !== 'message' && name !== 'errors') this.gather(value);
  };

  add(text: string): void {
    if (/^[a-z][a-z_]*$/.test(text)) return;
    // As it is, as Markdown shows it, and as an address is shown.
    for (const part of [text, text.replace(/^https?:\/\//, ''), ...text.split(/\n|[#*_`[\]]+/)]) {
      const line = part.replaceAll(/\s+/g, ' ').trim();
      if (line.length > 1) this.texts.add(line);
    }
  }

  /** What is said by no key: one line a text, with where it was said first. */
  unkeyed(said: Iterable<Said & { readonly at: string }>): string[] {
    const longestFirst = [...this.texts].toSorted((one, other) => other.length - one.length);
    const found = new Map<string, string>();
    for (const { how, text, where, at } of said) {
      let left = this.texts.has(text) ? '' : text;
      let words = this.plain(left).join(' ');
      for (const known of words ? longestFirst : []) {
        if (!left.includes(known)) continue;
        left = without(left, known);
        words = this.plain(left).join(' ');
        if (!words) break;
      }
      if (words && !found.has(words)) found.set(words, `${how} “${text}” (${where}), ${at}`);
    }
    return [...found.values()];
  }

  private plain = (text: string): string[] => plainWords(text).filter((word) => !this.words.has(word));
}

/** Whole words only: a code of three letters is not found within a word. */
const without = (text: string, known: string): string =>
  text.replaceAll(known, (found, at: number) => {
    const isWithin = [text.slice(at - 1, at) + found.slice(0, 1), found.slice(-1) + text.charAt(at + found.length)];
    return isWithin.some((pair) => /^\p{L}{2}$/u.test(pair)) ? found : ' ';
  });
