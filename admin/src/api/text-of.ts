import i18next from 'i18next';

type Facts = Readonly<Record<string, unknown>>;
/** A key, and what its sentence counts. */
export interface Tried {
  readonly key: string;
  readonly count?: number | undefined;
}

/** The first of these keys that has a text, with its facts as the language writes them. */
export function firstText(tried: readonly Tried[], facts: Facts): string | undefined {
  const found = tried.find(({ key, count = 0 }) => i18next.exists(key, { count }));
  if (!found) return undefined;
  const { key, count } = found;
  return i18next.t(key, { ...asRead(facts), ...(count !== undefined && { count }) });
}

/** Days have one form on all screens; who draws them says which (`app/providers/i18n.ts`). */
let writeDay = (day: string, _language: string): string => day;
export function writeDaysBy(write: typeof writeDay): void {
  writeDay = write;
}

export const DAY = /^\d{4}-\d\d-\d\d$/;

/** Figures, days and lists as the language writes them; `count` it writes by itself. */
function asRead(facts: Facts): Record<string, unknown> {
  const { language } = i18next;
  const figures = new Intl.NumberFormat(language, { numberingSystem: 'latn' });
  const written = (fact: unknown): unknown => {
    if (typeof fact === 'number') return figures.format(fact);
    if (Array.isArray(fact)) return new Intl.ListFormat(language, { style: 'narrow' }).format(fact.map(String));
    return typeof fact === 'string' && DAY.test(fact) ? writeDay(fact, language) : fact;
  };
  return Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, written(fact)]));
}
