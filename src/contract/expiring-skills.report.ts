import { day, withDescription, objectOf, stringEnum, integer, type Infer } from './response-schema';
import { report, type ReportRowOf } from './report';
import { personSkillFields } from './report.responses';
import { onDayFilter, staffFilter, skillFilter } from './reports';
import { CELL_STATUSES } from './skill-matrix';

/** The matrix total `expiring` as a list: people who meet a target now and fall below it within the warning period. */
export const expiringSkills = report({
  name: 'expiring-skills',
  operation: 'expiring',
  operationSummary:
    'Who will soon fall below a target? Paged by _start and _end; `totals.expiring` counts all of them.',
  definitionText:
    'People who meet a target at the end of {on} and fall below it within {warn_days} days, for staff active that day.',
  row: objectOf({
    ...personSkillFields,
    level: integer,
    target: integer,
    status: stringEnum(CELL_STATUSES),
    valid_until: withDescription(day, 'The last day on which the target is met.'),
  }),
  totals: objectOf({ expiring: integer }),
  count: 'expiring',
  explains: true,
  columns: [
    { name: 'staff_code', kind: 'text', priority: 3 },
    { name: 'staff_name', kind: 'text', width: 200, priority: 1 },
    { name: 'skill_code', kind: 'text', priority: 3 },
    { name: 'skill_name', kind: 'text', width: 240, priority: 1 },
    { name: 'level', kind: 'level', priority: 1 },
    { name: 'target', kind: 'level', priority: 1 },
    { name: 'valid_until', kind: 'day', width: 128, priority: 1 },
  ],
  filters: [onDayFilter, staffFilter, skillFilter],
});
export type ExpiringAnswer = Infer<typeof expiringSkills.answer>;
export type ExpiringPair = ReportRowOf<typeof expiringSkills>;
