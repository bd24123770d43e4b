import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import type { ReportSaid } from '@contract/report-answers';
import { formatDay } from '@/kit/format';

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Facts with their days as the language writes them. Pure. */
export function factsIn(language: string, facts: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      name,
      typeof value === 'string' && DAY.test(value) ? formatDay(value, language) : value,
    ]),
  );
}

/** What the report counts, and when: its own definition in the reader's language (domain.md, rule 7). */
export function saidBy(said: ReportSaid, t: TFunction, language: string): string {
  const facts = factsIn(language, said.facts);
  return [
    t(`reports.said.${said.code}`, facts),
    ...(said.facts.scope === 'line' ? [t('team.said')] : []),
    t('reports.said.zone', facts),
    ...(said.facts.forecast ? [t('reports.said.forecast', facts)] : []),
  ].join(' ');
}

export function DefinitionLine({ said }: { said: ReportSaid }) {
  const { t, i18n } = useTranslation();
  return <p className="kit-report-definition">{saidBy(said, t, i18n.language)}</p>;
}
