import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGE_CODES } from '../../src/contract/languages';
import { MAIL_TEXTS as ACCOUNT_MAILS } from '../../src/modules/identity/mail-texts';
import { CERTIFICATE_TEXTS } from '../../src/modules/certificates/certificate-texts';
import { NOTICE_TEXTS } from '../../src/modules/notices/notice-texts';

type Texts = Readonly<Record<string, string>>;

const ROOT = join(__dirname, '..', '..');
/** Texts of mails and certificates from all layers: no key is in two of them. */
const MAIL_TEXTS = Object.fromEntries(
  LANGUAGE_CODES.map((code) => [code, { ...ACCOUNT_MAILS[code], ...NOTICE_TEXTS[code], ...CERTIFICATE_TEXTS[code] }]),
) as Record<(typeof LANGUAGE_CODES)[number], Texts>;
const OTHERS = LANGUAGE_CODES.filter((code) => code !== 'en');
const { en } = MAIL_TEXTS;
/** Languages with another script: a text without a letter of it is untranslated, except names. */
const SCRIPTS: Readonly<Record<string, RegExp>> = {
  ar: /\p{sc=Arabic}/u,
  ru: /\p{sc=Cyrillic}/u,
  zh: /\p{sc=Han}/u,
};

async function loadScreenTexts(): Promise<Record<string, Texts>> {
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

/** Key → English text; a text with a count has the plural forms of the language and its zero form. */
function expectedTexts(language: string, english: Texts): Map<string, string> {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const expected = new Map<string, string>();
  for (const [key, text] of Object.entries(english)) {
    if (!isPlural(key, english)) expected.set(key, text);
    else if (key.endsWith('_zero')) expected.set(key, text);
    else if (key.endsWith('_other')) {
      for (const form of forms) {
        const formKey = key.replace(/_other$/, `_${form}`);
        expected.set(formKey, english[formKey] ?? text);
      }
    }
  }
  return expected;
}

/** `{{name}}`, `{name}` and tags, each once, sorted; zero, one and two forms may spell out the number. */
function placeholdersOf(key: string, text: string): string {
  const placeholders = [...text.matchAll(/\{\{\s*([\w.]+)[^}]*\}\}|\{\w+\}|<\/?\w+\s*\/?>/g)].map((match) =>
    match[1] ? `{{${match[1]}}}` : match[0],
  );
  return [...new Set(placeholders)]
    .filter((mark) => !(mark === '{{count}}' && /_(zero|one|two)$/.test(key)))
    .sort()
    .join(' ');
}

/** Faults of a language's texts, one line each. */
function textFaults(texts: Texts, expected: Map<string, string>): string[] {
  const lines: string[] = [];
  for (const [key, english] of expected) {
    const text = texts[key];
    if (text === undefined) lines.push(`${key} is missing`);
    else if (text.trim() === '' && english.trim() !== '') lines.push(`${key} is empty`);
    else if (placeholdersOf(key, text) !== placeholdersOf(key, english))
      lines.push(`${key} has "${placeholdersOf(key, text)}" for "${placeholdersOf(key, english)}"`);
  }
  for (const key of Object.keys(texts)) if (!expected.has(key)) lines.push(`${key} is unused`);
  return lines;
}

/** Words that are the same in every language. */
const NAMES =
  /Skilgrid|Swagger|CSV|PDF|API|URL|HTTPS?|JSON|MP4|WebM|YouTube|Vimeo|WebAuthn|QR|ID|TOTP|EID|OID|[A-Z]{2,}/g;
const withoutNames = (text: string): string => text.replace(/\{\{[^}]*\}\}|\{\w+\}/g, '').replace(NAMES, '');

describe.each(OTHERS)('in %s', (language) => {
  it('every text of a screen is there, with the same values in it and every form of its plurals', async () => {
    const { en: english = {}, [language]: texts = {} } = await loadScreenTexts();
    expect(textFaults(texts, expectedTexts(language, english))).toEqual([]);
    expect(Object.keys(texts).length).toBeGreaterThan(2_000);
  });

  it('every text of a mail is there, with the same values in it', () => {
    expect(textFaults(MAIL_TEXTS[language], new Map(Object.entries(en)))).toEqual([]);
  });

  it('no sentence was left in English', async () => {
    const { en: english = {}, [language]: texts = {} } = await loadScreenTexts();
    const letters = SCRIPTS[language];
    const untranslated = (texts: Texts, from: Texts): string[] =>
      Object.keys(texts).filter((key) => {
        const words = withoutNames(from[key] ?? from[key.replace(PLURAL, '_other')] ?? '').match(/\p{L}{2,}/gu) ?? [];
        // Names of keys and languages are not translated.
        if (words.length < 3) return false;
        return letters ? !letters.test(texts[key]!) : words.length > 3 && texts[key] === from[key];
      });
    expect([...untranslated(texts, english), ...untranslated(MAIL_TEXTS[language], en)]).toEqual([]);
  });

  it('its terms have a glossary', () => {
    expect(existsSync(join(ROOT, 'docs', 'glossary', `${language}.md`))).toBe(true);
  });
});
