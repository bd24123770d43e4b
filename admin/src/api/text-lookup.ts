import i18next from 'i18next';

type Facts = Readonly<Record<string, unknown>>;
/** A text key, and the count that selects its plural form. */
export interface TextCandidate {
  readonly key: string;
  readonly count?: number | undefined;
}

/** Text of the first key that exists, with localised facts. */
export function findText(candidates: readonly TextCandidate[], facts: Facts): string | undefined {
  const match = candidates.find(({ key, count = 0 }) => i18next.exists(key, { count }));
  if (!match) return undefined;
  const { key, count } = match;
  return i18next.t(key, { ...localizeFacts(facts), ...(count !== undefined && { count }) });
}

/** The date format of all screens; components/i18n.ts sets it. */
let dayFormatter = (day: string, _language: string): string => day;
export function setDayFormatter(formatter: typeof dayFormatter): void {
  dayFormatter = formatter;
}

export const ISO_DAY = /^\d{4}-\d\d-\d\d$/;

/** Localises numbers, days and lists; `count` is formatted by i18next. */
function localizeFacts(facts: Facts): Record<string, unknown> {
  const { language } = i18next;
  const numberFormat = new Intl.NumberFormat(language, { numberingSystem: 'latn' });
  const localize = (fact: unknown): unknown => {
    if (typeof fact === 'number') return numberFormat.format(fact);
    if (Array.isArray(fact)) return new Intl.ListFormat(language, { style: 'narrow' }).format(fact.map(String));
    return typeof fact === 'string' && ISO_DAY.test(fact) ? dayFormatter(fact, language) : fact;
  };
  return Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, localize(fact)]));
}
