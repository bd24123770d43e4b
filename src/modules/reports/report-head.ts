import type { ReportDefinitionResponse } from '../../contract/report.responses';
import type { Tenant } from '../../tenancy/tenant';
import { WARN_DAYS } from './cell-status';
import type { ReportPeriod } from './report-period';

const DEFINITIONS: Readonly<Record<string, string>> = {
  'skill-matrix': 'Levels and required levels at the end of {on}, for staff active that day.',
  'skill-matrix-datewise':
    'Levels at the end of {on}, for staff active that day, and changes since the end of {opening}.',
  'targeted-skills':
    'Targets at the end of {on}, for staff active that day, and whether they are met. Opening: end of {opening}.',
  'skill-wise': 'Each skill at the end of {on}, for staff active that day. Changes since the end of {opening}.',
  'skill-holders':
    'People with this skill at the end of {on}, for staff active that day. Changes since the end of {opening}.',
  'skills-of-person': 'The skills of this person at the end of {on}. Changes since the end of {opening}.',
  'evidence-trail': 'Everything recorded for this person and skill, whether it counts or not.',
  'skill-history': 'Levels and targets of this person on every day. Dates after {on} show what is known on that day.',
  quiz: 'Attempts submitted from {from} to {on}, both days included.',
};

/** The definition of a report, as text and facts (docs/skill-levels.md). */
export function reportHead(
  report: string,
  period: ReportPeriod,
  { time_zone, scope }: Pick<Tenant, 'time_zone' | 'scope'>,
  facts: Readonly<Record<string, string | number | boolean | null>> = {},
  definition = DEFINITIONS[report] ?? '',
): ReportDefinitionResponse {
  const allFacts = {
    on: period.to,
    opening: period.opening,
    from: period.from,
    time_zone,
    /** all | line (the current user and the reporting line) | self */
    scope: scope.kind,
    forecast: period.forecast,
    warn_days: WARN_DAYS,
    ...facts,
  };
  const text = definition.replace(/\{(\w+)\}/g, (_, name: string) =>
    String((allFacts as Record<string, unknown>)[name]),
  );
  const forecast = period.forecast
    ? ' Forecast: this date is in the future, so the report shows what is known today.'
    : '';
  const teamNote = scope.kind === 'line' ? ' Only you and the people below you.' : '';
  return { code: report, facts: allFacts, text: `${text}${teamNote} Time zone: ${time_zone}.${forecast}` };
}
