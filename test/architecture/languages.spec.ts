import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGE_CODES } from '../../src/contract/languages';
import { MAIL_TEXTS as ACCOUNT_MAILS } from '../../src/identity/mail-texts';
import { CERTIFICATE_TEXTS } from '../../src/certificates/certificate-texts';
import { NOTICE_TEXTS } from '../../src/notices/notice-texts';

type Texts = Readonly<Record<string, string>>;

const ROOT = join(__dirname, '..', '..');
/** Of all floors that mail, and that draw certificates: no key stands in two of them. */
const MAIL_TEXTS = Object.fromEntries(
  LANGUAGE_CODES.map((code) => [code, { ...ACCOUNT_MAILS[code], ...NOTICE_TEXTS[code], ...CERTIFICATE_TEXTS[code] }]),
) as Record<(typeof LANGUAGE_CODES)[number], Texts>;
const OTHERS = LANGUAGE_CODES.filter((code) => code !== 'en');
const { en } = MAIL_TEXTS;
/** Languages that are not written in Latin letters: a text in those alone was forgotten, names and marks apart. */
const OWN_LETTERS: Readonly<Record<string, RegExp>> = {
  ar: /\p{sc=Arabic}/u,
  ru: /\p{sc=Cyrillic}/u,
  zh: /\p{sc=Han}/u,
};

async function screens(): Promise<Record<string, Texts>> {
  const { gatherTexts } = (await import('../../scripts/collect-texts.mjs' as string)) as {
    gatherTexts: (folder: string) => { texts: Record<string, Texts> };
  };
  return gatherTexts(join(ROOT, 'admin', 'src', 'locales')).texts;
}

const PLURAL = /_(zero|one|two|few|many|other)$/;
const isPlural = (key: string, english: Texts): boolean => {
  const base = key.replace(PLURAL, '');
  return PLURAL.test(key) && `${base}_one` in english && `${base}_other` in english;
};

/** Key → the English text that it says; a text that counts has the forms of the language's own plurals, and its form for none. */
function wantedOf(language: string, english: Texts): Map<string, string> {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const wanted = new Map<string, string>();
  for (const [key, text] of Object.entries(english)) {
    if (!isPlural(key, english)) wanted.set(key, text);
    else if (key.endsWith('_zero')) wanted.set(key, text);
    else if (key.endsWith('_other')) {
      for (const form of forms) {
        const own = key.replace(/_other$/, `_${form}`);
        wanted.set(own, english[own] ?? text);
      }
    }
  }
  return wanted;
}

/** `{{name}}`, `{name}` and tags, each once, in the order of the alphabet; a form for none, one or two may say its figure in words. */
function marksOf(key: string, text: string): string {
  const marks = [...text.matchAll(/\{\{\s*([\w.]+)[^}]*\}\}|\{\w+\}|<\/?\w+\s*\/?>/g)].map((match) =>
    match[1] ? `{{${match[1]}}}` : match[0],
  );
  return [...new Set(marks)]
    .filter((mark) => !(mark === '{{count}}' && /_(zero|one|two)$/.test(key)))
    .sort()
    .join(' ');
}

/** What is wrong with a language's texts, one line each. */
function faults(own: Texts, wanted: Map<string, string>): string[] {
  const lines: string[] = [];
  for (const [key, english] of wanted) {
    const text = own[key];
    if (text === undefined) lines.push(`${key} is missing`);
    else if (text.trim() === '' && english.trim() !== '') lines.push(`${key} is empty`);
    else if (marksOf(key, text) !== marksOf(key, english))
      lines.push(`${key} has "${marksOf(key, text)}" for "${marksOf(key, english)}"`);
  }
  for (const key of Object.keys(own)) if (!wanted.has(key)) lines.push(`${key} is asked for by nobody`);
  return lines;
}

/** Words of the English text that stay as they are everywhere. */
const NAMES =
  /Skilgrid|Swagger|CSV|PDF|API|URL|HTTPS?|JSON|MP4|WebM|YouTube|Vimeo|WebAuthn|QR|ID|TOTP|EID|OID|[A-Z]{2,}/g;
const wordsOf = (text: string): string => text.replace(/\{\{[^}]*\}\}|\{\w+\}/g, '').replace(NAMES, '');

describe.each(OTHERS)('in %s', (language) => {
  it('every text of a screen is there, with the same values in it and every form of its plurals', async () => {
    const { en: english = {}, [language]: own = {} } = await screens();
    expect(faults(own, wantedOf(language, english))).toEqual([]);
    expect(Object.keys(own).length).toBeGreaterThan(2_000);
  });

  it('every text of a mail is there, with the same values in it', () => {
    expect(faults(MAIL_TEXTS[language], new Map(Object.entries(en)))).toEqual([]);
  });

  it('no sentence was left in English', async () => {
    const { en: english = {}, [language]: own = {} } = await screens();
    const letters = OWN_LETTERS[language];
    const same = (texts: Texts, from: Texts): string[] =>
      Object.keys(texts).filter((key) => {
        const words = wordsOf(from[key] ?? from[key.replace(PLURAL, '_other')] ?? '').match(/\p{L}{2,}/gu) ?? [];
        // Names of keys and of languages stay as they are.
        if (words.length < 3) return false;
        return letters ? !letters.test(texts[key]!) : words.length > 3 && texts[key] === from[key];
      });
    expect([...same(own, english), ...same(MAIL_TEXTS[language], en)]).toEqual([]);
  });

  it('its terms are kept in a glossary', () => {
    expect(existsSync(join(ROOT, 'docs', 'glossary', `${language}.md`))).toBe(true);
  });
});
