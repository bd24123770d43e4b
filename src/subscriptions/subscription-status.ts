import type { SubscriptionStatus } from '../contract/subscribers.resource';
import { GRACE_DAYS } from '../contract/subscription-rules';
import { addDays, daysBetween, endOfDay, type Day } from '../platform/calendar';

const TRIAL_DAYS = 30;
export const BILL_BEFORE_DAYS = 10;

export interface Term {
  trial: boolean;
  /** The last valid day, through 23:59:59 of the customer's calendar. */
  subs_expiry_date: Day;
  bill_generate_before_days: number;
}

/**
 * The state of a subscription on a day of the customer's calendar (domain.md, subscriber). A trial stays a trial to its
 * last day; a paid one is expiring from the day its next bill is made.
 * @param customerStatus A, S or C
 */
export function subscriptionStatus(term: Term, today: Day, customerStatus = 'A'): SubscriptionStatus {
  if (customerStatus !== 'A') return 'suspended';
  const left = daysBetween(today, term.subs_expiry_date);
  if (left < -GRACE_DAYS) return 'expired';
  if (left < 0) return 'grace';
  if (term.trial) return 'trial';
  return left <= term.bill_generate_before_days ? 'expiring' : 'active';
}

/** The last millisecond of the last day of grace: later, changes are refused (contract.md, Integrity). */
export const writesUntil = (expiry: Day, timeZone: string): number => endOfDay(addDays(expiry, GRACE_DAYS), timeZone);

/** 30 days: to the customer's local today + 30. */
export const trialEnd = (today: Day): Day => addDays(today, TRIAL_DAYS);
