import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isolated } from '../../contract/bidi';
import { FALLBACK, isLanguage, LANGUAGE_CODES, type Language } from '../../contract/languages';
import type { Mail } from './mail-kinds';

type Texts = Readonly<Record<string, string>>;
export type TextsByLanguage = Readonly<Record<Language, Texts>>;
type Facts = Readonly<Record<string, unknown>>;

/** Who reads it: an account, or a mailbox that has none. */
export interface MailReader {
  email: string;
  locale?: string;
}
export type MailContent = Pick<Mail, 'facts' | 'code' | 'link' | 'unsubscribe'> & {
  /** What its own texts begin with, where that is not the name of the template. */
  texts?: string;
};

/** What the mails of a floor say, by language: `mail-texts/texts.<language>.json` in its folder, read at the start. */
export function mailTextsIn(folder: string): TextsByLanguage {
  const textsOf = (language: Language): Texts =>
    JSON.parse(readFileSync(join(folder, 'mail-texts', `texts.${language}.json`), 'utf8')) as Texts;
  return Object.fromEntries(LANGUAGE_CODES.map((language) => [language, textsOf(language)])) as TextsByLanguage;
}

/** The text in that language, `{name}` filled in; what is not given stays as it is. */
export function filled(texts: TextsByLanguage, language: string, key: string, facts: Facts): string {
  const text = texts[isLanguage(language) ? language : FALLBACK][key];
  if (text === undefined) throw new Error(`No text ${key} (mail-texts/)`);
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const fact = facts[name] ?? null;
    return fact === null ? whole : isolated(String(fact), language);
  });
}

/** A mail of that floor: the template of that name in its folder `mails`, with its texts in the reader's language. */
export function mailOf(
  { folder, texts: known }: { folder: string; texts: TextsByLanguage },
  { email: to, locale = FALLBACK }: MailReader,
  template: string,
  { texts = template, facts = {}, ...more }: MailContent = {},
): Mail {
  const say = (key: string) => filled(known, locale, keyOf(known[FALLBACK], texts, key), facts);
  return { to, template: join(folder, 'mails', template), language: locale, say, facts, ...more };
}

/** Its own text, or one that it shares with others, by the whole key. A heading that is not there is the subject. */
function keyOf(known: Texts, texts: string, key: string): string {
  const keys = [`${texts}_${key}`, key, ...(key === 'heading' ? [`${texts}_subject`] : [])];
  const found = keys.find((each) => each in known);
  if (!found) throw new Error(`No text ${keys[0]} (mail-texts/)`);
  return found;
}
