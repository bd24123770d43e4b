import { day, described, fields, flag, instant, listOf, orNull, whole, type Of } from './answer';

/**
 * `reports/totals`: how far the organisation's learning is. Kept in buckets by day, settled every half minute: `as_of` says
 * of when they are. null is not known yet, and never 0.
 */
export const totalsAnswer = fields({
  as_of: described(orNull(instant), 'null: not counted yet.'),
  assignments: described(
    orNull(fields({ assigned: whole, in_progress: whole, completed: whole })),
    'Those that count, by their state.',
  ),
  completions: described(
    orNull(listOf(fields({ week: day, amount: whole }))),
    'By week of the organisation’s calendar, Monday first; the last one is this week.',
  ),
  quizzes: described(
    orNull(fields({ since: day, passed: whole, failed: whole })),
    'Attempts submitted since then: the rows of the quiz report from that day on.',
  ),
});
export type TotalsAnswer = Of<typeof totalsAnswer>;

const counted = fields({ count: whole, more: described(flag, 'There are more than 10,000.') });
/** How many there are; with `more`, there are more than that. */
export type CountedAnswer = Of<typeof counted>;
/**
 * `reports/attention`: what waits for somebody, as many as the lists say. What expires is `reports/expiring-skills`, and what
 * the plan has left is `me`.
 */
export const attentionAnswer = fields({
  on: described(day, 'Today, in the organisation’s time zone.'),
  overdue_assignments: described(counted, 'As many as the list training-assignments with overdue=true.'),
  evidence_waiting: described(counted, 'What waits for the asker to sign it off: skill-evidence with waiting_for=me.'),
  enrolments_waiting: described(
    counted,
    'Requests for trainings that wait for the asker: enrolment-requests with waiting_for=me.',
  ),
  not_invited: described(counted, 'People without an account: as many as the list staff with invitation=not_invited.'),
  assignments_pending: described(
    counted,
    'Open assignments of people who cannot sign in yet: training-assignments with account_pending=true in the states assigned and in_progress.',
  ),
  invitations_open: described(
    counted,
    'Staff with status invited who can still accept: invited in the last seven days, no password chosen yet.',
  ),
});
export type AttentionAnswer = Of<typeof attentionAnswer>;
