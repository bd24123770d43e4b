import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import type { ReportHead } from '@contract/report-answers';
import { formatFacts } from '@/components/format';

/** What the report counts, and when: its own definition in the reader's language (domain.md, rule 7). */
function definitionText(definition: ReportHead, t: TFunction, language: string): string {
  const facts = formatFacts(definition.facts, language);
  return [
    t(`reports.said.${definition.code}`, { ...facts, count: Number(definition.facts['warn_days'] ?? 0) }),
    ...(definition.facts.scope === 'line' ? [t('team.said')] : []),
    t('reports.said.zone', facts),
    ...(definition.facts.forecast ? [t('reports.said.forecast', facts)] : []),
  ].join(' ');
}

export function DefinitionLine({ definition }: { definition: ReportHead }) {
  const { t, i18n } = useTranslation();
  return (
    <p className="kit-report-definition sg-mt-16 sg-small sg-soft">{definitionText(definition, t, i18n.language)}</p>
  );
}
