import type { Me } from '@contract/account.responses';
import type { AttentionResponse } from '@contract/dashboard.responses';
import type { MatrixSummaryResponse } from '@contract/report.responses';
import { OPEN_ASSIGNMENT_STATES } from '@contract/training-assignments.resource';

import {
  daysUntil,
  PLAN_PATH,
  SEATS_PATH,
  usageShare,
  usageTone,
  expiryTone,
  TRAININGS_PATH,
  type UsageTone,
} from './plan-usage';

/** An unknown count is never shown as 0. */
export type QueryResult<A> = { readonly data: A | undefined; readonly isError: boolean };
type CountState = 'unknown' | 'asked' | { readonly count: number; readonly more: boolean };

export interface AttentionCount {
  readonly name: 'overdue' | 'waiting' | 'enrolments' | 'expiring' | 'accounts' | 'pending' | 'invitations';
  readonly count: CountState;
  /** The list with exactly these rows. */
  readonly to: string;
  readonly tone: Exclude<UsageTone, 'calm'>;
}

const OPEN_STATES_QUERY = OPEN_ASSIGNMENT_STATES.map((state) => `state=${state}`).join('&');
const OVERDUE_PATH = '/remove-training?view=all&overdue=true&sort=due_on';

/** @param canSignOff false: counts all pending rows, not only those of the current user */
export function buildCountLines(
  attention: QueryResult<AttentionResponse>,
  summary: QueryResult<MatrixSummaryResponse>,
  canSignOff: boolean,
): AttentionCount[] {
  const readCount = <A>({ data: result, isError }: QueryResult<A>, read: (answer: A) => CountState): CountState =>
    result ? read(result) : isError ? 'unknown' : 'asked';
  return [
    {
      name: 'overdue',
      tone: 'full',
      to: OVERDUE_PATH,
      count: readCount(attention, ({ overdue_assignments }) => overdue_assignments),
    },
    {
      name: 'waiting',
      tone: 'near',
      to: `/skill-evidence?${canSignOff ? 'waiting_for=me' : 'state=pending'}`,
      count: readCount(attention, ({ evidence_waiting }) => evidence_waiting),
    },
    {
      name: 'enrolments',
      tone: 'near',
      to: `/training/requests?${canSignOff ? 'waiting_for=me' : 'state=waiting'}`,
      count: readCount(attention, ({ enrolments_waiting }) => enrolments_waiting),
    },
    {
      name: 'expiring',
      tone: 'near',
      to: '/expiring-skills',
      count: readCount(summary, ({ totals }) => (totals ? { count: totals.expiring, more: false } : 'unknown')),
    },
    {
      name: 'accounts',
      tone: 'near',
      to: '/add-staff?invitation=not_invited',
      count: readCount(attention, ({ not_invited }) => not_invited),
    },
    {
      name: 'pending',
      tone: 'near',
      to: `/remove-training?${OPEN_STATES_QUERY}&account_pending=true`,
      count: readCount(attention, ({ assignments_pending }) => assignments_pending),
    },
    {
      name: 'invitations',
      tone: 'near',
      to: '/add-staff?invitation=open',
      count: readCount(attention, ({ invitations_open }) => invitations_open),
    },
  ];
}

export type PlanLine =
  | {
      readonly name: 'seats' | 'trainings';
      to: string;
      tone: Exclude<UsageTone, 'calm'>;
      used: number;
      allowed: number;
    }
  | { readonly name: 'plan'; to: string; tone: Exclude<UsageTone, 'calm'>; daysRemaining: number; until: string };

/** Plan limits that are nearly reached or exceeded. Depends on the current date. */
export function buildPlanLines(me: Pick<Me, PlanFields>): PlanLine[] {
  const lines: PlanLine[] = [];
  const addUsage = (name: 'seats' | 'trainings', to: string, used: number, allowed: number) => {
    const tone = usageTone(usageShare(used, allowed));
    if (tone !== 'calm') lines.push({ name, to, tone, used, allowed });
  };
  addUsage('seats', SEATS_PATH, me.total_staff, me.no_of_staff);
  addUsage('trainings', TRAININGS_PATH, me.total_training, me.no_of_training);
  const until = me.subscription?.expires_on;
  const daysRemaining = until ? daysUntil(until, me.time_zone) : null;
  const tone = expiryTone(daysRemaining);
  if (until && daysRemaining !== null && tone !== 'calm')
    lines.push({ name: 'plan', to: PLAN_PATH, tone, daysRemaining, until });
  return lines;
}
type PlanFields = 'total_staff' | 'no_of_staff' | 'total_training' | 'no_of_training' | 'subscription' | 'time_zone';
