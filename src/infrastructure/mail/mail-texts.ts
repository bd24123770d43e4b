import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isolateBidi } from '../../contract/bidi';
import { FALLBACK_LANGUAGE, isLanguage, LANGUAGE_CODES, type Language } from '../../contract/languages';
import type { Mail } from './mail-kind-registry';

type Texts = Readonly<Record<string, string>>;
export type TextsByLanguage = Readonly<Record<Language, Texts>>;
type TextValues = Readonly<Record<string, unknown>>;

/** An account, or a mailbox without an account. */
export interface MailRecipient {
  email: string;
  locale?: string;
}
export type MailContent = Pick<Mail, 'facts' | 'code' | 'link' | 'unsubscribe'> & {
  /** Prefix of the text keys; default: the name of the template. */
  texts?: string;
};

/** Reads `mail-texts/texts.<language>.json` in the module's folder, for all languages. */
export function loadMailTexts(folder: string): TextsByLanguage {
  const textsOf = (language: Language): Texts =>
    JSON.parse(readFileSync(join(folder, 'mail-texts', `texts.${language}.json`), 'utf8')) as Texts;
  return Object.fromEntries(LANGUAGE_CODES.map((language) => [language, textsOf(language)])) as TextsByLanguage;
}

/** The text in that language with its `{name}` placeholders replaced; placeholders without a value stay. */
export function interpolateMailText(texts: TextsByLanguage, language: string, key: string, facts: TextValues): string {
  const text = texts[isLanguage(language) ? language : FALLBACK_LANGUAGE][key];
  if (text === undefined) throw new Error(`No text ${key} (mail-texts/)`);
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = facts[name] ?? null;
    return value === null ? placeholder : isolateBidi(String(value), language);
  });
}

/** Builds a mail from a template in the module's folder `mails`, with texts in the recipient's language. */
export function buildMail(
  { folder, texts: mailTexts }: { folder: string; texts: TextsByLanguage },
  { email: to, locale = FALLBACK_LANGUAGE }: MailRecipient,
  template: string,
  { texts = template, facts = {}, ...rest }: MailContent = {},
): Mail {
  const translate = (key: string) =>
    interpolateMailText(mailTexts, locale, resolveTextKey(mailTexts[FALLBACK_LANGUAGE], texts, key), facts);
  return { to, template: join(folder, 'mails', template), language: locale, translate, facts, ...rest };
}

/** `<prefix>_<key>`, else the shared text `<key>`; a missing heading falls back to the subject. */
function resolveTextKey(mailTexts: Texts, texts: string, key: string): string {
  const keys = [`${texts}_${key}`, key, ...(key === 'heading' ? [`${texts}_subject`] : [])];
  const existingKey = keys.find((each) => each in mailTexts);
  if (!existingKey) throw new Error(`No text ${keys[0]} (mail-texts/)`);
  return existingKey;
}
