import { day, withDescription, objectOf, flag, instant, listOf, integer, type Infer } from './response-schema';

/** `reports/totals`: learning progress of the customer, at most a minute old. */
export const totalsSchema = objectOf({
  as_of: withDescription(instant, 'Time of the counting; at most a minute ago.'),
  assignments: withDescription(
    objectOf({ assigned: integer, in_progress: integer, completed: integer }),
    'Current assignments by state.',
  ),
  completions: withDescription(
    listOf(objectOf({ week: day, amount: integer })),
    'By calendar week of the organisation, starting on Monday; the last one is the current week.',
  ),
  quizzes: withDescription(
    objectOf({ since: day, passed: integer, failed: integer }),
    'Start of the period: attempts submitted since then, as in the quiz report from that day.',
  ),
});
export type TotalsResponse = Infer<typeof totalsSchema>;

const cappedCountSchema = objectOf({ count: integer, more: withDescription(flag, 'There are more than 10,000.') });
/** With `more`, the real number is larger than `count`. */
export type CappedCount = Infer<typeof cappedCountSchema>;
/** `reports/attention`: open tasks, counted like the corresponding lists. */
export const attentionSchema = objectOf({
  on: withDescription(day, 'Today, in the organisation’s time zone.'),
  overdue_assignments: withDescription(
    cappedCountSchema,
    'The same number as the list training-assignments with overdue=true.',
  ),
  evidence_waiting: withDescription(
    cappedCountSchema,
    'Evidence waiting for the user’s sign-off: skill-evidence with waiting_for=me.',
  ),
  enrolments_waiting: withDescription(
    cappedCountSchema,
    'Training requests waiting for the user: enrolment-requests with waiting_for=me.',
  ),
  not_invited: withDescription(
    cappedCountSchema,
    'People without an account: as many as the list staff with invitation=not_invited.',
  ),
  assignments_pending: withDescription(
    cappedCountSchema,
    'Open assignments of people who cannot sign in yet: training-assignments with account_pending=true in the states assigned and in_progress.',
  ),
  invitations_open: withDescription(
    cappedCountSchema,
    'Staff with an open invitation: invited in the last seven days, no password chosen yet.',
  ),
});
export type AttentionResponse = Infer<typeof attentionSchema>;
