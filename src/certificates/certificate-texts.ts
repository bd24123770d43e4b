import { isolated } from '../contract/bidi';
import type { Language } from '../contract/languages';
import { filled, mailTextsIn } from '../platform/mail/mail-words';

/** What stands on certificates and on the page that verifies them, by language (mail-texts/). */
export const CERTIFICATE_TEXTS = mailTextsIn(__dirname);

export const said = (language: Language, key: string, facts: Readonly<Record<string, string>> = {}): string =>
  filled(CERTIFICATE_TEXTS, language, `certificate_${key}`, facts);

/** `1. März 2026` */
export const dayIn = (language: Language, day: string): string =>
  new Intl.DateTimeFormat(language, {
    calendar: 'gregory',
    numberingSystem: 'latn',
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(Date.parse(day));

/** `81.82 %`, from hundredths. */
export const scoreIn = (language: Language, hundredths: number): string =>
  isolated(
    new Intl.NumberFormat(language, { style: 'percent', numberingSystem: 'latn', maximumFractionDigits: 2 }).format(
      hundredths / 10_000,
    ),
    language,
  );
