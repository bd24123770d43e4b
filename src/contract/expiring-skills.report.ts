import { day, described, fields, oneOfWords, whole, type Of } from './answer';
import { report, type RowOf } from './report';
import { namesOfPair } from './report-answers';
import { onDay, staff, skill } from './reports';
import { CELL_STATUSES } from './skill-matrix';

/** What the matrix counts as expiring, one by one: who meets a target, and falls below it within the days of warning. */
export const expiringSkills = report({
  name: 'expiring-skills',
  operation: 'expiring',
  question: 'Who will soon fall below a target? Paged by _start and _end; `totals.expiring` counts all of them.',
  says: 'People who meet a target at the end of {on} and fall below it within {warn_days} days, for staff active that day.',
  row: fields({
    ...namesOfPair,
    level: whole,
    target: whole,
    status: oneOfWords(CELL_STATUSES),
    valid_until: described(day, 'The last day on which the target is met.'),
  }),
  totals: fields({ expiring: whole }),
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
  filters: [onDay, staff, skill],
});
export type ExpiringAnswer = Of<typeof expiringSkills.answer>;
export type ExpiringPair = RowOf<typeof expiringSkills>;
