import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import type { ReportHead } from '@contract/report-answers';
import { formatDay } from '@/kit/format';

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Facts with their days as the language writes them. Pure. */
function factsIn(language: string, facts: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      name,
      typeof value === 'string' && DAY.test(value) ? formatDay(value, language) : value,
    ]),
  );
}

/** What the report counts, and when: its own definition in the reader's language (domain.md, rule 7). */
function definitionText(definition: ReportHead, t: TFunction, language: string): string {
  const facts = factsIn(language, definition.facts);
  return [
    t(`reports.said.${definition.code}`, { ...facts, count: Number(definition.facts['warn_days'] ?? 0) }),
    ...(definition.facts.scope === 'line' ? [t('team.said')] : []),
    t('reports.said.zone', facts),
    ...(definition.facts.forecast ? [t('reports.said.forecast', facts)] : []),
  ].join(' ');
}

export function DefinitionLine({ definition }: { definition: ReportHead }) {
  const { t, i18n } = useTranslation();
  return <p className="kit-report-definition sg-small sg-soft">{definitionText(definition, t, i18n.language)}</p>;
}
