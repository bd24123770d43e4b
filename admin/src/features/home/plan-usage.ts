import { daysBetween, todayIn } from '@/components/dates';
import { SEATED_STATUSES } from '@contract/staff.resource';

/** The statuses that occupy a seat. The list has as many rows as the figure says. */
export const SEATS_PATH = `/add-staff?${SEATED_STATUSES.map((status) => `status=${status}`).join('&')}`;
export const TRAININGS_PATH = '/training?status=draft&status=published';
export const PLAN_PATH = '/settings#subscription';

export type UsageTone = 'calm' | 'near' | 'full';

export const usageShare = (used: number, allowed: number): number => (allowed === 0 ? 1 : used / allowed);

/** Warning from 80 %, error at 100 %. */
export const usageTone = (share: number): UsageTone => (share < 0.8 ? 'calm' : share < 1 ? 'near' : 'full');

/** Whole days from the customer's current day to `day`, both calendar days. */
export const daysUntil = (day: string, zone: string): number => daysBetween(todayIn(zone), day);

export const expiryTone = (left: number | null): UsageTone =>
  left === null || left > 10 ? 'calm' : left >= 0 ? 'near' : 'full';
