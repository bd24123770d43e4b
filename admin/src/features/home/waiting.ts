import type { Me } from '@contract/account-answers';
import type { AttentionAnswer } from '@contract/dashboard-answers';
import type { MatrixSummaryAnswer } from '@contract/report-answers';
import { OPEN_ASSIGNMENT_STATES } from '@contract/training-assignments.resource';

import { daysUntil, PLAN, SEATS, shareOf, toneOf, toneOfDays, TRAININGS, type Tone } from './plan';

/** A figure is shown when it is known, and never 0 in its place. */
export type Known<A> = { readonly data: A | undefined; readonly isError: boolean };
type Count = 'unknown' | 'asked' | { readonly count: number; readonly more: boolean };

export interface Waiting {
  readonly name: 'overdue' | 'waiting' | 'enrolments' | 'expiring' | 'accounts' | 'pending' | 'invitations';
  readonly count: Count;
  /** The list that has as many rows. */
  readonly to: string;
  readonly tone: Exclude<Tone, 'calm'>;
}

const OPEN = OPEN_ASSIGNMENT_STATES.map((state) => `state=${state}`).join('&');
const OVERDUE = '/remove-training?view=all&overdue=true&sort=due_on';

/** @param signsOff whoever only looks on has no rows that wait for them, and sees all of them. Pure. */
export function waitingLines(
  attention: Known<AttentionAnswer>,
  summary: Known<MatrixSummaryAnswer>,
  signsOff: boolean,
): Waiting[] {
  const of = <A>({ data: known, isError }: Known<A>, read: (answer: A) => Count): Count =>
    known ? read(known) : isError ? 'unknown' : 'asked';
  return [
    {
      ...{ name: 'overdue', tone: 'full', to: OVERDUE },
      count: of(attention, ({ overdue_assignments }) => overdue_assignments),
    },
    {
      ...{ name: 'waiting', tone: 'near', to: `/skill-evidence?${signsOff ? 'waiting_for=me' : 'state=pending'}` },
      count: of(attention, ({ evidence_waiting }) => evidence_waiting),
    },
    {
      ...{ name: 'enrolments', tone: 'near' },
      to: `/training/requests?${signsOff ? 'waiting_for=me' : 'state=waiting'}`,
      count: of(attention, ({ enrolments_waiting }) => enrolments_waiting),
    },
    {
      ...{ name: 'expiring', tone: 'near', to: '/expiring-skills' },
      count: of(summary, ({ totals }) => (totals ? { count: totals.expiring, more: false } : 'unknown')),
    },
    {
      ...{ name: 'accounts', tone: 'near', to: '/add-staff?invitation=not_invited' },
      count: of(attention, ({ not_invited }) => not_invited),
    },
    {
      ...{ name: 'pending', tone: 'near', to: `/remove-training?${OPEN}&account_pending=true` },
      count: of(attention, ({ assignments_pending }) => assignments_pending),
    },
    {
      ...{ name: 'invitations', tone: 'near', to: '/add-staff?invitation=open' },
      count: of(attention, ({ invitations_open }) => invitations_open),
    },
  ];
}

export type PlanLine =
  | { readonly name: 'seats' | 'trainings'; to: string; tone: Exclude<Tone, 'calm'>; used: number; allowed: number }
  | { readonly name: 'plan'; to: string; tone: Exclude<Tone, 'calm'>; left: number; until: string };

/** What of the plan is nearly used up, or over. Pure but for the day. */
export function planLines(me: Pick<Me, PlanFacts>): PlanLine[] {
  const lines: PlanLine[] = [];
  const limit = (name: 'seats' | 'trainings', to: string, used: number, allowed: number) => {
    const tone = toneOf(shareOf(used, allowed));
    if (tone !== 'calm') lines.push({ name, to, tone, used, allowed });
  };
  limit('seats', SEATS, me.total_staff, me.no_of_staff);
  limit('trainings', TRAININGS, me.total_training, me.no_of_training);
  const until = me.subscription?.expires_on;
  const left = until ? daysUntil(until, me.time_zone) : null;
  const tone = toneOfDays(left);
  if (until && left !== null && tone !== 'calm') lines.push({ name: 'plan', to: PLAN, tone, left, until });
  return lines;
}
type PlanFacts = 'total_staff' | 'no_of_staff' | 'total_training' | 'no_of_training' | 'subscription' | 'time_zone';
