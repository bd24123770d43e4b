/**
 * Decides how long a completion lasts and from when on it may be renewed, by the organisation's calendar. The same
 * convention as for evidence (skills/validity.ts): the last valid day; in time extends from the old end.
 */
import { addDays, type Day } from '../platform/calendar';
import { RENEWAL_WINDOW_DAYS, validUntil } from '../skills/validity';

/** What a training says of it. */
export interface RenewalRule {
  /** null: what was learnt lasts for ever. */
  validity_months: number | null;
  /** null: thirty days, or half of a validity that is shorter than two months. */
  renewal_days: number | null;
}
/** Both null: for ever. */
export interface Lasting {
  valid_until: Day | null;
  /** The next cycle opens on it. */
  renew_from: Day | null;
}

const USUAL_DAYS = 30;
const HALF_MONTH_DAYS = 14;
const SHORTEST_MONTH_DAYS = 28;

/** Days before the last valid one. */
function windowDays({ validity_months, renewal_days }: RenewalRule): number {
  return renewal_days ?? Math.min(USUAL_DAYS, HALF_MONTH_DAYS * (validity_months ?? 0));
}

/** Whoever completes it again so many days before the old end, or fewer, loses none of them. Of its evidence too. */
export const extendsWithin = (rule: RenewalRule): number => Math.max(RENEWAL_WINDOW_DAYS, windowDays(rule));

/** The most `renewal_days`: with one more, the next cycle would open as soon as the one before is completed. */
export const longestWindow = (validity_months: number | null): number =>
  validity_months === null ? Infinity : SHORTEST_MONTH_DAYS * validity_months - 1;

/** @param renews the last valid day of what is completed again; null: it is the first time, or what was before lasts for ever */
export function lasting(completed_on: Day, rule: RenewalRule, renews: Day | null): Lasting {
  const valid_until = validUntil({
    effective: completed_on,
    months: rule.validity_months,
    previousUntil: renews,
    windowDays: extendsWithin(rule),
  });
  return { valid_until, renew_from: valid_until === null ? null : addDays(valid_until, -windowDays(rule)) };
}
