import { daysBetween, todayIn } from '@/components/dates';
import { SEATED_STATUSES } from '@contract/staff.resource';

/** What a seat is taken by, and no others (contract.md, Integrity): the list says the figure's number. */
export const SEATS = `/add-staff?${SEATED_STATUSES.map((status) => `status=${status}`).join('&')}`;
export const TRAININGS = '/training?status=draft&status=published';
export const PLAN = '/settings#subscription';

export type Tone = 'calm' | 'near' | 'full';

/** Of what the plan allows. */
export const shareOf = (used: number, allowed: number): number => (allowed === 0 ? 1 : used / allowed);

/** Amber from 80 %, red at 100 % (screens.md §4). */
export const toneOf = (share: number): Tone => (share < 0.8 ? 'calm' : share < 1 ? 'near' : 'full');

/** Whole days from the customer's today to `day`, both calendar days. */
export const daysUntil = (day: string, zone: string): number => daysBetween(todayIn(zone), day);

export const toneOfDays = (left: number | null): Tone =>
  left === null || left > 10 ? 'calm' : left >= 0 ? 'near' : 'full';
