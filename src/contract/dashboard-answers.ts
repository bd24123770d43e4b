import { day, described, fields, flag, instant, listOf, whole, type Of } from './answer';

/** `reports/totals`: how far the organisation's learning is, at most a minute old. */
export const totalsAnswer = fields({
  as_of: described(instant, 'Time of the counting; at most a minute ago.'),
  assignments: described(
    fields({ assigned: whole, in_progress: whole, completed: whole }),
    'Current assignments by state.',
  ),
  completions: described(
    listOf(fields({ week: day, amount: whole })),
    'By calendar week of the organisation, starting on Monday; the last one is the current week.',
  ),
  quizzes: described(
    fields({ since: day, passed: whole, failed: whole }),
    'Start of the period: attempts submitted since then, as in the quiz report from that day.',
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
  overdue_assignments: described(counted, 'The same number as the list training-assignments with overdue=true.'),
  evidence_waiting: described(counted, 'Evidence waiting for the user’s sign-off: skill-evidence with waiting_for=me.'),
  enrolments_waiting: described(
    counted,
    'Training requests waiting for the user: enrolment-requests with waiting_for=me.',
  ),
  not_invited: described(counted, 'People without an account: as many as the list staff with invitation=not_invited.'),
  assignments_pending: described(
    counted,
    'Open assignments of people who cannot sign in yet: training-assignments with account_pending=true in the states assigned and in_progress.',
  ),
  invitations_open: described(
    counted,
    'Staff with an open invitation: invited in the last seven days, no password chosen yet.',
  ),
});
export type AttentionAnswer = Of<typeof attentionAnswer>;
