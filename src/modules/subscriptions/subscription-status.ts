import type { SubscriptionStatus } from '../../contract/subscribers.resource';
import { GRACE_DAYS } from '../../contract/subscription-limits';
import { addDays, daysBetween, endOfDay, type Day } from '../../common/calendar';

const TRIAL_DAYS = 30;
export const BILL_BEFORE_DAYS = 10;

export interface TermDates {
  trial: boolean;
  /** The last valid day, until its end in the customer's time zone. */
  subs_expiry_date: Day;
  bill_generate_before_days: number;
}

/**
 * The status of a subscription on a local day (docs/domain.md). A trial stays a trial to its last day; a paid
 * subscription is expiring from the day of its next bill.
 * @param customerStatus A, S or C
 */
export function subscriptionStatus(term: TermDates, today: Day, customerStatus = 'A'): SubscriptionStatus {
  if (customerStatus !== 'A') return 'suspended';
  const daysLeft = daysBetween(today, term.subs_expiry_date);
  if (daysLeft < -GRACE_DAYS) return 'expired';
  if (daysLeft < 0) return 'grace';
  if (term.trial) return 'trial';
  return daysLeft <= term.bill_generate_before_days ? 'expiring' : 'active';
}

/** The last millisecond of the grace period; later writes are rejected with 402. */
export const writesUntil = (expiry: Day, timeZone: string): number => endOfDay(addDays(expiry, GRACE_DAYS), timeZone);

export const trialEnd = (today: Day): Day => addDays(today, TRIAL_DAYS);
