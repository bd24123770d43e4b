import { isolateBidi } from '../../contract/bidi';
import type { Language } from '../../contract/languages';
import { interpolateMailText, loadMailTexts } from '../../infrastructure/mail/mail-texts';

/** Texts of certificates and of the verification page, by language (mail-texts/). */
export const CERTIFICATE_TEXTS = loadMailTexts(__dirname);

export const certificateText = (
  language: Language,
  key: string,
  facts: Readonly<Record<string, string>> = {},
): string => interpolateMailText(CERTIFICATE_TEXTS, language, `certificate_${key}`, facts);

/** `1. März 2026` */
export const formatLongDay = (language: Language, day: string): string =>
  new Intl.DateTimeFormat(language, {
    calendar: 'gregory',
    numberingSystem: 'latn',
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(Date.parse(day));

/** `81.82 %`, from hundredths. */
export const formatScore = (language: Language, hundredths: number): string =>
  isolateBidi(
    new Intl.NumberFormat(language, { style: 'percent', numberingSystem: 'latn', maximumFractionDigits: 2 }).format(
      hundredths / 10_000,
    ),
    language,
  );
