/**
 * How long a completion is valid and when it can be renewed, in the customer's time zone. As for evidence
 * (modules/skills/validity.ts), `valid_until` is the last valid day, and a renewal in time extends from it.
 */
import { addDays, type Day } from '../../common/calendar';
import { RENEWAL_WINDOW_DAYS, validUntil } from '../skills/validity';

export interface RenewalRule {
  /** null: no expiry. */
  validity_months: number | null;
  /** null: 30 days, or half of a validity shorter than two months. */
  renewal_days: number | null;
}
/** Both null: no expiry. */
export interface CompletionValidity {
  valid_until: Day | null;
  /** The day on which the next cycle opens. */
  renew_from: Day | null;
}

const DEFAULT_WINDOW_DAYS = 30;
const WINDOW_DAYS_PER_MONTH = 14;
const SHORTEST_MONTH_DAYS = 28;

/** Days before the last valid day. */
function windowDays({ validity_months, renewal_days }: RenewalRule): number {
  return renewal_days ?? Math.min(DEFAULT_WINDOW_DAYS, WINDOW_DAYS_PER_MONTH * (validity_months ?? 0));
}

/** Completing again within so many days before the end extends from the old end. Also applies to its evidence. */
export const extensionWindowDays = (rule: RenewalRule): number => Math.max(RENEWAL_WINDOW_DAYS, windowDays(rule));

/** Upper limit of `renewal_days`: one more, and the next cycle would open right after completion. */
export const maxRenewalDays = (validity_months: number | null): number =>
  validity_months === null ? Infinity : SHORTEST_MONTH_DAYS * validity_months - 1;

/** @param previousUntil last valid day of the completion being renewed; null: none, or without expiry */
export function computeValidity(completed_on: Day, rule: RenewalRule, previousUntil: Day | null): CompletionValidity {
  const valid_until = validUntil({
    effective: completed_on,
    months: rule.validity_months,
    previousUntil: previousUntil,
    windowDays: extensionWindowDays(rule),
  });
  return { valid_until, renew_from: valid_until === null ? null : addDays(valid_until, -windowDays(rule)) };
}
