import { join } from 'node:path';
import { FALLBACK, isLanguage, type Language } from '../contract/languages';
import type { Mail } from '../platform/mail/mail-kinds';
import { ar } from './mail-texts/ar';
import { de } from './mail-texts/de';
import { en, type MailText } from './mail-texts/en';
import { es } from './mail-texts/es';
import { fr } from './mail-texts/fr';
import { it } from './mail-texts/it';
import { ru } from './mail-texts/ru';
import { zh } from './mail-texts/zh';

const TEXTS: Readonly<Record<Language, Readonly<Record<MailText, string>>>> = { en, es, de, it, ru, zh, fr, ar };

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
    textOf(locale, texts, key).replace(/\{(\w+)\}/g, (whole, name: string) => String(facts[name] ?? whole));
  return { to, template: join(__dirname, 'mails', template), language: locale, say, facts, ...more };
}

/** Its own text, or one that it shares with others, by the whole key. A heading that is not there is the subject. */
function textOf(locale: string, texts: string, key: string): string {
  const keys = [`${texts}_${key}`, key, ...(key === 'heading' ? [`${texts}_subject`] : [])];
  const known = keys.find((each): each is MailText => each in en);
  if (!known) throw new Error(`No text ${keys[0]} (mail-texts/)`);
  return TEXTS[isLanguage(locale) ? locale : FALLBACK][known];
}
