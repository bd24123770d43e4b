import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isolated } from '../contract/bidi';
import { FALLBACK, isLanguage, LANGUAGE_CODES, type Language } from '../contract/languages';
import type { Mail } from '../platform/mail/mail-kinds';

type Texts = Readonly<Record<string, string>>;

const textsOf = (language: Language): Texts =>
  JSON.parse(readFileSync(join(__dirname, 'mail-texts', `texts.${language}.json`), 'utf8')) as Texts;
/**
 * What the mails say, by language; `{name}` is filled in. A key begins with the name of its template (mails/*.hbs), which
 * asks for it without that: `{{t 'body'}}` in invite.hbs is invite_body. Every language has every text
 * (architecture/languages).
 */
export const MAIL_TEXTS = Object.fromEntries(
  LANGUAGE_CODES.map((language) => [language, textsOf(language)]),
) as Readonly<Record<Language, Texts>>;

/** Who reads it: an account, or a mailbox that has none. */
interface Reader {
  email: string;
  locale?: string;
}
type Content = Pick<Mail, 'facts' | 'code' | 'link'> & {
  /** What its own texts begin with, where that is not the name of the template. */
  texts?: string;
};

/** A mail of this floor: the template of that name, with its texts in the reader's language. */
export function mailTo(
  reader: Reader,
  template: string,
  { texts = template, facts = {}, ...more }: Content = {},
): Mail {
  const { email: to, locale = 'en' } = reader;
  const say = (key: string) =>
    textOf(locale, texts, key).replace(/\{(\w+)\}/g, (whole, name: string) => {
      const fact = facts[name] ?? null;
      return fact === null ? whole : isolated(String(fact), locale);
    });
  return { to, template: join(__dirname, 'mails', template), language: locale, say, facts, ...more };
}

/** Its own text, or one that it shares with others, by the whole key. A heading that is not there is the subject. */
function textOf(locale: string, texts: string, key: string): string {
  const keys = [`${texts}_${key}`, key, ...(key === 'heading' ? [`${texts}_subject`] : [])];
  const known = keys.find((each) => each in MAIL_TEXTS[FALLBACK]);
  if (!known) throw new Error(`No text ${keys[0]} (mail-texts/)`);
  return MAIL_TEXTS[isLanguage(locale) ? locale : FALLBACK][known]!;
}
