import type { ReportHead } from '../contract/report-answers';
import type { Tenant } from '../tenancy/tenant';
import { WARN_DAYS } from './cell-status';
import type { ReportPeriod } from './report-period';

const WHAT: Readonly<Record<string, string>> = {
  'skill-matrix': 'Levels at the end of {on} of staff active that day, with what is required of them.',
  'skill-matrix-datewise':
    'Levels at the end of {on} of staff active that day, and how they changed since the end of {opening}.',
  'targeted-skills':
    'What was required at the end of {on} of staff active that day, and whether they have it; opening is the end of {opening}.',
  'skill-wise': 'Each skill at the end of {on} over staff active that day; changes are since the end of {opening}.',
  'skill-holders':
    'Who had this skill at the end of {on}, of staff active that day; changes are since the end of {opening}.',
  'skills-of-person': 'The skills of this person at the end of {on}; changes are since the end of {opening}.',
  'evidence-trail': 'Everything recorded about this person and skill, whether it counts or not.',
  'skill-history':
    'The levels of this person on every day, and what was required of them; what lies after {on} is what is known that day.',
  quiz: 'Attempts submitted from {from} to {on}, both days included.',
};

/** "A date filter defines the rows exactly, and the report prints its own definition" (domain.md, rule 7). */
export function reportHead(
  report: string,
  period: ReportPeriod,
  { time_zone, scope }: Pick<Tenant, 'time_zone' | 'scope'>,
  facts: Readonly<Record<string, string | number | boolean | null>> = {},
  says = WHAT[report] ?? '',
): ReportHead {
  const all = {
    on: period.to,
    opening: period.opening,
    from: period.from,
    time_zone,
    /** Whose rows: all, line (the asker and everybody below), self. */
    scope: scope.kind,
    forecast: period.forecast,
    warn_days: WARN_DAYS,
    ...facts,
  };
  const words = says.replace(/\{(\w+)\}/g, (_, name: string) => String((all as Record<string, unknown>)[name]));
  const forecast = period.forecast ? ' Forecast: that day has not come yet; it shows what is known today.' : '';
  const team = scope.kind === 'line' ? ' Of your team only: everybody below you, and you.' : '';
  return { code: report, facts: all, text: `${words}${team} Days are those of ${time_zone}.${forecast}` };
}
