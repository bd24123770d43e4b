import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import type { ReportDefinitionResponse } from '@contract/report.responses';
import { formatFacts } from '@/components/format';

/** The report's definition, which the server states, in the reader's language. */
function definitionText(definition: ReportDefinitionResponse, t: TFunction, language: string): string {
  const formattedFacts = formatFacts(definition.facts, language);
  return [
    t(`reports.said.${definition.code}`, { ...formattedFacts, count: Number(definition.facts['warn_days'] ?? 0) }),
    ...(definition.facts.scope === 'line' ? [t('team.said')] : []),
    t('reports.said.zone', formattedFacts),
    ...(definition.facts.forecast ? [t('reports.said.forecast', formattedFacts)] : []),
  ].join(' ');
}

export function DefinitionLine({ definition }: { definition: ReportDefinitionResponse }) {
  const { t, i18n } = useTranslation();
  return (
    <p className="kit-report-definition sg-mt-16 sg-small sg-soft">{definitionText(definition, t, i18n.language)}</p>
  );
}
